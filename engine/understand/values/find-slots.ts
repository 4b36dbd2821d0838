import type { CompiledSlot } from '../../assistant.ts';
import { DURATION_ENTITY } from '../../built-in-entities.ts';
import { isPartOf, overlap } from '../../text/stretch.ts';
import { sharesStem } from '../../text/word-forms.ts';
import type { Word } from '../../text/words.ts';
import { isFreeText } from '../../values/free-text/any-text.ts';
import { type Candidate, type Utterance, without } from '../../values/recognizer.ts';
import { isLengthFor, unitCounted, unitsOf } from './counted-lengths.ts';
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
  Partial<Pick<PairingOptions, 'freeText' | 'tagged'>>;

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
  const pairings = pairingsOf(slots, utterance, { ...options, freeText, tagged });
  const isTagged = ({ slot }: Pairing) => tagged.has(slot.name);
  const whole = [
    ...pairings.filter(isTagged),
    ...withoutParts(pairings, utterance, options).filter((pairing) => !isTagged(pairing)),
  ];
  whole.sort((a, b) => b.score - a.score || a.order - b.order || a.candidate.start - b.candidate.start);
  const assigned = assign(whole, utterance, tagged);
  const lengths = pairings.filter(
    ({ slot, candidate }) =>
      candidate.quality === 'exact' &&
      (slot.entity === DURATION_ENTITY || isLengthFor(slot, candidate, utterance, options.recognizerOf)),
  );
  return countedApart(slots, utterance, { assigned, pairings: whole, lengths, tagged, options }) ?? assigned;
}

interface Assignment {
  assigned: readonly FoundSlot[];
  pairings: readonly Pairing[];
  /** Pairings of lengths of time. */
  lengths: readonly Pairing[];
  tagged: Tagged;
  options: FindOptions;
}

/**
 * Splits a duration and its start date if slots are waiting for both: "for three months from june 1" would
 * otherwise be one date in September. Null if the split fills no more slots.
 */
function countedApart(
  slots: readonly CompiledSlot[],
  utterance: Utterance,
  { assigned, pairings, lengths, tagged, options }: Assignment,
): FoundSlot[] | null {
  const isCounted = ({ candidate }: Pairing) =>
    lengths.some((length) => isPartOf(length.candidate, candidate));
  const counted = new Set(pairings.filter(isCounted).map(({ slot }) => slot));
  if (counted.size === 0) return null;
  const apart = assign(
    [...lengths, ...pairings.filter((pairing) => !isCounted(pairing) && !lengths.includes(pairing))],
    utterance,
    tagged,
  );
  const rest = without(
    utterance,
    apart.map(({ candidate }) => candidate),
  );
  const waiting = slots.filter(
    (slot) => counted.has(slot) && !apart.some(({ slot: name }) => name === slot.name),
  );
  const starts = assign(
    pairingsOf(waiting, rest, { ...options, freeText: [], tagged: NONE_TAGGED }),
    rest,
    NONE_TAGGED,
  );
  const all = [...apart, ...starts].sort((a, b) => a.candidate.start - b.candidate.start);
  return all.length > assigned.length ? all : null;
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

/** Tolerance for floating-point sums. */
const ROUNDING = 1e-9;

/**
 * If nothing else distinguishes two slots of one entity, gives the earlier value to the slot declared first.
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
