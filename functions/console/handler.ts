import { createHash } from 'node:crypto';
import { ParleyError } from '../shared/domain/errors.ts';
import { type StaticText, staticAnswer, staticText } from '../shared/http/compression.ts';
import { type ApiResponse, publicEndpoint } from '../shared/http/endpoint.ts';
import type { ApiRequest } from '../shared/http/request.ts';
import { html } from '../shared/page/html.ts';
import files from './files.json' with { type: 'json' };

interface StaticFile {
  contentType: string;
  text: string;
}

const SCRIPT_TYPE = 'text/javascript; charset=utf-8';

/** Contains a digest of the content, so that browsers may cache the file forever. */
const nameOf = (ending: string, text: string): string =>
  `console-${createHash('sha256').update(text).digest('hex').slice(0, 12)}.${ending}`;

const SCRIPT = nameOf('js', files.script);
const STYLE = nameOf('css', files.style);
/** The files by name. The build gives the parts their names, which contain a digest too. */
const FILES: ReadonlyMap<string, StaticFile> = new Map([
  [SCRIPT, { contentType: SCRIPT_TYPE, text: files.script }],
  [STYLE, { contentType: 'text/css; charset=utf-8', text: files.style }],
  ...Object.entries(files.parts).map(([name, text]): [string, StaticFile] => [
    name,
    { contentType: SCRIPT_TYPE, text },
  ]),
]);

/** Files that were requested before, with their compressed bytes. */
const compressed = new Map<string, StaticText>();

/** The page runs, shows and calls only its own files, and scripts cannot turn text into HTML. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

/**
 * `GET /console` and `GET /console/{file}`: the console that the build made. The page is the same for everybody and
 * holds no secret: it loads a user's data through the API with that user's token.
 */
export const handler = publicEndpoint({ name: 'console', cors: false }, async (request) =>
  request.pathParameters.file === undefined ? pageAnswer(request) : fileAnswer(request),
);

function pageAnswer(request: ApiRequest): ApiResponse {
  // Uses the path alone, so that the files are found under any host name.
  const { pathname } = new URL(`${request.baseUrl}/console`);
  const { headers, body } = staticAnswer(staticText(pageAt(pathname)), request);
  return {
    headers: {
      ...headers,
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-cache',
      'Content-Security-Policy': POLICY,
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Referrer-Policy': 'no-referrer',
      'X-Frame-Options': 'DENY',
    },
    body,
  };
}

const pageAt = (path: string): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Parley</title>
<link rel="stylesheet" href="${path}/${STYLE}">
${files.atOnce.map(
  (name) => html`<link rel="modulepreload" href="${path}/${name}">
`,
)}<script type="module" src="${path}/${SCRIPT}"></script>
</head>
<body>
<noscript>The console needs JavaScript. The same can be done with the <code>parley</code> command.</noscript>
</body>
</html>
`.text;

function fileAnswer(request: ApiRequest): ApiResponse {
  const name = request.pathParameters.file ?? '';
  const asked = FILES.get(name);
  if (asked === undefined) throw new ParleyError('not_found', 'The console has no file of this name.');
  const content = compressed.get(name) ?? staticText(asked.text);
  compressed.set(name, content);
  const { headers, body } = staticAnswer(content, request);
  return {
    headers: {
      ...headers,
      'Content-Type': asked.contentType,
      'Cache-Control': 'public, max-age=31536000, immutable',
      'Cross-Origin-Resource-Policy': 'same-origin',
    },
    body,
  };
}
