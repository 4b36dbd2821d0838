import * as z from 'zod/mini';
import { readRowsOf } from '../data.ts';

/** The position of a value in a text: UTF-16 offsets with an exclusive end. */
const span = z.object({ slot: z.string(), start: z.int(), end: z.int() });
export type Span = z.infer<typeof span>;

const turn = z.object({
  who: z.enum(['user', 'system']),
  text: z.string(),
  acts: z.array(
    z.object({
      act: z.string(),
      slot: z.exactOptional(z.string()),
      values: z.exactOptional(z.array(z.string())),
    }),
  ),
  spans: z._default(z.array(span), []),
  /** The state by service after this turn: what the user wants and has stated; a value may have several spellings. */
  state: z.exactOptional(
    z.record(z.string(), z.object({ intent: z.string(), slots: z.record(z.string(), z.array(z.string())) })),
  ),
});
export type DialogueTurn = z.infer<typeof turn>;

const dialogue = z.object({ id: z.string(), services: z.array(z.string()), turns: z.array(turn) });
export type Dialogue = z.infer<typeof dialogue>;

const call = z.object({ text: z.string(), intents: z.array(z.string()) });

const booking = z.object({ text: z.string(), asked: z.array(z.string()), slots: z.array(span) });
/** A query, the slots that were asked for, and the values in it. */
export type Booking = z.infer<typeof booking>;

const service = z.object({
  service: z.string(),
  description: z.string(),
  slots: z.array(
    z.object({
      name: z.string(),
      description: z.string(),
      is_categorical: z.boolean(),
      possible_values: z.array(z.string()),
      /** Other words for the possible values, by value. */
      calls: z.exactOptional(z.record(z.string(), z.array(z.string()))),
    }),
  ),
  intents: z.array(
    z.object({
      name: z.string(),
      description: z.string(),
      is_transactional: z.boolean(),
      required_slots: z.array(z.string()),
      optional_slots: z.record(z.string(), z.string()),
    }),
  ),
});
/** A service with its intents and slots. */
export type Service = z.infer<typeof service>;

const DIALOGUE_FORM =
  'write {"id", "services", "turns": [{"who", "text", "acts", "spans", "state"?}]} as in sgd/train.jsonl';

export const readDialogues = (path: string): Dialogue[] => readRowsOf(path, dialogue, DIALOGUE_FORM);

export const readBookings = (path: string): Booking[] =>
  readRowsOf(path, booking, 'write {"text", "asked", "slots"} as in restaurant8k/train.jsonl');

export const readServices = (path: string): Service[] =>
  readRowsOf(
    path,
    service,
    'write {"service", "description", "slots", "intents"} as in sgd/schema-train.jsonl',
  );

/** Whether a file contains dialogues or calls, judged by its rows. */
export const kindOfRows = (path: string): 'dialogues' | 'calls' =>
  readRowsOf(path, z.union([dialogue, call]), `${DIALOGUE_FORM}, or {"text", "intents"} as in nlupp`).every(
    (row) => 'turns' in row,
  )
    ? 'dialogues'
    : 'calls';
