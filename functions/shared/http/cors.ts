/** Allows pages of every origin. */
export const ANY_ORIGIN = '*';

/**
 * Response headers that scripts of other origins may read, beside the safelisted ones. API Gateway renames the first to
 * the second if a function sends it.
 */
const EXPOSED =
  'WWW-Authenticate, x-amzn-Remapped-WWW-Authenticate, Retry-After, RateLimit, RateLimit-Policy, X-Request-Id';

/** The origins of the deployment's setting, separated by spaces. */
export const readOrigins = (text: string | undefined): string[] => (text || ANY_ORIGIN).split(' ');

/**
 * The headers that let pages of allowed origins read an answer. They name the asking origin if it is allowed, else
 * the first allowed origin, so that browsers refuse other pages. Cookies and other ambient credentials are never
 * allowed.
 * @param asking the request's `Origin`; undefined if one answer must serve all requests
 */
export const originHeaders = (
  origins: readonly string[],
  asking: string | undefined,
): Record<string, string> => ({
  'Access-Control-Allow-Origin':
    asking !== undefined && origins.includes(asking) ? asking : (origins[0] ?? ANY_ORIGIN),
  // A cached answer for one origin must not be used for another.
  ...(origins.includes(ANY_ORIGIN) ? {} : { Vary: 'Origin' }),
});

export const corsHeaders = (
  origins: readonly string[],
  asking: string | undefined,
): Record<string, string> => ({
  ...originHeaders(origins, asking),
  'Access-Control-Expose-Headers': EXPOSED,
});
