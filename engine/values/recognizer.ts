import type { Stretch } from '../text/stretch.ts';
import type { Word } from '../text/words.ts';
import { UNITS, type Work } from '../text/work.ts';
import type { Clock } from './time/calendar.ts';
import { wordsIn } from './words-in.ts';

/** A query as recognisers read it. */
export interface Utterance {
  /** The text as it came. */
  text: string;
  /** Mistyped words of `meant` as they are meant; their places are those of the text. */
  words: readonly Word[];
  language: string;
  /** Normalised words that were mistyped, and those that are meant. */
  meant?: ReadonlyMap<string, string>;
  /** Counts what reading it takes; absent where nobody counts. */
  work?: Work;
  /** The moment of the query, to which `tomorrow` is relative. */
  clock: Clock;
  /** The meaning of "there" by entity: the value of each list that was spoken of last. */
  there?: ReadonlyMap<string, Meaning>;
  /** The meanings of "the same day" by entity: the values that were spoken of, the latest first. */
  spoken?: ReadonlyMap<string, readonly SpokenValue[]>;
}

/** Another text as the same user says it at the same time: a part of a query, or an earlier one. */
export const withText = (utterance: Utterance, text: string): Utterance =>
  text === utterance.text ? utterance : { ...utterance, text, words: wordsMeant(text, utterance) };

/** A query with blanks in the place of some stretches. */
export function without(utterance: Utterance, stretches: readonly Stretch[]): Utterance {
  if (stretches.length === 0) return utterance;
  const text = stretches.reduce(
    (left, { start, end }) => left.slice(0, start) + ' '.repeat(end - start) + left.slice(end),
    utterance.text,
  );
  return withText(utterance, text);
}

/** The words of a text, mistyped ones as they are meant. */
export const wordsMeant = (
  text: string,
  { language, meant, work }: Pick<Utterance, 'language' | 'meant' | 'work'>,
): Word[] => {
  const words = wordsIn(text, language);
  work?.spend(UNITS.word * words.length);
  return asMeant(words, meant);
};

/** Words as they are meant: mistyped ones mended. */
export const asMeant = (words: Word[], meant: ReadonlyMap<string, string> | undefined): Word[] =>
  meant === undefined || meant.size === 0
    ? words
    : words.map((word) => ({ ...word, text: meant.get(word.text) ?? word.text }));

/** A meaning of a stretch of the query. */
export interface Meaning {
  /** A canonical name, a number, an ISO 8601 date, time or duration, or the truth of a yes/no slot. */
  value: string | number | boolean;
  /** Fields beside the value on the wire, such as `currency`, `grain` or `end`. */
  details: Record<string, unknown>;
}

/** A value that was spoken of earlier in the conversation, and the slot that held it. */
export interface SpokenValue extends Meaning {
  slot: string;
}

/** A stretch of the query that an entity recognises. */
export interface Candidate extends Meaning {
  /** Offset of its first UTF-16 unit in the query. */
  start: number;
  /** Offset after its last UTF-16 unit. */
  end: number;
  /** Other meanings, taken where a slot's rule does not allow the first: last year's 5 March for the next one. */
  alternatives?: readonly Meaning[];
  /** True if its words refer to something spoken of before: "there". */
  pointsBack?: true;
  /** The distance to the next day that may be meant, if a day's month, week or year was left open. */
  cycle?: { months: number; days: number };
  /**
   * `exact`: as written; `fuzzy`: with a typing error; `weak`: only when nothing better claims it; `answer`: only
   * for the slot that was asked for ("the other one" holds no number otherwise). Of free text, `learned`: what the
   * utterances tell a value by; `learned_answer`: only as the answer to its question; `whole_answer`: that answer as
   * a whole.
   */
  quality: 'exact' | 'fuzzy' | 'weak' | 'answer' | 'learned' | 'learned_answer' | 'whole_answer';
}

/** Finds the values of one entity. Candidates do not overlap and stand in order. */
export type Recognizer = (utterance: Utterance) => readonly Candidate[];

/** The same function, which reads each utterance once: several questions are asked of the same one in a turn. */
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
