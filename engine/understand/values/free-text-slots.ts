import { type CompiledAssistant, type CompiledCompetency, entityNamed } from '../../assistant.ts';
import { TEXT_ENTITY } from '../../built-in-entities.ts';
import { languageOf } from '../../language/languages.ts';
import type { LoadedAssistant } from '../../load.ts';
import { firstSentence } from '../../text/pauses.ts';
import { phraseAt } from '../../text/phrases.ts';
import { overlap } from '../../text/stretch.ts';
import type { FreeTextModel } from '../../values/free-text/model.ts';
import type { SlotSpan } from '../../values/free-text/tagger/words.ts';
import { wholeAnswer } from '../../values/free-text/whole-answer.ts';
import { widen } from '../../values/free-text/widen.ts';
import type { Candidate, Utterance } from '../../values/recognizer.ts';
import { WORDS } from '../certainty.ts';
import type { View } from '../view.ts';
import { isBareAnswer, isConnecting } from './bare.ts';
import type { FoundSlot } from './find-slots.ts';

/** True for the built-in text entity and authors' entities that accept any text. */
export const isText = (assistant: CompiledAssistant, entity: string): boolean =>
  entity === TEXT_ENTITY || entityNamed(assistant, entity)?.isText === true;

/** True if the open question asks for free text. */
export const awaitsText = ({ assistant, awaited }: View): boolean =>
  awaited.kind === 'value' && isText(assistant, awaited.slot.entity);

/** True if a text has values and otherwise only small words. */
export const saysNoMore = ({ words, language }: Utterance, values: readonly FoundSlot[]): boolean =>
  values.length > 0 &&
  isBareAnswer(
    words,
    values.map(({ candidate }) => candidate),
    language,
  );

/** A free-text value for a slot. */
export interface FreeText {
  slot: string;
  candidate: Candidate;
}

/**
 * The whole answer for an open list, if it is longer than a listed value and gives nothing to other slots:
 * “mint tea” is not “mint”. Leading small words are removed.
 */
export function openAnswer(
  { assistant }: LoadedAssistant,
  competency: CompiledCompetency,
  utterance: Utterance,
  asked: string | null,
  listed: readonly FoundSlot[],
): FreeText | null {
  const slot = competency.slots.find(({ name }) => name === asked);
  if (slot === undefined || entityNamed(assistant, slot.entity)?.open !== true) return null;
  if (listed.some((value) => value.slot !== slot.name) || saysNoMore(utterance, listed)) return null;
  const whole = wholeIn(competency, utterance, slot.name)?.candidate;
  if (whole === undefined) return null;
  const words = utterance.words.filter((word) => overlap(word, whole));
  const first = words.findIndex((word) => !isConnecting(word.text, utterance.language));
  if (first < 0 || words.length - first > WORDS.few) return null;
  const start = first === 0 ? whole.start : (words[first]?.start ?? whole.start);
  return freeTextOf({ slot: slot.name, start, end: whole.end }, utterance.text, 'whole_answer');
}

/** The free text that the tagger finds from context, beside the values of other slots. */
export function learnedIn(
  loaded: LoadedAssistant,
  competency: CompiledCompetency,
  { text, language }: Utterance,
  values: readonly FoundSlot[],
): FreeText[] {
  const found = loaded.freeText.get(language)?.find(text, competency.name, null, unmistakable(values, text));
  const spans = textIn(loaded, competency, found ?? []);
  return joined(spans, competency, text).map((span) => freeTextOf(span, text, 'learned'));
}

/** Six or more digits: longer than any house number. */
const LONG_NUMBER = /(?:\p{N}[ /-]?){6}/u;

/**
 * The values with digits that cannot be part of a name or address: amounts with currency, times, dates, phone
 * numbers.
 */
const unmistakable = (values: readonly FoundSlot[], text: string): Candidate[] =>
  values.flatMap(({ candidate }) => {
    const raw = text.slice(candidate.start, candidate.end);
    const isMarked = /[^\p{N}\s]/u.test(raw) || LONG_NUMBER.test(raw);
    return candidate.quality === 'exact' && /\p{N}/u.test(raw) && isMarked ? [candidate] : [];
  });

/** The spans of free-text slots. */
const textIn = (
  { assistant }: LoadedAssistant,
  { slots }: CompiledCompetency,
  spans: readonly SlotSpan[],
): SlotSpan[] =>
  spans.filter(({ slot }) => slots.some(({ name, entity }) => name === slot && isText(assistant, entity)));

/** Joins adjacent spans of a single-value slot: a tagger trained on short values splits long ones. */
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

