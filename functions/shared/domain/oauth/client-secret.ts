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
  /** Absent where the client says that it has none. */
  clientSecret: string | undefined;
}

/** A client that says who it is, as it was read. */
export interface ClientRead {
  client?: Client;
  /** The institution that its id names, if there is such a one: in its trail is what is refused. */
  institution?: string;
  /** The failures and successes of the source at the client. */
  record?: SourceRecord;
}

/**
 * Tells which failure a wrong secret counts as, and how long the attempt has to wait. It waits only for the failures
 * of its own source: a secret of 238 bits needs no limit over all sources, by which strangers could stop the client.
 * An attempt is no guess where there is no secret to be guessed, or where the source has proved that it has the
 * secret.
 */
export function guessOf(
  { clientId, clientSecret, sourceIp, now }: ClientAttempt,
  { client, record }: ClientRead,
): Reservation | undefined {
  const isPublic = client !== undefined && client.secretDigest === undefined;
  if (clientSecret === undefined || isPublic || isTrusted(record, now)) return undefined;
  return { tallies: [oneMore(clientThrottleKey(clientId, sourceIp), record, now)], buckets: [] };
}

/** A client as an approval found it. */
export interface ApprovedClient extends Pick<Client, 'clientId' | 'revision'> {
  /** The digest of the secret by which it proved itself; absent where it has none, or was not asked. */
  secretDigest?: string;
}

/**
 * The client, if it is active and its secret right.
 * @param guess of `guessOf`
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

/** The digest to compare with where there is no secret. */
const NO_DIGEST = '0'.repeat(64);

/**
 * The digest of a secret that counts as the client's at this moment: its own, or the one before while that lives.
 * Undefined for any other, after the same work whether there is such a client or not.
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
