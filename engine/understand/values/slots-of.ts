import {
  type CompiledAssistant,
  type CompiledCompetency,
  type CompiledSlot,
  TEXT_ENTITY,
} from '../../assistant.ts';
import type { LoadedAssistant } from '../../load.ts';
import { overlap } from '../../text/stretch.ts';
import type { SlotSpan } from '../../values/free-text/tagger/words.ts';
import { isCorrection, wholeAnswer } from '../../values/free-text/whole-answer.ts';
import { widen } from '../../values/free-text/widen.ts';
import type { Candidate, Utterance } from '../../values/recognizer.ts';
import { isBareAnswer, isConnecting } from './bare.ts';
import { type FindOptions, type FoundSlot, findSlots } from './find-slots.ts';

export interface SlotsOptions {
  /** The slot whose answer is awaited, or null. */
  asked: string | null;
  /** Slots that have a value already; empty ones are preferred. */
  filled: ReadonlySet<string>;
  /** Whether the whole text may be the answer to the question for a free-text slot. */
  takesWhole: boolean;
}

/** The values that a text gives to a competency's slots of all kinds. */
export function slotsOf(
  loaded: LoadedAssistant,
  competency: CompiledCompetency,
  utterance: Utterance,
  { asked, filled, takesWhole }: SlotsOptions,
): FoundSlot[] {
  const { slots } = competency;
  const options: FindOptions = {
    asked,
    filled,
    recognizerOf: (entity) => loaded.recognizerOf(entity, utterance.language),
  };
  const listed = findSlots(slots, utterance, options);
  const added = takesWhole ? openAnswer(loaded, competency, utterance, asked, listed) : null;
  const others = added === null ? listed : findSlots(slots, utterance, { ...options, freeText: [added] });
  const own = slots.filter(({ entity }) => isText(loaded.assistant, entity)).map(({ name }) => name);
  const question = own.find((name) => name === asked) ?? null;
  const sure =
    question === null ? others : others.filter(({ candidate }) => SURE.includes(candidate.quality));
  if (own.length === 0 || saysNoMore(utterance, sure)) return others;
  const find = (freeText: readonly FreeText[]) => findSlots(slots, utterance, { ...options, freeText });
  const corrects = isCorrection(utterance.words, utterance.language);
  // What was given already stays, unless the user takes it back: an answer to another question is none to it.
  const learned = learnedIn(loaded, competency, utterance).filter(
    ({ slot }) => corrects || asked === slot || !filled.has(slot),
  );
  if (question === null) return find(learned);
  if (corrects) {
    const corrected = find(learned.filter(({ slot }) => slot !== question));
    if (saysNoMore(utterance, corrected)) return corrected;
  }
  return find([
    ...learned.filter(({ slot }) => slot !== question),
    ...answerIn(loaded, competency, utterance, { question, takesWhole, others: sure }),
  ]);
}

/** All values of a text that need no question, but free text, each with one of the slots of its entity. */
export function valuesOf(
  loaded: LoadedAssistant,
  slots: readonly CompiledSlot[],
  utterance: Utterance,
  filled: ReadonlySet<string>,
): FoundSlot[] {
  const several = slots.map((slot) => ({ ...slot, multiple: true }));
  const recognizerOf = (entity: string) => loaded.recognizerOf(entity, utterance.language);
  return findSlots(several, utterance, { asked: null, filled, recognizerOf });
}

/** What is read with more certainty than that any text may be an answer. */
const SURE: readonly Candidate['quality'][] = ['exact', 'fuzzy'];

const saysNoMore = ({ words, language }: Utterance, found: readonly FoundSlot[]): boolean =>
  found.length > 0 &&
  isBareAnswer(
    words,
    found.map(({ candidate }) => candidate),
    language,
  );

/** An artifact of an earlier release may have an entity of its own by the name. */
export const isText = ({ entities }: CompiledAssistant, entity: string): boolean =>
  Object.hasOwn(entities, entity) ? entities[entity]?.isText === true : entity === TEXT_ENTITY;

interface FreeText {
  slot: string;
  candidate: Candidate;
}

/** Words of a value that an open list does not have. */
const MOST_OF_AN_OPEN_VALUE = 4;

