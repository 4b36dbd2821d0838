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

/** The token or code that a client presents with its credentials, found by its digest. */
export type Presented = { kind: 'token'; token: AccessToken } | { kind: 'code'; code: AuthorizationCode };

/** Port of clients' own requests: one strongly consistent round trip. */
export interface ClientStore extends AttemptStore, AuditTrail {
  /**
   * Reads the client if `ids` is set, the token or code if `digest` is set, and always the throttle record.
   */
  readClient(
    ids: { institution: string; clientId: string } | undefined,
    digest: string | undefined,
    throttleKey: string,
  ): Promise<ClientRead & { presented?: Presented }>;
}

/** An authenticated client. */
export interface AuthenticatedClient {
  client: Client;
  approved: ApprovedClient;
  presented: Presented | undefined;
  /** The throttle success that must still be written for a correct secret; absent if there is none. */
  success: ThrottleSuccess | undefined;
}

/**
 * Runs a client's request after the client has authenticated with its secret or, if public, identified itself (RFC
 * 6749 §2.3, §3.2.1). The presented token or code is read in the same round trip. Refusals are audited and wrong
 * secrets counted.
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
    // Records only valid client ids: anything else may be a misplaced secret.
    actor: { kind: 'client', ...(named && { id: clientId }) },
    counted: guess && { refusal: 'invalid_client', as: guess },
  });
}
