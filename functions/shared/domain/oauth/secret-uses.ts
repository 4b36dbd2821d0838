import { oncePer } from '../once-a-period.ts';
import type { ApprovedClient } from './client-secret.ts';

/** The port of the uses of clients' secrets. */
export interface SecretUses {
  /**
   * Notes that a secret was used in an hour, unless that hour or a later one is noted already.
   * @param hour its begin in epoch milliseconds
   */
  secretUsed(clientId: string, secretDigest: string, hour: number): Promise<void>;
}

/** Notes a use. Settles once that is written or could not be; it never rejects, since no answer depends on it. */
export type RecordSecretUse = (client: ApprovedClient, now: number) => Promise<void>;

const HOUR_MS = 3_600_000;

/**
 * Notes the uses of clients' secrets, at most once an hour each: what a process has noted it does not send again, and
 * what another one has noted the store's condition drops. It is sent beside what is written anyway.
 */
export function secretUseRecorder(uses: SecretUses): RecordSecretUse {
  const noted = oncePer(HOUR_MS);
  return async ({ clientId, secretDigest }, now) => {
    if (secretDigest === undefined || !noted.first(secretDigest, now)) return;
    try {
      await uses.secretUsed(clientId, secretDigest, noted.periodOf(now));
    } catch {
      // The next use of this hour tries again.
      noted.forget(secretDigest);
    }
  };
}
