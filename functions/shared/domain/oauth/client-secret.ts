import type { RequestOrigin } from '../audit.ts';
import { isExpired } from '../clock.ts';
import { clientSecretDigest, digestsEqual } from '../credentials/secrets.ts';
import { ParleyError } from '../errors.ts';
import type { Client } from '../institutions/directory.ts';
import { noteFacts } from '../request-facts.ts';
import {
  clientThrottleKey,
  isTrusted,
  oneMore,
  type Reservation,
  remainingDelayMs,
  type SourceRecord,
  tooManyAttempts,
} from '../sign-in/throttle.ts';

export interface ClientAttempt extends RequestOrigin {
  clientId: string;
  /** Absent if the client sent no secret. */
  clientSecret: string | undefined;
}

/** The client that a request names, as read. */
export interface ClientRead {
  client?: Client;
  /** The institution in the client id, if it exists; refusals go to its audit trail. */
  institution?: string;
  /** The failures and successes of this source for the client. */
  record?: SourceRecord;
}

/**
 * Which failure a wrong secret counts as, and how long the attempt must wait. Only failures of the same source count:
 * a secret of 238 bits needs no limit across sources, and such a limit would let strangers block the client. Attempts
 * are not limited if the client has no secret, or if the source has proved that it knows the secret.
 */
export function guessOf(
  { clientId, clientSecret, sourceIp, now }: ClientAttempt,
  { client, record }: ClientRead,
): Reservation | undefined {
  const isPublic = client !== undefined && client.secretDigest === undefined;
  if (clientSecret === undefined || isPublic || isTrusted(record, now)) return undefined;
  return { tallies: [oneMore(clientThrottleKey(clientId, sourceIp), record, now)], buckets: [] };
}

/** A client at the time of an approval. */
export interface ApprovedClient extends Pick<Client, 'clientId' | 'revision'> {
  /** The digest of the secret with which the client authenticated; absent if it has no secret or needed none. */
  secretDigest?: string;
}

/**
 * The client, if it is active and its secret is correct.
 * @param guess from `guessOf`
 * @throws {ParleyError} `invalid_client`, `too_many_requests`
 */
export function requireClient(
  { client, record }: ClientRead,
  { clientSecret, now }: ClientAttempt,
  guess: Reservation | undefined,
): { client: Client; approved: ApprovedClient } {
  const waitMs = guess === undefined ? 0 : remainingDelayMs([record], now);
  if (waitMs > 0) throw tooManyAttempts(waitMs);
  const approved = approvedAs(client, clientSecret, now);
  if (approved !== undefined && client?.status === 'active') {
    noteFacts({ institution: client.institution });
    return { client, approved };
  }
  throw new ParleyError('invalid_client', 'The client id or the client secret is wrong.');
}

function approvedAs(
  client: Client | undefined,
  secret: string | undefined,
  now: number,
): ApprovedClient | undefined {
  const secretDigest = secret === undefined ? undefined : provenSecret(client, secret, now);
  if (client === undefined) return undefined;
  const { clientId, revision } = client;
  if (secret === undefined) return client.secretDigest === undefined ? { clientId, revision } : undefined;
  return secretDigest === undefined ? undefined : { clientId, revision, secretDigest };
}

/** Compared with if there is no secret, so that the comparison takes the same time. */
const NO_DIGEST = '0'.repeat(64);

/**
 * The digest of a secret that is valid for the client now: the current secret, or the former secret while it is
 * valid. Undefined for any other secret, and always after the same amount of work, even if there is no such client.
 */
export function provenSecret(client: Client | undefined, secret: string, now: number): string | undefined {
  const given = clientSecretDigest(secret);
  const { secretDigest = NO_DIGEST, formerSecret } = client ?? {};
  const [isCurrent, isFormer] = [
    digestsEqual(given, secretDigest),
    digestsEqual(given, formerSecret?.digest ?? NO_DIGEST),
  ];
  const formerEnded = formerSecret?.endsAt !== undefined && isExpired(formerSecret.endsAt, now);
  return isCurrent || (isFormer && !formerEnded) ? given : undefined;
}
