import {
  type AuditAction,
  type AuditEvent,
  type AuditTrail,
  NO_INSTITUTION,
  type RequestOrigin,
  recordRefusal,
} from '../audit.ts';
import { type ErrorCode, ParleyError } from '../errors.ts';
import type { AttemptStore, Reservation } from './throttle.ts';

/** An attempt, as its refusal is recorded. */
export interface RecordedAttempt extends Pick<AuditEvent, 'actor'> {
  action: AuditAction;
  /** The institution whose audit trail gets the refusal, if known. */
  institution: string | undefined;
  /** Which refusals count as failed attempts, and in which counters. */
  counted?: { refusal: ErrorCode; as: Reservation } | undefined;
}

/** Runs the work. Records a refusal, and counts it if it is a failed attempt. */
export async function recorded<Result>(
  store: Pick<AttemptStore, 'reserve'> & AuditTrail,
  { sourceIp, requestId, now }: RequestOrigin,
  work: () => Result | Promise<Result>,
  { action, institution = NO_INSTITUTION, actor, counted }: RecordedAttempt,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ParleyError)) throw error;
    const refused = { action, outcome: 'refused', reason: error.code } as const;
    await Promise.all([
      error.code === counted?.refusal ? store.reserve(counted.as, now) : undefined,
      recordRefusal(store, { at: now, ...refused, institution, actor, sourceIp, requestId }),
    ]);
    throw error;
  }
}