/**
 * The values of an answer: the tagger's value for the asked slot and the values of other slots. If the tagger finds no
 * value, the whole answer.
 */
export function answerIn(
  loaded: LoadedAssistant,
  competency: CompiledCompetency,
  utterance: Utterance,
  {
    question,
    takesWhole,
    otherValues,
  }: { question: string; takesWhole: boolean; otherValues: readonly FoundSlot[] },
): FreeText[] {
  const { text, language } = utterance;
  const model = loaded.freeText.get(language);
  const slotAsked = competency.slots.find(({ name }) => name === question);
  const isNote = slotAsked?.entity === TEXT_ENTITY;
  // A note may contain other values; a name ends before a phone number.
  const apart = isNote ? [] : unmistakable(otherValues, text);
  const textSpans = textIn(loaded, competency, model?.find(text, competency.name, question, apart) ?? []);
  const all = joined(textSpans, competency, text);
  const spans = all.filter(({ slot }) => slot === question);
  const beside = all.filter(({ slot }) => slot !== question);
  const besides = beside.map((span) => freeTextOf(span, text, 'learned'));
  if (model === undefined || spans.length === 0) {
    const [only, ...more] = besides;
    // A bare value answers the question, whatever slot it resembles.
    if (only !== undefined && more.length === 0 && saysNoMore(utterance, [{ ...only, raw: '' }]))
      return [{ slot: question, candidate: { ...only.candidate, quality: 'learned_answer' } }];
    if (beside.length > 0) return besides;
    const mayBeWhole =
      takesWhole &&
      !(model !== undefined && asksAnew(utterance, model, otherValues)) &&
      !tellsAnother(competency, question, otherValues);
    const whole = mayBeWhole ? wholeIn(competency, utterance, question) : null;
    return whole === null ? [] : [whole];
  }
  const isMultiple = slotAsked?.multiple ?? false;
  const taken = [...otherValues.map(({ candidate }) => candidate), ...beside];
  const wider =
    isMultiple && spans.length > 1
      ? spans
      : spans.slice(0, 1).map((span) => widen(span, utterance, model, { taken, isNote }));
  return [
    ...wider.map((stretch) => freeTextOf({ ...stretch, slot: question }, text, 'learned_answer')),
    ...besides,
  ];
}

/**
 * True if a text has values of other slots and, besides them, only words that also surround values in the utterances.
 * Such a text does not answer a question for a name.
 */
const asksAnew = (
  { text, words, language }: Utterance,
  model: FreeTextModel,
  otherValues: readonly FoundSlot[],
): boolean =>
  otherValues.length > 0 &&
  words.every(
    (word) =>
      otherValues.some(({ candidate }) => overlap(candidate, word)) ||
      isConnecting(word.text, language) ||
      model.isOutside(text.slice(word.start, word.end).toLowerCase()),
  );

/**
 * True if an answer to a question for a text other than a note has a value of a required slot: "we depart
 * next tuesday" is not a city.
 */
function tellsAnother(
  { slots }: CompiledCompetency,
  question: string,
  otherValues: readonly FoundSlot[],
): boolean {
  const isNote = slots.some(({ name, entity }) => name === question && entity === TEXT_ENTITY);
  return (
    !isNote &&
    otherValues.some(
      ({ slot, candidate }) =>
        candidate.quality === 'exact' && slots.some(({ name, required }) => name === slot && required),
    )
  );
}

function wholeIn(
  competency: CompiledCompetency,
  { text, words, language }: Utterance,
  slot: string,
): FreeText | null {
  const { contexts: all, entity } = competency.slots.find(({ name }) => name === slot) ?? {};
  const contexts = all?.[language];
  // A denied text is not an answer ("not to Petra"), except as a note.
  if (entity !== TEXT_ENTITY && phraseAt(words, 0, languageOf(language).change.not) > 0) return null;
  const before = new Set(Object.keys(contexts?.left ?? {}));
  const stretch =
    entity === TEXT_ENTITY
      ? wholeAnswer(text, language, before)
      : wholeAnswer(firstSentence(text, words), language, before, 'name');
  return stretch && freeTextOf({ slot, ...stretch }, text, 'whole_answer');
}

/** A free-text value, without the punctuation after it. */
function freeTextOf({ slot, start, end }: SlotSpan, text: string, quality: Candidate['quality']): FreeText {
  const value = text.slice(start, end).replace(/[.,;!?\s]+$/u, '');
  return { slot, candidate: { start, end: start + value.length, value, details: {}, quality } };
}
