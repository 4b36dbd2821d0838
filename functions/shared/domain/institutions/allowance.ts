import { ParleyError, type RateState } from '../errors.ts';
import type { Rate } from './limits.ts';

/** The kinds of use that are counted for an institution. */
export type Counted = 'queries' | 'tokens' | 'requests';

/** A time window in which an institution's uses are counted. */
export interface CountedWindow {
  institution: string;
  counted: Counted | 'waits';
  /** Epoch milliseconds. */
  beginsAt: number;
  windowMs: number;
}

/** Port of the counters that all processes share. */
export interface UseCounter {
  /**
   * Adds uses to a window.
   * @returns the window's new total, or undefined, with nothing added, if that would exceed `most`
   */
  take(window: CountedWindow, uses: number, most: number): Promise<number | undefined>;
}

/** Writes per second to one counter at most: DynamoDB allows 1,000 per second for an item. */
const MAX_COUNTS_A_SECOND = 500;

/**
 * How many uses a process reserves at a time: one, unless the limit exceeds what a single counter can count use by
 * use. Reserved uses expire with the window.
 */
export const takenAtOnce = ({ most, windowMs }: Rate): number =>
  Math.max(1, Math.floor(most / ((windowMs / 1000) * MAX_COUNTS_A_SECOND)));

interface Held {
  beginsAt: number;
  /** Uses that are reserved but not yet used. */
  left: number;
  /** The window's total when it was last counted. */
  used: number;
  /** The smallest number of units that did not fit into the window, and the limit at that time. */
  full?: { units: number; most: number };
}

/** The number of windows that a process remembers. */
const MAX_ENTRIES = 10_000;

export interface Allowance {
  /** The error that `take` would throw if the window is known to be full, without asking the store. */
  refusal(institution: string, rates: readonly Rate[], now: number, units?: number): ParleyError | undefined;
  /**
   * Takes units of every rate. A request heavier than a rate's limit takes the whole window.
   * @param units default 1
   * @returns the state of each rate that could be counted
   * @throws {ParleyError} `too_many_requests`; units already taken of another rate are kept for the next use
   */
  take(institution: string, rates: readonly Rate[], now: number, units?: number): Promise<RateState[]>;
}

/**
 * The remaining uses of institutions, for one kind of use. If counting fails, the request is admitted. A process
 * remembers which windows are full, so refusals need no store request.
 * @param uncounted called with the error if a use could not be counted
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
    if (windows.size >= MAX_ENTRIES) windows.clear();
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
      `Your institution has used all its ${counted} for this ${periodOf(windowMs)}. Retry after the time in Retry-After.`,
      {
        retryAfterSeconds: (windowMs - (now % windowMs)) / 1000,
        rates: rates.map((rate) => ({ ...stateOf({ beginsAt: 0, used: rate.most, left: 0 }, rate, now) })),
      },
    );
  };

  /** @returns undefined if the use could not be counted */
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
