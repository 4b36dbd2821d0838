/** Stands for the pages of every origin. */
export const ANY_ORIGIN = '*';

/**
 * The headers of an answer that a script of another origin may read beside the few that it always may. The second
 * is what API Gateway makes of the first where a function sends it.
 */
const EXPOSED =
  'WWW-Authenticate, x-amzn-Remapped-WWW-Authenticate, Retry-After, RateLimit, RateLimit-Policy, X-Request-Id';

/** The origins whose pages may call, as the deployment's setting is handed on: separated by spaces. */
export const readOrigins = (text: string | undefined): string[] => (text || ANY_ORIGIN).split(' ');

/**
 * The headers that let pages of the origins read an answer: of the one that asked where it is among them, else of
 * the first, by which a browser refuses the page. Nothing ever allows cookies or other ambient credentials.
 * @param asking the request's `Origin`; undefined where a text must do for every request
 */
export const originHeaders = (
  origins: readonly string[],
  asking: string | undefined,
): Record<string, string> => ({
  'Access-Control-Allow-Origin':
    asking !== undefined && origins.includes(asking) ? asking : (origins[0] ?? ANY_ORIGIN),
  // A cached answer for one origin is of no use to another.
  ...(origins.includes(ANY_ORIGIN) ? {} : { Vary: 'Origin' }),
});

/** The headers of an answer that pages of the origins may read. */
export const corsHeaders = (
  origins: readonly string[],
  asking: string | undefined,
): Record<string, string> => ({
  ...originHeaders(origins, asking),
  'Access-Control-Expose-Headers': EXPOSED,
});
