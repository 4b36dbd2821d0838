import { setTimeout as delay } from 'node:timers/promises';

/** The waits between the attempts at something that others got in the way of; handed in so that a test does not wait. */
export interface Backoff {
  /** Attempts in all. */
  attempts: number;
  /** Waits before the next attempt; `attempt` counts from 1. */
  wait(attempt: number): Promise<unknown>;
}

/** Up to 25, 50, 100, … milliseconds, so that those who met do not meet again; 1.5 seconds in all at most. */
export const JITTERED: Backoff = {
  attempts: 7,
  wait: (attempt) => delay(Math.random() * 25 * 2 ** (attempt - 1)),
};
