import { setTimeout as delay } from 'node:timers/promises';
import type { AuditTrail } from '../audit.ts';
import { personOf } from '../query/sessions.ts';
import { type OperatorContext, operatorEvent } from './operator-events.ts';

/** How often the erasure searches for items, at least and at most: some are written meanwhile. */
const MIN_ROUNDS = 2;
const MAX_ROUNDS = 5;

/** The time between two searches: an index is normally less than a second behind its table. */
const PAUSE_MS = 5000;

/** Finds and deletes everything stored about an end user. */
export interface ErasureStore {
  /**
   * Deletes a person's sessions, stored answers and log entries. Concurrent writes may survive: call it until it finds
   * nothing.
   * @param now milliseconds since the epoch
   * @returns how many items were deleted
   */
  erase(person: string, institution: string, now: number): Promise<number>;
}

export interface ErasureDependencies extends OperatorContext {
  erasure: ErasureStore;
  audit: AuditTrail;
  /** Waits so many milliseconds; by default a real clock does. */
  wait?: (milliseconds: number) => Promise<unknown>;
}

/**
 * Erases an end user's sessions, live ones included, stored answers and logged conversations. The next query begins a
 * new session. The audit trail records it, and names the end user by the same digest as sessions do.
 * @returns how many items were deleted
 */
export async function erasePerson(
  operator: ErasureDependencies,
  institution: string,
  externalUserId: string,
): Promise<number> {
  const person = personOf(institution, externalUserId);
  const { wait = delay } = operator;
  const event = operatorEvent(operator, { action: 'end-user.erase', institution, target: person });
  await operator.audit.record(event);
  let erased = 0;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const count = await operator.erasure.erase(person, institution, operator.now());
    erased += count;
    if (count === 0 && round + 1 >= MIN_ROUNDS) break;
    await wait(PAUSE_MS);
  }
  return erased;
}
