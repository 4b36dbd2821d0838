import * as z from 'zod/mini';
import { MAX_PATTERN_LENGTH } from '../../engine/values/pattern.ts';
import { identifier, wireField } from './text.ts';

// Numbers and words such as `true` are accepted, since YAML reads an unquoted 24 as a number.
const synonym = z.union([z.string().check(z.minLength(1)), z.number()], 'write a word or phrase');

/**
 * The schema of `entities/*.yaml`: a list of `values`, optionally `open` to other values; `kind: regex` with
 * a `pattern` and the `canonical` form of matches; or `kind: text` with `examples`.
 */
export const entityFile = z.strictObject({
  entity: identifier,
  kind: z.optional(z.enum(['list', 'regex', 'text'], 'write list, regex or text')),
  values: z.optional(
    z.record(
      z.string().check(z.minLength(1), z.maxLength(200, 'write at most 200 characters')),
      z.nullable(
        z.union(
          [z.array(synonym), z.record(z.string(), z.array(synonym))],
          'write a list of synonyms, or lists by language',
        ),
      ),
    ),
  ),
  pattern: z.optional(
    z
      .string()
      .check(
        z.minLength(1),
        z.maxLength(MAX_PATTERN_LENGTH, `write at most ${MAX_PATTERN_LENGTH} characters`),
      ),
  ),
  ignore_case: z.optional(z.boolean()),
  open: z.optional(z.boolean()),
  canonical: z.optional(
    z.strictObject({
      case: z.optional(z.enum(['upper', 'lower'], 'write upper or lower')),
      form: z.optional(z.string().check(z.minLength(1), z.maxLength(100, 'write at most 100 characters'))),
    }),
  ),
  mapper: z.optional(wireField),
  fields: z.optional(
    z.record(z.string(), z.record(wireField, z.union([z.string(), z.number(), z.boolean()]))),
  ),
  examples: z.optional(
    z.union(
      [z.array(synonym), z.record(z.string(), z.array(synonym))],
      'write a list of values, or lists by language',
    ),
  ),
});
export type EntityFile = z.infer<typeof entityFile>;
