import type { RequestOrigin } from './audit.ts';
import type { Client } from './directory.ts';
import { ParleyError } from './errors.ts';
import { clientSecretDigest, digestsEqual } from './secrets.ts';
import {
  clientThrottleKey,
  isTrusted,
  oneMore,
  type Reservation,
  remainingDelayMs,
  type SourceRecord,
  tooManyAttempts,
} from './throttle.ts';

export interface ClientAttempt extends RequestOrigin {
  clientId: string;
  /** Absent where the client says that it has none. */
  clientSecret: string | undefined;
}

/** What is read of a client that says who it is. */
export interface ClientRead {
  client?: Client;
  /** The institution that its id names, if there is such a one: in its trail is what is refused. */
  institution?: string;
  /** What is known of the source at the client. */
  record?: SourceRecord;
}

/**
 * What a wrong secret counts as, and what right and wrong ones wait for: the source's own failures, since a secret
 * of 238 bits needs no limit over all sources, by which strangers could stop the client. It is no guess where there
 * is no secret to be guessed, or where the source has proved that it has the secret.
 */
export function guessOf(
  { clientId, clientSecret, sourceIp, now }: ClientAttempt,
  { client, record }: ClientRead,
): Reservation | undefined {
  const isPublic = client !== undefined && client.secretDigest === undefined;
  if (clientSecret === undefined || isPublic || isTrusted(record, now)) return undefined;
  return { tallies: [oneMore(clientThrottleKey(clientId, sourceIp), record, now)], buckets: [] };
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
): Client {
  const waitMs = guess === undefined ? 0 : remainingDelayMs([record], now);
  if (waitMs > 0) throw tooManyAttempts(waitMs);
  if (provesItself(client, clientSecret) && client?.status === 'active') return client;
  throw new ParleyError('invalid_client', 'The client id or the client secret is wrong.');
}

/** What is compared with where there is no client. */
const NO_DIGEST = '0'.repeat(64);

/** A secret is compared whether there is a client or not, in the same time. */
function provesItself(client: Client | undefined, secret: string | undefined): boolean {
  if (secret === undefined) return client !== undefined && client.secretDigest === undefined;
  return digestsEqual(clientSecretDigest(secret), client?.secretDigest ?? NO_DIGEST);
}
