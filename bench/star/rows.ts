import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { BenchError } from '../command.ts';
import { readRowsOf } from '../data.ts';

const input = z.object({
  name: z.string(),
  kind: z.string(),
  label: z.string(),
  values: z.exactOptional(z.array(z.string())),
  min: z.exactOptional(z.number()),
  max: z.exactOptional(z.number()),
});
export type TaskInput = z.infer<typeof input>;

const task = z.object({
  domain: z.string(),
  /** The flow chart's edges. A node is a reply's label, a query or an outcome. */
  edges: z.array(z.tuple([z.string(), z.string()])),
  nodes: z.array(z.string()),
  /** The words of each reply by its label. */
  replies: z.record(z.string(), z.string()),
  /** The input that a reply asks for, by the reply's label. */
  asks: z.record(z.string(), z.string()),
  api: z.object({ required: z.array(z.string()), input: z.array(input) }),
});
/** A task of a person who plays the assistant. */
export type Task = z.infer<typeof task>;

const query = z.object({ api: z.string(), constraints: z.record(z.string(), z.unknown()) });
export type TaskQuery = z.infer<typeof query>;

const userTurn = z.object({ who: z.literal('user'), text: z.string() });
const wizardTurn = z.object({
  who: z.literal('wizard'),
  text: z.string(),
  /** The reply's label; absent if the person typed the words. */
  action: z.exactOptional(z.string()),
  query: z.exactOptional(query),
  result: z.exactOptional(z.nullable(z.record(z.string(), z.unknown()))),
});
export type WizardTurn = z.infer<typeof wizardTurn>;

const dialogue = z.object({
  id: z.string(),
  task: z.string(),
  multitask: z.boolean(),
  /** Facts known besides the words, such as "Today is Monday". */
  facts: z.exactOptional(z.array(z.string())),
  turns: z.array(z.union([userTurn, wizardTurn])),
});
/** A conversation between a user and a person who plays the assistant. */
export type TaskDialogue = z.infer<typeof dialogue>;

/**
 * Reads the tasks by name.
 * @throws {BenchError} if the file is missing or has another form
 */
export function readTasks(path: string): Map<string, Task> {
  try {
    const tasks = z.record(z.string(), task).parse(JSON.parse(readFileSync(path, 'utf8')));
    return new Map(Object.entries(tasks));
  } catch (cause) {
    throw new BenchError(`${path} is no file of tasks: write them as in star/tasks.json`, { cause });
  }
}

export const readTaskDialogues = (path: string): TaskDialogue[] =>
  readRowsOf(
    path,
    dialogue,
    'write {"id", "task", "multitask", "turns": [{"who", "text", "action"?, "query"?}]} as in star/train.jsonl',
  );
