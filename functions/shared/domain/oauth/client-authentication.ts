import type { AuditAction, AuditTrail } from '../audit.ts';
import type { AccessToken } from '../credentials/credentials.ts';
import { type Client, institutionOfClientId } from '../institutions/directory.ts';
import { recorded } from '../sign-in/recorded.ts';
import {
  type AttemptStore,
  clientSuccess,
  clientThrottleKey,
  type ThrottleSuccess,
} from '../sign-in/throttle.ts';
import type { AuthorizationCode } from './authorization-code.ts';
import {
  type ApprovedClient,
  type ClientAttempt,
  type ClientRead,
  guessOf,
  requireClient,
} from './client-secret.ts';

/** The token or code that a client presents beside its own credentials, found by its digest. */
export type Presented = { kind: 'token'; token: AccessToken } | { kind: 'code'; code: AuthorizationCode };

/** The port of requests that clients make for themselves: one strongly consistent round trip. */
export interface ClientStore extends AttemptStore, AuditTrail {
  /** Without `ids`, no client; without `digest`, nothing presented; the record by its key is always read. */
  readClient(
    ids: { institution: string; clientId: string } | undefined,
    digest: string | undefined,
    throttleKey: string,
  ): Promise<ClientRead & { presented?: Presented }>;
}

/** A client that proved itself. */
export interface AuthenticatedClient {
  client: Client;
  approved: ApprovedClient;
  presented: Presented | undefined;
  /** The success to be written of its right secret; absent where nothing is. */
  success: ThrottleSuccess | undefined;
}

/**
 * Does what a client asks for, once it has proved itself by its secret or, a public one, named itself (RFC 6749 §2.3,
 * §3.2.1). What it presents is read in the same round trip. A refusal is written down, a wrong secret is counted.
 * @throws {ParleyError} `invalid_client`, `too_many_requests`, and as `work` does
 */
export async function asClient<Result>(
  store: ClientStore,
  attempt: ClientAttempt,
  { action, digest }: { action: AuditAction; digest: string | undefined },
  work: (authenticated: AuthenticatedClient) => Promise<Result>,
): Promise<Result> {
  const { clientId, sourceIp, now } = attempt;
  const named = institutionOfClientId(clientId);
  const ids = named === undefined ? undefined : { institution: named, clientId };
  const key = clientThrottleKey(clientId, sourceIp);
  const { presented, ...read } = await store.readClient(ids, digest, key);
  const guess = guessOf(attempt, read);
  const authenticated = () => {
    const { client, approved } = requireClient(read, attempt, guess);
    const success = client.secretDigest === undefined ? undefined : clientSuccess(key, read.record, now);
    return work({ client, approved, presented, success });
  };
  return recorded(store, attempt, authenticated, {
    action,
    institution: read.institution,
    // Only what has the form of a client's id: anything else may be a secret in the wrong place.
    actor: { kind: 'client', ...(named && { id: clientId }) },
    counted: guess && { refusal: 'invalid_client', as: guess },
  });
}
