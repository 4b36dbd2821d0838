import type { CompiledSlot } from '../../assistant.ts';
import { traitsOf } from '../../built-in-entities.ts';
import type { Role } from '../../language/change.ts';
import { languageOf, roleNamesOf } from '../../language/languages.ts';
import { hasPause } from '../../text/pauses.ts';
import { overlap } from '../../text/stretch.ts';
import { sharesStem } from '../../text/word-forms.ts';
import { firstWordFrom, type Word } from '../../text/words.ts';
import { isFreeText } from '../../values/free-text/any-text.ts';
import { peopleIn } from '../../values/people.ts';
import { isNoMore } from '../../values/quantities.ts';
import type { Candidate, Recognizer, Utterance } from '../../values/recognizer.ts';
import { isBareAnswer } from './bare.ts';
import { markedStretch } from './edges.ts';
import { holds, isBareNumber, isMerelyAbout, isWithin, longerValuesIn } from './longer-values.ts';
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
  /** The values that the tagger found for slots that it was taught; they replace what the recognisers find. */
  tagged?: ReadonlyMap<string, readonly Candidate[]>;
}

/** A clear context of another slot outweighs that a slot was asked for: "from savings". */
const ASKED = 0.5;
const EMPTY = 0.15;
/** A filled slot, which may be corrected, comes before an optional empty one, if nothing is asked for. */
const HELD = 0.25;
const NEARER = 0.05;
/** An optional slot comes after a required one that waits for such a value, unless words speak for it. */
const OPTIONAL = 0.2;
const WEIGHT = { left: 0.6, secondLeft: 0.25, right: 0.15 };
/** Behind a number stands what it counts: "3 rooms for 5 days". */
const WEIGHT_OF_NUMBERS = { left: 0.25, secondLeft: 0.15, right: 0.6 };
/** The weight against a slot of a word that was seen before its rivals' values only: "no, from savings". */
const FOREIGN = 0.25;
/** The weight against a value, by how it was recognised. */
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
const NONE_TAGGED: NonNullable<FindOptions['tagged']> = new Map();
/** The score of a tagged value: higher than any score by the words around a value. */
const TAGGED = 3;

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
  { asked, filled, recognizerOf, freeText = [], tagged = NONE_TAGGED }: FindOptions,
): FoundSlot[] {
  const byEntity = new Map<string, Candidate[]>();
  for (const { entity } of slots) {
    if (!byEntity.has(entity)) byEntity.set(entity, recognizerOf(entity)(utterance).slice(0, MAX_CANDIDATES));
  }
  const numbersFor = numbersForSlots(slots, utterance, byEntity.get('number') ?? []);
  const candidatesOf = slots.map((slot) => [
    ...(tagged.get(slot.name) ?? (takesCounts(slot) ? numbersFor(slot) : (byEntity.get(slot.entity) ?? []))),
    ...freeText.filter((text) => text.slot === slot.name).map(({ candidate }) => candidate),
  ]);
  const surroundings = new Map<string, Surroundings>();
  const surroundingsOf = (candidate: Candidate): Surroundings => {
    const place = `${candidate.start} ${candidate.end}`;
    let known = surroundings.get(place);
    if (known === undefined) {
      const rivals = slots.filter((_, index) =>
        candidatesOf[index]?.some((rivalCandidate) => overlap(rivalCandidate, candidate)),
      );
      known = surroundingsAt(candidate, rivals, utterance);
      surroundings.set(place, known);
    }
    return known;
  };
  // A required slot that takes the same values; while something is asked for, one that waits for its value.
  const hasRequiredRival = ({ entity }: CompiledSlot): boolean =>
    slots.some(
      (rival) => rival.required && rival.entity === entity && (asked === null || !filled.has(rival.name)),
    );
  // A required slot that takes the same values and has none yet: what comes fills it rather than what is held.
  const isWaitedFor = ({ entity }: CompiledSlot): boolean =>
    slots.some((rival) => rival.required && rival.entity === entity && !filled.has(rival.name));
  const exact = candidatesOf.flat().filter(({ quality }) => quality === 'exact');
  const people = peopleIn(utterance);
  const names = roleNamesOf(languageOf(utterance.language));
  const roles = new Map(slots.map((slot) => [slot.name, roleOf(slot, utterance.language, names)]));
  // "One child", "one city bike", "just the one" and "just me" are counts; a "one" by itself is a pronoun.
  const isCount = (slot: CompiledSlot, candidate: Candidate): boolean =>
    takesCounts(slot) &&
    (people.some((count) => overlap(count, candidate)) ||
      isNoMore(candidate, utterance) ||
      countsWhatFollows(slot, candidate, exact, utterance));
  const rolesAt = rolesIn(roles, utterance, candidatesOf.flat(), (entity) => byEntity.get(entity) ?? []);
  const pairings: Pairing[] = [];
  for (const [order, slot] of slots.entries()) {
    for (const candidate of candidatesOf[order] ?? []) {
      if (tagged.has(slot.name)) {
        pairings.push({ slot, order, candidate, score: TAGGED });
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
      if (candidate.quality === 'learned' && exact.some((value) => holds(value, candidate))) continue;
      pairings.push({ slot, order, candidate, score });
    }
  }
  const isTagged = ({ slot }: Pairing) => tagged.has(slot.name);
  const whole = [
    ...pairings.filter(isTagged),
    ...withoutParts(pairings, utterance, { asked, recognizerOf }).filter((pairing) => !isTagged(pairing)),
  ];
  whole.sort((a, b) => b.score - a.score || a.order - b.order || a.candidate.start - b.candidate.start);
  return assign(whole, utterance, tagged);
}

/** True if a slot's values are bare numbers: the word behind one tells what it counts. */
const takesCounts = ({ entity }: CompiledSlot): boolean => traitsOf(entity).bareNumber === 'value';

/** True if the word behind a number is counted by it: a person, a value, or a word seen behind the slot's numbers. */
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

/** True if the words are just one, and the slot has it in its name. */
const isCalled = ({ name }: CompiledSlot, [word, ...more]: readonly Word[]): boolean =>
  word !== undefined && more.length === 0 && name.split('_').includes(word.text);

const wordsWithin = ({ start, end }: Candidate, { words }: Utterance): readonly Word[] =>
  words.slice(firstWordFrom(words, start), firstWordFrom(words, end));

/** Makes the score of a slot's role by the words beside a value: −0.6…0.6. */
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
    const otherValues = values.filter((value) => !overlap(value, candidate));
    const place = placeInPair(candidate, placesOf(entity), text);
    if (place !== null && (role === 'origin' || role === 'destination'))
      return role === place ? OF_A_PAIR : -OF_A_PAIR;
    return (
      roleScores(candidate, words, otherValues, known.roles, (word) => isSmallBeside(known, word))?.get(
        role,
      ) ?? 0
    );
  };
}

