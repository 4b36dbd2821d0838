import type { ApiResponse } from '../http/endpoint.ts';
import { Html, html } from './html.ts';
import type { Language } from './language.ts';
import { STYLE, STYLE_SOURCE } from './style.ts';

/** RFC 9700 §4.2.4, §4.16: the address must not leak, and the page must not be framed. */
const PROTECTIONS = { 'Referrer-Policy': 'no-referrer', 'X-Frame-Options': 'DENY' } as const;

/**
 * A plain HTML page that loads and runs nothing.
 * @param formTargets the `form-action` sources of the Content-Security-Policy
 */
export function htmlPage(
  language: Language,
  title: string,
  main: Html,
  formTargets: string,
  status: number,
): ApiResponse {
  const page = html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${new Html(STYLE)}</style>
</head>
<body>
<main>
${main}
</main>
</body>
</html>
`;
  return {
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Language': language,
      Vary: 'Accept-Language',
      ...PROTECTIONS,
      'Content-Security-Policy': [
        "default-src 'none'",
        `style-src ${STYLE_SOURCE}`,
        `form-action ${formTargets}`,
        "frame-ancestors 'none'",
        "base-uri 'none'",
      ].join('; '),
    },
    body: page.text,
  };
}

/** Redirects the browser with 303, so that it does not repeat the form there (RFC 9700 §4.12). */
export const redirectTo = (location: string, cookie?: string): ApiResponse => ({
  status: 303,
  headers: {
    Location: location,
    'Content-Type': 'text/plain',
    ...PROTECTIONS,
    ...(cookie === undefined ? {} : { 'Set-Cookie': cookie }),
  },
  body: '',
});
