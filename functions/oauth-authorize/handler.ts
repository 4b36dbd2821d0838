import { randomBytes } from 'node:crypto';
import type { Clock } from '../shared/domain/clock.ts';
import { publicEndpoint } from '../shared/http/endpoint.ts';
import { header } from '../shared/http/request.ts';
import { createAuthorizationReader } from '../shared/store/client-requests.ts';
import { createCodeStore } from '../shared/store/credentials-codes.ts';
import { createSignInStore } from '../shared/store/directory-sign-in.ts';
import { type AuthorizeDependencies, authorize } from './authorize.ts';
import { chooseLanguage } from './language.ts';

/** `GET, POST /v1/oauth/authorize` (SPEC §4.1, RFC 6749 §3.1): the page, and what its form sends. */
export const createOauthAuthorize = ({ now, ...dependencies }: AuthorizeDependencies & { now?: Clock }) =>
  // RFC 9700 §2.6: no script of another origin has any business here.
  publicEndpoint({ name: 'oauth-authorize', cors: false, ...(now && { now }) }, (request) =>
    authorize(dependencies, request, chooseLanguage(header(request, 'accept-language'))),
  );

export const handler = createOauthAuthorize({
  clients: createAuthorizationReader(),
  signIns: createSignInStore(),
  codes: createCodeStore(),
  random: randomBytes,
});