/** The score of a place in a pair: more than the word before the first of two places counts in "tickets London Zurich". */
const OF_A_PAIR = 0.6;

/** The end of a way that a place is, if only a dash stands between it and another: "London - Zurich". */
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
  if (places.some((place) => isJoined(end, place.start))) return 'origin';
  return places.some((place) => isJoined(place.end, start)) ? 'destination' : null;
}

/** The pairings without parts of longer values, which are no values by themselves. */
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
      ({ slot: otherSlot, candidate: longer }) =>
        otherSlot !== slot &&
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
  tagged: NonNullable<FindOptions['tagged']>,
): FoundSlot[] {
  const taken: Pairing[] = [];
  for (const pairing of pairings) {
    const { slot, candidate } = pairing;
    const isTaken = taken.some(
      (pairing) => (pairing.slot === slot && !slot.multiple) || overlap(pairing.candidate, candidate),
    );
    if (!isTaken) taken.push(pairing);
  }
  const given = inOrderOfSlots(taken, pairings);
  return given
    .map((pairing) => {
      const { slot, candidate } = pairing;
      // Whoever gets them, and those that nobody does: "not tomorrow, Friday" has no day called "tomorrow, Friday".
      const otherCandidates = pairings
        .map((other) => other.candidate)
        .filter((other) => !overlap(other, candidate));
      const isMarked = isFreeText(candidate) || tagged.has(slot.name);
      const stretch = isMarked ? candidate : markedStretch(slot, candidate, utterance, otherCandidates);
      const raw = utterance.text.slice(stretch.start, stretch.end);
      return { slot: slot.name, candidate: { ...candidate, start: stretch.start, end: stretch.end }, raw };
    })
    .sort((a, b) => a.candidate.start - b.candidate.start);
}

/** The most by which two sums of the same parts differ. */
const ROUNDING = 1e-9;

/**
 * Gives the earlier value to the slot that is declared first, where nothing else tells two slots of one entity apart.
 * Otherwise the longer value would come first in `between 3 and 6 april`.
 */
function inOrderOfSlots(taken: readonly Pairing[], pairings: readonly Pairing[]): Pairing[] {
  const ordered = [...taken].sort((a, b) => a.order - b.order);
  for (const index of ordered.keys()) {
    for (let after = index + 1; after < ordered.length; after += 1) {
      const [earlier, later] = [ordered[index], ordered[after]];
      if (earlier === undefined || later === undefined || earlier.slot.entity !== later.slot.entity) continue;
      if (earlier.slot === later.slot || earlier.candidate.start <= later.candidate.start) continue;
      const pairingOf = (slot: CompiledSlot, candidate: Candidate) =>
        pairings.find((pairing) => pairing.slot === slot && pairing.candidate === candidate);
      const exchanged = [
        pairingOf(earlier.slot, later.candidate),
        pairingOf(later.slot, earlier.candidate),
      ] as const;
      if (exchanged[0] === undefined || exchanged[1] === undefined) continue;
      if (exchanged[0].score + exchanged[1].score < earlier.score + later.score - ROUNDING) continue;
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

/** Counts how often a normalised word stands beside a slot's values in the annotated utterances. */
export function timesSeen({ contexts }: CompiledSlot, side: Side, word: string, language: string): number {
  const seen = contexts[language]?.[side];
  return seen !== undefined && Object.hasOwn(seen, word) ? (seen[word] ?? 0) : 0;
}

/** The score of a slot among its rivals by the words around a value: −0.25…1. */
function contextScore(slot: CompiledSlot, { rivalCount, sides }: Surroundings, language: string): number {
  if (rivalCount < 2) return 0;
  let score = 0;
  let foreign = false;
  const [weight, telling] = takesCounts(slot) ? [WEIGHT_OF_NUMBERS, 'right'] : [WEIGHT, 'left'];
  for (const { side, word, seen } of sides) {
    const times = timesSeen(slot, side, word, language);
    // Seen with the others alone, and more than once.
    if (side === telling && seen > 1 && times === 0) foreign = true;
    // One more than was seen, so that a word seen once does not count as certainty.
    if (seen > 0) score += (weight[side] * times) / (seen + 0.2);
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
