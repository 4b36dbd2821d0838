import type { AuditAction, AuditTrail, RequestOrigin } from './audit.ts';
import type { AuthorizationCode } from './authorization-code.ts';
import type { AccessToken } from './credentials.ts';
import { type Client, institutionOfClientId } from './directory.ts';
import { ParleyError } from './errors.ts';
import { recorded } from './recorded.ts';
import { clientSecretDigest, digestsEqual } from './secrets.ts';
import {
  clientThrottle,
  type FailureStore,
  requireNotThrottled,
  type ThrottleKeys,
  type ThrottleState,
} from './throttle.ts';

/** What a client presents beside its own credentials, by its digest. */
export type Presented = { kind: 'token'; token: AccessToken } | { kind: 'code'; code: AuthorizationCode };

/** The port of requests that clients make for themselves: one strongly consistent round trip. */
export interface ClientStore extends FailureStore, AuditTrail {
  /** Without `ids`, no client; without `digest`, nothing presented; the throttle is always read. */
  readClient(
    ids: { institution: string; clientId: string } | undefined,
    digest: string | undefined,
    keys: readonly ThrottleKeys[],
  ): Promise<{ client?: Client; presented?: Presented; throttle: ThrottleState[] }>;
}

export interface ClientAttempt extends RequestOrigin {
  clientId: string;
  /** Absent where the client says that it has none. */
  clientSecret: string | undefined;
}

/** Does what a client asks for; a refusal is written down, and counted where the secret is wrong. */
export function asClient<Result>(
  store: ClientStore,
  attempt: ClientAttempt,
  action: AuditAction,
  work: () => Promise<Result>,
): Promise<Result> {
  const { clientId, clientSecret, sourceIp } = attempt;
  const institution = institutionOfClientId(clientId);
  return recorded(store, attempt, work, {
    action,
    wrong: 'invalid_client',
    // Who sends no secret guesses none.
    countedAt: clientSecret === undefined ? [] : clientThrottle(clientId, sourceIp).countedAt,
    institution,
    actor: { kind: 'client', ...(institution && { id: clientId }) },
  });
}

/**
 * Says which client is asking, by its secret or, for a public one, by its id (RFC 6749 §2.3, §3.2.1), and reads what
 * it presents in the same round trip. For use inside `asClient`, which counts wrong secrets.
 * @throws {ParleyError} `invalid_client`, `too_many_requests`
 */
export async function authenticateClient(
  store: ClientStore,
  { clientId, clientSecret, sourceIp, now }: ClientAttempt,
  digest: string | undefined,
): Promise<{ client: Client; presented: Presented | undefined }> {
  const institution = institutionOfClientId(clientId);
  const keys = clientThrottle(clientId, sourceIp).delayedBy;
  const ids = institution === undefined ? undefined : { institution, clientId };
  const { client, presented, throttle } = await store.readClient(ids, digest, keys);
  requireNotThrottled(throttle, now);
  if (client?.status === 'active' && provesItself(client, clientSecret)) return { client, presented };
  throw new ParleyError('invalid_client', 'The client id or the client secret is wrong.');
}

function provesItself({ secretDigest }: Client, secret: string | undefined): boolean {
  if (secret === undefined || secretDigest === undefined) return secret === secretDigest;
  return digestsEqual(clientSecretDigest(secret), secretDigest);
}
