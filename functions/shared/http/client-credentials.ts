import { ParleyError } from '../domain/errors.ts';
import { isBasic, parseBasic } from './authorization.ts';
import type { ApiRequest } from './request.ts';

export interface ClientCredentials {
  clientId: string;
  /** Absent if a public client sends only its id (RFC 6749 §2.3.1, §3.2.1). */
  clientSecret: string | undefined;
  viaBasic: boolean;
}

/**
 * Reads a client's credentials from Basic or the body (RFC 6749 §2.3).
 * @throws {ParleyError} `invalid_client`, or `invalid_request` if both are used
 */
export function readClientCredentials(
  request: ApiRequest,
  parameters: ReadonlyMap<string, string>,
): ClientCredentials {
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
    // A public client may use Basic with an empty secret.
    return { ...basic, clientSecret: basic.clientSecret || undefined, viaBasic: true };
  }
  if (clientId === undefined) throw invalidClient(MISSING, header !== undefined);
  return { clientId, clientSecret, viaBasic: false };
}

/** The credentials of a client that must have a secret. */
export function readClientSecret(
  request: ApiRequest,
  parameters: ReadonlyMap<string, string>,
): ClientCredentials & { clientSecret: string } {
  const { clientSecret, ...credentials } = readClientCredentials(request, parameters);
  if (clientSecret !== undefined) return { ...credentials, clientSecret };
  throw invalidClient(MISSING, request.headers.has('authorization'));
}

/** RFC 6749 §5.2: a client that used the Authorization header gets a challenge for its scheme. */
export async function challengeAs<Result>(viaBasic: boolean, work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof ParleyError) || error.code !== 'invalid_client') throw error;
    throw invalidClient(error.message, viaBasic);
  }
}

const MISSING = 'Send client_id and client_secret, in the body or by Basic.';

const invalidClient = (message: string, viaHeader: boolean): ParleyError =>
  new ParleyError('invalid_client', message, viaHeader ? { scheme: 'Basic' } : {});
