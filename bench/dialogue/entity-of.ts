import { wordsOf } from '../../engine/text/words.ts';
import { builtInRecognizer } from '../../engine/values/built-in.ts';
import type { Candidate, Utterance } from '../../engine/values/recognizer.ts';

/** Built-in entities, most specific first; among equals, the first wins. */
const KINDS = ['email', 'phone', 'money', 'date', 'time', 'duration', 'percentage', 'number'] as const;

/** The share of a slot's values that an entity must read: if the slot's name suggests the entity, and otherwise. */
const MOST_OF_NAMED = 0.5;
const MOST_OF_OTHERS = 0.8;

/** @param now milliseconds since 1970 */
export const utteranceOf = (text: string, now: number): Utterance => ({
  text,
  words: wordsOf(text),
  language: 'en',
  clock: { now, offsetMinutes: 0 },
});

/** The longest reading of a text. */
export const mostOf = (candidates: readonly Candidate[]): Candidate | undefined =>
  [...candidates].sort((a, b) => b.end - b.start - (a.end - a.start))[0];

/**
 * The built-in entity that fits a slot: the entity that its name suggests, if it reads half of the slot's known
 * values; otherwise, of the entities that read four fifths, the one that covers most letters. Null if none fits.
 * Without known values, the words of name and description decide, except for slots that are names.
 */
export function entityOf(name: string, description: string, values: readonly string[]): string | null {
  const called = name.split('_');
  if (values.length === 0) {
    const words = new Set([...called, ...wordsOf(description).map(({ text }) => text)]);
    const named = KINDS.filter((kind) => called.includes(kind));
    const told = called.includes('name') ? [] : KINDS.filter((kind) => words.has(kind));
    return named[0] ?? told[0] ?? null;
  }
  const fits = KINDS.map((kind) => ({ kind, ...fitOf(kind, values) }));
  const named = fits.find(({ kind, share }) => called.includes(kind) && share >= MOST_OF_NAMED);
  const [best] = fits.filter(({ share }) => share >= MOST_OF_OTHERS).sort((a, b) => b.letters - a.letters);
  return (named ?? best)?.kind ?? null;
}

/** The built-in entity of dates or times that reads each of a list's values completely; null if neither does. */
export function entityOfList(values: readonly string[]): 'date' | 'time' | null {
  const isRead = (kind: string, value: string): boolean => {
    const read = mostOf(builtInRecognizer(kind, null)?.(utteranceOf(value, NOW)) ?? []);
    return read?.start === 0 && read.end === value.length;
  };
  return (['date', 'time'] as const).find((kind) => values.every((value) => isRead(kind, value))) ?? null;
}

const NOW = Date.UTC(2026, 0, 1, 12);

/** The share of values in which an entity reads something, and the number of letters it reads. */
function fitOf(kind: string, values: readonly string[]): { share: number; letters: number } {
  const recognize = builtInRecognizer(kind, 'USD') ?? (() => []);
  const read = values.flatMap((value) => {
    // A bare number is an amount of money only if nothing else matches.
    const sure = recognize(utteranceOf(value, NOW)).filter(({ quality }) => quality === 'exact');
    return mostOf(sure) ?? [];
  });
  const letters = read.reduce((sum, { start, end }) => sum + end - start, 0);
  return { share: read.length / values.length, letters };
}
