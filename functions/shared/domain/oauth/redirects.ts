/** Rules for registered redirect URIs. */

const MAX_LENGTH = 2048;
const PRINTABLE = /^[\x21-\x7e]+$/;
/** RFC 8252 §7.1: an application's own scheme is a reversed domain name, so it contains a period. */
const APPLICATION_SCHEME = /^[a-z][a-z0-9+-]*(\.[a-z0-9+-]+)+:\/[^\\]*$/;
const LOOPBACK = /^http:\/\/(127\.0\.0\.1|\[::1\])(?::(\d{1,5}))?((?:[/?].*)?)$/;
const MAX_PORT = 65_535;

/**
 * True if a client may register the URI: https, http on a loopback address, or an application's own scheme, without a
 * fragment (RFC 6749 §3.1.2, RFC 8252 §7).
 */
export function isRedirectUri(text: string): boolean {
  if (text.length > MAX_LENGTH || !PRINTABLE.test(text) || text.includes('#')) return false;
  if (APPLICATION_SCHEME.test(text)) return true;
  const url = URL.parse(text);
  if (url === null || url.username !== '' || url.password !== '' || text.includes('\\')) return false;
  return /^https:\/\/[^/?]/.test(text) || loopback(text) !== undefined;
}

/**
 * True if the given URI equals a registered one exactly, except for the port of a loopback address, which an
 * application knows only at run time (RFC 8252 §7.3, RFC 9700 §4.1.3).
 */
export const redirectAllowed = (registered: readonly string[], given: string): boolean =>
  registered.some((uri) => uri === given || sameButForPort(uri, given));

function sameButForPort(registered: string, given: string): boolean {
  const [expected, actual] = [loopback(registered), loopback(given)];
  return (
    expected !== undefined &&
    actual !== undefined &&
    expected.host === actual.host &&
    expected.rest === actual.rest
  );
}

function loopback(uri: string): { host: string; rest: string } | undefined {
  const [, host, port, rest] = LOOPBACK.exec(uri) ?? [];
  if (host === undefined || rest === undefined || !PRINTABLE.test(uri)) return undefined;
  return port !== undefined && Number(port) > MAX_PORT ? undefined : { host, rest };
}

/** Adds an answer's parameters to a redirect URI and keeps its own query (RFC 6749 §3.1.2). */
export function withParameters(
  redirectUri: string,
  parameters: Readonly<Record<string, string | undefined>>,
): string {
  const set = Object.entries(parameters).filter((pair): pair is [string, string] => pair[1] !== undefined);
  const query = new URLSearchParams(set).toString();
  if (!redirectUri.includes('?')) return `${redirectUri}?${query}`;
  return redirectUri.endsWith('?') ? redirectUri + query : `${redirectUri}&${query}`;
}
