import type { CompiledSlot } from '../../assistant.ts';
import { languageOf } from '../../language/languages.ts';
import { isPausedBefore } from '../../text/pauses.ts';
import { phraseAt } from '../../text/phrases.ts';
import { rememberedOf } from '../../text/remembered.ts';
import type { Stretch } from '../../text/stretch.ts';
import { endsCompound, isInflected } from '../../text/word-forms.ts';
import { firstWordFrom } from '../../text/words.ts';
import type { Candidate, Utterance } from '../../values/recognizer.ts';
import { wordsIn } from '../../values/words-in.ts';
import { isConnecting } from './bare.ts';

/**
 * Reads an article as the number 1 for a slot that counts things: `a pack`, `ein Stück`. An empty slot also takes a
 * compound of the noun of its “how many” question and, if it is required, a pronoun for that noun: “key lost, need a new
 * one”. An empty slot for people takes “a table for one”.
 */
export function onesFor(
  slot: CompiledSlot,
  utterance: Utterance,
  { isEmpty, isAsked, isOfPeople }: { isEmpty: boolean; isAsked: boolean; isOfPeople: boolean },
): Candidate[] {
  const { words, language } = utterance;
  const { articles, beforePronoun } = languageOf(language).numbers;
  const isNoun = (word: string) => (isEmpty ? isOwn : counts)(slot, word, language);
  const asksHowMany = isEmpty && slot.required && nounsAsked(slot, language).length > 0;
  const hasNoun = asksHowMany && (isAsked || words.some(({ text }) => isNoun(text)));
  return words.flatMap(({ text, start, end }, index): Candidate[] => {
    // Skips “the one key”, “that big one” and “a few keys”.
    const leads = articles.has(text) ? [1] : [1, 2];
    const isNamed = leads.some((back) => beforePronoun.has(words[index - back]?.text ?? ''));
    if (isNamed || isSeveral(utterance, index)) return [];
    const isOne =
      (articles.has(text) && standsBeforeNoun(utterance, index, isNoun)) ||
      (hasNoun && standsForNoun(utterance, index)) ||
      (isOfPeople && isEmpty && isForOne(utterance, index));
    return isOne ? [{ start, end, value: 1, details: {}, quality: 'weak' }] : [];
  });
}

/** True for “one” as the number of people: `a table for one`. */
function isForOne(utterance: Utterance, index: number): boolean {
  const { words, language } = utterance;
  const { numbers, people } = languageOf(language);
  const [before, one] = [words[index - 1], words[index]];
  const isForThem = people.beneficiary.has(before?.text ?? '') && numbers.pronouns.has(one?.text ?? '');
  return isForThem && endsBefore(utterance, index + 1);
}

/** True if the next word goes on with something else: at a pause, or with a small word. */
const endsBefore = ({ text, words, language }: Utterance, next: number): boolean => {
  const word = words[next]?.text;
  return word === undefined || isPausedBefore(text, words, next) || isConnecting(word, language);
};

/** True if the slot's own noun follows a number, with at most one word between: `2 adult tickets`. */
export const countsOwn = (slot: CompiledSlot, { end }: Stretch, utterance: Utterance): boolean =>
  standsBeforeNoun(utterance, firstWordFrom(utterance.words, end) - 1, (word) =>
    isOwn(slot, word, utterance.language),
  );

/** True if a noun is part of the slot's name, follows its numbers in the utterances, or is the noun of its question. */
export function counts(slot: CompiledSlot, noun: string, language: string): boolean {
  const { search, people } = languageOf(language);
  const seen = Object.keys(slot.contexts[language]?.right ?? {}).filter(
    (word) => !search.stopWords.has(word),
  );
  return [...slot.name.split('_'), ...seen, ...nounsAsked(slot, language)].some(
    (own) => search.stem(own) === search.stem(noun) || isInflected(own, noun, people.doer),
  );
}

/** True for a noun that the slot counts, or a compound of the noun of its question: `Tageskarten`. */
const isOwn = (slot: CompiledSlot, word: string, language: string): boolean =>
  counts(slot, word, language) ||
  nounsAsked(slot, language).some((noun) => endsCompound(noun, word, languageOf(language).search.stem));

/** The noun after “how many” in a slot's question, if any. */
export const nounsAsked = (slot: CompiledSlot, language: string): readonly string[] =>
  nounsIn(slot, language, slot.ask?.[language]?.speak.join(' ') ?? '');

const nounsIn = rememberedOf((_: CompiledSlot, language, question): string[] => {
  const { numbers, search } = languageOf(language);
  const words = wordsIn(question, language);
  const lengths = words.map((_, index) => phraseAt(words, index, numbers.howMany));
  const at = lengths.findIndex((length) => length > 0);
  const behind = at < 0 ? [] : words.slice(at + (lengths[at] ?? 0));
  const noun = behind.find(({ text }) => !search.stopWords.has(text));
  return noun === undefined ? [] : [noun.text];
});

/** True if an article begins a phrase for several things: `a few`, `ein paar`. */
function isSeveral({ words, language }: Utterance, index: number): boolean {
  const { numbers, time } = languageOf(language);
  const [article = '', next = ''] = [words[index]?.text, words[index + 1]?.text];
  const meanings = time.phrases.get(`${article} ${next}`) ?? [];
  return numbers.pair.has(next) || meanings.some(({ kind }) => kind === 'one' || kind === 'few');
}

/** True if the counted noun follows an article or a number, with at most one word between: `a day pass`. */
function standsBeforeNoun(
  { text, words, language }: Utterance,
  index: number,
  isNoun: (word: string) => boolean,
): boolean {
  const { stopWords } = languageOf(language).search;
  const isPart = (at: number) => {
    const word = words[at]?.text;
    const isSmall = word === undefined || isConnecting(word, language) || stopWords.has(word);
    return !isSmall && !isPausedBefore(text, words, at);
  };
  const [next, second] = [index + 1, index + 2];
  if (!isPart(next)) return false;
  return isNoun(words[next]?.text ?? '') || (isPart(second) && isNoun(words[second]?.text ?? ''));
}

/** True if a word stands for the counted noun: `one` before the end of a clause or a small word, or `a new one`. */
function standsForNoun(utterance: Utterance, index: number): boolean {
  const { words, language } = utterance;
  const { articles, another, pronouns } = languageOf(language).numbers;
  const word = words[index]?.text ?? '';
  const anew = articles.has(word) ? phraseAt(words, index + 1, another) : 0;
  return (anew > 0 || pronouns.has(word)) && endsBefore(utterance, index + 1 + anew);
}
