import type { CompiledSlot } from '../../assistant.ts';
import { traitsOf } from '../../built-in-entities.ts';
import type { Role } from '../../language/change.ts';
import { languageOf, roleNamesOf } from '../../language/languages.ts';
import { hasPause } from '../../text/pauses.ts';
import { overlap } from '../../text/stretch.ts';
import { firstWordFrom, type Word } from '../../text/words.ts';
import { isFreeText } from '../../values/free-text/any-text.ts';
import { peopleIn } from '../../values/people.ts';
import { isNoMore } from '../../values/quantities.ts';
import type { Candidate, Recognizer, Utterance } from '../../values/recognizer.ts';
import { isBareAnswer } from './bare.ts';
import { markedStretch } from './edges.ts';
import { holds, isBareNumber, isMerelyAbout, isWithin, longerValuesIn } from './longer-values.ts';
import { sharesStem } from './named-slots.ts';
import { numbersForSlots } from './people-slots.ts';
import { isSmallBeside, roleOf, roleScores } from './roles.ts';

/** A value that the query gives to a slot. */
export interface FoundSlot {
  slot: string;
  candidate: Candidate;
  /** The user's own words: the query from `candidate.start` to `candidate.end`. */
  raw: string;
}

export interface FindOptions {
  /** The slot whose answer is awaited, or null. */
  asked: string | null;
  /** Slots that have a value already; empty ones are preferred. */
  filled: ReadonlySet<string>;
  recognizerOf: (entity: string) => Recognizer;
  /** The values of free-text slots, which only their own slots take. */
  freeText?: readonly { slot: string; candidate: Candidate }[];
  /** Slots whose values are told by what the tagger learned of them, instead of by what their recognisers find. */
  told?: ReadonlyMap<string, readonly Candidate[]>;
}

/** A clear context of another slot outweighs that a slot was asked for: "from savings". */
const ASKED = 0.5;
const EMPTY = 0.15;
/** Where nothing is asked for, what is held and may be corrected comes before what may stay empty. */
const HELD = 0.25;
const NEARER = 0.05;
/** What may stay empty comes after what waits for such a value, unless words speak for it. */
const OPTIONAL = 0.2;
const WEIGHT = { left: 0.6, secondLeft: 0.25, right: 0.15 };
/** Behind a number stands what it counts: "3 rooms for 5 days". */
const WEIGHT_OF_NUMBERS = { left: 0.25, secondLeft: 0.15, right: 0.6 };
/** What a word before the value counts against a slot that it belongs to the rivals of: "no, from savings". */
const FOREIGN = 0.25;
/** What an inexact value is put back by. */
const UNSURE = {
  exact: 0,
  fuzzy: 0.2,
  weak: 0.3,
  answer: 0.3,
  learned: 0,
  learned_answer: 0,
  whole_answer: 0,
};
const MAX_CANDIDATES = 64;
const NOTHING_TOLD: NonNullable<FindOptions['told']> = new Map();
/** More than anything that words around a value can say. */
const TOLD = 3;

interface Pairing {
  slot: CompiledSlot;
  order: number;
  candidate: Candidate;
  score: number;
}

/**
 * Gives the values in a query to a competency's slots: each value to at most one slot, each slot at most one value
 * unless it takes several, no two values overlapping. The slot that was asked for comes first, then what the words
 * around the value say, by the annotated utterances, then the order of declaration.
 */
