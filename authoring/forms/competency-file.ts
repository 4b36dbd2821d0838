import * as z from 'zod/mini';
import { isTemporalBound } from '../../engine/values/validate.ts';
import { richAnswer, slotChoices } from './rich-answer.ts';
import { identifier, label, text, utterances, wireField } from './text.ts';

const bound = z.union(
  [
    z.number(),
    z
      .string()
      .check(
        z.refine(
          (text) => isTemporalBound(text) || identifier.safeParse(text).success,
          'write a number, a date or time, days from today such as today+30d, or the name of a slot',
        ),
      ),
  ],
  'write a number, a date such as 2026-12-31, a time such as 09:00, days from today such as today+30d, or the name of a slot',
);

const length = z.int().check(z.gte(0, 'write 0 to 4096'), z.lte(4096, 'write 0 to 4096'));

const rule = z.strictObject({
  min: z.optional(bound),
  max: z.optional(bound),
  after: z.optional(identifier),
  before: z.optional(identifier),
  one_of: z.optional(
    z.array(z.union([z.string(), z.number()])).check(z.minLength(1, 'list at least one value')),
  ),
  pattern: z.optional(z.string().check(z.minLength(1), z.maxLength(500, 'write at most 500 characters'))),
  length: z.optional(z.strictObject({ min: z.optional(length), max: z.optional(length) })),
});

const slot = z.strictObject({
  entity: identifier,
  required: z._default(z.boolean(), false),
  ask: z.optional(text),
  ...richAnswer,
  choices: z.optional(slotChoices),
  validate: z.optional(rule),
  prefer: z.optional(z.enum(['past'], 'write past')),
  reject: z.optional(text),
  unknown: z.optional(text),
  not_understood: z.optional(text),
  silence: z.optional(text),
  sensitive: z._default(z.boolean(), false),
  said_back: z._default(z.boolean(), true),
  multiple: z._default(z.boolean(), false),
  keep: z._default(
    z.enum(['turn', 'competency', 'session'], 'write turn, competency or session'),
    'competency',
  ),
  mapper: z.optional(wireField),
  label: z.optional(label),
  on_retries_exhausted: z.optional(z.strictObject({ to: identifier, say: z.optional(text) })),
  retries: z._default(z.int().check(z.gte(1, 'write 1 to 10'), z.lte(10, 'write 1 to 10')), 3),
});
export type SlotForm = z.infer<typeof slot>;

const scalar = z.union([z.string(), z.number(), z.boolean()]);

const transition = z.strictObject({
  on: z.enum(
    ['yes', 'no', 'cancel', 'slot', 'business_logic'],
    'write yes, no, cancel, slot or business_logic',
  ),
  slot: z.optional(identifier),
  is: z.optional(
    z.union([scalar, z.array(scalar).check(z.minLength(1))], 'write a value, or a list of values'),
  ),
  to: z.union([identifier, z.array(identifier).check(z.minLength(1))], 'write a state, or a list of states'),
  clear: z.optional(z.array(identifier)),
  label: z.optional(label),
  asks_about_target: z.optional(z.boolean()),
  say: z.optional(text),
});
export type TransitionForm = z.infer<typeof transition>;

const state = z.strictObject({
  utterances: z.optional(utterances),
  from: z._default(z.enum(['any', 'root'], 'write any or root'), 'any'),
  transitions: z.optional(z.array(transition)),
  say: z.optional(text),
  ...richAnswer,
  terminal: z._default(z.boolean(), false),
  deed: z.optional(z.boolean()),
  hands_off: z._default(z.boolean(), false),
});
export type StateForm = z.infer<typeof state>;

/** The schema of `competencies/*.yaml`. */
export const competencyFile = z.strictObject({
  competency: identifier,
  title: z.optional(z.record(z.string(), z.string().check(z.minLength(1)))),
  business_logic: z._default(z.boolean(), false),
  interrupts: z._default(z.enum(['return', 'replace'], 'write return or replace'), 'return'),
  help: z.optional(text),
  slots: z.optional(z.record(identifier, slot)),
  states: z.record(identifier, state),
});
export type CompetencyFile = z.infer<typeof competencyFile>;
