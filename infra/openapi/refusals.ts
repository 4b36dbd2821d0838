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

/** Headers with an institution's limits (draft-ietf-httpapi-ratelimit-headers-10). */
export const RATE_LIMITS = {
  'RateLimit-Policy': header(
    'The limits that apply to the request: units `q` per window of `w` seconds. Absent without limits.',
    '"queries-per-second";q=50;w=1, "queries-per-day";q=200000;w=86400',
  ),
  RateLimit: header(
    'For each limit, the remaining units `r` and the seconds `t` until its window ends.',
    '"queries-per-second";r=49;t=1, "queries-per-day";r=1200;t=3600',
  ),
};

/** The service's refusals by status; all have the same body. */
export const REFUSALS = {
  400: refusal('The request is invalid; the body names the field and what to send.'),
  401: refusal('The credential is missing, wrong, expired or revoked.', {
    'WWW-Authenticate': header('The accepted schemes (RFC 9110 §11.6.1).', INVALID_TOKEN_CHALLENGE),
  }),
  403: refusal('The credential does not allow this, because of its scopes, referrers or kind.'),
  404: refusal('It does not exist or belongs to someone else.'),
  405: refusal('The path does not support this method.', {
    Allow: header('The supported methods.', 'POST, OPTIONS'),
  }),
  409: refusal('The request conflicts with another request or the current state.'),
  413: refusal('The request is too large.'),
  415: refusal('This path does not support the body’s content type.'),
  429: refusal('Too many requests or failed attempts.', {
    'Retry-After': header('Seconds to wait.', '1'),
    ...RATE_LIMITS,
  }),
  503: refusal('The service is temporarily unavailable.', { 'Retry-After': header('Seconds to wait.', '2') }),
  500: refusal('The service failed. Please report the request_id to its operator.'),
};
