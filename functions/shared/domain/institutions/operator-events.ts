import type { AuditEvent } from '../audit.ts';
import type { Clock } from '../clock.ts';
import { type RandomBytes, randomBase62 } from '../random.ts';

/** The operator, the clock, and the ids of events. */
export interface OperatorContext {
  now: Clock;
  random: RandomBytes;
  /** The operator's name in the audit trail; default `operator`. */
  name?: string;
}

const OPERATION_ID_LENGTH = 20;

/** The audit event of an operator's action, with a request id of its own. */
export const operatorEvent = (
  { now, random, name = 'operator' }: OperatorContext,
  what: Omit<AuditEvent, 'at' | 'outcome' | 'actor' | 'sourceIp' | 'requestId'>,
): AuditEvent => ({
  at: now(),
  ...what,
  outcome: 'done',
  actor: { kind: 'operator', id: name },
  requestId: randomBase62(OPERATION_ID_LENGTH, random),
});
