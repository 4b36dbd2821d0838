import type { AuditTrail } from './audit.ts';
import type { Principal } from './principal.ts';

/** The port of what is written about requests to protected paths beside their work. */
export interface AccessRecords extends AuditTrail {
  /** Notes that a key was used in a minute, unless that minute or a later one is noted already. */
  keyUsed(key: Pick<Principal, 'institution' | 'userId' | 'id'>, minute: number): Promise<void>;
}

const MINUTE_MS = 60_000;

/** How many keys a process remembers to have noted. */
const REMEMBERED = 10_000;

/**
 * Notes the uses of keys, at most once a minute each (DESIGN: to the minute). What a process has noted it does not
 * send again, and what another one has noted the store's condition drops.
 * @returns settles once the note is written or could not be; it never rejects, since no answer depends on it
 */
export function keyUseRecorder(records: AccessRecords) {
  const noted = new Map<string, number>();
  return async (principal: Principal, now: number): Promise<void> => {
    const minute = now - (now % MINUTE_MS);
    if (principal.kind !== 'key' || (noted.get(principal.id) ?? 0) >= minute) return;
    if (noted.size >= REMEMBERED) noted.clear();
    noted.set(principal.id, minute);
    try {
      await records.keyUsed(principal, minute);
    } catch {
      // The next use of this minute tries again.
      noted.delete(principal.id);
    }
  };
}
