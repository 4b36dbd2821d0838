import type { CompiledSlot } from '../../assistant.ts';
import { traitsOf } from '../../built-in-entities.ts';
import type { Language } from '../../language/language.ts';
import { DEFAULT_LANGUAGE, languageOf } from '../../language/languages.ts';
import { hasPause, isPausedBefore } from '../../text/pauses.ts';
import { phraseAt } from '../../text/phrases.ts';
import { overlap, type Stretch } from '../../text/stretch.ts';
import { sharesStem } from '../../text/word-forms.ts';
import { firstWordFrom, wordsWithin } from '../../text/words.ts';
import type { PeopleTerm } from '../../values/categories.ts';
import { type PeopleCount, peopleIn } from '../../values/people.ts';
import { couplesIn } from '../../values/quantities.ts';
import { type Candidate, readOnce, type Utterance } from '../../values/recognizer.ts';
import { lengthsFor } from './counted-lengths.ts';
import { wordsOfQuestion } from './named-slots.ts';
import { counts as countsNoun, countsOwn, onesFor } from './ones.ts';
import type { ValueTable } from './value-table.ts';

/** True if a slot takes bare numbers, so that the next word says what is counted. */
export const takesCounts = ({ entity }: CompiledSlot): boolean => traitsOf(entity).bareNumber === 'value';

/** A number for a slot. `article`: read from an article or a pronoun. */
interface Count {
  candidate: Candidate;
  source: 'recognizer' | 'article';
}

/**
 * Lists a query's numbers for each number slot. A slot for people also takes an implied sum: "for my wife and me". If
 * slots count different people, each takes its part: `adults` takes two of "two adults and a child".
 */
export function countsForSlots(table: ValueTable): (slot: CompiledSlot) => Count[] {
  const { slots, utterance, asked } = table;
  const { words } = utterance;
  const { nouns } = table.language.people;
  const counting = slots.filter(takesCounts);
  const people = counting.length === 0 ? [] : peopleIn(utterance);
  const called = new Map(counting.map((slot) => [slot, peopleNamesOf(slot, utterance.language)]));
  const ofPeople = counting.filter((slot) => called.get(slot)?.length);
  const isNamed = (slot: CompiledSlot, noun: string) =>
    (called.get(slot) ?? []).some(
      (name) => sharesStem(name, noun) || areAlike(name, noun, utterance.language),
    );
  const divided = people.flatMap((sum) => dividedAmong(ofPeople, sum, isNamed, table.language) ?? []);
  const arePeople = (number: Stretch) =>
    people.some((sum) => overlap(sum, number)) ||
    ofAllFrom(number, utterance) > 0 ||
    nouns.has(words[firstWordFrom(words, number.end)]?.text ?? '');
  return (slot) => {
    const isOfPeople = ofPeople.includes(slot);
    const lengths = lengthsFor(slot, table);
    const whole = table
      .recognized('number')
      .filter((number) => !lengths.some((length) => overlap(length, number)))
      .filter((number) => !divided.some((sum) => overlap(sum, number)))
      .filter((number) => !isOfPeople || !isDecimal(number, utterance))
      .filter((number) => !isOwnPair(slot, number, utterance))
      // People are not nights, even if there are too many for the slot that counts people.
      .filter(
        (number) =>
          isOfPeople || ofPeople.length === 0 || !arePeople(number) || countsOwn(slot, number, utterance),
      )
      .map((number) => (isOfPeople && people.some((sum) => overlap(sum, number)) ? asWeak(number) : number));
    const counts = divided.flatMap(({ parts }) => parts.get(slot) ?? []);
    const nothing = isZeroAllowed(slot)
      ? noneFor(slot, utterance, slot.name === asked, (noun) => isNamed(slot, noun))
      : [];
    const ones = onesFor(slot, utterance, {
      isEmpty: !table.isFilled(slot.name),
      isAsked: slot.name === asked,
      isOfPeople,
    });
    const numbers = [...whole, ...lengths, ...counts, ...nothing, ...ones, ...pairsFor(slot, utterance)];
    return numbers
      .sort((number, next) => number.start - next.start)
      .map((candidate) => ({ candidate, source: ones.includes(candidate) ? 'article' : 'recognizer' }));
  };
}

/** True for two nouns with the same meaning: `kids` and `children`. */
const areAlike = (name: string, noun: string, language: string): boolean =>
  languageOf(language).people.kinds.some((kind) => kind.has(name) && kind.has(noun));

