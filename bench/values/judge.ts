import type { ValueReader } from './readers.ts';
import type { ValueRow } from './rows.ts';

/** `right` if the reader finds exactly the expected value, or nothing if no value is expected. */
export type Verdict = 'right' | 'wrong' | 'missed';

export interface Judged<Row extends ValueRow = ValueRow> {
  row: Row;
  values: readonly (string | number)[];
  verdict: Verdict;
  milliseconds: number;
}

/** Reads the rows whose kind and language the reader supports. */
export function readAll<Row extends ValueRow>({ read }: ValueReader, rows: readonly Row[]): Judged<Row>[] {
  return rows.flatMap((row) => {
    const start = performance.now();
    const values = read(row);
    const milliseconds = performance.now() - start;
    return values === null ? [] : [{ row, values, verdict: judge(row, values), milliseconds }];
  });
}

export function judge({ is, kind }: ValueRow, values: readonly (string | number)[]): Verdict {
  const [value, ...more] = values;
  if (value === undefined) return is.length === 0 ? 'right' : 'missed';
  const meant = kind === 'date_range' ? is.flatMap((range) => [range, endingAfter(range)]) : is;
  return more.length === 0 && meant.some((candidate) => isSame(kind, candidate, value)) ? 'right' : 'wrong';
}

/** The end of a range may be given as the day after its last day. */
function endingAfter(range: string | number): string {
  const [first, last = ''] = String(range).split('/');
  return `${first}/${new Date(Date.parse(last) + 86_400_000).toISOString().slice(0, 10)}`;
}

function isSame(kind: ValueRow['kind'], left: string | number, right: string | number): boolean {
  if (kind === 'duration') return secondsOf(String(left)) === secondsOf(String(right));
  if (typeof left !== 'number' || typeof right !== 'number') return left === right;
  // Fractions are given with fifteen digits.
  return Math.abs(left - right) <= Math.abs(left) * 1e-9;
}

/**
 * The seconds of an ISO 8601 duration, a month as 30 days and a year as twelve months: `P27M` is `P2Y3M`, `P1.5M` is
 * `P45D`.
 */
function secondsOf(duration: string): number {
  const [days = '', time = ''] = duration.slice(1).split('T');
  const [DAY, HOUR, MINUTE] = [86_400, 3600, 60];
  const of = (text: string, letter: string): number =>
    Number(new RegExp(`([\\d.]+)${letter}`).exec(text)?.[1] ?? 0);
  return (
    (of(days, 'Y') * 360 + of(days, 'M') * 30 + of(days, 'W') * 7 + of(days, 'D')) * DAY +
    of(time, 'H') * HOUR +
    of(time, 'M') * MINUTE +
    of(time, 'S')
  );
}

export const count = (judged: readonly Judged[], verdict: Verdict): number =>
  judged.filter((row) => row.verdict === verdict).length;

export const rightOf = (judged: readonly Judged[]): string =>
  judged.length === 0 ? '–' : `${count(judged, 'right')}/${judged.length}`;

/** The percentage of right readings. */
export const shareOf = (judged: readonly Judged[]): number => (100 * count(judged, 'right')) / judged.length;

export const percent = (judged: readonly Judged[]): string =>
  judged.length === 0 ? '–' : `${shareOf(judged).toFixed(0)} %`;

export const millisecondsOf = (judged: readonly Judged[]): string =>
  judged.length === 0
    ? '–'
    : (judged.reduce((sum, row) => sum + row.milliseconds, 0) / judged.length).toFixed(2);
