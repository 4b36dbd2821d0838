import { wordsOf } from '../../engine/text/words.ts';
import { builtInRecognizer } from '../../engine/values/built-in.ts';
import type { Candidate, Utterance } from '../../engine/values/recognizer.ts';

/** Built-in entities, those that say most of a value first: of equals the first is taken. */
const KINDS = ['email', 'phone', 'money', 'date', 'time', 'duration', 'percentage', 'number'] as const;

/** A kind that a slot is called by must read so many of its values; any other more. */
const MOST_OF_NAMED = 0.5;
const MOST_OF_OTHERS = 0.8;
/** Of the letters of a value. */
const MOST_OF_A_VALUE = 0.5;

/** @param now milliseconds since 1970 */
export const utteranceOf = (text: string, now: number): Utterance => ({
  text,
  words: wordsOf(text),
  language: 'en',
  clock: { now, offsetMinutes: 0 },
});

/** The reading of a text that has most of its letters, if any has half of them. */
export const mostOf = (text: string, candidates: readonly Candidate[]): Candidate | undefined =>
  candidates
    .filter(({ start, end }) => end - start >= text.length * MOST_OF_A_VALUE)
    .sort((a, b) => b.end - b.start - (a.end - a.start))[0];

/**
 * The built-in entity that fits a slot: the one that its name tells, if it reads half of the slot's known values, else
 * the one that reads most of them and four fifths at least. Null where none does. Where no value is known, the words
 * of the name and the description decide.
 */
export function entityOf(name: string, description: string, values: readonly string[]): string | null {
  const called = name.split('_');
  const words = values.length > 0 ? called : [...called, ...wordsOf(description).map(({ text }) => text)];
  const named = KINDS.filter((kind) => words.includes(kind));
  if (values.length === 0) return named[0] ?? null;
  const shares = KINDS.map((kind) => ({ kind, share: shareRead(kind, values) }));
  const best = shares.reduce((one, other) => (other.share > one.share ? other : one));
  const own = shares.find(({ kind, share }) => named.includes(kind) && share >= MOST_OF_NAMED);
  return own?.kind ?? (best.share >= MOST_OF_OTHERS ? best.kind : null);
}

const NOW = Date.UTC(2026, 0, 1, 12);

function shareRead(kind: string, values: readonly string[]): number {
  const recognize = builtInRecognizer(kind, 'USD') ?? (() => []);
  const read = values.filter((value) => mostOf(value, recognize(utteranceOf(value, NOW))) !== undefined);
  return read.length / values.length;
}
