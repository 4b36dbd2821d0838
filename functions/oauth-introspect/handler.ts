import type { Clock } from '../shared/domain/clock.ts';
import type { ClientStore } from '../shared/domain/oauth/client-authentication.ts';
import { type SecretUses, secretUseRecorder } from '../shared/domain/oauth/secret-uses.ts';
import { introspect } from '../shared/domain/oauth/token-status.ts';
import { formBody } from '../shared/http/body.ts';
import { challengeAs, readClientSecret } from '../shared/http/client-credentials.ts';
import { publicEndpoint } from '../shared/http/endpoint.ts';
import { issuerOf } from '../shared/http/issuer.ts';
import { presentedToken, toIntrospectionResponse } from '../shared/http/token-messages.ts';
import { validate } from '../shared/http/validate.ts';
import { createClientStore } from '../shared/store/client-requests.ts';
import { createSecretUses } from '../shared/store/sign-ins-secrets.ts';

export interface OauthIntrospectDependencies {
  clients: ClientStore;
  secretUses: SecretUses;
  now?: Clock;
}

/**
 * `POST /v1/oauth/introspect` (RFC 7662): tells a client whether a token of its institution is active, and its
 * properties.
 */
export function createOauthIntrospect({ clients, secretUses, now }: OauthIntrospectDependencies) {
  const recordSecretUse = secretUseRecorder(secretUses);
  return publicEndpoint({ name: 'oauth-introspect', ...(now && { now }) }, async (request) => {
    const parameters = formBody(request);
    const { viaBasic, ...credentials } = readClientSecret(request, parameters);
    const { token } = validate(presentedToken, Object.fromEntries(parameters));
    const { sourceIp, requestId, now } = request;
    const asked = introspect(clients, recordSecretUse, { ...credentials, token, sourceIp, requestId, now });
    return { body: toIntrospectionResponse(await challengeAs(viaBasic, asked), issuerOf(request)) };
  });
}

export const handler = createOauthIntrospect({
  clients: createClientStore(),
  secretUses: createSecretUses(),
});
