/** The value that a share of the values does not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** Prints the result of a bench as its last line, one JSON object, figures with five significant digits. */
export function report(result: Readonly<Record<string, number | string | null>>): void {
  const rounded = Object.entries(result).map(([key, value]) => [
    key,
    typeof value === 'number' && Number.isFinite(value) ? Number(value.toPrecision(5)) : value,
  ]);
  process.stdout.write(`${JSON.stringify(Object.fromEntries(rounded))}\n`);
}
