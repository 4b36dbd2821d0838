import { builtInRecognizer } from '../built-in.ts';
import { wordsIn } from '../words-in.ts';
import type { KnownValue } from './tagger/lexical.ts';

/** Built-in entities, and the language (ISO 639-1) in which their values are read. */
export interface RecognizedKinds {
  kinds: readonly string[];
  language: string;
}

export const NOTHING_RECOGNIZED: RecognizedKinds = { kinds: [], language: '' };

/** A fixed time (a Thursday noon), since the position of a date does not depend on the time of reading. */
const CLOCK = { now: Date.UTC(2026, 0, 1, 12), offsetMinutes: 0 };

/**
 * Finds values of built-in entities in a text. They show the tagger that different words, such as "half past nine" and
 * "21:30", are the same kind of value.
 */
export function knownValues({ kinds, language }: RecognizedKinds): (text: string) => KnownValue[] {
  const recognizers = kinds.flatMap((kind) => {
    const recognize = builtInRecognizer(kind, null);
    return recognize === undefined ? [] : [{ kind, recognize }];
  });
  return (text) => {
    const utterance = { text, words: wordsIn(text, language), language, clock: CLOCK };
    return recognizers.flatMap(({ kind, recognize }) =>
      recognize(utterance).map(({ start, end, quality }) => ({ kind: `${kind} ${quality}`, start, end })),
    );
  };
}
