import { createHash } from 'node:crypto';
import type { Answer } from './gateway/respond.ts';

const STYLE = `
:root{color-scheme:light dark}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:1rem;box-sizing:border-box;font:1rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
main{width:100%;max-width:28rem}
h1{font-size:1.25rem}
parley-chat{height:34rem;max-height:80vh}
`;

/** The page's script. The credentials are in the fragment of the address (#), which browsers do not send. */
const SCRIPT = `
const given = new URLSearchParams(location.hash.slice(1));
if (given.has('app-key')) {
  const chat = document.createElement('parley-chat');
  for (const [name, value] of given) chat.setAttribute(name, value);
  chat.setAttribute('speech', '');
  document.querySelector('p').replaceWith(chat);
}
`;

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Parley</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>Talk to the assistant</h1>
<p>Open the address that <code>npm start</code> printed: what this page may ask with stands in it.</p>
</main>
<script src="/v1/chat.js"></script>
<script>${SCRIPT}</script>
</body>
</html>
`;

/**
 * The page at `/` of a service on a laptop: a chat with its assistant. Everybody gets the same page, without
 * secrets, since every web page and every user of the machine can request it.
 */
export const HOME_PAGE: Answer = {
  status: 200,
  headers: {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'no-store',
    'Content-Security-Policy': [
      "default-src 'none'",
      `script-src 'self' ${hashOf(SCRIPT)}`,
      `style-src ${hashOf(STYLE)}`,
      "connect-src 'self'",
      'img-src https:',
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
  },
  body: Buffer.from(PAGE),
};

/** The page's address with the demo's credentials. */
export function homeAddress(demo: { base_url: string; app_key: string; application: string }): string {
  const given = new URLSearchParams({ 'app-key': demo.app_key, application: demo.application });
  return `${demo.base_url}/#${given}`;
}