export function findSlots(
  slots: readonly CompiledSlot[],
  utterance: Utterance,
  { asked, filled, recognizerOf, freeText = [], told = NOTHING_TOLD }: FindOptions,
): FoundSlot[] {
  const byEntity = new Map<string, Candidate[]>();
  for (const { entity } of slots) {
    if (!byEntity.has(entity)) byEntity.set(entity, recognizerOf(entity)(utterance).slice(0, MAX_CANDIDATES));
  }
  const numbersFor = numbersForSlots(slots, utterance, byEntity.get('number') ?? []);
  const own = slots.map((slot) => [
    ...(told.get(slot.name) ?? (takesCounts(slot) ? numbersFor(slot) : (byEntity.get(slot.entity) ?? []))),
    ...freeText.filter((one) => one.slot === slot.name).map(({ candidate }) => candidate),
  ]);
  const surroundings = new Map<string, Surroundings>();
  const surroundingsOf = (candidate: Candidate): Surroundings => {
    const place = `${candidate.start} ${candidate.end}`;
    let known = surroundings.get(place);
    if (known === undefined) {
      const rivals = slots.filter((_, index) => own[index]?.some((one) => overlap(one, candidate)));
      known = surroundingsAt(candidate, rivals, utterance);
      surroundings.set(place, known);
    }
    return known;
  };
  // A required slot that takes the same values; while something is asked for, one that waits for its value.
  const hasRequiredRival = ({ entity }: CompiledSlot): boolean =>
    slots.some(
      (other) => other.required && other.entity === entity && (asked === null || !filled.has(other.name)),
    );
  // A required slot that takes the same values and has none yet: what comes fills it rather than what is held.
  const isWaitedFor = ({ entity }: CompiledSlot): boolean =>
    slots.some((other) => other.required && other.entity === entity && !filled.has(other.name));
  const exact = own.flat().filter(({ quality }) => quality === 'exact');
  const people = peopleIn(utterance);
  const names = roleNamesOf(languageOf(utterance.language));
  const roles = new Map(slots.map((slot) => [slot.name, roleOf(slot, utterance.language, names)]));
  // "One child", "one city bike", "just the one" and "just me" are counts; a "one" by itself is a pronoun.
  const isCount = (slot: CompiledSlot, candidate: Candidate): boolean =>
    takesCounts(slot) &&
    (people.some((count) => overlap(count, candidate)) ||
      isNoMore(candidate, utterance) ||
      countsWhatFollows(slot, candidate, exact, utterance));
  const rolesAt = rolesIn(roles, utterance, own.flat(), (entity) => byEntity.get(entity) ?? []);
  const pairings: Pairing[] = [];
  for (const [order, slot] of slots.entries()) {
    for (const candidate of own[order] ?? []) {
      if (told.has(slot.name)) {
        pairings.push({ slot, order, candidate, score: TOLD });
        continue;
      }
      if (candidate.quality === 'answer' && slot.name !== asked) continue;
      // "Price" is what the slot is called, and no slip of its value "pricey".
      if (candidate.quality === 'fuzzy' && isCalled(slot, wordsWithin(candidate, utterance))) continue;
      // A "no" or "no thanks" answers what is asked and nothing else.
      const isSmall =
        !candidate.pointsBack && isBareAnswer(wordsWithin(candidate, utterance), [], utterance.language);
      if (slot.name !== asked && isSmall && !isCount(slot, candidate)) continue;
      const surrounding = surroundingsOf(candidate);
      let score = contextScore(slot, surrounding, utterance.language);
      if (surrounding.rivalCount > 1) score += rolesAt(slot, candidate);
      // What nobody asked for needs a word that speaks for it where another slot may be meant.
      if (score <= 0 && !slot.required && slot.name !== asked && hasRequiredRival(slot)) continue;
      if (slot.name === asked) score += ASKED;
      if (!filled.has(slot.name)) score += slot.required || slot.name === asked ? EMPTY : EMPTY / 2;
      else if (asked === null && !isWaitedFor(slot)) {
        score += HELD;
        // "And Barcelona?" is rather another place to go to than to come from.
        if (roles.get(slot.name) === 'destination') score += NEARER;
      }
      score += Math.min(candidate.end - candidate.start, 40) / 400;
      if (!slot.required && slot.name !== asked && isWaitedFor(slot)) score -= OPTIONAL;
      score -= UNSURE[candidate.quality];
      // "In 3 weeks" is a day, wherever addresses stand behind "in".
      if (candidate.quality === 'learned' && exact.some((one) => holds(one, candidate))) continue;
      pairings.push({ slot, order, candidate, score });
    }
  }
  const isTold = ({ slot }: Pairing) => told.has(slot.name);
  const whole = [
    ...pairings.filter(isTold),
    ...withoutParts(pairings, utterance, { asked, recognizerOf }).filter((pairing) => !isTold(pairing)),
  ];
  whole.sort((a, b) => b.score - a.score || a.order - b.order || a.candidate.start - b.candidate.start);
  return assign(whole, utterance, told);
}

/** True of a slot whose values are bare numbers: what they count stands behind them. */
const takesCounts = ({ entity }: CompiledSlot): boolean => traitsOf(entity).bareNumber === 'value';

/** True of a number before what it counts: a person, a value, or what was seen behind the slot's numbers. */
function countsWhatFollows(
  slot: CompiledSlot,
  { end }: Candidate,
  values: readonly Candidate[],
  { words, language }: Utterance,
): boolean {
  const next = words[firstWordFrom(words, end)];
  if (next === undefined) return false;
  return (
    languageOf(language).people.nouns.has(next.text) ||
    Object.keys(slot.contexts[language]?.right ?? {}).some((seen) => sharesStem(seen, next.text)) ||
    values.some(({ start, value }) => start === next.start && typeof value === 'string')
  );
}

/** True of one word that a slot has in its name. */
const isCalled = ({ name }: CompiledSlot, [word, ...others]: readonly Word[]): boolean =>
  word !== undefined && others.length === 0 && name.split('_').includes(word.text);

