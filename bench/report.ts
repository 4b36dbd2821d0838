/** The value that the given share of the values does not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** The results of a bench: figures, or figures by name. */
export type Figures = Readonly<
  Record<string, number | string | null | Readonly<Record<string, number | null>>>
>;

/** Prints a bench's result as its last line: one JSON object, figures with five significant digits. */
export function report(result: Figures): void {
  const round = (_: string, value: unknown) =>
    typeof value === 'number' && Number.isFinite(value) ? Number(value.toPrecision(5)) : value;
  process.stdout.write(`${JSON.stringify(result, round)}\n`);
}
