import { randomBytes } from 'node:crypto';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { Clock } from '../shared/domain/clock.ts';
import type { ParleyError } from '../shared/domain/errors.ts';
import { type ApiResponse, publicEndpoint } from '../shared/http/endpoint.ts';
import { retryAfter, STATUS } from '../shared/http/errors.ts';
import { type ApiRequest, header, readHeaders } from '../shared/http/request.ts';
import { chooseLanguage } from '../shared/page/language.ts';
import { createAuthorizationReader } from '../shared/store/client-requests.ts';
import { createCodeStore } from '../shared/store/credentials-codes.ts';
import { createSignInStore } from '../shared/store/directory-sign-in.ts';
import type { AuthorizeDependencies } from './answers.ts';
import { authorize } from './authorize.ts';
import { errorPage, type PageError } from './page.ts';

/** `GET, POST /v1/oauth/authorize` (RFC 6749 §3.1): the authorization page and its form. */
export const createOauthAuthorize = ({ now, ...dependencies }: AuthorizeDependencies & { now?: Clock }) =>
  // No CORS headers: scripts of other origins must not call this endpoint (RFC 9700 §2.6).
  publicEndpoint({ name: 'oauth-authorize', cors: false, answerError, ...(now && { now }) }, (request) =>
    authorize(dependencies, request, languageOf(request)),
  );

const languageOf = (request: Pick<ApiRequest, 'headers'>) =>
  chooseLanguage(header(request, 'accept-language'));

/** Errors are answered with a page too, since people read them. */
function answerError(error: ParleyError, event: APIGatewayProxyEvent): ApiResponse {
  const { requestId } = event.requestContext;
  const language = languageOf({ headers: readHeaders(event) });
  const page = errorPage(language, pageErrorOf(error, requestId), STATUS[error.code]);
  return { ...page, headers: { ...page.headers, ...retryAfter(error) } };
}

function pageErrorOf({ code, details }: ParleyError, requestId: string): PageError {
  if (code === 'server_error') return { kind: 'failed', requestId };
  if (code === 'temporarily_unavailable') return { kind: 'unavailable' };
  if (code !== 'too_many_requests') return { kind: 'malformed' };
  return { kind: 'throttled', seconds: Math.ceil(details.retryAfterSeconds ?? 1) };
}

export const handler = createOauthAuthorize({
  clients: createAuthorizationReader(),
  signIns: createSignInStore(),
  codes: createCodeStore(),
  random: randomBytes,
});