const wordsWithin = ({ start, end }: Candidate, { words }: Utterance): readonly Word[] =>
  words.slice(firstWordFrom(words, start), firstWordFrom(words, end));

/** How much the words beside a value speak for the role of a slot, by what it is called: −0.3…0.6. */
function rolesIn(
  roleOfSlot: ReadonlyMap<string, Role | null>,
  { text, words, language }: Utterance,
  values: readonly Candidate[],
  placesOf: (entity: string) => readonly Candidate[],
): (slot: CompiledSlot, candidate: Candidate) => number {
  const known = languageOf(language);
  return ({ name, entity }, candidate) => {
    const role = roleOfSlot.get(name);
    if (role === null || role === undefined) return 0;
    const others = values.filter((one) => !overlap(one, candidate));
    const place = placeInPair(candidate, placesOf(entity), text);
    if (place !== null && (role === 'origin' || role === 'destination'))
      return role === place ? OF_A_PAIR : -OF_A_PAIR;
    return (
      roleScores(candidate, words, others, known.roles, (word) => isSmallBeside(known, word))?.get(role) ?? 0
    );
  };
}

/** More than what stands before the first of two places says of it: "tickets London Zurich". */
const OF_A_PAIR = 0.6;

/** Which end of a way a place is of two with nothing but a dash between them: "London - Zurich". */
function placeInPair(
  { start, end, pointsBack: isThere }: Candidate,
  values: readonly Candidate[],
  text: string,
): 'origin' | 'destination' | null {
  if (isThere) return null;
  const isJoined = (from: number, to: number) =>
    from < to && /^\s*(?:[-–—→>]+\s*)?$/u.test(text.slice(from, to));
  // "A branch there" are no two places.
  const places = values.filter(({ pointsBack }) => !pointsBack);
  if (places.some((one) => isJoined(end, one.start))) return 'origin';
  return places.some((one) => isJoined(one.end, start)) ? 'destination' : null;
}

/** Pairings without what is part of a longer value, and so no value of its own. */
function withoutParts(
  pairings: readonly Pairing[],
  utterance: Utterance,
  { asked, recognizerOf }: Pick<FindOptions, 'asked' | 'recognizerOf'>,
): Pairing[] {
  const isNumber = ({ slot, candidate }: Pairing) => isBareNumber(slot.entity, candidate);
  const bare = pairings.filter(isNumber).map(({ candidate }) => candidate);
  const isPart = bare.length > 0 ? longerValuesIn(utterance, bare, recognizerOf) : () => false;
  // "The last one" answers which one: its "one" is no time, although a time was asked for; and the number of a flight
  // that has a slot is no number of people.
  const isPartOfAnother = ({ slot, candidate }: Pairing): boolean =>
    pairings.some(
      ({ slot: other, candidate: longer }) =>
        other !== slot &&
        longer.quality === 'exact' &&
        isWithin(candidate, longer) &&
        !(slot.name === asked && isMerelyAbout(candidate, longer, utterance)),
    );
  return pairings.filter((pairing) => {
    const { slot, candidate } = pairing;
    if (!isNumber(pairing)) return candidate.quality !== 'answer' || !isPartOfAnother(pairing);
    const isOwnWord = ({ text }: Word) =>
      timesSeen(slot, 'left', text, utterance.language) + timesSeen(slot, 'right', text, utterance.language) >
      0;
    if (isPartOfAnother(pairing)) return false;
    return !isPart(candidate, { isAsked: slot.name === asked, isOwnWord });
  });
}

function assign(
  pairings: readonly Pairing[],
  utterance: Utterance,
  told: NonNullable<FindOptions['told']>,
): FoundSlot[] {
  const taken: Pairing[] = [];
  for (const pairing of pairings) {
    const { slot, candidate } = pairing;
    const isTaken = taken.some(
      (other) => (other.slot === slot && !slot.multiple) || overlap(other.candidate, candidate),
    );
    if (!isTaken) taken.push(pairing);
  }
  const given = inOrderOfSlots(taken, pairings);
  return given
    .map((pairing) => {
      const { slot, candidate } = pairing;
      // Whoever gets them, and those that nobody does: "not tomorrow, Friday" has no day called "tomorrow, Friday".
      const others = pairings.map((other) => other.candidate).filter((other) => !overlap(other, candidate));
      const isMarked = isFreeText(candidate) || told.has(slot.name);
      const stretch = isMarked ? candidate : markedStretch(slot, candidate, utterance, others);
      const raw = utterance.text.slice(stretch.start, stretch.end);
      return { slot: slot.name, candidate: { ...candidate, start: stretch.start, end: stretch.end }, raw };
    })
    .sort((a, b) => a.candidate.start - b.candidate.start);
}

