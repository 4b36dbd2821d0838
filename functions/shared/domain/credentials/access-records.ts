import { type AuditTrail, credentialEvent, type RequestOrigin, recordRefusal } from '../audit.ts';
import { oncePer } from '../once-a-period.ts';
import type { CredentialRefusal } from './credentials.ts';
import type { Principal } from './principal.ts';

/** Port for the records of requests to protected paths: audit events and key use. */
export interface AccessRecords extends AuditTrail {
  /** Records that a key was used in a minute, unless the same or a later minute is already recorded. */
  keyUsed(key: Pick<Principal, 'institution' | 'userId' | 'id'>, minute: number): Promise<void>;
}

const MINUTE_MS = 60_000;

/**
 * Records the use of keys, at most once a minute for each. A process skips what it has recorded itself; the store's
 * condition drops what another process has recorded.
 * @returns settles when the write has succeeded or failed; never rejects, since no answer depends on it
 */
export function keyUseRecorder(records: AccessRecords) {
  const noted = oncePer(MINUTE_MS);
  return async (principal: Principal, now: number): Promise<void> => {
    if (principal.kind !== 'key' || !noted.first(principal.id, now)) return;
    try {
      await records.keyUsed(principal, noted.periodOf(now));
    } catch {
      // Retry at the next use in this minute.
      noted.forget(principal.id);
    }
  };
}

/**
 * Records the use of an expired or disabled credential, at most once a minute for each, so that a client which keeps
 * using an old token causes few writes.
 * @returns settles when the write has succeeded or failed; never rejects, since the refusal stands either way
 */
export function staleUseRecorder(trail: AuditTrail) {
  const noted = oncePer(MINUTE_MS);
  return async (principal: Principal, reason: CredentialRefusal, origin: RequestOrigin): Promise<void> => {
    if (!noted.first(principal.id, origin.now)) return;
    const refused = { action: 'credential.use', outcome: 'refused', reason } as const;
    await recordRefusal(trail, credentialEvent(principal, origin, refused));
  };
}
