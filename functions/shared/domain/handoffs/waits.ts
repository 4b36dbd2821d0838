import type { UseCounter } from '../institutions/allowance.ts';

/** The longest wait for a message, in seconds. */
export const MAX_WAIT_SECONDS = 20;

/** The waits of one institution that may be under way, on average over a window; see docs/OPERATIONS.md. */
export const MAX_WAITING = 200;

/** When a reader whose wait was refused should look again. */
export const ASK_AFTER_SECONDS = 10;

/** Waits are counted by windows, since a process that is killed cannot report the end of its own. */
export const WAIT_WINDOW_MS = MAX_WAIT_SECONDS * 1000;

/** A wait that was granted. */
export interface GrantedWait {
  /** Gives back the rest of a wait that ended before its time. Never rejects. */
  end(now: number): Promise<void>;
}

/** The share of the deployment's concurrency that an institution's waits may take. */
export interface WaitShare {
  /**
   * @param milliseconds the longest that the wait can last
   * @returns undefined if the institution's waits have used their share of the window, or could not be counted
   */
  take(institution: string, milliseconds: number, now: number): Promise<GrantedWait | undefined>;
}

/** Less is not worth a write. */
const LEAST_GIVEN_BACK_SECONDS = 5;

/** Counts seconds of waiting: in each window, an institution has its share of them. */
export function createWaitShare(counter: UseCounter, mostWaiting: number): WaitShare {
  const most = (mostWaiting * WAIT_WINDOW_MS) / 1000;
  return {
    async take(institution, milliseconds, now) {
      const beginsAt = now - (now % WAIT_WINDOW_MS);
      const window = { institution, counted: 'waits', beginsAt, windowMs: WAIT_WINDOW_MS } as const;
      const seconds = Math.ceil(milliseconds / 1000);
      // What cannot be counted is refused: looks without a wait hold nobody up.
      const used = await counter.take(window, seconds, most).catch(() => undefined);
      if (used === undefined) return undefined;
      return {
        async end(endedAt) {
          const left = Math.floor((now + milliseconds - endedAt) / 1000);
          if (left < LEAST_GIVEN_BACK_SECONDS || endedAt >= beginsAt + WAIT_WINDOW_MS) return;
          await counter.take(window, -left, most).catch(() => undefined);
        },
      };
    },
  };
}
