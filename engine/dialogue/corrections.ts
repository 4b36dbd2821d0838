import type { CompiledSlot } from '../assistant.ts';
import { overlap, type Stretch } from '../text/stretch.ts';
import { wordsOf } from '../text/words.ts';
import { type FoundSlot, slotsNamed } from '../understand/find-slots.ts';
import { isBareNumber } from '../understand/longer-values.ts';
import type { Candidate, Utterance } from '../values/recognizer.ts';
import { isAnyText, isFreeText } from './any-text.ts';
import { deniedText, namedText } from './corrected-text.ts';
import { allOf } from './fill.ts';
import { entityIn, holders } from './holders.ts';
import { replacedByNumber } from './replaced-number.ts';
import type { SlotValue } from './state.ts';
import { isDenied, isTakenBack, mayTakeBack, withBlanks } from './taken-back.ts';

export interface CorrectionOptions {
  slots: readonly CompiledSlot[];
  /** Those of them that take free text. */
  textSlots: readonly CompiledSlot[];
  asked: string | null;
  held: Readonly<Record<string, SlotValue>>;
  /** Gives the values of a text to the slots. */
  find: (utterance: Utterance) => FoundSlot[];
  /** The same where the text is the answer to the question for a slot. */
  findAnswer: (utterance: Utterance, slot: string) => FoundSlot[];
  /** All values of a text that need no question, but free text, each with a slot of its entity, or those of one entity. */
  findAll: (utterance: Utterance, entity?: string) => FoundSlot[];
}

export interface Corrected {
  found: FoundSlot[];
  /** Stretches of the text that are no values, but were read: the "friday" of "not friday, monday". */
  explained: Stretch[];
  /** True where a value was taken back and nothing tells for which slot the other is. */
  isUndecided: boolean;
}

/** A value that is taken back, and the one that is meant instead. */
interface Correction {
  old: FoundSlot;
  other: FoundSlot;
}

/**
 * The values of a text. Where it takes one back and gives another, the other is for the slot that holds what is taken
 * back, whatever is asked for; where several do, or the words name a slot that does not, for none. What it begins by
 * denying is no value, whether or not it gives another.
 */
export function correctedSlots(utterance: Utterance, options: CorrectionOptions): Corrected {
  const found = options.find(utterance);
  const named = found.length === 0 && options.asked === null ? namedText(utterance, options) : [];
  if (named.length > 0) return { found: named, explained: spansOf(named), isUndecided: false };
  if (!mayTakeBack(utterance)) return { found, explained: [], isUndecided: false };
  const corrections = correctionsIn(utterance, options).filter(
    ({ old, other }) =>
      !found.some(
        ({ candidate }) =>
          isFreeText(candidate) && overlap(candidate, old.candidate) && overlap(candidate, other.candidate),
      ),
  );
  if (corrections.length > 0) return withCorrections(corrections, found, utterance, options);
  const denied = deniedText(utterance, options);
  if (denied !== null) return denied;
  const replaced = replacedByNumber(found, utterance, options);
  if (replaced.length > 0) {
    const left = found.filter(({ candidate }) => !replaced.some((one) => overlap(one, candidate)));
    return { found: left, explained: replaced, isUndecided: true };
  }
  const left = withoutTakenBack(found, utterance, options);
  const values = spansOf(left);
  const kept = Object.values(options.held).flatMap(allOf);
  const gone = left.filter(({ candidate }) => {
    // Whichever slot holds it: the 50 of "no 50" is no number of people either.
    const isHeld = kept.some(({ value }) => value === candidate.value);
    return !isAnyText(candidate) && isDenied(candidate, utterance, { isHeld, values });
  });
  return {
    found: left.filter((one) => !gone.includes(one)),
    explained: spansOf(gone),
    isUndecided: false,
  };
}

const spansOf = (found: readonly FoundSlot[]): Stretch[] => found.map(({ candidate }) => candidate);

function withCorrections(
  corrections: readonly Correction[],
  found: readonly FoundSlot[],
  utterance: Utterance,
  options: CorrectionOptions,
): Corrected {
  const decided = corrections.map((correction) => ({
    ...correction,
    slot: slotOf(correction, utterance, options),
  }));
  const stored = decided.flatMap(({ slot, other }) =>
    slot === null || slot === undefined ? [] : [{ ...other, slot }],
  );
  const gone = decided.flatMap(({ slot, old, other }) =>
    slot === undefined ? [old.candidate] : [old.candidate, other.candidate],
  );
  const text = withBlanks(utterance.text, gone);
  const rest = [
    ...options
      .find({ ...utterance, text, words: wordsOf(text) })
      .filter(({ candidate }) => !isFreeText(candidate)),
    ...found.filter(({ candidate }) => isFreeText(candidate)),
  ];
  const others = rest.filter(
    ({ slot, candidate }) =>
      !stored.some((one) => one.slot === slot) && !gone.some((one) => overlap(one, candidate)),
  );
  return {
    found: [...others, ...stored].sort(byPlace),
    explained: decided.map(({ old }) => old.candidate),
    isUndecided: decided.some(({ slot }) => slot === null),
  };
}

