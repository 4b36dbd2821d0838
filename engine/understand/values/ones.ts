import type { CompiledSlot } from '../../assistant.ts';
import { languageOf } from '../../language/languages.ts';
import { isPausedBefore } from '../../text/pauses.ts';
import { phraseAt } from '../../text/phrases.ts';
import { rememberedOf } from '../../text/remembered.ts';
import { overlap, type Stretch } from '../../text/stretch.ts';
import { endsCompound, isInflected } from '../../text/word-forms.ts';
import { firstWordFrom } from '../../text/words.ts';
import { numbersIn } from '../../values/number.ts';
import type { Candidate, Utterance } from '../../values/recognizer.ts';
import { wordsIn } from '../../values/words-in.ts';
import { isConnecting } from './bare.ts';

/**
 * Reads an article as the number 1 for a slot that counts things: `a pack`, `ein Stück`. An empty slot also takes the
 * noun of its “how many” question and, if it is required, a pronoun for that noun: “key lost, need a new one”. An empty
 * slot for people takes “a table for one”.
 */
export function onesFor(
  slot: CompiledSlot,
  utterance: Utterance,
  { isEmpty, isAsked, isOfPeople }: { isEmpty: boolean; isAsked: boolean; isOfPeople: boolean },
): Candidate[] {
  const { words, language } = utterance;
  const { articles, beforePronoun } = languageOf(language).numbers;
  const nouns = isEmpty ? nounsCounted(slot, language) : [];
  const isNoun = (word: string) => isOneOf(nouns, word, language);
  const hasNoun = slot.required && nouns.length > 0 && (isAsked || words.some(({ text }) => isNoun(text)));
  const isCounted = (word: string) => counts(slot, word, language) || isNoun(word);
  return words.flatMap(({ text, start, end }, index): Candidate[] => {
    // Skips “the one key”, “that big one” and “a few keys”.
    const leads = articles.has(text) ? [1] : [1, 2];
    const isNamed = leads.some((back) => beforePronoun.has(words[index - back]?.text ?? ''));
    if (isNamed || isSeveral(utterance, index, isCounted) || isDenied(utterance, index)) return [];
    const isOne =
      (articles.has(text) && standsBeforeNoun(utterance, index, isCounted)) ||
      (hasNoun && standsForNoun(utterance, index, isAsked)) ||
      (isOfPeople && isEmpty && isForOne(utterance, index));
    return isOne ? [{ start, end, value: 1, details: {}, quality: 'weak' }] : [];
  });
}

/** True right behind a word that denies: “not a pack but two”. “Why not a pack” proposes one. */
function isDenied({ text, words, language }: Utterance, index: number): boolean {
  const { change, sentences, yesNo } = languageOf(language);
  const before = words[index - 1]?.text ?? '';
  if (!change.not.includes(before) || yesNo.no.includes(before)) return false;
  return !sentences.questions.includes(words[index - 2]?.text ?? '') && !isPausedBefore(text, words, index);
}

/** True for “one” as the number of people: `a table for one`. */
function isForOne({ text, words, language }: Utterance, index: number): boolean {
  const { numbers, people } = languageOf(language);
  const [before, one, next] = [words[index - 1], words[index], words[index + 1]];
  const isForThem = people.beneficiary.has(before?.text ?? '') && numbers.pronouns.has(one?.text ?? '');
  const endsHere =
    next === undefined || isPausedBefore(text, words, index + 1) || isConnecting(next.text, language);
  return isForThem && endsHere && phraseAt(words, index + 1, people.ofAll) === 0;
}

/** True if the slot's own noun follows a number, with at most one word between: `2 adult tickets`. */
export function countsOwn(
  slot: CompiledSlot,
  { end, beforeNoun = end }: Stretch & Pick<Candidate, 'beforeNoun'>,
  utterance: Utterance,
): boolean {
  const { words, language } = utterance;
  const asked = nounsAsked(slot, language) ?? [];
  const isOwn = (word: string) => counts(slot, word, language) || isOneOf(asked, word, language);
  return standsBeforeNoun(utterance, firstWordFrom(words, beforeNoun) - 1, isOwn);
}

/** True if a noun is part of the slot's name, or follows the slot's numbers in the utterances. */
export const counts = (slot: CompiledSlot, noun: string, language: string): boolean =>
  [...slot.name.split('_'), ...nounsSeen(slot, language)].some((own) => isSameNoun(own, noun, language));

/** True for forms of one noun: `key` and `keys`, `gâteau` and `gâteaux`. */
function isSameNoun(noun: string, word: string, language: string): boolean {
  const { search, people } = languageOf(language);
  const [nounStem, wordStem] = [search.stem(noun), search.stem(word)];
  const isStem = nounStem === wordStem || nounStem === word || noun === wordStem;
  return isStem || isInflected(noun, word, people.doer);
}

