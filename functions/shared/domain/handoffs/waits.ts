import type { UseCounter } from '../institutions/allowance.ts';

/** The longest wait for a message, in seconds. */
export const MAX_WAIT_SECONDS = 20;

/** Maximum number of simultaneous waits of an institution, averaged over a window; see docs/OPERATIONS.md. */
export const MAX_WAITING = 200;

/** When a reader whose wait was refused should look again. */
export const ASK_AFTER_SECONDS = 10;

/** Waits are counted by windows, since a killed process cannot report the end of its wait. */
export const WAIT_WINDOW_MS = MAX_WAIT_SECONDS * 1000;

/** A wait that was granted. */
export interface GrantedWait {
  /** Gives back the unused rest of a wait that ended early. Never rejects. */
  end(now: number): Promise<void>;
}

/** The share of the deployment's concurrency that an institution's waits may take. */
export interface WaitShare {
  /**
   * @param milliseconds the maximum length of the wait
   * @returns undefined if the institution has used its share of the window, or its waits could not be counted
   */
  take(institution: string, milliseconds: number, now: number): Promise<GrantedWait | undefined>;
}

/** A shorter rest is not worth a write. */
const LEAST_GIVEN_BACK_SECONDS = 5;

/** Counts an institution's seconds of waiting in each window. */
export function createWaitShare(counter: UseCounter, mostWaiting: number): WaitShare {
  const most = (mostWaiting * WAIT_WINDOW_MS) / 1000;
  return {
    async take(institution, milliseconds, now) {
      const beginsAt = now - (now % WAIT_WINDOW_MS);
      const window = { institution, counted: 'waits', beginsAt, windowMs: WAIT_WINDOW_MS } as const;
      const seconds = Math.ceil(milliseconds / 1000);
      // Refuses a wait that cannot be counted: the reader simply looks again later.
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