/**
 * The parts of a sum of people for slots that count some of them each: “me, my wife and our 3 kids” are 2 for `adults`
 * and 3 for `children`. Null unless several slots take a part, one takes all, or grown-ups are told from others.
 * @param ofPeople the slots that count people
 */
function dividedAmong(
  ofPeople: readonly CompiledSlot[],
  sum: PeopleCount,
  isNamed: (slot: CompiledSlot, noun: string) => boolean,
  { people: { kinds, young } }: Language,
): (Stretch & { parts: ReadonlyMap<CompiledSlot, Candidate> }) | null {
  const isYoung = (noun: string | null) => noun !== null && young.has(noun);
  const [grownUps] = [kinds[0], DEFAULT_LANGUAGE.people.kinds[0]].flatMap((nouns) =>
    ofPeople.filter((slot) => [...(nouns ?? [])].some((noun) => isNamed(slot, noun))),
  );
  const takerOf = ({ noun }: PeopleTerm): CompiledSlot | undefined => {
    const named = noun === null ? [] : ofPeople.filter((slot) => isNamed(slot, noun));
    return named[0] ?? (isYoung(noun) ? undefined : grownUps);
  };
  const takers = sum.terms.map(takerOf);
  const parts = new Map<CompiledSlot, Candidate>();
  let last: CompiledSlot | undefined;
  for (const [at, term] of sum.terms.entries()) {
    const taker = takers[at];
    if (taker !== undefined) {
      const { start, end, value, quality } = parts.get(taker) ?? { ...term, value: 0, quality: 'weak' };
      parts.set(taker, {
        start,
        // A value is one stretch: of people who are told apart, that of the first.
        end: last === taker ? term.end : end,
        value: Number(value) + term.value,
        details: {},
        quality: term.isCounted ? 'exact' : quality,
      });
    }
    last = taker;
  }
  const isWhole = !takers.includes(undefined);
  const isOfGrownUps = grownUps !== undefined && parts.has(grownUps) && ofPeople.length > 1;
  // An only slot, for children, takes the children alone.
  const isOfKind =
    ofPeople.length === 1 && sum.terms.some(({ noun }, at) => isYoung(noun) && takers[at] !== undefined);
  const isDivided = parts.size > 1 || isOfGrownUps || isOfKind || (parts.size === 1 && isWhole);
  return isDivided ? { start: sum.start, end: sum.end, parts } : null;
}

/** Reads zero for a slot that counts things: `no kids`, or the answer `none`. */
function noneFor(
  slot: CompiledSlot,
  utterance: Utterance,
  isAsked: boolean,
  isNamed: (noun: string) => boolean,
): Candidate[] {
  const { language } = utterance;
  const zero = (place: Stretch, quality: Candidate['quality']): Candidate => ({
    ...place,
    value: 0,
    details: {},
    quality,
  });
  const denied = deniedNouns(utterance)
    .filter(({ noun }) => isNamed(noun) || countsNoun(slot, noun, language))
    .map(({ start, end }) => zero({ start, end }, 'exact'));
  const answers = isAsked ? noneAlone(utterance).map((place) => zero(place, 'weak')) : [];
  return [...denied, ...answers.filter((answer) => !denied.some((value) => overlap(value, answer)))];
}

/** The words for none that a text, or its first clause, is apart from small words: `none of us`, `kein einziger`. */
export function noneAlone({ text, words, language }: Utterance): Stretch[] {
  const { connecting, numbers, people } = languageOf(language);
  const first = words.findIndex((word) => !connecting.has(word.text));
  const next = words.findIndex((_, index) => index > first && isPausedBefore(text, words, index));
  const telling = words
    .slice(first, next < 0 ? words.length : next)
    .filter((word) => !connecting.has(word.text));
  return words.flatMap(({ start }, index): Stretch[] => {
    const none = phraseAt(words, index, numbers.none);
    if (none === 0) return [];
    const end = words[index + none + phraseAt(words, index + none, people.ofAll) - 1]?.end;
    if (end === undefined) return [];
    return telling.every((word) => word.start >= start && word.end <= end) ? [{ start, end }] : [];
  });
}

/** True for a pair that is one of what the slot counts: “a pair” where pairs of shoes are counted. */
function isOwnPair(slot: CompiledSlot, number: Stretch, utterance: Utterance): boolean {
  if (!couplesIn(utterance).some((pair) => overlap(pair, number))) return false;
  return wordsWithin(utterance.words, number).some(({ text }) => countsNoun(slot, text, utterance.language));
}