/**
 * The whole answer to the question for an open list, where it is none of the list's values but more than a piece of
 * it, and gives no other slot its value: “mint tea” is no mint.
 * Small words before it are none of it: “I'd like a lemonade”.
 */
function openAnswer(
  { assistant }: LoadedAssistant,
  competency: CompiledCompetency,
  utterance: Utterance,
  asked: string | null,
  listed: readonly FoundSlot[],
): FreeText | null {
  const slot = competency.slots.find(({ name }) => name === asked);
  const isOpen =
    slot !== undefined &&
    Object.hasOwn(assistant.entities, slot.entity) &&
    assistant.entities[slot.entity]?.open === true;
  if (!isOpen || listed.some((one) => one.slot !== slot.name) || saysNoMore(utterance, listed)) return null;
  const whole = wholeIn(competency, utterance, slot.name)?.candidate;
  if (whole === undefined) return null;
  const words = utterance.words.filter((word) => overlap(word, whole));
  const first = words.findIndex((word) => !isConnecting(word.text, utterance.language));
  if (first < 0 || words.length - first > MOST_OF_AN_OPEN_VALUE) return null;
  const start = first === 0 ? whole.start : (words[first]?.start ?? whole.start);
  return freeTextOf({ slot: slot.name, start, end: whole.end }, utterance.text, 'whole_answer');
}

/** What the tagger finds by the words around it. */
function learnedIn(
  { freeText }: LoadedAssistant,
  competency: CompiledCompetency,
  { text, language }: Utterance,
): FreeText[] {
  const spans = freeText.get(language)?.find(text, competency.name, null) ?? [];
  return joined(spans, competency, text).map((span) => freeTextOf(span, text, 'learned'));
}

/**
 * Of a slot with one value, stretches with nothing between them are one: taught by short values, a tagger parts
 * long ones.
 */
function joined(spans: readonly SlotSpan[], { slots }: CompiledCompetency, text: string): SlotSpan[] {
  const whole: SlotSpan[] = [];
  for (const span of spans) {
    const last = whole.at(-1);
    const isMultiple = slots.some(({ name, multiple }) => name === span.slot && multiple);
    const touches = last?.slot === span.slot && text.slice(last.end, span.start).trim() === '';
    if (last !== undefined && touches && !isMultiple) last.end = span.end;
    else whole.push({ ...span });
  }
  return whole;
}

/** The value of the slot that was asked for: what the tagger finds in an answer to it, else all of the answer. */
function answerIn(
  { freeText }: LoadedAssistant,
  competency: CompiledCompetency,
  utterance: Utterance,
  { question, takesWhole, others }: { question: string; takesWhole: boolean; others: readonly FoundSlot[] },
): FreeText[] {
  const { text, language } = utterance;
  const model = freeText.get(language);
  const found = model?.find(text, competency.name, question) ?? [];
  const spans = joined(found, competency, text).filter(({ slot }) => slot === question);
  if (model === undefined || spans.length === 0) {
    const whole = takesWhole ? wholeIn(competency, utterance, question) : null;
    return whole === null ? [] : [whole];
  }
  const isMultiple = competency.slots.some(({ name, multiple }) => name === question && multiple);
  const taken = others.map(({ candidate }) => candidate);
  const wider =
    isMultiple && spans.length > 1
      ? spans
      : spans.slice(0, 1).map((span) => widen(span, utterance, model, taken));
  return wider.map((stretch) => freeTextOf({ ...stretch, slot: question }, text, 'learned_answer'));
}

function wholeIn(
  competency: CompiledCompetency,
  { text, language }: Utterance,
  slot: string,
): FreeText | null {
  const contexts = competency.slots.find(({ name }) => name === slot)?.contexts[language];
  const stretch = wholeAnswer(text, language, new Set(Object.keys(contexts?.left ?? {})));
  return stretch && freeTextOf({ slot, ...stretch }, text, 'whole_answer');
}

const freeTextOf = (
  { slot, start, end }: SlotSpan,
  text: string,
  quality: Candidate['quality'],
): FreeText => ({
  slot,
  candidate: { start, end, value: text.slice(start, end), details: {}, quality },
});
