import type { CompiledSlot } from '../../assistant.ts';
import { traitsOf } from '../../built-in-entities.ts';
import type { Language } from '../../language/language.ts';
import { DEFAULT_LANGUAGE, languageOf } from '../../language/languages.ts';
import { hasPause, isPausedBefore } from '../../text/pauses.ts';
import { phraseAt } from '../../text/phrases.ts';
import { overlap, type Stretch } from '../../text/stretch.ts';
import { sharesStem } from '../../text/word-forms.ts';
import { firstWordFrom } from '../../text/words.ts';
import type { PeopleTerm } from '../../values/categories.ts';
import { type PeopleCount, peopleIn } from '../../values/people.ts';
import { couplesIn } from '../../values/quantities.ts';
import { type Candidate, readOnce, type Utterance } from '../../values/recognizer.ts';
import { lengthsFor } from './counted-lengths.ts';
import { wordsOfQuestion } from './named-slots.ts';
import { counts as countsNoun, onesFor } from './ones.ts';
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
  const { nouns, kinds } = table.language.people;
  const counting = slots.filter(takesCounts);
  const people = counting.length === 0 ? [] : peopleIn(utterance);
  const called = new Map(counting.map((slot) => [slot, peopleNamesOf(slot, utterance.language)]));
  const ofPeople = counting.filter((slot) => called.get(slot)?.length);
  // Also by another word for the same people: `kids` for `children`.
  const isNamed = (slot: CompiledSlot, noun: string) =>
    (called.get(slot) ?? []).some(
      (name) => sharesStem(name, noun) || kinds.some((kind) => kind.has(name) && kind.has(noun)),
    );
  const divided = people.flatMap((sum) => dividedAmong(ofPeople, sum, isNamed, table.language) ?? []);
  const isSum = (number: Stretch) => people.some((sum) => overlap(sum, number));
  const arePeople = (number: Stretch) =>
    isSum(number) ||
    ofAllFrom(number, utterance) > 0 ||
    nouns.has(words[firstWordFrom(words, number.end)]?.text ?? '');
  return (slot) => {
    const isOfPeople = ofPeople.includes(slot);
    const lengths = lengthsFor(slot, table);
    const whole = table
      .recognized('number')
      .filter((number) => !lengths.some((length) => overlap(length, number)))
      .filter((number) => !divided.some((sum) => overlap(sum, number)))
      // People are not nights, even if there are too many for the slot that counts people.
      .filter((number) => isOfPeople || ofPeople.length === 0 || !arePeople(number))
      .map((number) => (isOfPeople && isSum(number) ? { ...number, quality: 'weak' as const } : number));
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

/**
 * The parts of a sum of people for slots that count some of them each: “me, my wife and our 3 kids” are 2 for `adults`
 * and 3 for `children`. Null unless several slots take a part, one is for grown-ups, or the only one for children.
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
  const parts = new Map<CompiledSlot, Candidate>();
  for (const term of sum.terms) {
    const taker = takerOf(term);
    if (taker === undefined) continue;
    // A value is one stretch: of people who are told apart, that of the first.
    const { start, end, value } = parts.get(taker) ?? { ...term, value: 0 };
    parts.set(taker, { start, end, value: Number(value) + term.value, details: {}, quality: 'exact' });
  }
  const isOfChildren = ofPeople.length === 1 && parts.size > 0 && sum.terms.some(({ noun }) => isYoung(noun));
  const isDivided = parts.size > 1 || grownUps !== undefined || isOfChildren;
  return isDivided ? { start: sum.start, end: sum.end, parts } : null;
}

/** Reads zero for a slot that counts things: `no kids`, or the answer `none`. */
function noneFor(
  slot: CompiledSlot,
  utterance: Utterance,
  isAsked: boolean,
  isNamed: (noun: string) => boolean,
): Candidate[] {
  const { words, language } = utterance;
  const { none } = languageOf(language).numbers;
  const denied = deniedNouns(utterance).filter(
    ({ noun }) => isNamed(noun) || countsNoun(slot, noun, language),
  );
  const answers = words.flatMap(({ start }, index) => {
    const length = isAsked ? phraseAt(words, index, none) : 0;
    const { end = start } = words[index + length - 1] ?? {};
    return length === 0 ? [] : [{ start, end }];
  });
  const zero = { value: 0, details: {} };
  return [
    ...denied.map(({ start, end }): Candidate => ({ start, end, ...zero, quality: 'exact' })),
    ...answers.map((place): Candidate => ({ ...place, ...zero, quality: 'weak' })),
  ];
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
    [beforePronoun, articles, people.owners].some((words) => words.has(word));
  return words.flatMap(({ start }, index) => {
    const length = phraseAt(words, index, noneOf) || phraseAt(words, index, notNeeded);
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
 * True if a number counts part of a group, of which the text says more: “two of us are beginners”, not “there are two of
 * us”; or “one vegan” if a list slot takes “vegan”.
 */
export function isOfSome(number: Stretch, table: ValueTable): boolean {
  const { utterance, language } = table;
  const { text, words } = utterance;
  const length = ofAllFrom(number, utterance);
  const next = firstWordFrom(words, number.end) + length;
  const isSmall = (at: number) => language.connecting.has(words[at]?.text ?? '');
  if (length > 0 && next < words.length && !isSmall(next) && !isPausedBefore(text, words, next)) return true;
  const isCounted = ({ start }: Candidate): boolean => {
    const between = words.filter((word) => word.start >= number.end && word.end <= start);
    const isBeside = start >= number.end && !hasPause(text.slice(number.end, start));
    return isBeside && between.every((word) => language.connecting.has(word.text));
  };
  return table.slots.some(({ entity, multiple }) => multiple && table.recognized(entity).some(isCounted));
}

const isZeroAllowed = ({ validate }: CompiledSlot): boolean =>
  !(typeof validate?.min === 'number' && validate.min > 0);

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
