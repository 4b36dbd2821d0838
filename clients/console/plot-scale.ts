/** The grid lines of a plot: multiples of a step of 1, 2 or 5 × 10ⁿ, from 0 to at least the largest value. */
export function gridOf(largest: number, steps = 4): number[] {
  if (!(largest > 0)) return [0, 1];
  const rough = largest / steps;
  const magnitude = 10 ** Math.floor(Math.log10(rough));
  const factor = [1, 2, 5, 10].find((round) => round * magnitude >= rough * (1 - 1e-9)) ?? 10;
  const step = factor * magnitude;
  const count = Math.ceil(largest / step - 1e-9);
  return Array.from({ length: count + 1 }, (_, index) => Number((index * step).toPrecision(12)));
}

/** The values to plot, one per day in order; null for a day without a value. */
export interface Series {
  name: string;
  values: readonly (number | null)[];
  /** The number of its colour, from 1. Default: its position. */
  shade?: number;
}

/** The highest value of lines, or the highest daily sum of bars. */
export function largestOf(kind: 'bars' | 'lines', series: readonly Series[]): number {
  const [first] = series;
  if (first === undefined) return 0;
  if (kind === 'lines')
    return Math.max(0, ...series.flatMap(({ values }) => values.map((value) => value ?? 0)));
  return Math.max(0, ...first.values.map((_, day) => sumUpTo(series, series.length, day)));
}

/** The height at which a series' bar starts: the sum of the first `count` series on that day. */
export const sumUpTo = (series: readonly Series[], count: number, day: number): number =>
  series.slice(0, count).reduce((sum, { values }) => sum + (values[day] ?? 0), 0);

/** Runs of consecutive days with values; lines are interrupted at days without one. */
export function runsOf(values: readonly (number | null)[]): [day: number, value: number][][] {
  const runs: [number, number][][] = [];
  let run: [number, number][] = [];
  for (const [day, value] of values.entries()) {
    if (value !== null) {
      if (run.length === 0) runs.push(run);
      run.push([day, value]);
    } else run = [];
  }
  return runs;
}