/** Reads two for a slot that counts things: `a pair of tyres`. */
const pairsFor = (slot: CompiledSlot, utterance: Utterance): Candidate[] =>
  couplesIn(utterance).flatMap((pair) => {
    const { words, language } = utterance;
    const next = firstWordFrom(words, pair.end);
    const isJoined = languageOf(language).numbers.ofPair.has(words[next]?.text ?? '');
    const noun = words[isJoined ? next + 1 : next]?.text;
    return noun !== undefined && countsNoun(slot, noun, language) ? [{ ...pair, quality: 'weak' }] : [];
  });

/** The nouns that a text denies, with the words around them: `no kids`, `ohne Klavier`. */
export const deniedNouns = readOnce(({ text, words, language }): (Stretch & { noun: string })[] => {
  const { numbers, people } = languageOf(language);
  const { noneOf, notNeeded, beforePronoun, articles } = numbers;
  /** True for a word that belongs to something definite: “we don't need the boarding” declines no slot. */
  const isDefinite = (word: string) =>
    [beforePronoun, articles, people.owners].some((words) => words.has(word)) || /^\p{N}/u.test(word);
  return words.flatMap(({ start }, index) => {
    const none = phraseAt(words, index, noneOf);
    const length = none || phraseAt(words, index, notNeeded);
    const [last, noun] = [words[index + length - 1], words[index + length]];
    const isBefore =
      length > 0 &&
      last !== undefined &&
      noun !== undefined &&
      !isDefinite(noun.text) &&
      /^[\s'’]?$/.test(text.slice(last.end, noun.start));
    return isBefore ? [{ start, end: noun.end, noun: noun.text }] : [];
  });
});

/** The length in words of “of us” after a number; 0 if it does not follow. */
function ofAllFrom({ end }: Stretch, { words, language }: Utterance): number {
  return phraseAt(words, firstWordFrom(words, end), languageOf(language).people.ofAll);
}

/**
 * True for the number of part of a group, if the text goes on: “two of us are beginners”, but not “there are two of
 * us”.
 */
function isOfAll(number: Stretch, utterance: Utterance): boolean {
  const { text, words, language } = utterance;
  const length = ofAllFrom(number, utterance);
  const next = firstWordFrom(words, number.end) + length;
  const more = words[next];
  const isSmall = more === undefined || languageOf(language).connecting.has(more.text);
  return length > 0 && !isSmall && !isPausedBefore(text, words, next);
}

/** True if a number counts part of a group: “two of us”, or “one vegan” if a list slot takes “vegan”. */
export function isOfSome(number: Stretch, table: ValueTable): boolean {
  const { slots, utterance } = table;
  if (isOfAll(number, utterance)) return true;
  const { text, words, language } = utterance;
  const { connecting, people } = languageOf(language);
  const isCounted = ({ start, value, quality }: Candidate): boolean => {
    if (typeof value !== 'string' || start < number.end || quality === 'answer') return false;
    const between = words.filter((word) => word.start >= number.end && word.end <= start);
    const isBeside = between.every((word) => connecting.has(word.text));
    return (
      isBeside &&
      !hasPause(text.slice(number.end, start)) &&
      !people.nouns.has(words[firstWordFrom(words, start)]?.text ?? '')
    );
  };
  return slots.some(({ entity, multiple }) => multiple && table.recognized(entity).some(isCounted));
}

const isZeroAllowed = ({ validate }: CompiledSlot): boolean =>
  !(typeof validate?.min === 'number' && validate.min > 0) && (validate?.oneOf?.includes('0') ?? true);

const asWeak = (sum: Candidate): Candidate => ({ ...sum, quality: 'weak' });

/** True for `9.30`, which is more likely a time than a number of people. */
const isDecimal = ({ start, end }: Candidate, { text }: Utterance): boolean =>
  /^\d+[.,]\d+$/.test(text.slice(start, end));

export const countsPeople = (slot: CompiledSlot, language: string): boolean =>
  takesCounts(slot) && peopleNamesOf(slot, language).length > 0;

/** The words for people in a slot's name, in its question, and after its values in the utterances. */
function peopleNamesOf(slot: CompiledSlot, language: string): string[] {
  const { name, contexts } = slot;
  const beside = Object.keys(contexts[language]?.right ?? {});
  const people = [languageOf(language).people, DEFAULT_LANGUAGE.people];
  const isOfPeople = (word: string) =>
    people.some(({ nouns, groups }) => nouns.has(word) || groups.has(word));
  return [...name.split('_'), ...wordsOfQuestion(slot, language), ...beside].filter(isOfPeople);
}
