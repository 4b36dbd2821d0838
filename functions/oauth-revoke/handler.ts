import type { Clock } from '../shared/domain/clock.ts';
import { type SecretUses, secretUseRecorder } from '../shared/domain/oauth/secret-uses.ts';
import { type RevocationStore, revokePresented } from '../shared/domain/oauth/token-status.ts';
import { formBody } from '../shared/http/body.ts';
import { challengeAs, readClientCredentials } from '../shared/http/client-credentials.ts';
import { publicEndpoint } from '../shared/http/endpoint.ts';
import { presentedToken, type revocationResponse } from '../shared/http/token-messages.ts';
import { type Answer, validate } from '../shared/http/validate.ts';
import { createCodeExchangeStore } from '../shared/store/client-requests.ts';
import { createSecretUses } from '../shared/store/sign-ins-secrets.ts';

export interface OauthRevokeDependencies {
  tokens: RevocationStore;
  secretUses: SecretUses;
  now?: Clock;
}

/** `POST /v1/oauth/revoke` (RFC 7009): a client revokes a token. An unknown token counts as revoked. */
export function createOauthRevoke({ tokens, secretUses, now }: OauthRevokeDependencies) {
  const recordSecretUse = secretUseRecorder(secretUses);
  return publicEndpoint({ name: 'oauth-revoke', ...(now && { now }) }, async (request) => {
    const parameters = formBody(request);
    const { viaBasic, ...credentials } = readClientCredentials(request, parameters);
    const { token } = validate(presentedToken, Object.fromEntries(parameters));
    const { sourceIp, requestId, now } = request;
    const attempt = { ...credentials, token, sourceIp, requestId, now };
    await challengeAs(viaBasic, revokePresented(tokens, recordSecretUse, attempt));
    const body: Answer<typeof revocationResponse> = {};
    return { body };
  });
}

export const handler = createOauthRevoke({
  tokens: createCodeExchangeStore(),
  secretUses: createSecretUses(),
});
