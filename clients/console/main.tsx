import { render } from 'preact';
import { Console } from './console.tsx';
import { arrive } from './sign-in.ts';

const arrived = await arrive();
// Where it is undefined, the browser is on its way elsewhere.
if (arrived !== undefined) render(<Console arrived={arrived} />, document.body);
