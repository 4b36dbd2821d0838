import * as z from 'zod/mini';
import { MAX_CHOICES } from '../../engine/dialogue/rich-answer.ts';

/** A plain text, by language. */
const line = z.record(z.string(), z.string().check(z.minLength(1)));

const address = z.union(
  [z.string().check(z.minLength(1)), line],
  'write an address, or addresses by language',
);

const link = z.strictObject({ url: address, title: line });
const image = z.strictObject({ url: address, alt: line });
const card = z.strictObject({
  title: line,
  text: z.optional(line),
  image: z.optional(image),
  link: z.optional(link),
});
export type LinkForm = z.infer<typeof link>;
export type ImageForm = z.infer<typeof image>;
export type CardForm = z.infer<typeof card>;

const choices = z.record(
  z.string(),
  z
    .array(z.string().check(z.minLength(1)))
    .check(
      z.minLength(1, 'list at least one reply'),
      z.maxLength(MAX_CHOICES, `list at most ${MAX_CHOICES} replies`),
    ),
);

/** Replies by language, or `values` for those of the slot's list. */
export const slotChoices = z.union(
  [z.literal('values'), choices],
  'write values, or a list of replies by language',
);

/** Rich content that may be shown with an answer. */
export const richAnswer = {
  choices: z.optional(choices),
  link: z.optional(link),
  image: z.optional(image),
  card: z.optional(card),
};
const richForm = z.object(richAnswer);
export type RichAnswerForm = z.infer<typeof richForm>;
