import { fieldError, ParleyError } from '../../shared/domain/errors.ts';
import { type Approval, signInClient } from '../../shared/domain/sign-in.ts';
import { isBasic, parseBasic } from '../../shared/http/authorization.ts';
import type { ApiRequest } from '../../shared/http/request.ts';
import { clientCredentialsRequest } from '../../shared/http/token-messages.ts';
import { validate } from '../../shared/http/validate.ts';
import type { Grant, Parameters } from './grant.ts';

/** Client credentials grant (SPEC §4.1, RFC 6749 §4.4): a client obtains a token for a user of its institution. */
export const clientCredentialsGrant: Grant = {
  grantType: 'client_credentials',
  prepare(request, parameters, { signIns, serviceUserIdAliases }) {
    const { viaBasic, ...credentials } = clientCredentials(request, parameters);
    const { service_user_id: serviceUserId, scope } = validate(clientCredentialsRequest, {
      ...Object.fromEntries(parameters),
      service_user_id: userUnderAnyName(parameters, serviceUserIdAliases()),
    });
    const { sourceIp, requestId, now } = request;
    const attempt = { ...credentials, serviceUserId, scope, sourceIp, requestId, now };
    return () => challengeAs(viaBasic, signInClient(signIns, attempt));
  },
};

interface ClientCredentials {
  clientId: string;
  clientSecret: string;
  viaBasic: boolean;
}

/** By Basic or in the body, never both (RFC 6749 §2.3). */
function clientCredentials(request: ApiRequest, parameters: Parameters): ClientCredentials {
  const [header, ...more] = request.headers.get('authorization') ?? [];
  if (more.length > 0) {
    throw new ParleyError('invalid_request', 'Send at most one Authorization header.');
  }
  const clientId = parameters.get('client_id');
  const clientSecret = parameters.get('client_secret');
  if (header !== undefined && isBasic(header)) {
    const basic = parseBasic(header);
    if (basic === undefined) throw invalidClient('The Basic credentials cannot be read.', true);
    if (clientSecret !== undefined || (clientId !== undefined && clientId !== basic.clientId)) {
      throw new ParleyError(
        'invalid_request',
        'Send the client credentials by Basic or in the body, not both.',
      );
    }
    return { ...basic, viaBasic: true };
  }
  if (clientId === undefined || clientSecret === undefined) {
    throw invalidClient('Send client_id and client_secret, in the body or by Basic.', header !== undefined);
  }
  return { clientId, clientSecret, viaBasic: false };
}

/** The user by the name of the contract or one of its aliases; sent under two, it must be the same. */
function userUnderAnyName(parameters: Parameters, aliases: readonly string[]): string | undefined {
  const names = ['service_user_id', ...aliases].filter((name) => parameters.has(name));
  const [value, ...others] = new Set(names.map((name) => parameters.get(name)));
  if (others.length > 0) throw fieldError(names.at(-1) ?? '', 'send the same user as in service_user_id');
  return value;
}

/** RFC 6749 §5.2: a client that used the Authorization header is told the scheme. */
async function challengeAs(viaBasic: boolean, signIn: Promise<Approval>): Promise<Approval> {
  try {
    return await signIn;
  } catch (error) {
    if (!(error instanceof ParleyError) || error.code !== 'invalid_client') throw error;
    throw invalidClient(error.message, viaBasic);
  }
}

const invalidClient = (message: string, viaHeader: boolean): ParleyError =>
  new ParleyError('invalid_client', message, viaHeader ? { scheme: 'Basic' } : {});
