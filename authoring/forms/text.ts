import * as z from 'zod/mini';

/** A template, or a list of alternatives; neither is empty. */
export const lines = z.union(
  [z.string().check(z.minLength(1)), z.array(z.string().check(z.minLength(1))).check(z.minLength(1))],
  'write a text, or a list of alternative texts',
);
export type Lines = z.infer<typeof lines>;

export const saying = z.strictObject({ speak: lines, show: z.optional(lines) });
export type Saying = z.infer<typeof saying>;

/** `speak`, `show`, and texts of personalities by name. */
const detailed = z.catchall(
  z.object({ speak: lines, show: z.optional(lines) }),
  z.union([lines, saying], 'write the text of this personality: a text, or {speak, show}'),
);

/** A text by language. */
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
  // The only snake_case property name that every JavaScript object has.
  z.refine((name) => name !== 'constructor', 'the name constructor is reserved: choose another name'),
);

/** The label of a turn for business logic, in the format of the original service's servers. */
export const label = z
  .string()
  .check(
    z.regex(/^[A-Za-z][A-Za-z0-9_.-]{0,63}$/, 'write letters, digits, "_", "-" and ".", a letter first'),
  );

/** The fields of every value on the wire. */
const TAKEN_FIELDS = ['tokens', 'resolved', 'status', 'value', 'error', 'reason', 'candidates', 'mappings'];

/** The name of an additional field of a value. */
export const wireField = z.string().check(
  z.regex(/^[A-Za-z][A-Za-z0-9_]{0,63}$/, 'write letters, digits and "_", a letter first'),
  z.refine(
    (name) => name !== 'constructor' && !TAKEN_FIELDS.includes(name),
    'this field name is reserved: choose another name',
  ),
);

/** Utterances by language. */
export const utterances = z.record(z.string(), z.array(z.string().check(z.minLength(1))));
