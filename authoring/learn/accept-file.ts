import { parseDocument } from 'yaml';
import * as z from 'zod/mini';
import { AuthoringError } from '../findings.ts';
import type { Accepted } from './accept.ts';

const acceptFile = z.array(
  z.looseObject({
    /** Null or omitted if the group is not accepted. */
    label: z.optional(z.nullable(z.string())),
    utterances: z.record(z.string(), z.array(z.string())),
  }),
);

/**
 * Reads which groups an author accepts, in the format of `parley conversations unhandled --output`.
 * @throws {AuthoringError} for any other format
 */
export function readAccepted(file: string, text: string): Accepted[] {
  const document = parseDocument(text);
  const [error] = document.errors;
  if (error !== undefined) throw new AuthoringError(`${file}: ${error.message}`, []);
  const read = acceptFile.safeParse(document.toJS({ maxAliasCount: 100 }));
  if (!read.success) {
    const place = read.error.issues[0]?.path.join('.') || 'the file';
    throw new AuthoringError(
      `${file}: ${place} is invalid: write a list of groups, each with a label and utterances by language.`,
      [],
    );
  }
  return read.data.flatMap(({ label, utterances }) =>
    label == null || label === ''
      ? []
      : Object.entries(utterances).map(([language, list]) => ({ label, language, utterances: list })),
  );
}
