import { readFileSync } from 'node:fs';
import type { TrainingExample } from '../functions/shared/engine/classifier.ts';
import { type Random, seededRandom } from '../functions/shared/engine/random.ts';
import { withTypo } from '../functions/shared/engine/typos/edits.ts';

/** A row of a data file: one JSON object a line. */
export interface Row {
  text: string;
  intent: string;
  /** Character offsets into the text, the end exclusive. */
  slots?: { slot: string; start: number; end: number }[];
}

/** The intent that marks what no intent serves. */
export const OUT_OF_SCOPE = 'out_of_scope';

export function readRows(path: string): Row[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line): Row => JSON.parse(line));
}

export function toExamples(rows: readonly Row[]): TrainingExample[] {
  return rows.map(({ text, intent }) => ({ text, label: intent === OUT_OF_SCOPE ? null : intent }));
}

/** So many random rows of each intent, out of scope among them; all rows where `shots` is 0. */
export function takeShots(rows: readonly Row[], shots: number, seed: number): Row[] {
  if (shots === 0) return [...rows];
  const random = seededRandom(seed);
  const order = rows.map((row) => ({ row, key: random() })).sort((a, b) => a.key - b.key);
  const taken = new Map<string, number>();
  return order.flatMap(({ row }) => {
    const count = taken.get(row.intent) ?? 0;
    taken.set(row.intent, count + 1);
    return count < shots ? [row] : [];
  });
}

/** Rows with so many random edits in each text. */
export function mistype(rows: readonly Row[], edits: number, random: Random): Row[] {
  return rows.map((row) => {
    let { text } = row;
    for (let i = 0; i < edits; i++) text = withTypo(text, random);
    return { ...row, text };
  });
}