/**
 * The corrections of a text. What could be of several entities, such as "not 50 but 60", is of the one that a slot
 * holds, else of the one that is asked for.
 */
function correctionsIn(utterance: Utterance, options: CorrectionOptions): Correction[] {
  const { slots, asked, held, findAll } = options;
  const corrections = correctionsAmong(findAll(utterance), utterance, options);
  const isOfHeld = ({ old }: Correction) =>
    holders(slots, held, entityIn(slots, old.slot), old.candidate).length > 0;
  if (corrections.some(isOfHeld)) return corrections;
  const of = (entity: string) => correctionsAmong(findAll(utterance, entity), utterance, options);
  const entities = new Set(slots.filter(({ name }) => Object.hasOwn(held, name)).map(({ entity }) => entity));
  for (const entity of entities) {
    const others = of(entity).filter(isOfHeld);
    if (others.length > 0) return others;
  }
  const question = asked === null ? undefined : entityIn(slots, asked);
  const answers = question === undefined ? [] : of(question);
  return answers.length > 0 ? answers : corrections;
}

function correctionsAmong(
  all: readonly FoundSlot[],
  utterance: Utterance,
  { slots, held }: CorrectionOptions,
): Correction[] {
  const values = spansOf(all);
  const entityOf = ({ slot }: FoundSlot) => entityIn(slots, slot);
  const isOld = (one: FoundSlot): boolean => {
    const isHeld = holders(slots, held, entityOf(one), one.candidate).length > 0;
    return isTakenBack(one.candidate, utterance, { isHeld, values });
  };
  const olds = all.filter(isOld);
  const left = all.filter((one) => !olds.includes(one));
  return olds.flatMap((old) => {
    const fitting = left.filter(
      (one) => entityOf(one) === entityOf(old) && mayReplace(one, old, entityOf(old)),
    );
    const other = fitting.find(({ candidate }) => candidate.start >= old.candidate.end) ?? fitting.at(-1);
    if (other === undefined) return [];
    left.splice(left.indexOf(other), 1);
    return [{ old, other: inCurrencyOf(old, other) }];
  });
}

/** "Not 50 dollars but 60": the other amount needs no name of its currency. */
const mayReplace = (one: FoundSlot, old: FoundSlot, entity: string | undefined): boolean =>
  isAsSure(one.candidate, old.candidate) || (entity === 'money' && one.candidate.quality === 'weak');

const inCurrencyOf = ({ candidate: old }: FoundSlot, other: FoundSlot): FoundSlot =>
  other.candidate.quality === 'weak' && old.quality === 'exact'
    ? { ...other, candidate: { ...other.candidate, details: old.details } }
    : other;

/** The slot of a correction; null where it cannot be told, undefined where it corrects nothing that is held. */
function slotOf(
  { old, other }: Correction,
  utterance: Utterance,
  { slots, held }: CorrectionOptions,
): string | null | undefined {
  const entity = entityIn(slots, old.slot);
  const own = slots.filter((slot) => slot.entity === entity);
  const holding = holders(slots, held, entity, old.candidate);
  if (holding.length === 0) return undefined;
  const named = [other, old]
    .map(({ candidate }) => slotsNamed(own, candidate, utterance))
    .find(({ length }) => length > 0);
  // A bare 50 may be money or a number of people.
  const isNumber = isBareNumber(entity ?? '', old.candidate);
  const likely = isNumber ? slots.filter((slot) => isBareNumber(slot.entity, { quality: 'weak' })) : own;
  const all = likely.flatMap((slot) => holders([slot], held, slot.entity, old.candidate));
  const fitting = named === undefined ? all : holding.filter((name) => named.includes(name));
  return fitting.length === 1 ? (fitting[0] ?? null) : null;
}

/** Where a text takes back free text, or what only its question makes a value, and gives its slot another, that is meant. */
function withoutTakenBack(
  found: readonly FoundSlot[],
  utterance: Utterance,
  { find, held }: CorrectionOptions,
): FoundSlot[] {
  const values = spansOf(found);
  const old = found.filter(({ slot, candidate }) => {
    const isHeld = Object.hasOwn(held, slot) && held[slot]?.value === candidate.value;
    return isTakenBack(candidate, utterance, { isHeld, values });
  });
  if (old.length === 0) return [...found];
  const text = withBlanks(utterance.text, spansOf(old));
  const others = find({ ...utterance, text, words: wordsOf(text) }).filter(({ slot, candidate }) =>
    old.some((one) => one.slot === slot && isAsSure(candidate, one.candidate)),
  );
  const kept = found.filter(({ slot }) => !others.some((other) => other.slot === slot));
  return [...kept, ...others].sort(byPlace);
}

const isAsSure = (one: Candidate, other: Candidate): boolean =>
  one.quality === 'exact' || one.quality === other.quality;

const byPlace = (a: FoundSlot, b: FoundSlot): number => a.candidate.start - b.candidate.start;
