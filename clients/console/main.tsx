import { render } from 'preact';
import { Console } from './console.tsx';
import { arrive } from './sign-in.ts';

const arrived = await arrive();
// If it is undefined, the browser is on its way to another page.
if (arrived !== undefined) render(<Console arrived={arrived} />, document.body);
