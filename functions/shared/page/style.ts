import { createHash } from 'node:crypto';

/** The pages' only stylesheet: system fonts, light and dark colours, nothing loaded. */
export const STYLE = `
:root{color-scheme:light dark;--back:#f4f5f7;--card:#fff;--text:#1c2430;--soft:#56606e;--line:#767f8c;--main:#1a5fb4;--on-main:#fff;--bad:#a8201a;--bad-back:#fdf0ef}
@media (prefers-color-scheme:dark){:root{--back:#12161c;--card:#1b212a;--text:#e8ecf1;--soft:#a9b3c0;--line:#7d8896;--main:#7db4f5;--on-main:#0d1a2b;--bad:#ff9c95;--bad-back:#33191a}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:1rem;background:var(--back);color:var(--text);font:1rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
main{width:100%;max-width:26rem;padding:2rem;background:var(--card);border-radius:.75rem;box-shadow:0 1px 3px #0003;overflow-wrap:anywhere}
h1{margin:0;font-size:1.5rem;line-height:1.25}
p{margin:0}
.soft,.back,.hint{color:var(--soft)}
.asks{margin-top:1.5rem}
ul{margin:.5rem 0 0;padding-left:1.25rem}
form{margin-top:1.5rem;display:grid;gap:1rem}
label{display:grid;gap:.25rem;font-weight:600}
label.check{display:flex;gap:.5rem;align-items:center;font-weight:400}
.hint{margin-top:-.75rem;font-size:.875rem}
input{width:100%;padding:.625rem .75rem;border:1px solid var(--line);border-radius:.5rem;background:var(--card);color:var(--text);font:inherit;font-weight:400}
input[type=checkbox]{flex:none;width:1.25rem;height:1.25rem;margin:0;accent-color:var(--main)}
button{width:100%;padding:.75rem;border:1px solid var(--main);border-radius:.5rem;background:var(--main);color:var(--on-main);font:inherit;font-weight:600;cursor:pointer}
button.second{background:transparent;color:var(--text);border-color:var(--line)}
a{color:var(--main)}
input:focus-visible,button:focus-visible,a:focus-visible{outline:3px solid var(--main);outline-offset:2px}
.error{margin-top:1.5rem;padding:.75rem 1rem;border-left:.25rem solid var(--bad);border-radius:.25rem;background:var(--bad-back);color:var(--bad)}
.back{margin-top:1rem;font-size:.875rem}
h2{margin:2rem 0 0;font-size:1.125rem;line-height:1.25}
.rows{list-style:none;padding:0}
.rows>li{padding:1rem 0;border-bottom:1px solid var(--line)}
.rows form{margin-top:.75rem}
.rows p,.rows ul{font-size:.875rem}
.rows ul{margin:0}
.rows .name{font-size:1rem;font-weight:600}
.done{margin-top:1rem;padding:.75rem 1rem;border-left:.25rem solid var(--main)}
h1+.error{margin-top:1rem}
@media (max-width:30rem){body{padding:0;place-items:stretch}main{max-width:none;border-radius:0;box-shadow:none;padding:1.5rem}}
`;

/** The style's hash for the Content-Security-Policy (CSP 3 §6.7.3.3). */
export const STYLE_SOURCE = `'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`;
