import type { ConversationLog, LogEntry } from '../shared/domain/conversations/conversations.ts';

/** The log is asked beside the turn's own write, and waited for no longer than this after it. */
export const GRACE_MS = 25;
/** Entries that a process writes at a time, at most; what comes more is lost. */
export const MAX_UNDER_WAY = 32;
/** Entries in a row that could not be written, after which the log is left alone. */
export const MAX_FAILED = 3;
/** The time for which it is, twice as long each time that the one entry that tries fails, and the longest. */
export const ALONE_MS = 5000;
export const MAX_ALONE_MS = 60_000;

/** The reason why an entry is not written: the log has failed of late, or too much of it is under way. */
export class LogLeftAlone extends Error {
  override name = 'LogLeftAlone';
}

export interface PatientLogDependencies {
  log: ConversationLog;
  now: () => number;
  /** Does the work after so many milliseconds. @returns what cancels it */
  after: (milliseconds: number, work: () => void) => () => void;
  /** Told of each entry that is lost. */
  lost: (error: unknown) => void;
}

/** An entry under way. */
export interface UnderWay {
  /** Settles once the entry is written or lost, or the log has had its grace: at once where it missed that last time. */
  waited(): Promise<void>;
  /** Takes the entry back once it is written, and settles as `waited` does. */
  withdraw(): Promise<void>;
}

export type PatientLog = (entry: LogEntry) => UnderWay;

/**
 * The log of a query: no query waits for it or fails because of it. After a failure the log is not called for a while,
 * and every turn of that time is reported as lost.
 */
export function createPatientLog({ log, now, after, lost }: PatientLogDependencies): PatientLog {
  let underWay = 0;
  let failed = 0;
  let aloneUntil = Number.NEGATIVE_INFINITY;
  let isTried = false;
  let isLate = false;

  function admit(): void {
    if (underWay >= MAX_UNDER_WAY) throw new LogLeftAlone('too many entries are under way');
    if (failed < MAX_FAILED) return;
    if (now() < aloneUntil || isTried) throw new LogLeftAlone('the log has failed of late');
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

  /** True once the entry is written, false where it is lost; it never rejects. */
  async function write(entry: LogEntry): Promise<boolean> {
    try {
      admit();
    } catch (error) {
      lost(error);
      return false;
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

  /** Waits for the log's work as long as its grace; not at all where the work before missed it. */
  async function inGrace(work: Promise<unknown>): Promise<void> {
    const over = Promise.withResolvers<false>();
    const cancel = after(GRACE_MS, () => over.resolve(false));
    const judged = Promise.race([work.then(() => true), over.promise]).then((isTimely) => {
      cancel();
      isLate = !isTimely;
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
          }),
        ),
    };
  };
}
