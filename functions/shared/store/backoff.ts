import { setTimeout as delay } from 'node:timers/promises';

/** The waits between attempts that collided with others; a parameter, so that tests do not wait. */
export interface Backoff {
  /** Number of attempts. */
  attempts: number;
  /** Waits before the next attempt; `attempt` counts from 1. */
  wait(attempt: number): Promise<unknown>;
}

/**
 * Random waits up to 25, 50, 100, … milliseconds, so that colliding attempts do not collide again; at most 1.5 seconds
 * in total.
 */
export const JITTERED: Backoff = {
  attempts: 7,
  wait: (attempt) => delay(Math.random() * 25 * 2 ** (attempt - 1)),
};
