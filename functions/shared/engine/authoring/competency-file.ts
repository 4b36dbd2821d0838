import * as z from 'zod/mini';
import { isTemporalBound } from '../slots/validate.ts';
import { identifier, text, utterances } from './text.ts';

const bound = z.union(
  [
    z.number(),
    z
      .string()
      .check(z.refine(isTemporalBound, 'write a number, a date or time, or days from today: today+30d')),
  ],
  'write a number, a date such as 2026-12-31, a time such as 09:00, or days from today: today+30d',
);

const rule = z.strictObject({
  min: z.optional(bound),
  max: z.optional(bound),
  one_of: z.optional(
    z.array(z.union([z.string(), z.number()])).check(z.minLength(1, 'list at least one value')),
  ),
});

const slot = z.strictObject({
  entity: identifier,
  required: z._default(z.boolean(), false),
  ask: z.optional(text),
  validate: z.optional(rule),
  reject: z.optional(text),
  sensitive: z._default(z.boolean(), false),
  multiple: z._default(z.boolean(), false),
  retries: z._default(z.int().check(z.gte(1, 'write 1 to 10'), z.lte(10, 'write 1 to 10')), 3),
});
export type SlotForm = z.infer<typeof slot>;

const transition = z.strictObject({
  on: z.enum(['yes', 'no', 'cancel', 'business_logic'], 'write yes, no, cancel or business_logic'),
  to: z.union([identifier, z.array(identifier).check(z.minLength(1))], 'write a state, or a list of states'),
  say: z.optional(text),
});
export type TransitionForm = z.infer<typeof transition>;

const state = z.strictObject({
  utterances: z.optional(utterances),
  transitions: z.optional(z.array(transition)),
  say: z.optional(text),
  terminal: z._default(z.boolean(), false),
});
export type StateForm = z.infer<typeof state>;

/** The form of `competencies/*.yaml`. */
export const competencyFile = z.strictObject({
  competency: identifier,
  title: z.optional(z.record(z.string(), z.string().check(z.minLength(1)))),
  business_logic: z._default(z.boolean(), false),
  slots: z.optional(z.record(identifier, slot)),
  states: z.record(identifier, state),
});
export type CompetencyFile = z.infer<typeof competencyFile>;
