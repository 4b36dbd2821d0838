import type { ApiRequest } from '../http/request.ts';

const isSecure = ({ baseUrl }: Pick<ApiRequest, 'baseUrl'>): boolean => baseUrl.startsWith('https:');

/** `__Host-` binds a cookie to this host. Browsers accept it over https only, which a laptop does not have. */
const fullName = (request: Pick<ApiRequest, 'baseUrl'>, name: string): string =>
  `${isSecure(request) ? '__Host-' : ''}${name}`;

/** The single value of one of our cookies; undefined if absent or repeated. */
export function readCookie(request: ApiRequest, name: string): string | undefined {
  const prefix = `${fullName(request, name)}=`;
  const pairs = (request.headers.get('cookie') ?? []).flatMap((value) => value.split(';'));
  const values = pairs.map((pair) => pair.trim()).filter((pair) => pair.startsWith(prefix));
  return values.length === 1 ? values[0]?.slice(prefix.length) : undefined;
}

/**
 * A Set-Cookie header for our pages only. `Lax`, because users arrive from a client's site and their cookies must be
 * sent.
 * @param maxAgeSeconds if omitted, the cookie ends with the browser session; 0 deletes it
 */
export function writeCookie(
  request: ApiRequest,
  name: string,
  value: string,
  maxAgeSeconds?: number,
): string {
  const attributes = [
    'Path=/',
    ...(maxAgeSeconds === undefined ? [] : [`Max-Age=${maxAgeSeconds}`]),
    'HttpOnly',
    'SameSite=Lax',
    ...(isSecure(request) ? ['Secure'] : []),
  ];
  return [`${fullName(request, name)}=${value}`, ...attributes].join('; ');
}
