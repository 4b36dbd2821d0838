import type { ConversationLog, LogEntry } from '../shared/domain/conversations/conversations.ts';

/** How long a query waits for the log after its session was written. Both writes start together. */
export const GRACE_MS = 25;
/** The most entries that a process writes at once; further entries are dropped. */
export const MAX_UNDER_WAY = 32;
/** Consecutive failures after which the log is paused. */
export const MAX_FAILED = 3;
/** Length of the first pause, and of the longest. A pause doubles each time its trial entry fails. */
export const ALONE_MS = 5000;
export const MAX_ALONE_MS = 60_000;

/** Why an entry is dropped: the log failed recently, or too many entries are in flight. */
export class LogLeftAlone extends Error {
  override name = 'LogLeftAlone';
}

export interface PatientLogDependencies {
  log: ConversationLog;
  now: () => number;
  /** Runs the work after a delay. @returns a function that cancels it */
  after: (milliseconds: number, work: () => void) => () => void;
  /** Called for each lost entry. */
  lost: (error: unknown) => void;
}

/** An entry in flight. */
export interface UnderWay {
  /**
   * Settles when the entry is written or lost, or when its grace period ends. Settles at once if the previous entry
   * missed its grace period, also if entries were dropped since.
   */
  waited(): Promise<void>;
  /** Deletes the entry once it is written, and settles as `waited` does. */
  withdraw(): Promise<void>;
}

export type PatientLog = (entry: LogEntry) => UnderWay;

/**
 * A log that no query waits for. Its failures never fail a query. After repeated failures it pauses; entries during a
 * pause are reported as lost.
 */
export function createPatientLog({ log, now, after, lost }: PatientLogDependencies): PatientLog {
  let underWay = 0;
  let failed = 0;
  let aloneUntil = Number.NEGATIVE_INFINITY;
  let isTried = false;
  let isLate = false;

  function admit(): void {
    if (underWay >= MAX_UNDER_WAY) throw new LogLeftAlone('too many entries are in flight');
    if (failed < MAX_FAILED) return;
    if (now() < aloneUntil || isTried) throw new LogLeftAlone('the log failed recently');
    isTried = true;
  }

  function judge(isWritten: boolean): void {
    isTried = false;
    if (isWritten) {
      failed = 0;
      return;
    }
    failed += 1;
    if (failed < MAX_FAILED) return;
    aloneUntil = now() + Math.min(MAX_ALONE_MS, ALONE_MS * 2 ** (failed - MAX_FAILED));
  }

  /** True if the entry was written, false if that failed, undefined if it was dropped. Never rejects. */
  async function write(entry: LogEntry): Promise<boolean | undefined> {
    try {
      admit();
    } catch (error) {
      lost(error);
      return undefined;
    }
    underWay += 1;
    let isWritten = false;
    try {
      await log.write(entry);
      isWritten = true;
    } catch (error) {
      lost(error);
    } finally {
      underWay -= 1;
    }
    judge(isWritten);
    return isWritten;
  }

  /**
   * Waits for the log for at most the grace period; does not wait if the previous work missed it. A dropped entry says
   * nothing about that, so the first entry after a pause is not waited for either.
   */
  async function inGrace(work: Promise<boolean | undefined>): Promise<void> {
    const over = Promise.withResolvers<true>();
    const cancel = after(GRACE_MS, () => over.resolve(true));
    const ended = work.then((isWritten) => isWritten === undefined && isLate);
    const judged = Promise.race([ended, over.promise]).then((misses) => {
      cancel();
      isLate = misses;
    });
    if (!isLate) await judged;
  }

  return (entry) => {
    const written = write(entry);
    return {
      waited: () => inGrace(written),
      withdraw: () =>
        inGrace(
          written.then(async (isWritten) => {
            if (isWritten) await log.withdraw(entry).catch(lost);
            return isWritten;
          }),
        ),
    };
  };
}
