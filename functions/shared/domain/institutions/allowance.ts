import { ParleyError, type RateState } from '../errors.ts';
import type { Rate } from './limits.ts';

/** The uses of an institution that are counted. */
export type Counted = 'queries' | 'tokens' | 'requests';

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
  /**
   * Adds uses to a window.
   * @returns the uses that the window then holds, or undefined, with nothing added, where it would hold more than `most`
   */
  take(window: CountedWindow, uses: number, most: number): Promise<number | undefined>;
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
  /** The uses that the window held when it was last counted. */
  used: number;
  /** The fewest uses for which the window had no room, and the limit then. */
  full?: { units: number; most: number };
}

/** The number of windows that a process remembers. */
const REMEMBERED = 10_000;

export interface Allowance {
  /** The error that `take` would throw, told without asking the store, where a window is known to be full. */
  refusal(institution: string, rates: readonly Rate[], now: number, units?: number): ParleyError | undefined;
  /**
   * Takes units of every rate; what weighs more than a rate's limit takes the whole window.
   * @param units default 1
   * @returns the state of each rate that could be counted
   * @throws {ParleyError} `too_many_requests`, and what was taken of another rate is left to the next use
   */
  take(institution: string, rates: readonly Rate[], now: number, units?: number): Promise<RateState[]>;
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
    const held = { beginsAt, left: 0, used: 0 };
    windows.set(key, held);
    return held;
  }

  const isFull = ({ full, left }: Held, { most }: Rate, units: number): boolean =>
    left < units && full !== undefined && most <= full.most && units >= full.units;

  const stateOf = ({ used, left }: Held, { most, windowMs }: Rate, now: number): RateState => ({
    name: `${counted}-per-${periodOf(windowMs)}`,
    most,
    windowSeconds: windowMs / 1000,
    left: Math.max(0, most - used + left),
    resetsInSeconds: (windowMs - (now % windowMs)) / 1000,
  });

  const usedUp = (rates: readonly Rate[], now: number): ParleyError => {
    const windowMs = Math.max(...rates.map((rate) => rate.windowMs));
    return new ParleyError(
      'too_many_requests',
      `Your institution has used up its ${counted} of this ${periodOf(windowMs)}; wait as long as Retry-After says.`,
      {
        retryAfterSeconds: (windowMs - (now % windowMs)) / 1000,
        rates: rates.map((rate) => ({ ...stateOf({ beginsAt: 0, used: rate.most, left: 0 }, rate, now) })),
      },
    );
  };

  /** @returns undefined where the use could not be counted */
  async function takeOf(
    institution: string,
    rate: Rate,
    now: number,
    wanted: number,
  ): Promise<{ isRefused: boolean; state?: RateState; giveBack(): void }> {
    const held = heldOf(institution, rate, now);
    const { most, windowMs } = rate;
    const units = Math.min(wanted, most);
    const giveBack = () => {
      held.left += units;
    };
    if (isFull(held, rate, units)) return { isRefused: true, giveBack };
    if (held.left >= units) {
      held.left -= units;
      return { isRefused: false, state: stateOf(held, rate, now), giveBack };
    }
    const window = { institution, counted, beginsAt: held.beginsAt, windowMs };
    const uses = Math.max(units, takenAtOnce(rate));
    try {
      const used = await counter.take(window, uses, most);
      if (used === undefined) {
        held.full = { units, most };
        return { isRefused: true, giveBack };
      }
      held.used = Math.max(held.used, used);
      held.left += uses - units;
      return { isRefused: false, state: stateOf(held, rate, now), giveBack };
    } catch (error) {
      uncounted(error);
      return { isRefused: false, giveBack };
    }
  }

  return {
    refusal(institution, rates, now, units = 1) {
      const full = rates.filter((rate) =>
        isFull(heldOf(institution, rate, now), rate, Math.min(units, rate.most)),
      );
      return full.length === 0 ? undefined : usedUp(full, now);
    },
    async take(institution, rates, now, units = 1) {
      const taken = await Promise.all(
        rates.map(async (rate) => ({ rate, ...(await takeOf(institution, rate, now, units)) })),
      );
      const refused = taken.filter(({ isRefused }) => isRefused).map(({ rate }) => rate);
      if (refused.length === 0) return taken.flatMap(({ state }) => (state === undefined ? [] : [state]));
      for (const { isRefused, giveBack } of taken) if (!isRefused) giveBack();
      throw usedUp(refused, now);
    },
  };
}

const periodOf = (windowMs: number): 'second' | 'day' => (windowMs > 1000 ? 'day' : 'second');
