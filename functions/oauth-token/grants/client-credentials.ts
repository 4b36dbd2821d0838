import { fieldError } from '../../shared/domain/errors.ts';
import { signInClient } from '../../shared/domain/sign-in/sign-in.ts';
import { challengeAs, readClientSecret } from '../../shared/http/client-credentials.ts';
import { clientCredentialsRequest } from '../../shared/http/token-messages.ts';
import { validate } from '../../shared/http/validate.ts';
import type { Grant, Parameters } from './grant.ts';

/** Client credentials grant (RFC 6749 §4.4): a client obtains a token for a user of its institution. */
export const clientCredentialsGrant: Grant = {
  grantType: 'client_credentials',
  prepare(request, parameters, { signIns, serviceUserIdAliases }) {
    const { viaBasic, ...credentials } = readClientSecret(request, parameters);
    const { service_user_id: serviceUserId, scope } = validate(clientCredentialsRequest, {
      ...Object.fromEntries(parameters),
      service_user_id: userUnderAnyName(parameters, serviceUserIdAliases()),
    });
    const { sourceIp, requestId, now } = request;
    const attempt = { ...credentials, serviceUserId, scope, sourceIp, requestId, now };
    return () => challengeAs(viaBasic, signInClient(signIns, attempt));
  },
};

/** The user given under the contract's parameter name or an alias. Several names must give the same user. */
function userUnderAnyName(parameters: Parameters, aliases: readonly string[]): string | undefined {
  const names = ['service_user_id', ...aliases].filter((name) => parameters.has(name));
  const [value, ...more] = new Set(names.map((name) => parameters.get(name)));
  if (more.length > 0) throw fieldError(names.at(-1) ?? '', 'send the same user as in service_user_id');
  return value;
}
