import type { CompiledSlot } from '../../assistant.ts';
import { DURATION_ENTITY } from '../../built-in-entities.ts';
import { isPartOf, overlap } from '../../text/stretch.ts';
import { sharesStem } from '../../text/word-forms.ts';
import { firstWordFrom, type Word } from '../../text/words.ts';
import { UNITS, type Work } from '../../text/work.ts';
import { numbersIn } from '../../values/number.ts';
import { without } from '../../values/recognizer.ts';
import { unitCounted, unitsOf } from './counted-lengths.ts';
import { markedStretch } from './edges.ts';
import { isBareNumber, isMerelyAbout, longerValuesIn } from './longer-values.ts';
import { namesOf } from './named-slots.ts';
import { counts, countsOwn } from './ones.ts';
import { type Pairing, pairingsOf } from './pairings.ts';
import { countsPeople, takesCounts } from './people-slots.ts';
import { lengthsTaken, slotCandidates } from './slot-candidates.ts';
import { timesSeen } from './surroundings.ts';
import type { FoundSlot, ValueTable } from './value-table.ts';

/**
 * Assigns candidate values to a competency's slots. Values do not overlap, each value fills at most one slot, and a slot
 * takes one value unless it allows several. The asked slot comes first, then the context seen in the annotated
 * utterances, then declaration order.
 */
export function findSlots(table: ValueTable, candidates = slotCandidates(table)): FoundSlot[] {
  const pairings = pairingsOf(table, candidates);
  // The length of "for two weeks from friday" is a value of its own, if a slot takes it.
  const isWhole = ({ source, features }: Pairing) => source === 'tagger' || (features.withinLonger ?? 0) > 0;
  const parts = withoutParts(pairings, table).filter((pairing) => !isWhole(pairing));
  return assign([...pairings.filter(isWhole), ...parts], table);
}

/** Drops candidates that are only part of a longer value. */
function withoutParts(all: readonly Pairing[], table: ValueTable): Pairing[] {
  const { utterance, asked } = table;
  const { language } = utterance;
  const isNumber = ({ slot, candidate }: Pairing) => isBareNumber(slot.entity, candidate);
  const counting = new Set(all.filter((pairing) => takesCounts(pairing.slot) && countsNoun(pairing, table)));
  const isOfCount = ({ slot, candidate }: Pairing): boolean =>
    slot.entity === DURATION_ENTITY && [...counting].some((number) => isPartOf(number.candidate, candidate));
  const lengths = lengthsTaken(table);
  let hasDateBeside: boolean | undefined;
  /** True if the text has a date without its lengths. */
  const isDated = () => {
    hasDateBeside ??= table.exact('date', without(utterance, lengths)).length > 0;
    return hasDateBeside;
  };
  /** True for the "one night" of "from friday for one night", but not for the length of "in two weeks". */
  const isCountedLength = ({ slot, candidate: { start, end } }: Pairing): boolean =>
    unitCounted(slot, language) !== null &&
    lengths.some((length) => length.start === start && length.end === end) &&
    isDated();
  const pairings = all.filter((pairing) => !isOfCount(pairing));
  const bare = pairings.filter(isNumber).map(({ candidate }) => candidate);
  const exact = pairings.filter((pairing) => !isNumber(pairing) && pairing.candidate.quality === 'exact');
  const values = exact.map(({ candidate }) => candidate);
  const isPart = bare.length > 0 ? longerValuesIn(table, bare, values) : () => false;
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
      timesSeen(slot, 'left', text, language) + timesSeen(slot, 'right', text, language) > 0 ||
      counts(slot, text, language);
    if (isPartOfAnother(pairing)) return false;
    if (isCountedLength(pairing)) return true;
    return !isPart(candidate, {
      isAsked: slot.name === asked,
      isNoLength: countsPeople(slot, language) || unitCounted(slot, language) !== null,
      isOwnWord,
      isItsName: ({ text }) =>
        namesOf(slot, language).some((name) => sharesStem(name, text) || isSameUnit(name, text, language)),
      countsNoun: counting.has(pairing),
    });
  });
}

/** True if a number counts the slot's noun, as in “two day passes”; “the two day pass” and “two 1 day passes” have lengths. */
function countsNoun({ slot, candidate }: Pairing, { utterance, language }: ValueTable): boolean {
  const { words } = utterance;
  const before = words[firstWordFrom(words, candidate.start) - 1];
  const { numbers, people } = language;
  const isLed =
    [numbers.articles, numbers.beforePronoun, people.owners].some((led) => led.has(before?.text ?? '')) ||
    numbersIn(utterance).some(({ end }) => end === before?.end);
  return !isLed && countsOwn(slot, candidate, utterance);
}

/** True for two words for the same unit of time: `hours`, `hrs`. */
const isSameUnit = (name: string, word: string, language: string): boolean =>
  unitsOf(name, language).some((unit) => unitsOf(word, language).includes(unit));

function assign(pairings: readonly Pairing[], { utterance }: ValueTable): FoundSlot[] {
  return bestSet(pairings, utterance.work)
    .map((pairing) => {
      const { slot, candidate, source } = pairing;
      // Includes denied values, so that no stretch is widened over them.
      const otherCandidates = pairings
        .map((other) => other.candidate)
        .filter((other) => !overlap(other, candidate));
      const isMarked = source === 'text' || source === 'tagger';
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
  /** The same for the sets that have a value of the same slots and the same end. */
  key: string;
  score: number;
  pairings: readonly Pairing[];
}

/** The set with the highest score in which stretches are disjoint and no slot has two values unless it may. */
function bestSet(pairings: readonly Pairing[], work: Work | undefined): readonly Pairing[] {
  const sorted = pairings.toSorted((a, b) => a.candidate.start - b.candidate.start || a.order - b.order);
  let sets: PairingSet[] = [{ end: 0, taken: new Set(), key: '', score: 0, pairings: [] }];
  for (const pairing of sorted) {
    const { slot, order, candidate } = pairing;
    work?.spend(UNITS.set * sets.length);
    const longer = sets.flatMap((set): PairingSet[] => {
      if (set.end > candidate.start || (set.taken.has(slot) && !slot.multiple)) return [];
      const isBehindLater = set.pairings.some(
        (before) => before.slot.entity === slot.entity && before.order > order,
      );
      const score = set.score + pairing.score - TIE * (Number(isBehindLater) + candidate.start / 1e4);
      const all = [...set.pairings, pairing];
      const taken = new Set([...set.taken, slot]);
      return [{ end: candidate.end, taken, key: keyOf(candidate.end, taken), score, pairings: all }];
    });
    if (longer.length > 0) sets = distinctSets([...sets, ...longer]);
  }
  return sets[0]?.pairings ?? [];
}

const keyOf = (end: number, taken: ReadonlySet<CompiledSlot>): string =>
  `${end} ${[...taken].map(({ name }) => name).sort()}`;

/** Of the sets that leave the same slots and words, the best; best first. */
function distinctSets(sets: readonly PairingSet[]): PairingSet[] {
  const kept = new Map<string, PairingSet>();
  for (const set of sets.toSorted((a, b) => b.score - a.score))
    if (!kept.has(set.key)) kept.set(set.key, set);
  return [...kept.values()].slice(0, MAX_SETS);
}
