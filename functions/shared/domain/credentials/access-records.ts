import { type AuditTrail, credentialEvent, type RequestOrigin, recordRefusal } from '../audit.ts';
import { oncePer } from '../once-a-period.ts';
import type { CredentialRefusal } from './credentials.ts';
import type { Principal } from './principal.ts';

/** The port of what is written about requests to protected paths beside their work. */
export interface AccessRecords extends AuditTrail {
  /** Notes that a key was used in a minute, unless that minute or a later one is noted already. */
  keyUsed(key: Pick<Principal, 'institution' | 'userId' | 'id'>, minute: number): Promise<void>;
}

const MINUTE_MS = 60_000;

/**
 * Notes the uses of keys, at most once a minute each (DESIGN: to the minute). What a process has noted it does not
 * send again, and what another one has noted the store's condition drops.
 * @returns settles once the note is written or could not be; it never rejects, since no answer depends on it
 */
export function keyUseRecorder(records: AccessRecords) {
  const noted = oncePer(MINUTE_MS);
  return async (principal: Principal, now: number): Promise<void> => {
    if (principal.kind !== 'key' || !noted.first(principal.id, now)) return;
    try {
      await records.keyUsed(principal, noted.periodOf(now));
    } catch {
      // The next use of this minute tries again.
      noted.forget(principal.id);
    }
  };
}

/**
 * Writes down that a credential which stands for nobody any more was presented. At most once a minute for each, so
 * that a client which goes on with an old token writes little.
 * @returns settles once the event is written or could not be; it never rejects, since the refusal stands either way
 */
export function staleUseRecorder(trail: AuditTrail) {
  const noted = oncePer(MINUTE_MS);
  return async (principal: Principal, reason: CredentialRefusal, origin: RequestOrigin): Promise<void> => {
    if (!noted.first(principal.id, origin.now)) return;
    const refused = { action: 'credential.use', outcome: 'refused', reason } as const;
    await recordRefusal(trail, credentialEvent(principal, origin, refused));
  };
}
