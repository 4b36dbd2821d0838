import type { CompiledSlot } from '../../assistant.ts';
import { isPartOf, overlap } from '../../text/stretch.ts';
import { sharesStem } from '../../text/word-forms.ts';
import type { Word } from '../../text/words.ts';
import { isFreeText } from '../../values/free-text/any-text.ts';
import type { Candidate, Utterance } from '../../values/recognizer.ts';
import { unitCounted, unitsOf } from './counted-lengths.ts';
import { markedStretch } from './edges.ts';
import { isBareNumber, isMerelyAbout, longerValuesIn } from './longer-values.ts';
import { namesOf } from './named-slots.ts';
import { type Pairing, type PairingOptions, pairingsOf, type Tagged } from './pairings.ts';
import { countsPeople } from './people-slots.ts';
import { timesSeen } from './surroundings.ts';

/** A value that the query gives to a slot. */
export interface FoundSlot {
  slot: string;
  candidate: Candidate;
  /** The user's own words: the query from `candidate.start` to `candidate.end`. */
  raw: string;
}

export type FindOptions = Pick<PairingOptions, 'asked' | 'filled' | 'recognizerOf'> &
  Partial<Pick<PairingOptions, 'corrects' | 'freeText' | 'tagged'>>;

const NONE_TAGGED: Tagged = new Map();

/**
 * Assigns the values in a query to a competency's slots. Values do not overlap, each value fills at most one
 * slot, and a slot takes one value unless it allows several. The asked slot comes first, then the context
 * seen in the annotated utterances, then declaration order.
 */
export function findSlots(
  slots: readonly CompiledSlot[],
  utterance: Utterance,
  { freeText = [], tagged = NONE_TAGGED, ...options }: FindOptions,
): FoundSlot[] {
  return assign(candidatesFor(slots, utterance, { ...options, freeText, tagged }), utterance, tagged);
}

/** All values that slots could take, without those that are only part of a longer value. */
function candidatesFor(
  slots: readonly CompiledSlot[],
  utterance: Utterance,
  { freeText = [], tagged = NONE_TAGGED, ...options }: FindOptions,
): Pairing[] {
  const pairings = pairingsOf(slots, utterance, { ...options, freeText, tagged });
  // The length of "for two weeks from friday" is a value of its own, if a slot takes it.
  const isWhole = ({ slot, features }: Pairing) => tagged.has(slot.name) || (features.withinLonger ?? 0) > 0;
  return [
    ...pairings.filter(isWhole),
    ...withoutParts(pairings, utterance, options).filter((pairing) => !isWhole(pairing)),
  ];
}

/** Drops candidates that are only part of a longer value. */
function withoutParts(
  pairings: readonly Pairing[],
  utterance: Utterance,
  { asked, recognizerOf }: Pick<FindOptions, 'asked' | 'recognizerOf'>,
): Pairing[] {
  const isNumber = ({ slot, candidate }: Pairing) => isBareNumber(slot.entity, candidate);
  const bare = pairings.filter(isNumber).map(({ candidate }) => candidate);
  const exact = pairings.filter((pairing) => !isNumber(pairing) && pairing.candidate.quality === 'exact');
  const values = exact.map(({ candidate }) => candidate);
  const isPart = bare.length > 0 ? longerValuesIn(utterance, bare, values, recognizerOf) : () => false;
  // A part of another slot's value is not an answer: the "one" of "the last one" is not a time.
  const isPartOfAnother = ({ slot, candidate }: Pairing): boolean =>
    pairings.some(
      ({ slot: otherSlot, candidate: longer }) =>
        otherSlot !== slot &&
        longer.quality === 'exact' &&
        isPartOf(candidate, longer) &&
        !(slot.name === asked && isMerelyAbout(candidate, longer, utterance)),
    );
  return pairings.filter((pairing) => {
    const { slot, candidate } = pairing;
    if (!isNumber(pairing)) return candidate.quality !== 'answer' || !isPartOfAnother(pairing);
    const isOwnWord = ({ text }: Word) =>
      timesSeen(slot, 'left', text, utterance.language) + timesSeen(slot, 'right', text, utterance.language) >
      0;
    if (isPartOfAnother(pairing)) return false;
    return !isPart(candidate, {
      isAsked: slot.name === asked,
      isNoLength: countsPeople(slot, utterance.language) || unitCounted(slot, utterance.language) !== null,
      isOwnWord,
      isItsName: ({ text }) =>
        namesOf(slot, utterance.language).some(
          (name) => sharesStem(name, text) || isSameUnit(name, text, utterance.language),
        ),
    });
  });
}

/** True for two words for the same unit of time: `hours`, `hrs`. */
const isSameUnit = (name: string, word: string, language: string): boolean =>
  unitsOf(name, language).some((unit) => unitsOf(word, language).includes(unit));

function assign(pairings: readonly Pairing[], utterance: Utterance, tagged: Tagged): FoundSlot[] {
  return bestSet(pairings)
    .map((pairing) => {
      const { slot, candidate } = pairing;
      // Includes denied values, so that no stretch is widened over them.
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

/** The most sets of pairings that are followed at once. */
const MAX_SETS = 64;
/** Far below any weight. Of sets with equal scores, the one in the order of the slots wins, and earlier values win. */
const TIE = 1e-6;

/** Pairings that do not exclude each other. */
interface PairingSet {
  /** The end of the last value. */
  end: number;
  /** The slots that have a value. */
  taken: ReadonlySet<CompiledSlot>;
  score: number;
  pairings: readonly Pairing[];
}

/** The set with the highest score in which stretches are disjoint and no slot has two values unless it may. */
function bestSet(pairings: readonly Pairing[]): readonly Pairing[] {
  const sorted = pairings.toSorted((a, b) => a.candidate.start - b.candidate.start || a.order - b.order);
  let sets: PairingSet[] = [{ end: 0, taken: new Set(), score: 0, pairings: [] }];
  for (const pairing of sorted) {
    const { slot, order, candidate } = pairing;
    const longer = sets.flatMap((set): PairingSet[] => {
      if (set.end > candidate.start || (set.taken.has(slot) && !slot.multiple)) return [];
      const isBehindLater = set.pairings.some(
        (before) => before.slot.entity === slot.entity && before.order > order,
      );
      const score = set.score + pairing.score - TIE * (Number(isBehindLater) + candidate.start / 1e4);
      const all = [...set.pairings, pairing];
      return [{ end: candidate.end, taken: new Set([...set.taken, slot]), score, pairings: all }];
    });
    if (longer.length > 0) sets = distinctSets([...sets, ...longer]);
  }
  return sets[0]?.pairings ?? [];
}

/** Of the sets that leave the same slots and words, the best; best first. */
function distinctSets(sets: readonly PairingSet[]): PairingSet[] {
  const kept = new Map<string, PairingSet>();
  for (const set of sets.toSorted((a, b) => b.score - a.score)) {
    const key = `${set.end} ${[...set.taken].map(({ name }) => name).sort()}`;
    if (!kept.has(key)) kept.set(key, set);
  }
  return [...kept.values()].slice(0, MAX_SETS);
}
