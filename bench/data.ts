import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import type { TrainingExample } from '../engine/classify/classifier.ts';
import { type Random, seededRandom } from '../engine/train/random.ts';
import { withTypo } from '../engine/train/typing-errors.ts';
import { BenchError } from './command.ts';

const ROW_FORM =
  'write {"text", "intent"}, and "slots": [{"slot", "start", "end"}] with offsets within the text where it has any';

/** A row of a data file: one JSON object per line. Slots are character offsets in the text, with an exclusive end. */
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

/** The intent of out-of-scope rows. */
export const OUT_OF_SCOPE = 'out_of_scope';

/**
 * Reads a data file with one intent per row. Ignores blank lines, a byte-order mark and CRLF.
 * @throws {BenchError} naming file and line, if there is no file, no row or an invalid line
 */
export const readRows = (path: string): Row[] => readRowsOf(path, rowSchema, ROW_FORM);

/**
 * Like `readRows`, with another row schema.
 * @param form describes a row, for the error message
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
    throw new BenchError(`${place}: this is not a row; ${form}`, { cause });
  }
}

export function toExamples(rows: readonly Row[]): TrainingExample[] {
  return rows.map(({ text, intent }) => ({ text, label: intent === OUT_OF_SCOPE ? null : intent }));
}

/**
 * Examples for choosing threshold and confidence. Undefined unless there are rows both in and out of scope; in that
 * case folds of the training data are used instead.
 */
export function toValidation(rows: readonly Row[]): TrainingExample[] | undefined {
  const outside = rows.filter(({ intent }) => intent === OUT_OF_SCOPE).length;
  return outside === 0 || outside === rows.length ? undefined : toExamples(rows);
}

/** Takes a number of random rows for each intent, including out of scope; all rows if `shots` is 0. */
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

/** The rows whose text is not in another list. */
export function withoutRows(rows: readonly Row[], excluded: readonly Row[]): Row[] {
  const said = new Set(excluded.map(({ text }) => text));
  return rows.filter(({ text }) => !said.has(text));
}

/** Adds a number of random edits to each row's text. */
export function mistype(rows: readonly Row[], edits: number, random: Random): Row[] {
  return rows.map((row) => {
    let { text } = row;
    for (let i = 0; i < edits; i++) text = withTypo(text, random);
    return { ...row, text };
  });
}
