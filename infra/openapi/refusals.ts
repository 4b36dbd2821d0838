import { INVALID_TOKEN_CHALLENGE } from '../../functions/shared/http/errors.ts';

const header = (description: string, example: string) => ({
  description,
  schema: { type: 'string' },
  example,
});

const refusal = (description: string, headers?: object) => ({
  description,
  ...(headers === undefined ? {} : { headers }),
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
});

/** Headers that tell an institution its limits (draft-ietf-httpapi-ratelimit-headers-10). */
export const RATE_LIMITS = {
  'RateLimit-Policy': header(
    'The limits that the request was weighed by: units `q` in a window of `w` seconds. Absent where there is none.',
    '"queries-per-second";q=50;w=1, "queries-per-day";q=200000;w=86400',
  ),
  RateLimit: header(
    'The units `r` that are left of each, and the seconds `t` until its window ends.',
    '"queries-per-second";r=49;t=1, "queries-per-day";r=1200;t=3600',
  ),
};

/** The refusals of the service by status; every one has the same body. */
export const REFUSALS = {
  400: refusal('The request is not valid; the body says which field, and what to send.'),
  401: refusal('The credential is missing, wrong, expired or revoked.', {
    'WWW-Authenticate': header('The schemes that are accepted (RFC 9110 §11.6.1).', INVALID_TOKEN_CHALLENGE),
  }),
  403: refusal('The credential does not allow this: its scopes, its referrers or its kind.'),
  404: refusal('There is no such thing, or it belongs to someone else.'),
  405: refusal('The path does not take this method.', {
    Allow: header('The methods that the path takes.', 'POST, OPTIONS'),
  }),
  409: refusal('The request conflicts with another or with the present state.'),
  413: refusal('The request is too large.'),
  415: refusal('The body has a content type that this path does not take.'),
  429: refusal('Too many requests or failed attempts.', {
    'Retry-After': header('Seconds to wait.', '1'),
    ...RATE_LIMITS,
  }),
  503: refusal('The service cannot answer now.', { 'Retry-After': header('Seconds to wait.', '2') }),
  500: refusal('The service failed; give the request_id to its operator.'),
};
