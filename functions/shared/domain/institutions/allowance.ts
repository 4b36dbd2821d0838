import { ParleyError } from '../errors.ts';
import type { Rate } from './limits.ts';

/** The uses of an institution that are counted. */
export type Counted = 'queries' | 'tokens';

/** A window of the clock in which an institution's uses are counted. */
export interface CountedWindow {
  institution: string;
  counted: Counted;
  /** Epoch milliseconds. */
  beginsAt: number;
  windowMs: number;
}

/** The port of the counts that all processes share. */
export interface UseCounter {
  /** Adds uses to a window. @returns false, with nothing added, where it would hold more than `most` */
  take(window: CountedWindow, uses: number, most: number): Promise<boolean>;
}

/** The most that a counter is written to in a second: DynamoDB takes 1,000 writes a second for one item. */
const MAX_COUNTS_A_SECOND = 500;

/**
 * The number of uses that a process takes at a time: one, unless the limit is so high that a single counter could not
 * count them one by one. Uses that a process has taken and not used when the window ends are lost.
 */
export const takenAtOnce = ({ most, windowMs }: Rate): number =>
  Math.max(1, Math.floor(most / ((windowMs / 1000) * MAX_COUNTS_A_SECOND)));

interface Held {
  beginsAt: number;
  /** Taken from the count and not used yet. */
  left: number;
  /** The limit at which the window was found to be full. */
  fullAt?: number;
}

/** The number of windows that a process remembers. */
const REMEMBERED = 10_000;

export interface Allowance {
  /** The error that `take` would throw, told without asking the store, where a window is known to be full. */
  refusal(institution: string, rates: readonly Rate[], now: number): ParleyError | undefined;
  /**
   * Takes one use of every rate.
   * @throws {ParleyError} `too_many_requests`, and what was taken of another rate is left to the next use
   */
  take(institution: string, rates: readonly Rate[], now: number): Promise<void>;
}

/**
 * The uses of one kind that institutions have left. Whatever cannot be counted is let through: a limit is no reason to
 * fail. Which windows are full a process remembers, so that what is refused costs no request to the store.
 * @param uncounted told of what could not be counted
 */
export function allowanceOf(
  counter: UseCounter,
  counted: Counted,
  uncounted: (error: unknown) => void,
): Allowance {
  const windows = new Map<string, Held>();

  function heldOf(institution: string, { windowMs }: Rate, now: number): Held {
    const key = `${windowMs}#${institution}`;
    const beginsAt = now - (now % windowMs);
    const known = windows.get(key);
    if (known?.beginsAt === beginsAt) return known;
    if (windows.size >= REMEMBERED) windows.clear();
    const held = { beginsAt, left: 0 };
    windows.set(key, held);
    return held;
  }

  const isFull = ({ fullAt, left }: Held, { most }: Rate): boolean =>
    left === 0 && fullAt !== undefined && most <= fullAt;

  /** @returns the window where it is full, else undefined and one use of it is taken */
  async function takeOf(institution: string, rate: Rate, now: number): Promise<Held | undefined> {
    const held = heldOf(institution, rate, now);
    if (isFull(held, rate)) return held;
    if (held.left > 0) {
      held.left -= 1;
      return undefined;
    }
    const { most, windowMs } = rate;
    const window = { institution, counted, beginsAt: held.beginsAt, windowMs };
    const uses = takenAtOnce(rate);
    try {
      if (!(await counter.take(window, uses, most))) {
        held.fullAt = most;
        return held;
      }
      held.left += uses - 1;
    } catch (error) {
      uncounted(error);
    }
    return undefined;
  }

  return {
    refusal(institution, rates, now) {
      const full = rates.filter((rate) => isFull(heldOf(institution, rate, now), rate));
      return full.length === 0 ? undefined : usedUp(counted, full, now);
    },
    async take(institution, rates, now) {
      const taken = await Promise.all(
        rates.map(async (rate) => ({ rate, full: await takeOf(institution, rate, now) })),
      );
      const refused = taken.filter(({ full }) => full !== undefined).map(({ rate }) => rate);
      if (refused.length === 0) return;
      for (const { rate, full } of taken) if (full === undefined) heldOf(institution, rate, now).left += 1;
      throw usedUp(counted, refused, now);
    },
  };
}

/** @returns the refusal, which says how long the longest of the windows still is */
function usedUp(counted: Counted, rates: readonly Rate[], now: number): ParleyError {
  const windowMs = Math.max(...rates.map((rate) => rate.windowMs));
  const period = windowMs > 1000 ? 'day' : 'second';
  return new ParleyError(
    'too_many_requests',
    `Your institution has used up its ${counted} of this ${period}; wait as long as Retry-After says.`,
    { retryAfterSeconds: (windowMs - (now % windowMs)) / 1000 },
  );
}
