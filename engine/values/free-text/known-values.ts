import { builtInRecognizer } from '../built-in.ts';
import { wordsIn } from '../words-in.ts';
import type { KnownValue } from './tagger/lexical.ts';

/** Built-in entities, and the language (ISO 639-1) in which their values are read. */
export interface RecognizedKinds {
  kinds: readonly string[];
  language: string;
}

export const NOTHING_RECOGNIZED: RecognizedKinds = { kinds: [], language: '' };

/** Noon of a Thursday: where a date stands does not depend on when it is read. */
const CLOCK = { now: Date.UTC(2026, 0, 1, 12), offsetMinutes: 0 };

/**
 * Finds where a text has values of some built-in kinds, which tells a tagger what the words alone do not: that "half
 * past nine" and "21:30" are the same kind of thing.
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
