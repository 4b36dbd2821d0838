import { languageOf } from '../language/languages.ts';
import { phraseAt } from '../text/phrases.ts';
import { isCalledBy } from '../text/word-forms.ts';
import type { Word } from '../text/words.ts';
import {
  type Candidate,
  type Meaning,
  type Recognizer,
  readOnce,
  type SpokenValue,
  type Utterance,
} from './recognizer.ts';

/** The words that name an entity's values. */
export interface SpokenNames {
  /** The words of each slot's name, by slot of the entity. */
  slots: ReadonlyMap<string, readonly string[]>;
  /** The words for the entity itself: "day", "amount". Empty if only slot names say what the values mean. */
  kind: readonly string[];
}

/** Extends an entity's recogniser with words for values mentioned earlier: "there", "the same day". */
export const withSpoken =
  (entity: string, names: SpokenNames, recognize: Recognizer): Recognizer =>
  (utterance) => {
    const candidates = recognize(utterance);
    const references = [
      ...placesIn(utterance, utterance.there?.get(entity)),
      ...sameIn(utterance, names, candidates, utterance.spoken?.get(entity) ?? []),
    ];
    if (references.length === 0) return candidates;
    return [...candidates, ...references].sort((candidate, next) => candidate.start - next.start);
  };

/** The candidates where a text says "there". */
function placesIn({ words, language }: Utterance, meaning: Meaning | undefined): Candidate[] {
  if (meaning === undefined) return [];
  const { places, noPlaces } = languageOf(language).sentences;
  const there: Candidate[] = [];
  for (let at = 0; at < words.length; ) {
    const none = phraseAt(words, at, noPlaces);
    const length = none > 0 ? 0 : phraseAt(words, at, places);
    there.push(...referenceTo(meaning, words.slice(at, at + length)));
    at += Math.max(1, none, length);
  }
  return there;
}

/** Maximum number of words between "the same" and its noun: "the same pickup day". */
const MOST_BETWEEN = 1;

/** The places of "the same" in a text, from the first word to the following word. Read once for all entities. */
const samesIn = readOnce(({ words, language }: Utterance): { from: number; next: number }[] => {
  const { same } = languageOf(language).sentences;
  return words.flatMap((_, from) => {
    const length = phraseAt(words, from, same);
    return length > 0 ? [{ from, next: from + length }] : [];
  });
});

/** Finds "the same day". Its meaning is the value before it in the text, else the last mentioned value. */
function sameIn(
  utterance: Utterance,
  names: SpokenNames,
  candidates: readonly Candidate[],
  spoken: readonly SpokenValue[],
): Candidate[] {
  const { words } = utterance;
  return samesIn(utterance).flatMap(({ from, next }) => {
    const before = candidates.filter(({ end }) => end <= (words[from]?.start ?? 0)).reverse();
    for (let noun = next; noun <= next + MOST_BETWEEN; noun += 1) {
      const meaning = meaningOf(words[noun], names, [...before, ...spoken]);
      if (meaning !== undefined) return referenceTo(meaning, words.slice(from, noun + 1));
    }
    return [];
  });
}

/** The value that a noun means: a value whose slot it names, else the first value of the entity. */
function meaningOf(
  word: Word | undefined,
  { slots, kind }: SpokenNames,
  meanings: readonly (Meaning & { slot?: string })[],
): Meaning | undefined {
  if (word === undefined) return undefined;
  const isCalled = (names: readonly string[]) => names.some((name) => isCalledBy(name, word.text));
  const named = meanings.find(({ slot }) => slot !== undefined && isCalled(slots.get(slot) ?? []));
  if (named !== undefined || kind.length === 0) return named;
  return isCalled([...kind, ...[...slots.values()].flat()]) ? meanings[0] : undefined;
}

const referenceTo = ({ value, details }: Meaning, words: readonly Word[]): Candidate[] => {
  const [first, last] = [words[0], words.at(-1)];
  return first === undefined || last === undefined
    ? []
    : [{ value, details, start: first.start, end: last.end, quality: 'exact', pointsBack: true }];
};
