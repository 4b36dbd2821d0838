import type { CompiledSlot } from '../../assistant.ts';
import { BOOLEAN_ENTITY, DURATION_ENTITY, traitsOf } from '../../built-in-entities.ts';
import { isPartOf, overlap, type Stretch, sharedLength } from '../../text/stretch.ts';
import type { SlotSpan } from '../../values/free-text/tagger/words.ts';
import { type Candidate, without, withText } from '../../values/recognizer.ts';
import { unitCounted } from './counted-lengths.ts';
import { isText } from './free-text-slots.ts';
import { countsForSlots, deniedNouns, noneAlone, takesCounts } from './people-slots.ts';
import type { ValueTable } from './value-table.ts';

/** A candidate value of a slot: a row of the table that values are assigned from. */
export interface SlotCandidate {
  slot: CompiledSlot;
  /** The slot's position in its competency. */
  order: number;
  candidate: Candidate;
  /**
   * What gives the value: the recogniser of the slot's entity, an article or a pronoun (“a pack”), the tagger that was
   * trained on the slot, or free text.
   */
  source: 'recognizer' | 'article' | 'tagger' | 'text';
}

/** The candidate values of a competency's slots, without free text. */
export function slotCandidates(table: ValueTable): SlotCandidate[] {
  const { slots } = table;
  const tagged = taggedValues(table);
  const countsFor = countsForSlots(table);
  const lengths = lengthsTaken(table);
  const candidatesOf = (slot: CompiledSlot): Omit<SlotCandidate, 'slot' | 'order'>[] => {
    const spans = tagged.get(slot.name);
    if (spans !== undefined) return spans.map((candidate) => ({ candidate, source: 'tagger' }));
    if (takesCounts(slot)) return countsFor(slot);
    const recognized = [
      ...table.recognized(slot.entity),
      ...beginningsApart(slot, lengths, table),
      ...saidToLack(slot, table),
    ];
    return recognized.map((candidate) => ({ candidate, source: 'recognizer' }));
  };
  return slots.flatMap((slot, order) => candidatesOf(slot).map((found) => ({ slot, order, ...found })));
}

/** The lengths of time that some slot takes by themselves. */
export function lengthsTaken(table: ValueTable): Candidate[] {
  const { slots, language } = table;
  const takesLengths = (slot: CompiledSlot) =>
    slot.entity === DURATION_ENTITY || unitCounted(slot, language.code) !== null;
  return slots.some(takesLengths) ? table.exact(DURATION_ENTITY) : [];
}

/**
 * The beginnings of dates that contain a length of time that a slot takes: "june 1" in "for three months from june 1",
 * which by itself is a day in September.
 */
function beginningsApart({ entity }: CompiledSlot, lengths: readonly Candidate[], table: ValueTable) {
  if (lengths.length === 0 || !traitsOf(entity).isMoment) return [];
  const longer = table
    .recognized(entity)
    .filter((value) => lengths.some((length) => isPartOf(length, value)));
  if (longer.length === 0) return [];
  const rest = table.recognized(entity, without(table.utterance, lengths));
  return rest.filter((value) => longer.some((whole) => overlap(whole, value)));
}

/**
 * Reads "no piano" as false for a yes/no slot named "piano", and "none of us" as the answer to its question, unless a yes
 * stands beside it.
 */
function saidToLack(slot: CompiledSlot, { utterance, mentioned, asked, language }: ValueTable): Candidate[] {
  if (slot.entity !== BOOLEAN_ENTITY) return [];
  const denied = deniedNouns(utterance).filter((noun) =>
    mentioned.some((name) => name.slot === slot && overlap(name.on, noun)),
  );
  const agrees = utterance.words.some(({ text }) => language.yesNo.yes.includes(text));
  const none = asked === slot.name && !agrees ? noneAlone(utterance) : [];
  const lacking = ({ start, end }: Stretch, quality: Candidate['quality']): Candidate => ({
    start,
    end,
    value: false,
    details: {},
    quality,
  });
  return [...denied.map((noun) => lacking(noun, 'exact')), ...none.map((place) => lacking(place, 'weak'))];
}

/**
 * The values of slots that the tagger has learned well: the tagger finds the stretch, the recogniser its meaning. If
 * the tagger finds no value for the asked slot, the recogniser decides alone.
 */
function taggedValues(table: ValueTable): ReadonlyMap<string, readonly Candidate[]> {
  const { loaded, frame, slots, utterance, asked } = table;
  const { name: competency } = frame.competency;
  const model = loaded.freeText.get(utterance.language);
  const taught = slots.filter(
    ({ name, entity }) => !isText(loaded.assistant, entity) && model?.isTaught(competency, name),
  );
  if (model === undefined || taught.length === 0) return new Map();
  const question = asked !== null && model.isTaught(competency, asked) ? asked : null;
  const spans = model.find(utterance.text, competency, question);
  const tagged = taught.map(({ name, entity }): [string, Candidate[]] => [
    name,
    spans.flatMap((span) => (span.slot === name ? meaningOf(span, entity, table) : [])),
  ]);
  return new Map(tagged.filter(([name, values]) => name !== asked || values.length > 0));
}

/** The value of a stretch, read in context if possible, otherwise alone. */
function meaningOf({ start, end }: SlotSpan, entity: string, table: ValueTable): Candidate[] {
  const { utterance } = table;
  const place = { start, end };
  const longest = (candidates: readonly Candidate[]) =>
    candidates.toSorted((a, b) => sharedLength(b, place) - sharedLength(a, place))[0];
  const here = longest(table.recognized(entity).filter((candidate) => overlap(candidate, place)));
  const alone = () => table.recognized(entity, withText(utterance, utterance.text.slice(start, end)));
  const candidate = here ?? longest(alone());
  return candidate === undefined ? [] : [{ ...candidate, start, end, quality: 'exact' }];
}
