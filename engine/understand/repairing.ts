import { type CompiledAssistant, valueNames } from '../assistant.ts';
import type { Classifier } from '../classify/classifier.ts';
import { languageOf } from '../language/languages.ts';
import { Speller } from '../text/typos/repair.ts';
import { plainWords } from '../text/words.ts';
import type { ActReader } from './acts/reader.ts';
import type { OwnUtterances } from './utterances.ts';

/** Of shorter words too many others are one slip away, where it is not known how common each is. */
const SHORTEST = 4;

/**
 * A classifier that repairs mistyped words of a language which the encoder does not read: those that neither the
 * author's utterances nor the language's act reader know, in favour of those that they do.
 */
export function repairing(
  classifier: Classifier,
  {
    assistant,
    language,
    acts,
    own,
  }: {
    assistant: CompiledAssistant;
    language: string;
    acts: ActReader | undefined;
    own: OwnUtterances | undefined;
  },
): Classifier {
  const knows = acts?.knows;
  if (classifier.read !== undefined || knows === undefined || own === undefined) return classifier;
  const others = new Set(
    [...namesIn(assistant, language), ...languageOf(language).time.phrases.keys()].flatMap(wordsOf),
  );
  const utterances = {
    get: (word: string) => (own.knows(plainWords(word)) ? 1 : undefined),
    // What is a word of the language is no slip; but slips are read as words that people use here.
    has: (word: string) => own.knows(plainWords(word)) || classifier.knows?.(word) === true,
    keys: () => [],
  };
  const commonness = (word: string) => (knows(word) || others.has(plainWords(word)) ? 1 : -1);
  const speller = new Speller(utterances, commonness, { shortest: SHORTEST, keepsFirst: true });
  return {
    ...(classifier.knows && { knows: classifier.knows.bind(classifier) }),
    read: (text, keepsNames) => speller.read(text, keepsNames),
    classify: (text) => classifier.classify(speller.repair(text)),
  };
}

/** How the values of lists are called in a language. */
const namesIn = ({ entities }: CompiledAssistant, language: string): string[] =>
  Object.values(entities).flatMap((entity) =>
    Object.keys(entity.values).flatMap((value) => valueNames(entity, value, language)),
  );

const wordsOf = (phrase: string): string[] => plainWords(phrase).split(' ');
