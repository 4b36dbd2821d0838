import type { Stretch } from '../text/stretch.ts';
import type { Word } from '../text/words.ts';
import { UNITS, type Work } from '../text/work.ts';
import type { Clock } from './time/calendar.ts';
import { wordsIn } from './words-in.ts';

/** A query as recognisers read it. */
export interface Utterance {
  /** The text as received. */
  text: string;
  /** The words, with mistyped ones corrected by `meant`. Offsets are those of the text. */
  words: readonly Word[];
  language: string;
  /** The intended word for each mistyped word, both normalised. */
  meant?: ReadonlyMap<string, string>;
  /** Counts the work of reading; absent if it is not limited. */
  work?: Work;
  /** The moment of the query, to which `tomorrow` is relative. */
  clock: Clock;
  /** The meaning of "there", by entity: the last mentioned value of each list. */
  there?: ReadonlyMap<string, Meaning>;
  /** The meanings of "the same day", by entity: the mentioned values, latest first. */
  spoken?: ReadonlyMap<string, readonly SpokenValue[]>;
}

/** The utterance with another text of the same user: a part of the query, or an earlier query. */
export const withText = (utterance: Utterance, text: string): Utterance =>
  text === utterance.text ? utterance : { ...utterance, text, words: wordsMeant(text, utterance) };

/** The query with some stretches replaced by blanks. */
export function without(utterance: Utterance, stretches: readonly Stretch[]): Utterance {
  if (stretches.length === 0) return utterance;
  const text = stretches.reduce(
    (left, { start, end }) => left.slice(0, start) + ' '.repeat(end - start) + left.slice(end),
    utterance.text,
  );
  return withText(utterance, text);
}

/** The words of a text, with mistyped words corrected. */
export const wordsMeant = (
  text: string,
  { language, meant, work }: Pick<Utterance, 'language' | 'meant' | 'work'>,
): Word[] => {
  const words = wordsIn(text, language);
  work?.spend(UNITS.word * words.length);
  return asMeant(words, meant);
};

/** Corrects mistyped words. */
export const asMeant = (words: Word[], meant: ReadonlyMap<string, string> | undefined): Word[] =>
  meant === undefined || meant.size === 0
    ? words
    : words.map((word) => ({ ...word, text: meant.get(word.text) ?? word.text }));

/** A meaning of a stretch of the query. */
export interface Meaning {
  /** A canonical name, a number, an ISO 8601 date, time or duration, or the truth of a yes/no slot. */
  value: string | number | boolean;
  /** Further fields of the value on the wire, such as `currency`, `grain` or `end`. */
  details: Record<string, unknown>;
}

/** A value mentioned earlier in the conversation, and the slot that held it. */
export interface SpokenValue extends Meaning {
  slot: string;
}

/** A stretch of the query that an entity recognises. */
export interface Candidate extends Meaning {
  /** Offset of the first UTF-16 unit in the query. */
  start: number;
  /** Offset after the last UTF-16 unit. */
  end: number;
  /**
   * Other meanings, used if a slot's rule does not allow the first, such as last year's 5 March instead of the next
   * one.
   */
  alternatives?: readonly Meaning[];
  /** True if the words refer to something mentioned earlier: "there". */
  pointsBack?: true;
  /** For a number that reaches over its noun, where the number itself ends: the 2 of "2 kilos and a half". */
  beforeNoun?: number;
  /** The distance to the next possible day, if the words leave the month, week or year open. */
  cycle?: { months: number; days: number };
  /**
   * - `exact`: as written
   * - `fuzzy`: with a typing error
   * - `weak`: only if no better candidate claims the words
   * - `answer`: only for the asked slot
   * - `learned`: free text that the tagger found
   * - `learned_answer`: free text that the tagger found, only as the answer to its question
   * - `whole_answer`: free text that is the whole answer
   */
  quality: 'exact' | 'fuzzy' | 'weak' | 'answer' | 'learned' | 'learned_answer' | 'whole_answer';
}

/** The most values of an entity that are read from a text, so that the work for it has a ceiling. */
export const MOST_VALUES = 32;

/** Finds an entity's values, in order and without overlaps. */
export type Recognizer = (utterance: Utterance) => readonly Candidate[];

/** Makes a function read each utterance only once, since a turn reads the same utterance several times. */
export function readOnce<T>(read: (utterance: Utterance) => T): (utterance: Utterance) => T {
  const known = new WeakMap<Utterance, { value: T }>();
  return (utterance) => {
    let reading = known.get(utterance);
    if (reading === undefined) {
      utterance.work?.spend(UNITS.word * utterance.words.length);
      reading = { value: read(utterance) };
      known.set(utterance, reading);
    }
    return reading.value;
  };
}
