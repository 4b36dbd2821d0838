import type { AuditTrail } from '../audit.ts';
import { personOf } from '../query/sessions.ts';
import { type OperatorContext, operatorEvent } from './operator-events.ts';

/** The number of times that it looks again for items written meanwhile. */
const MAX_ROUNDS = 5;

/** Finds everything that is kept of one end user, and deletes it. */
export interface ErasureStore {
  /**
   * Deletes sessions and answers of a person, and what the log of conversations has of them. What is written meanwhile
   * may stay: it is to be called until it finds nothing.
   * @returns how many items were deleted
   */
  erase(person: string, institution: string): Promise<number>;
}

export interface ErasureDependencies extends OperatorContext {
  erasure: ErasureStore;
  audit: AuditTrail;
}

/**
 * Erases an end user's sessions and kept answers, live ones too, and their conversations in the log: the next query
 * begins a new session. The audit trail says so, and names the end user as sessions do.
 * @returns how many items were deleted
 */
export async function erasePerson(
  operator: ErasureDependencies,
  institution: string,
  externalUserId: string,
): Promise<number> {
  const person = personOf(institution, externalUserId);
  const event = operatorEvent(operator, { action: 'end-user.erase', institution, target: person });
  await operator.audit.record(event);
  let erased = 0;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const count = await operator.erasure.erase(person, institution);
    erased += count;
    if (count === 0) break;
  }
  return erased;
}
