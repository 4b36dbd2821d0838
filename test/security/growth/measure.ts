/** Reads a hostile text of `size` UTF-16 units, created anew each time because engines cache by text. */
export type Work = (size: number) => unknown;

/** How many times longer the long text is than the short one. */
const TIMES = 8;
/**
 * The growth from which a test fails. Linear work gives 1, sorting 1.3, quadratic work 8, cubic 64. Up to 4
 * is normal: a long text is split into at most five clauses, each read again, and a short one into fewer.
 */
export const MOST_GROWTH = 5;

/** Work whose growth stays high for this long fails: a busy machine may take a while to compile its code. */
const MOST_MS = 2_000;
const MOST_ROUNDS = 1_000;
/** The approximate time of each side of a comparison, long enough to measure. */
const ENOUGH_MS = 1;
const MOST_REPEATS = 100;

/** Returns the milliseconds of work so far. */
export type Clock = () => number;

/** Returns this process's CPU time, which does not depend on what else the machine does. */
export const cpuTime: Clock = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/**
 * Returns the growth of work: the time for a long text divided by the time for short ones of the same total
 * length, each the minimum of several rounds. Stops as soon as the growth is small.
 * @param size UTF-16 units of the long text
 * @param known milliseconds that the long text was measured to take; ignored if too few to be exact
 */
export async function growth(
  work: Work,
  size: number,
  clock = cpuTime,
  known = Number.POSITIVE_INFINITY,
): Promise<number> {
  const timed = timedBy(clock);
  const short = Math.ceil(size / TIMES);
  const first = await timed(work, short, TIMES);
  const repeats = Math.min(MOST_REPEATS, Math.ceil(ENOUGH_MS / Math.max(first, ENOUGH_MS / MOST_REPEATS)));
  // Count the first measurement too: a short side that was slow by chance would hide growth.
  let [least, most] = [first * repeats, known < ENOUGH_MS ? Number.POSITIVE_INFINITY : known * repeats];
  const began = clock();
  for (let round = 1; round <= MOST_ROUNDS; round += 1) {
    least = Math.min(least, await timed(work, short, TIMES * repeats));
    if (most / least < MOST_GROWTH) break;
    most = Math.min(most, await timed(work, size, repeats));
    if (most / least < MOST_GROWTH || clock() - began > MOST_MS) break;
  }
  return most / least;
}

/** Measures the milliseconds that work takes for `times` texts of a size. */
const timedBy =
  (clock: Clock) =>
  async (work: Work, size: number, times: number): Promise<number> => {
    const began = clock();
    for (let count = 0; count < times; count += 1) await work(size);
    return clock() - began;
  };

/** A text is harmless if it takes at most this many times as long as a text known to be harmless. */
const HARMLESS = 1.5;

/**
 * Returns the shapes for which work grows too much, each with its growth. A shape that is about as fast as a
 * harmless one is not compared.
 */
export async function growing(
  shapes: readonly string[],
  size: number,
  workOf: (shape: string) => Work,
  clock = cpuTime,
): Promise<string[]> {
  const found: string[] = [];
  let harmless = 0;
  for (const shape of shapes) {
    const work = workOf(shape);
    const ms = await fastest(work, size, harmless, clock);
    if (ms <= harmless) continue;
    const times = await growth(work, size, clock, ms);
    if (times >= MOST_GROWTH) found.push(`${JSON.stringify(shape)} × ${times.toFixed(1)}`);
    else harmless = Math.max(harmless, HARMLESS * ms);
  }
  return found;
}

const LOOKS = 3;

/** Returns the minimum milliseconds for a text; stops as soon as a measurement is at most `enough`. */
async function fastest(work: Work, size: number, enough: number, clock: Clock): Promise<number> {
  const timed = timedBy(clock);
  let ms = Number.POSITIVE_INFINITY;
  for (let look = 0; look < LOOKS && ms > enough; look += 1) ms = Math.min(ms, await timed(work, size, 1));
  return ms;
}
