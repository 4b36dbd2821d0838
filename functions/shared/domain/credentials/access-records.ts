import { type AuditTrail, credentialEvent, type RequestOrigin, recordRefusal } from '../audit.ts';
import { oncePer } from '../once-a-period.ts';
import type { CredentialRefusal } from './credentials.ts';
import type { Principal } from './principal.ts';

/** Port for what requests to protected paths record beside their work. */
export interface AccessRecords extends AuditTrail {
  /** Notes that a key was used in a minute, unless the same or a later minute is already noted. */
  keyUsed(key: Pick<Principal, 'institution' | 'userId' | 'id'>, minute: number): Promise<void>;
}

const MINUTE_MS = 60_000;

/**
 * Notes the use of keys, at most once a minute for each. A process skips what it has noted itself; the store's
 * condition drops what another process has noted.
 * @returns settles when the note was written or failed; never rejects, since no answer depends on it
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
 * Records that an expired or disabled credential was presented, at most once a minute for each, so that a client which
 * keeps using an old token writes little.
 * @returns settles when the event was written or failed; never rejects, since the refusal stands either way
 */
export function staleUseRecorder(trail: AuditTrail) {
  const noted = oncePer(MINUTE_MS);
  return async (principal: Principal, reason: CredentialRefusal, origin: RequestOrigin): Promise<void> => {
    if (!noted.first(principal.id, origin.now)) return;
    const refused = { action: 'credential.use', outcome: 'refused', reason } as const;
    await recordRefusal(trail, credentialEvent(principal, origin, refused));
  };
}
