import * as z from 'zod/mini';

/** A template, or alternatives of one: at least one, none of them empty. */
export const lines = z.union(
  [z.string().check(z.minLength(1)), z.array(z.string().check(z.minLength(1))).check(z.minLength(1))],
  'write a text, or a list of alternative texts',
);
export type Lines = z.infer<typeof lines>;

export const saying = z.strictObject({ speak: lines, show: z.optional(lines) });
export type Saying = z.infer<typeof saying>;

/** `speak`, `show` and, by name, what a personality says instead. */
const detailed = z.catchall(
  z.object({ speak: lines, show: z.optional(lines) }),
  z.union([lines, saying], 'write what this personality says: a text, or {speak, show}'),
);

/** A text that is said, by language. */
export const text = z.record(
  z.string(),
  z.union([lines, detailed], 'write a text, a list of alternatives, or {speak, show}'),
);
export type TextForm = z.infer<typeof text>;

const SNAKE_CASE = /^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/;
const snakeCaseRule = z.regex(
  SNAKE_CASE,
  'write a name in snake_case: lower-case letters, digits and single underscores, a letter first',
);

/** The name of a competency, state, slot or entity: snake_case, at most 64 characters. */
export const identifier = z.string().check(
  snakeCaseRule,
  z.maxLength(64, 'write at most 64 characters'),
  // The one snake_case name that every JavaScript object already has.
  z.refine((name) => name !== 'constructor', 'the name constructor is reserved: choose another'),
);

/** The name of a turn for the business logic, as the servers of the original service compare it. */
export const label = z
  .string()
  .check(
    z.regex(/^[A-Za-z][A-Za-z0-9_.-]{0,63}$/, 'write letters, digits, "_", "-" and ".", a letter first'),
  );

/** The fields that a value on the wire has in any case. */
const TAKEN_FIELDS = ['tokens', 'resolved', 'status', 'value', 'error', 'reason', 'candidates', 'mappings'];

/** A field that stands beside them. */
export const wireField = z.string().check(
  z.regex(/^[A-Za-z][A-Za-z0-9_]{0,63}$/, 'write letters, digits and "_", a letter first'),
  z.refine(
    (name) => name !== 'constructor' && !TAKEN_FIELDS.includes(name),
    'this field has another meaning: choose another name',
  ),
);

/** Utterances by language. */
export const utterances = z.record(z.string(), z.array(z.string().check(z.minLength(1))));
