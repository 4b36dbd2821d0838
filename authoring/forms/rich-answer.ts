import * as z from 'zod/mini';
import { MAX_CARDS, MAX_CHOICES, MAX_COLUMNS, MAX_ROWS } from '../../engine/dialogue/rich-answer.ts';

/** The name of a list; the content is repeated for each item. */
const each = z.string().check(z.minLength(1));

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
const cards = z
  .array(z.extend(card, { each: z.optional(each) }))
  .check(z.minLength(1, 'list at least one card'), z.maxLength(MAX_CARDS, `list at most ${MAX_CARDS} cards`));

const cells = z
  .array(z.string())
  .check(
    z.minLength(1, 'list at least one column'),
    z.maxLength(MAX_COLUMNS, `list at most ${MAX_COLUMNS} columns`),
  );
const table = z.strictObject({
  title: z.optional(line),
  columns: z.record(z.string(), cells),
  each: z.optional(each),
  rows: z.record(
    z.string(),
    z
      .array(cells)
      .check(z.minLength(1, 'list at least one row'), z.maxLength(MAX_ROWS, `list at most ${MAX_ROWS} rows`)),
  ),
});
export type TableForm = z.infer<typeof table>;
export type CardsForm = z.infer<typeof cards>;
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
  cards: z.optional(cards),
  table: z.optional(table),
};
const richForm = z.object(richAnswer);
export type RichAnswerForm = z.infer<typeof richForm>;
