import { oncePer } from '../once-a-period.ts';
import type { ApprovedClient } from './client-secret.ts';

/** Port that records the use of client secrets. */
export interface SecretUses {
  /**
   * Records that a secret was used in an hour, unless the same or a later hour is already recorded.
   * @param hour its start in epoch milliseconds
   */
  secretUsed(clientId: string, secretDigest: string, hour: number): Promise<void>;
}

/** Records a use. Settles when the write has succeeded or failed; never rejects, since no answer depends on it. */
export type RecordSecretUse = (client: ApprovedClient, now: number) => Promise<void>;

const HOUR_MS = 3_600_000;

/**
 * Records the use of client secrets, at most once an hour each. A process skips what it has recorded itself; the
 * store's condition drops what another process has recorded. It runs concurrently with the request's own write.
 */
export function secretUseRecorder(uses: SecretUses): RecordSecretUse {
  const noted = oncePer(HOUR_MS);
  return async ({ clientId, secretDigest }, now) => {
    if (secretDigest === undefined || !noted.first(secretDigest, now)) return;
    try {
      await uses.secretUsed(clientId, secretDigest, noted.periodOf(now));
    } catch {
      // Retry at the next use in this hour.
      noted.forget(secretDigest);
    }
  };
}
