import type { CompiledSlot, SlotEdges, TimesMarked } from '../../assistant.ts';
import { languageOf } from '../../language/languages.ts';
import { overlap, type Stretch, sharedLength } from '../../text/stretch.ts';
import { firstWordFrom, type Word } from '../../text/words.ts';
import type { Candidate, Utterance } from '../../values/recognizer.ts';
import { WORDS } from '../certainty.ts';

/** The limit of recognised values compared with a mark. */
const MOST_VALUES = 8;
/** A word is left out if marks exclude it at least twice, and more than twice as often as they include it. */
const SURE = 2;

const SIDES = ['start', 'end'] as const;
type Side = (typeof SIDES)[number];

/** The edges of an untrained slot. */
export const noEdges = (): SlotEdges => ({ start: {}, end: {} });

/**
 * Counts, for each word at the edges of a recognised value, whether the author's mark includes it. In "[9
 * people](guests)" the mark includes "people", although the number is 9; in "at [11:45](time)" it leaves out
 * "at", although "at 11:45" is a time.
 * @param read the values that the slot's recogniser finds in the text
 */
export function countEdges(
  edges: SlotEdges,
  { words, language }: Pick<Utterance, 'words' | 'language'>,
  mark: Stretch,
  read: readonly Candidate[],
): void {
  const from = firstWordFrom(read, mark.start);
  const near = read.slice(Math.max(0, from - 1), from + MOST_VALUES);
  const [value] = near
    .filter((candidate) => overlap(candidate, mark))
    .sort((a, b) => sharedLength(b, mark) - sharedLength(a, mark));
  if (value === undefined) return;
  for (const side of SIDES) {
    const edge = wordAt(words, value, side);
    const marked = wordAt(words, mark, side);
    const outward = side === 'start' ? -1 : 1;
    const first = Math.min(edge, marked);
    const last = Math.max(edge, marked);
    for (let at = first; at <= last; at++) {
      const beyond = (at - marked) * outward;
      count(edges[side], words[at], language, beyond > 0 ? 'out' : beyond === 0 ? 'last' : 'within');
    }
    if ((marked - edge) * outward >= 0) count(edges[side], words[marked + outward], language, 'out');
  }
}

/**
 * Adjusts a value's stretch to the author's marks: adds neighbouring words that marks include, and removes edge words
 * that marks leave out.
 * @param otherValues stretches of other values, which the result must not overlap
 */
export function markedStretch(
  { contexts }: CompiledSlot,
  value: Stretch,
  { words, language }: Pick<Utterance, 'words' | 'language'>,
  otherValues: readonly Stretch[],
): Stretch {
  const edges = contexts[language]?.edges;
  if (edges === undefined) return value;
  const ends = { start: wordAt(words, value, 'start'), end: wordAt(words, value, 'end') };
  const stretch = { start: value.start, end: value.end };
  for (const side of SIDES) {
    const outward = side === 'start' ? -1 : 1;
    const timesAt = (index: number) => timesOf(edges[side], words[index], language);
    const edge = ends[side];
    let at = edge;
    while (ends.start < ends.end && isLeftOut(timesAt(at))) {
      at -= outward;
      ends[side] = at;
    }
    for (let next = at + outward; at === edge && (next - edge) * outward <= WORDS.few; next += outward) {
      const word = words[next];
      if (word === undefined || otherValues.some((stretch) => overlap(stretch, word))) break;
      const [last, within, out] = timesAt(next);
      if (last + within <= out) break;
      if (last > out) ends[side] = next;
    }
    if (ends[side] !== edge) stretch[side] = words[ends[side]]?.[side] ?? stretch[side];
  }
  return stretch;
}

/** True if marks rarely include a word that the recogniser includes. */
const isLeftOut = ([last, within, out]: TimesMarked): boolean => out > SURE * (last + within) && out >= SURE;

const wordAt = (words: readonly Word[], { start, end }: Stretch, side: Side): number =>
  side === 'start' ? firstWithin(words, start) : firstWordFrom(words, end) - 1;

/** The word at or after an offset. */
function firstWithin(words: readonly Word[], offset: number): number {
  const next = firstWordFrom(words, offset);
  return (words[next - 1]?.end ?? 0) > offset ? next - 1 : next;
}

/** Words for people share a key. Digits have no key: they are the value itself. */
function keysOf({ text }: Word, language: string): string[] {
  if (/^\p{N}+$/u.test(text)) return [];
  const { nouns, groups } = languageOf(language).people;
  return nouns.has(text) || groups.has(text) ? [text, '@people'] : [text];
}

type Way = 'last' | 'within' | 'out';

function count(
  counts: Record<string, TimesMarked>,
  word: Word | undefined,
  language: string,
  way: Way,
): void {
  if (word === undefined) return;
  for (const key of keysOf(word, language)) {
    const [last, within, out] = Object.hasOwn(counts, key) ? (counts[key] ?? NEVER) : NEVER;
    const more = (counted: Way) => (counted === way ? 1 : 0);
    counts[key] = [last + more('last'), within + more('within'), out + more('out')];
  }
}

const NEVER: TimesMarked = [0, 0, 0];

/** The counts of a word, or of its kind if the word was never seen. */
function timesOf(
  counts: Readonly<Record<string, TimesMarked>>,
  word: Word | undefined,
  language: string,
): TimesMarked {
  const key = word && keysOf(word, language).find((known) => Object.hasOwn(counts, known));
  return key === undefined ? NEVER : (counts[key] ?? NEVER);
}
