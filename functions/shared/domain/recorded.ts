import {
  type AuditAction,
  type AuditEvent,
  type AuditTrail,
  NO_INSTITUTION,
  type RequestOrigin,
  recordRefusal,
} from './audit.ts';
import { type ErrorCode, ParleyError } from './errors.ts';
import type { FailureStore, ThrottleKeys } from './throttle.ts';

/** An attempt as it is written down where it is refused. */
export interface RecordedAttempt extends Pick<AuditEvent, 'actor'> {
  action: AuditAction;
  /** Where it is known whose trail it belongs to. */
  institution: string | undefined;
  /** The refusal of a wrong secret, which is counted. */
  wrong: ErrorCode;
  countedAt: readonly ThrottleKeys[];
}

/** Does the work, and writes its refusal down and, where what was presented is wrong, counts it: both at once. */
export async function recorded<Result>(
  store: FailureStore & AuditTrail,
  { sourceIp, requestId, now }: RequestOrigin,
  work: () => Result | Promise<Result>,
  { action, institution = NO_INSTITUTION, actor, wrong, countedAt }: RecordedAttempt,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ParleyError)) throw error;
    const refused = { action, outcome: 'refused', reason: error.code } as const;
    await Promise.all([
      error.code === wrong ? store.recordFailure(countedAt, now) : undefined,
      recordRefusal(store, { at: now, ...refused, institution, actor, sourceIp, requestId }),
    ]);
    throw error;
  }
}
