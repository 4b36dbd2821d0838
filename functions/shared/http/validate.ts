import * as z from 'zod/mini';
import { ParleyError } from '../domain/errors.ts';

/** An answer's body, typed by its schema. */
export type Answer<Schema extends z.ZodMiniType> = z.input<Schema>;

/**
 * Validates a caller's input against a schema.
 * @throws {ParleyError} `invalid_request` naming every invalid field
 */
export function validate<Schema extends z.ZodMiniType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = z.safeParse(schema, value);
  if (parsed.success) return parsed.data;
  const fields = parsed.error.issues.map(({ path, message }) => ({ field: path.join('.'), message }));
  const sentences = fields.map(({ field, message }) => `${field}: ${message}`);
  throw new ParleyError('invalid_request', sentences.join('; '), { fields });
}
