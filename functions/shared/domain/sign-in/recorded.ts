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

/** An attempt as it is written down where it is refused. */
export interface RecordedAttempt extends Pick<AuditEvent, 'actor'> {
  action: AuditAction;
  /** The institution whose trail it belongs to, where that is known. */
  institution: string | undefined;
  /** A refusal that is counted when it is made, and as what. */
  counted?: { refusal: ErrorCode; as: Reservation } | undefined;
}

/** Does the work, and writes its refusal down and, where it is to be counted, counts it: both at once. */
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
