import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import type { TrainingExample } from '../engine/classify/classifier.ts';
import { type Random, seededRandom } from '../engine/train/random.ts';
import { withTypo } from '../engine/train/typing-errors.ts';
import { BenchError } from './command.ts';

const ROW_FORM =
  'write {"text", "intent"}, and "slots": [{"slot", "start", "end"}] with offsets within the text where it has any';

/** A row of a data file: one JSON object a line. Slots are character offsets into the text, the end exclusive. */
const rowSchema = z
  .object({
    text: z.string(),
    intent: z.string().check(z.minLength(1)),
    slots: z.exactOptional(z.array(z.object({ slot: z.string(), start: z.int(), end: z.int() }))),
  })
  .check(
    z.refine(({ text, slots = [] }) =>
      slots.every(({ start, end }) => 0 <= start && start < end && end <= text.length),
    ),
  );
export type Row = z.infer<typeof rowSchema>;

/** The intent that marks what no intent serves. */
export const OUT_OF_SCOPE = 'out_of_scope';

/**
 * Reads a data file of rows with one intent. Blank lines, a byte-order mark and CRLF do not matter.
 * @throws {BenchError} that names file and line, where there is no file, no row, or a line that is no row
 */
export const readRows = (path: string): Row[] => readRowsOf(path, rowSchema, ROW_FORM);

/**
 * Reads rows as `readRows` does, in another form.
 * @param form tells what a row is, for whoever wrote another
 */
export function readRowsOf<Row>(path: string, schema: z.ZodMiniType<Row>, form: string): Row[] {
  const lines = readText(path)
    .replace(/^\uFEFF/, '')
    .split('\n');
  const rows = lines.flatMap((line, at) =>
    line.trim() === '' ? [] : [readRow(line, { schema, form, place: `${path}, line ${at + 1}` })],
  );
  if (rows.length === 0) throw new BenchError(`${path} holds no rows`);
  return rows;
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    throw new BenchError(`${path} cannot be read`, { cause });
  }
}

interface RowPlace<Row> {
  schema: z.ZodMiniType<Row>;
  form: string;
  place: string;
}

function readRow<Row>(line: string, { schema, form, place }: RowPlace<Row>): Row {
  try {
    return z.parse(schema, JSON.parse(line));
  } catch (cause) {
    throw new BenchError(`${place}: this is no row; ${form}`, { cause });
  }
}

export function toExamples(rows: readonly Row[]): TrainingExample[] {
  return rows.map(({ text, intent }) => ({ text, label: intent === OUT_OF_SCOPE ? null : intent }));
}

/**
 * Examples to choose threshold and confidence on. Nothing where no row is out of scope, or all are: that takes both
 * kinds, and folds of the training data say more than rows of one.
 */
export function toValidation(rows: readonly Row[]): TrainingExample[] | undefined {
  const outside = rows.filter(({ intent }) => intent === OUT_OF_SCOPE).length;
  return outside === 0 || outside === rows.length ? undefined : toExamples(rows);
}

/** Takes a number of random rows of each intent, out of scope among them; all rows where `shots` is 0. */
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

/** The rows of one list that are not of another, by what they say. */
export function withoutRows(rows: readonly Row[], excluded: readonly Row[]): Row[] {
  const said = new Set(excluded.map(({ text }) => text));
  return rows.filter(({ text }) => !said.has(text));
}

/** Rows with so many random edits in each text. */
export function mistype(rows: readonly Row[], edits: number, random: Random): Row[] {
  return rows.map((row) => {
    let { text } = row;
    for (let i = 0; i < edits; i++) text = withTypo(text, random);
    return { ...row, text };
  });
}