/** What two scores may differ by that are sums of the same parts. */
const ROUNDING = 1e-9;

/**
 * Where nothing tells two slots of one entity apart, the value that is said first goes to the slot that is declared
 * first, however long the one or the other is: `between 3 and 6 april`.
 */
function inOrderOfSlots(taken: readonly Pairing[], pairings: readonly Pairing[]): Pairing[] {
  const ordered = [...taken].sort((a, b) => a.order - b.order);
  for (const index of ordered.keys()) {
    for (let after = index + 1; after < ordered.length; after += 1) {
      const [one, other] = [ordered[index], ordered[after]];
      if (one === undefined || other === undefined || one.slot.entity !== other.slot.entity) continue;
      if (one.slot === other.slot || one.candidate.start <= other.candidate.start) continue;
      const pairingOf = (slot: CompiledSlot, candidate: Candidate) =>
        pairings.find((pairing) => pairing.slot === slot && pairing.candidate === candidate);
      const exchanged = [pairingOf(one.slot, other.candidate), pairingOf(other.slot, one.candidate)] as const;
      if (exchanged[0] === undefined || exchanged[1] === undefined) continue;
      if (exchanged[0].score + exchanged[1].score < one.score + other.score - ROUNDING) continue;
      [ordered[index], ordered[after]] = exchanged;
    }
  }
  return ordered;
}

const SIDES = ['left', 'secondLeft', 'right'] as const;
type Side = (typeof SIDES)[number];

/** The words around a value, and how often its rivals, the slots that the same words could fill, were seen with them. */
interface Surroundings {
  rivalCount: number;
  sides: { side: Side; word: string; seen: number }[];
}

function surroundingsAt(
  { start, end }: Candidate,
  rivals: readonly CompiledSlot[],
  { text, words, language }: Utterance,
): Surroundings {
  const all = wordsBefore(words, start);
  // Words of another clause are not beside it: "book a flight, Munich Rome".
  const apart = all.findLastIndex(({ end: last }, index) =>
    hasPause(text.slice(last, all[index + 1]?.start ?? start)),
  );
  const before = all.slice(apart + 1);
  const around = { left: before.at(-1), secondLeft: before.at(-2), right: words[firstWordFrom(words, end)] };
  const sides = SIDES.flatMap((side) => {
    const word = around[side]?.text;
    if (word === undefined) return [];
    const seen = rivals.reduce((sum, rival) => sum + timesSeen(rival, side, word, language), 0);
    return [{ side, word, seen }];
  });
  return { rivalCount: rivals.length, sides };
}

/** How often a normalised word was seen beside a slot's values in the annotated utterances. */
export function timesSeen({ contexts }: CompiledSlot, side: Side, word: string, language: string): number {
  const seen = contexts[language]?.[side];
  return seen !== undefined && Object.hasOwn(seen, word) ? (seen[word] ?? 0) : 0;
}

/** −0.25…1: how much the words around a value speak for this slot among its rivals. */
function contextScore(slot: CompiledSlot, { rivalCount, sides }: Surroundings, language: string): number {
  if (rivalCount < 2) return 0;
  let score = 0;
  let foreign = false;
  const [weight, telling] = takesCounts(slot) ? [WEIGHT_OF_NUMBERS, 'right'] : [WEIGHT, 'left'];
  for (const { side, word, seen } of sides) {
    const own = timesSeen(slot, side, word, language);
    // Seen with the others alone, and more than once.
    if (side === telling && seen > 1 && own === 0) foreign = true;
    // One more than was seen, so that a word seen once does not count as certainty.
    if (seen > 0) score += (weight[side] * own) / (seen + 0.2);
  }
  // A word further off that speaks for the slot explains one that does not: "from my savings".
  return foreign && score === 0 ? -FOREIGN : score;
}

/** The slots of one entity that the words around a value speak for most; none where they speak for none. */
export function slotsNamed(
  slots: readonly CompiledSlot[],
  candidate: Candidate,
  utterance: Utterance,
): string[] {
  const surroundings = surroundingsAt(candidate, slots, utterance);
  const scores = slots.map((slot) => contextScore(slot, surroundings, utterance.language));
  const best = Math.max(0, ...scores);
  return best === 0 ? [] : slots.filter((_, index) => scores[index] === best).map(({ name }) => name);
}

function wordsBefore(words: readonly Word[], start: number): readonly Word[] {
  const end = words.findIndex((word) => word.end > start);
  return words.slice(Math.max(0, (end < 0 ? words.length : end) - 2), end < 0 ? words.length : end);
}