/** True for a form of a noun, or of a compound that ends in it. */
const isOneOf = (nouns: readonly string[], word: string, language: string): boolean =>
  nouns.some(
    (noun) => isSameNoun(noun, word, language) || endsCompound(noun, word, languageOf(language).search.stem),
  );

/** True for a word too common to be searched for, which nobody counts either; but "días" and "Tag" are counted. */
export function isUncounted(word: string, language: string): boolean {
  const { search, time } = languageOf(language);
  return search.stopWords.has(word) && !time.phrases.get(word)?.some(({ kind }) => kind === 'unit');
}

/**
 * The nouns behind the slot's numbers in the utterances: only those of its name or question if there are such, since the
 * “hotel” of “2 hotel rooms” is not what is counted.
 */
function nounsSeen(slot: CompiledSlot, language: string): string[] {
  const seen = Object.keys(slot.contexts[language]?.right ?? {}).filter(
    (word) => !isUncounted(word, language),
  );
  const called = [...slot.name.split('_'), ...(nounsAsked(slot, language) ?? [])];
  const own = seen.filter((noun) => called.some((word) => isSameNoun(word, noun, language)));
  return own.length > 0 ? own : seen;
}

/**
 * The nouns that a slot counts: the noun after “how many” in its question, and the nouns after its numbers.
 * Empty if the question has no “how many”.
 */
function nounsCounted(slot: CompiledSlot, language: string): string[] {
  const asked = nounsAsked(slot, language);
  return asked === null ? [] : [...asked, ...nounsSeen(slot, language)];
}

/** The noun after “how many” in a slot's question, if any; null if the question has no “how many”. */
export const nounsAsked = (slot: CompiledSlot, language: string): string[] | null =>
  nounsIn(slot, language, slot.ask?.[language]?.speak.join(' ') ?? '');

const nounsIn = rememberedOf((_: CompiledSlot, language, question): string[] | null => {
  const { numbers } = languageOf(language);
  const words = wordsIn(question, language);
  const at = words.findIndex((_, index) => phraseAt(words, index, numbers.howMany) > 0);
  if (at < 0) return null;
  const noun = words
    .slice(at + phraseAt(words, at, numbers.howMany))
    .find(({ text }) => !isUncounted(text, language) && !isConnecting(text, language));
  return noun === undefined ? [] : [noun.text];
});

/**
 * True if an article begins a phrase for several things: `a few`, `ein paar`, `een dag of vijf`. `A pair` is one where
 * pairs are counted.
 */
function isSeveral(utterance: Utterance, index: number, isCounted: (word: string) => boolean): boolean {
  const { words, language } = utterance;
  const { numbers, time } = languageOf(language);
  const isOr = time.phrases.get(words[index + 2]?.text ?? '')?.some(({ kind }) => kind === 'orSo') ?? false;
  const [article = '', next = ''] = [words[index]?.text, words[index + 1]?.text];
  const meanings = time.phrases.get(`${article} ${next}`) ?? [];
  return (
    (numbers.pair.has(next) && !isCounted(next)) ||
    (isOr && isNumber(words[index + 3], utterance)) ||
    meanings.some(({ kind, value }) => (kind === 'one' || kind === 'few') && Number(value) > 1)
  );
}

const isNumber = (word: Stretch | undefined, utterance: Utterance): boolean =>
  word !== undefined && numbersIn(utterance).some((number) => overlap(number, word));

/**
 * True if the counted noun follows an article or a number, with at most one word between that is no number: `a day pass`,
 * but not `a 5 bedroom flat`.
 */
function standsBeforeNoun(utterance: Utterance, index: number, isNoun: (word: string) => boolean): boolean {
  const { text, words, language } = utterance;
  const isPart = (at: number) => {
    const word = words[at]?.text;
    const isSmall = word === undefined || isConnecting(word, language) || isUncounted(word, language);
    return !isSmall && !isPausedBefore(text, words, at);
  };
  const [next, second] = [index + 1, index + 2];
  if (!isPart(next)) return false;
  if (isNoun(words[next]?.text ?? '')) return true;
  return isPart(second) && isNoun(words[second]?.text ?? '') && !isNumber(words[next], utterance);
}

/**
 * True if a word stands for the counted noun: `one` at the end of a clause or before `for`, or `a new one`.
 */
function standsForNoun({ text, words, language }: Utterance, index: number, isAsked: boolean): boolean {
  const { numbers, time } = languageOf(language);
  const word = words[index]?.text ?? '';
  const anew = numbers.articles.has(word) ? phraseAt(words, index + 1, numbers.another) : 0;
  if (anew === 0 && !numbers.pronouns.has(word)) return false;
  const next = index + 1 + anew;
  const behind = words[next]?.text;
  if (behind === undefined || isPausedBefore(text, words, next)) return true;
  const isFor = time.phrases.get(behind)?.some(({ kind }) => kind === 'lasting') ?? false;
  return isFor || ((anew > 0 || isAsked) && isConnecting(behind, language));
}
