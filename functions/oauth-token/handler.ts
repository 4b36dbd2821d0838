import { randomBytes } from 'node:crypto';
import type { Clock } from '../shared/domain/clock.ts';
import { fieldError, ParleyError } from '../shared/domain/errors.ts';
import { issueToken, type TokenLimits, type TokenStore } from '../shared/domain/oauth/issue-token.ts';
import { type SecretUses, secretUseRecorder } from '../shared/domain/oauth/secret-uses.ts';
import { pooled, type RandomBytes } from '../shared/domain/random.ts';
import { formBody } from '../shared/http/body.ts';
import { publicEndpoint } from '../shared/http/endpoint.ts';
import { createLog } from '../shared/http/log.ts';
import { METRIC } from '../shared/http/metrics.ts';
import { reportSideFailure } from '../shared/http/side-failures.ts';
import { toTokenResponse } from '../shared/http/token-messages.ts';
import { createCodeExchangeStore } from '../shared/store/client-requests.ts';
import { createTokenStore } from '../shared/store/credentials-tokens.ts';
import { createLimitsReader } from '../shared/store/directory-limits.ts';
import { createSignInStore } from '../shared/store/directory-sign-in.ts';
import { optionalSetting } from '../shared/store/environment.ts';
import { createSecretUses } from '../shared/store/sign-ins-secrets.ts';
import { createUseCounter } from '../shared/store/use-counter.ts';
import { authorizationCodeGrant } from './grants/authorization-code.ts';
import { clientCredentialsGrant } from './grants/client-credentials.ts';
import type { Grant, GrantDependencies, Parameters } from './grants/grant.ts';
import { passwordGrant } from './grants/password.ts';
import { createTokenLimits } from './token-limits.ts';

const GRANTS: readonly Grant[] = [clientCredentialsGrant, passwordGrant, authorizationCodeGrant];

export interface OauthTokenDependencies extends GrantDependencies {
  tokens: TokenStore;
  secretUses: SecretUses;
  limits: TokenLimits;
  random: RandomBytes;
  now?: Clock;
}

/** `POST /v1/oauth/` (RFC 6749 §3.2): issues a token to the user whom the grant authenticates. */
export function createOauthToken({ now, ...dependencies }: OauthTokenDependencies) {
  const recordSecretUse = secretUseRecorder(dependencies.secretUses);
  return publicEndpoint({ name: 'oauth-token', ...(now && { now }) }, async (request) => {
    const parameters = formBody(request);
    const grant = chooseGrant(parameters);
    const signIn = grant.prepare(request, parameters, dependencies);
    const { tokens, signIns: attempts, limits, random } = dependencies;
    const issued = await issueToken({ tokens, attempts, recordSecretUse, limits, random }, signIn, request);
    return { body: toTokenResponse(issued) };
  });
}

const log = createLog('oauth-token');

export const handler = createOauthToken({
  limits: createTokenLimits({
    counter: createUseCounter(),
    readLimits: createLimitsReader(),
    uncounted: reportSideFailure(log, 'token not counted', METRIC.usesUncounted),
  }),
  tokens: createTokenStore(),
  secretUses: createSecretUses(),
  signIns: createSignInStore(),
  exchanges: createCodeExchangeStore(),
  random: pooled(randomBytes),
  serviceUserIdAliases: () => names(optionalSetting('SERVICE_USER_ID_ALIASES') ?? 'clinc_user_id'),
});

const names = (list: string): string[] =>
  list
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');

function chooseGrant(parameters: Parameters): Grant {
  const grantType = parameters.get('grant_type');
  if (grantType === undefined) throw fieldError('grant_type', 'send this parameter');
  const grant = GRANTS.find((candidate) => candidate.grantType === grantType);
  if (grant !== undefined) return grant;
  const supported = GRANTS.map((candidate) => candidate.grantType).join(', ');
  throw new ParleyError('unsupported_grant_type', `The grant_type must be one of ${supported}.`);
}
