/** The grid lines of a plot: 0 and round steps of 1, 2 or 5, up to the first that no value exceeds. */
export function gridOf(largest: number, steps = 4): number[] {
  if (!(largest > 0)) return [0, 1];
  const rough = largest / steps;
  const magnitude = 10 ** Math.floor(Math.log10(rough));
  const factor = [1, 2, 5, 10].find((round) => round * magnitude >= rough * (1 - 1e-9)) ?? 10;
  const step = factor * magnitude;
  const count = Math.ceil(largest / step - 1e-9);
  return Array.from({ length: count + 1 }, (_, index) => Number((index * step).toPrecision(12)));
}

/** Values to plot, one per day in order; null for a day without a value. */
export interface Series {
  name: string;
  values: readonly (number | null)[];
  /** The number of its colour, from 1; default: by position. */
  shade?: number;
}

/** The maximum to plot: for lines the highest value, for bars the highest daily sum. */
export function largestOf(kind: 'bars' | 'lines', series: readonly Series[]): number {
  const [first] = series;
  if (first === undefined) return 0;
  if (kind === 'lines')
    return Math.max(0, ...series.flatMap(({ values }) => values.map((value) => value ?? 0)));
  return Math.max(0, ...first.values.map((_, day) => sumUpTo(series, series.length, day)));
}

/** Where the bar of a day begins in a stacked series. */
export const sumUpTo = (series: readonly Series[], count: number, day: number): number =>
  series.slice(0, count).reduce((sum, { values }) => sum + (values[day] ?? 0), 0);

/** Runs of consecutive days with values, each as points; lines are not drawn across gaps. */
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
