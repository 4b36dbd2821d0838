import * as z from 'zod/mini';

/** Names of folders and JSON files in `faq/`. */
export const COLLECTION_NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,62}$/;

const scalar = z.union([z.string(), z.number(), z.boolean()]);
const METADATA = 'write a text, a number, true or false, or a list of them';
const LANGUAGE = 'write an ISO 639-1 code of two lower-case letters, such as en';
const line = z.string().check(z.minLength(1, 'write something: it is empty'));
const oneOrMore = z.union([scalar, z.array(scalar)], METADATA);

const known = {
  title: z.optional(line),
  source: z.optional(line),
  tags: z.optional(oneOrMore),
  questions: z.optional(
    z
      .array(line, 'write a list of questions')
      .check(z.minLength(1, 'list at least one question'), z.maxLength(100, 'list at most 100 questions')),
  ),
  language: z.optional(z.string(LANGUAGE).check(z.regex(/^[a-z]{2}$/, LANGUAGE))),
  answer: z.optional(line),
};

/** A Markdown document's front matter: these keys, and further keys as metadata for filters. */
export const faqFrontMatter = z.catchall(z.object(known), z.nullable(oneOrMore));

/** A document in a JSON file. */
export const faqJsonDocument = z.catchall(
  z.object({ ...known, title: line, content: z.optional(z.string()) }),
  z.nullable(oneOrMore),
);

export type FaqFields = z.infer<typeof faqFrontMatter>;
