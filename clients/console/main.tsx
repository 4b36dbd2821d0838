import { render } from 'preact';
import { Console } from './console.tsx';
import { arrive } from './sign-in.ts';

const arrived = await arrive();
// Undefined if the browser is leaving for another page.
if (arrived !== undefined) render(<Console arrived={arrived} />, document.body);
