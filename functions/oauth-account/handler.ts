import { randomBytes } from 'node:crypto';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { Clock } from '../shared/domain/clock.ts';
import type { ParleyError } from '../shared/domain/errors.ts';
import { type ApiResponse, publicEndpoint } from '../shared/http/endpoint.ts';
import { retryAfter, STATUS } from '../shared/http/errors.ts';
import { type ApiRequest, header, readHeaders } from '../shared/http/request.ts';
import { chooseLanguage } from '../shared/page/language.ts';
import { createAccountStore } from '../shared/store/account.ts';
import { createSignInStore } from '../shared/store/directory-sign-in.ts';
import { createUserStore } from '../shared/store/directory-users.ts';
import { createConsentStore } from '../shared/store/sign-ins-consents.ts';
import { type AccountDependencies, account } from './account.ts';
import { errorPage, type PageError } from './page.ts';

/** `GET, POST /v1/oauth/account`: the page of a user's own sessions and consents, and its forms. */
export const createOauthAccount = ({ now, ...dependencies }: AccountDependencies & { now?: Clock }) =>
  publicEndpoint({ name: 'oauth-account', cors: false, answerError, ...(now && { now }) }, (request) =>
    account(dependencies, request, languageOf(request)),
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

function pageErrorOf({ code }: ParleyError, requestId: string): PageError {
  if (code === 'server_error') return { kind: 'failed', requestId };
  return { kind: code === 'temporarily_unavailable' ? 'unavailable' : 'malformed' };
}

export const handler = createOauthAccount({
  accounts: createAccountStore(),
  signIns: createSignInStore(),
  users: createUserStore(),
  consents: createConsentStore(),
  random: randomBytes,
});
