/** Makes a hostile text of so many UTF-16 units and reads it. The text is a new one each time: engines remember texts. */
export type Work = (size: number) => unknown;

/** The number of times by which the long text is longer than the short one. */
const TIMES = 8;
/**
 * The most growth that passes. Work in proportion to the text gives 1, work that sorts it 1.3, that takes its square
 * 8, its cube 64. A long text is cut into five clauses at most, each of which is read again, and a short one into
 * fewer: that gives up to 4.
 */
export const MOST_GROWTH = 5;

const MOST_ROUNDS = 12;
/** A side of the comparison takes about as long as this, so that it can be told. */
const ENOUGH_MS = 1;
const MOST_REPEATS = 100;
/** The time from which work that grows needs no second look. */
const LONG_MS = 2_000;

/** Milliseconds of work so far. */
export type Clock = () => number;

/** This process's CPU time, which passes only while it works, whatever else the machine does. */
export const cpuTime: Clock = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/**
 * The growth of work: the time of one long text over that of as many short ones of the same length together, the
 * least of several rounds. Rounds end as soon as the growth is small.
 * @param size UTF-16 units of the long text
 */
export const growth = async (work: Work, size: number, clock = cpuTime): Promise<number> =>
  (await compare(work, size, clock)).times;

/** The growth of work, and milliseconds that the long text takes at its fastest. */
async function compare(work: Work, size: number, clock: Clock): Promise<{ times: number; ms: number }> {
  const timed = timedBy(clock);
  const short = Math.ceil(size / TIMES);
  const first = await timed(work, short, TIMES);
  const repeats = Math.min(MOST_REPEATS, Math.ceil(ENOUGH_MS / Math.max(first, ENOUGH_MS / MOST_REPEATS)));
  // A short side that was slow by chance would hide growth, so the first look at it counts too.
  let [least, most] = [first * repeats, Number.POSITIVE_INFINITY];
  for (let round = 1; round <= MOST_ROUNDS; round += 1) {
    least = Math.min(least, await timed(work, short, TIMES * repeats));
    most = Math.min(most, await timed(work, size, repeats));
    if (most / least < MOST_GROWTH || most > LONG_MS) break;
  }
  return { times: most / least, ms: most / repeats };
}

/** Measures the milliseconds that work takes for so many texts of this size. */
const timedBy =
  (clock: Clock) =>
  async (work: Work, size: number, times: number): Promise<number> => {
    const began = clock();
    for (let count = 0; count < times; count += 1) await work(size);
    return clock() - began;
  };

/** A long text is harmless where it takes no more than so many times as long as one whose growth was measured. */
const HARMLESS = 1.5;

/**
 * The shapes by which the work grows more than in proportion, each with how much. What is read as fast as a shape that
 * was found harmless is harmless too, and measured no further.
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
    if (harmless > 0 && (await fastest(work, size, harmless, clock)) <= harmless) continue;
    const { times, ms } = await compare(work, size, clock);
    if (times >= MOST_GROWTH) found.push(`${JSON.stringify(shape)} × ${times.toFixed(1)}`);
    // One measurement may have met the collector: what is slow by chance must not pass for what others may take.
    else harmless = Math.max(harmless, HARMLESS * Math.min(ms, await fastest(work, size, 0, clock)));
  }
  return found;
}

const LOOKS = 3;

/** Milliseconds that a text of this size takes at its fastest; looked at once where that is `enough`. */
async function fastest(work: Work, size: number, enough: number, clock: Clock): Promise<number> {
  const timed = timedBy(clock);
  let ms = Number.POSITIVE_INFINITY;
  for (let look = 0; look < LOOKS && ms > enough; look += 1) ms = Math.min(ms, await timed(work, size, 1));
  return ms;
}
