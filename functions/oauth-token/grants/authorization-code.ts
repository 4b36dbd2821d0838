import { codeExchange } from '../../shared/domain/oauth/exchange-code.ts';
import { challengeAs, readClientCredentials } from '../../shared/http/client-credentials.ts';
import { authorizationCodeRequest } from '../../shared/http/token-messages.ts';
import { validate } from '../../shared/http/validate.ts';
import type { Grant } from './grant.ts';

/** Authorization code grant (RFC 6749 §4.1.3): a client exchanges a code for a token. */
export const authorizationCodeGrant: Grant = {
  grantType: 'authorization_code',
  prepare(request, parameters, { exchanges }) {
    const { viaBasic, clientId, clientSecret } = readClientCredentials(request, parameters);
    const sent = validate(authorizationCodeRequest, Object.fromEntries(parameters));
    const { sourceIp, requestId, now } = request;
    const exchange = codeExchange(exchanges, {
      clientId,
      clientSecret,
      code: sent.code,
      redirectUri: sent.redirect_uri,
      codeVerifier: sent.code_verifier,
      sourceIp,
      requestId,
      now,
    });
    return () => challengeAs(viaBasic, exchange());
  },
};
