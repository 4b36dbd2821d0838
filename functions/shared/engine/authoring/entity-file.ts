import * as z from 'zod/mini';
import { identifier } from './text.ts';

// Numbers and words such as `true` are accepted, since YAML reads an unquoted 24 as a number.
const synonym = z.union([z.string().check(z.minLength(1)), z.number()], 'write a word or phrase');

/** The form of `entities/*.yaml`. */
export const entityFile = z.strictObject({
  entity: identifier,
  values: z.record(
    z.string().check(z.minLength(1), z.maxLength(200, 'write at most 200 characters')),
    z.nullable(
      z.union(
        [z.array(synonym), z.record(z.string(), z.array(synonym))],
        'write a list of synonyms, or lists by language',
      ),
    ),
  ),
});
export type EntityFile = z.infer<typeof entityFile>;
