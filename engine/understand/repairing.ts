import { type CompiledAssistant, valueNames } from '../assistant.ts';
import type { Classifier } from '../classify/classifier.ts';
import { languageOf } from '../language/languages.ts';
import { Speller } from '../text/typos/repair.ts';
import { normalise, plainWords } from '../text/words.ts';
import type { ActReader } from './acts/reader.ts';
import { LETTERS } from './certainty.ts';
import type { UtteranceIndex } from './utterances.ts';

/**
 * Makes a classifier repair mistyped words in a language that the encoder does not read. A similar known word replaces
 * a word that neither the author's utterances nor the language's act reader know.
 */
export function repairing(
  classifier: Classifier,
  {
    assistant,
    language,
    acts,
    index,
  }: {
    assistant: CompiledAssistant;
    language: string;
    acts: ActReader | undefined;
    index: UtteranceIndex | undefined;
  },
): Classifier {
  const knows = acts?.knows;
  if (classifier.read !== undefined || knows === undefined || index === undefined) return classifier;
  const names = new Set(
    [...namesIn(assistant, language), ...languageOf(language).time.phrases.keys()].flatMap(wordsOf),
  );
  const utterances = {
    get: (word: string) => (index.knows(normalise(word)) ? 1 : undefined),
    // A word of the language is not a misspelling, but only words of the utterances replace misspellings.
    has: (word: string) => index.knows(normalise(word)) || classifier.knows?.(word) === true,
    keys: () => [],
  };
  const commonness = (word: string) => (knows(word) || names.has(normalise(word)) ? 1 : -1);
  const speller = new Speller(utterances, commonness, {
    shortest: LETTERS.several,
    keepsFirst: true,
    right: languageOf(language).spoken,
  });
  return {
    ...(classifier.knows && { knows: classifier.knows.bind(classifier) }),
    read: (text, options) => speller.read(text, options),
    classify: (text) => classifier.classify(speller.repair(text)),
    ...(classifier.classifyWithin && {
      classifyWithin: (part, whole) =>
        classifier.classifyWithin?.(speller.repair(part), speller.repair(whole)) ?? null,
    }),
  };
}

/** The names of listed values in a language. */
const namesIn = ({ entities }: CompiledAssistant, language: string): string[] =>
  Object.values(entities).flatMap((entity) =>
    Object.keys(entity.values).flatMap((value) => valueNames(entity, value, language)),
  );

const wordsOf = (phrase: string): string[] => plainWords(phrase).split(' ');
