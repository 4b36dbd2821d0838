import { type CompiledAssistant, type CompiledSlot, entityNamed } from '../../assistant.ts';
import { TEXT_ENTITY, traitsOf } from '../../built-in-entities.ts';
import { languageOf } from '../../language/languages.ts';
import { endsClause, firstSentence } from '../../text/pauses.ts';
import { phraseAt } from '../../text/phrases.ts';
import { contains, overlap, type Stretch } from '../../text/stretch.ts';
import { isCalledBy } from '../../text/word-forms.ts';
import { endsAsQuestion, firstWordFrom, type Word, wordsWithin } from '../../text/words.ts';
import type { FreeTextModel } from '../../values/free-text/model.ts';
import type { SlotSpan } from '../../values/free-text/tagger/words.ts';
import { behindLead, wholeAnswer } from '../../values/free-text/whole-answer.ts';
import { widen } from '../../values/free-text/widen.ts';
import type { Candidate, Utterance } from '../../values/recognizer.ts';
import { wordsIn } from '../../values/words-in.ts';
import { CERTAINTY, WORDS } from '../certainty.ts';
import type { View } from '../view.ts';
import { isBareAnswer, isConnecting } from './bare.ts';
import { nounsOf } from './named-slots.ts';
import type { FoundSlot, ValueTable } from './value-table.ts';

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

/**
 * The whole answer for an open list, if it is longer than a listed value and gives nothing to other slots:
 * “mint tea” is not “mint”. Leading small words are removed. Empty if there is none.
 */
export function openAnswer(table: ValueTable, listed: readonly FoundSlot[]): FoundSlot[] {
  const { loaded, utterance, asked, situation } = table;
  const slot = table.slotCalled(asked);
  if (situation.takesWhole !== true || slot === undefined) return [];
  if (entityNamed(loaded.assistant, slot.entity)?.open !== true) return [];
  if (listed.some((value) => value.slot !== slot.name) || saysNoMore(utterance, listed)) return [];
  return wholeIn(slot, utterance).flatMap(({ candidate: whole }) => {
    const words = utterance.words.filter((word) => overlap(word, whole));
    const first = words.findIndex((word) => !isConnecting(word.text, utterance.language));
    if (first < 0 || words.length - first > WORDS.few) return [];
    const start = first === 0 ? whole.start : (words[first]?.start ?? whole.start);
    return [freeTextOf({ slot: slot.name, start, end: whole.end }, utterance.text, 'whole_answer')];
  });
}

/** The free text that the tagger finds from context, beside the values of other slots. */
export function learnedIn(table: ValueTable, values: readonly FoundSlot[]): FoundSlot[] {
  const { text } = table.utterance;
  const apart = [...unmistakable(table, values), ...neededMoments(table, values)];
  return spansIn(table, null, apart).map((span) => freeTextOf(span, text, 'learned'));
}

/** Six or more digits: longer than any house number. */
const LONG_NUMBER = /(?:\p{N}[ /-]?){6}/u;

/**
 * The values with digits that cannot be part of a name or address: amounts with currency, times, dates, phone
 * numbers. Each with the name of its slot before it: “and my number is 555 0100”.
 */
const unmistakable = (table: ValueTable, values: readonly FoundSlot[]): Stretch[] =>
  values.flatMap(({ slot, candidate }) => {
    const raw = table.utterance.text.slice(candidate.start, candidate.end);
    const isMarked = /[^\p{N}\s]/u.test(raw) || LONG_NUMBER.test(raw);
    const isApart = candidate.quality === 'exact' && /\p{N}/u.test(raw) && isMarked;
    return isApart ? [behindName(table, slot, candidate)] : [];
  });

/** A value with the name of its slot before it, and the small words beside that name. */
function behindName(table: ValueTable, name: string, { start, end }: Stretch): Stretch {
  const { words, language } = table.utterance;
  const slot = table.slotCalled(name);
  const nouns = slot === undefined ? [] : nounsOf(slot, language, table.loaded.assistant);
  const isSmall = (at: number) => isConnecting(words[at]?.text ?? '', language);
  let first = firstWordFrom(words, start);
  while (isSmall(first - 1)) first -= 1;
  const noun = words[first - 1]?.text;
  if (noun === undefined || !nouns.some((known) => isCalledBy(known, noun))) return { start, end };
  first -= 1;
  while (isSmall(first - 1)) first -= 1;
  return { start: words[first]?.start ?? start, end };
}

/** The days and times at the end of a clause that empty required slots need. */
const neededMoments = (table: ValueTable, values: readonly FoundSlot[]): Candidate[] =>
  values.flatMap(({ slot: name, candidate }) => {
    const slot = table.slotCalled(name);
    const isNeeded = slot?.required === true && traitsOf(slot.entity).isMoment && !table.isFilled(name);
    const isLast = endsClause(table.utterance.text, candidate.end);
    return isNeeded && isLast && candidate.quality === 'exact' ? [candidate] : [];
  });

/** True for a span that is no more than a day or time in digits, or several: nothing is called “the 12th”. */
function isMoment(table: ValueTable, span: Stretch): boolean {
  const { text, words, language: code } = table.utterance;
  const moments = ['date', 'time'].flatMap((entity) => table.exact(entity));
  if (/\p{N}/u.test(text.slice(span.start, span.end)) && moments.some((moment) => contains(moment, span)))
    return true;
  const { but } = languageOf(code).change;
  const isLink = (word: string) => isConnecting(word, code) || but.includes(word);
  const within = moments.filter((moment) => contains(span, moment));
  const isCovered = words.every(
    (word) => !overlap(word, span) || isLink(word.text) || within.some((moment) => overlap(word, moment)),
  );
  return isCovered && within.some((moment) => within.some((other) => moment.end <= other.start));
}

/** False for a span of small words beside numbers or codes, which are other slots': “only 4”. */
function hasOwnWord({ loaded, utterance }: ValueTable, span: Stretch): boolean {
  const words = wordsWithin(utterance.words, span).filter(
    ({ text }) => !isConnecting(text, utterance.language),
  );
  const isSign = ({ text }: Word) => /\p{N}/u.test(text);
  if (words.length === 0 || !words.every(isSign)) return true;
  const codes = Object.values(loaded.assistant.entities)
    .filter(({ pattern }) => pattern !== undefined)
    .flatMap(({ name }) => loaded.recognizerOf(name, utterance.language)(utterance));
  return !words.every((word) => /^\p{N}+$/u.test(word.text) || codes.some((code) => contains(code, word)));
}

/** The spans of free-text slots that the tagger finds. */
function spansIn(table: ValueTable, question: string | null, apart: readonly Stretch[]): SlotSpan[] {
  const { loaded, frame, slots, utterance } = table;
  const { text, words, language } = utterance;
  const spans = loaded.freeText.get(language)?.find(text, frame.competency.name, question, apart) ?? [];
  const texts = slots.filter(({ entity }) => isText(loaded.assistant, entity));
  const isNote = (name: string) => slots.some((slot) => slot.name === name && slot.entity === TEXT_ENTITY);
  return joined(
    spans.filter(({ slot }) => texts.some(({ name }) => name === slot)),
    texts,
    text,
    question !== null,
  )
    .map((span) => (isNote(span.slot) ? span : behindLead(span, words, language)))
    .filter((span) => isNote(span.slot) || !isMoment(table, span))
    .filter((span) => span.slot === question || isNote(span.slot) || hasOwnWord(table, span));
}

/**
 * Joins adjacent spans of a single-value slot: a tagger trained on short values splits long ones. In a wish, a single
 * word right behind the text of another slot belongs to that text: “to the white” and “hart”.
 */
function joined(
  spans: readonly SlotSpan[],
  slots: readonly CompiledSlot[],
  text: string,
  isAnswer: boolean,
): SlotSpan[] {
  const whole: SlotSpan[] = [];
  for (const span of spans) {
    const last = whole.at(-1);
    const isSame = last?.slot === span.slot;
    const isMultiple = slots.some(({ name, multiple }) => name === span.slot && multiple);
    const isOneWord = !/\s/u.test(text.slice(span.start, span.end));
    const touches = last !== undefined && text.slice(last.end, span.start).trim() === '';
    if (touches && (isSame ? !isMultiple : isOneWord && !isAnswer)) last.end = span.end;
    else whole.push({ ...span });
  }
  return whole;
}

/**
 * The values of an answer: the tagger's value for the asked slot and the values of other slots. If the tagger finds no
 * value, the whole answer.
 */
export function answerIn(
  table: ValueTable,
  question: string,
  otherValues: readonly FoundSlot[],
): FoundSlot[] {
  const { loaded, utterance, situation } = table;
  const { text, language } = utterance;
  const model = loaded.freeText.get(language);
  const slotAsked = table.slotCalled(question);
  const isNote = slotAsked?.entity === TEXT_ENTITY;
  // A text that only gives other slots' values answers no question for a text.
  if (
    saysNoMore(
      utterance,
      otherValues.filter(({ candidate }) => candidate.quality === 'exact'),
    )
  )
    return [];
  // A note may contain other values; a name ends before a phone number.
  const apart = isNote ? [] : unmistakable(table, otherValues);
  const all = spansIn(table, question, apart);
  const spans = all.filter(({ slot }) => slot === question);
  const beside = all.filter(({ slot }) => slot !== question);
  const besides = beside.map((span) => freeTextOf(span, text, 'learned'));
  if (model === undefined || spans.length === 0) {
    const [only, ...more] = besides;
    // A bare value answers the question, whatever slot it resembles.
    if (only !== undefined && more.length === 0 && saysNoMore(utterance, [only]))
      return [{ ...only, slot: question, candidate: { ...only.candidate, quality: 'learned_answer' } }];
    if (beside.length > 0 && !(isNote && saysMuchMore(utterance, [...besides, ...otherValues])))
      return besides;
    const mayBeWhole =
      situation.takesWhole === true &&
      !(model !== undefined && asksAnew(utterance, model, otherValues)) &&
      (isNote || !tellsAnother(table, otherValues));
    if (!mayBeWhole || slotAsked === undefined) return [];
    // A single word may be a name that the tagger does not know.
    const isTalk = model !== undefined && !isNote && isWithoutName(table, question, model);
    return wholeIn(slotAsked, utterance).filter(({ raw }) => !isTalk || wordsIn(raw, language).length === 1);
  }
  const isMultiple = slotAsked?.multiple ?? false;
  const taken = [...otherValues.map(({ candidate }) => candidate), ...apart, ...beside];
  const wider =
    isMultiple && spans.length > 1
      ? spans
      : spans.slice(0, 1).map((span) => widen(span, utterance, model, { taken, isNote }));
  return [
    ...wider.map((stretch) => freeTextOf({ ...stretch, slot: question }, text, 'learned_answer')),
    ...besides,
  ];
}

/** True if a text says more than the given values and a word or two that name or introduce them. */
const saysMuchMore = ({ words, language }: Utterance, values: readonly FoundSlot[]): boolean =>
  words.filter(
    (word) => !isConnecting(word.text, language) && !values.some(({ candidate }) => overlap(candidate, word)),
  ).length > WORDS.couple;

/**
 * True for an answer that has no name by the tagger: “sounds good”. The tagger has to be more than certain, because few
 * examples teach it few names; an answer to the question asked again may be a name that it does not know.
 */
const isWithoutName = (
  { utterance, frame, situation }: ValueTable,
  question: string,
  model: FreeTextModel,
): boolean =>
  situation.isAskedAgain !== true &&
  model.isTaught(frame.competency.name, question) &&
  model.emptiness(utterance.text, frame.competency.name, question) >= 1 - (1 - CERTAINTY.certain) ** 2;

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
const tellsAnother = (table: ValueTable, otherValues: readonly FoundSlot[]): boolean =>
  otherValues.some(
    ({ slot, candidate }) => candidate.quality === 'exact' && table.slotCalled(slot)?.required === true,
  );

function wholeIn(
  { name: slot, contexts, entity }: CompiledSlot,
  { text, words, language }: Utterance,
): FoundSlot[] {
  // A denied text is not an answer ("not to Petra"), except as a note.
  if (entity !== TEXT_ENTITY && phraseAt(words, 0, languageOf(language).change.not) > 0) return [];
  if (entity !== TEXT_ENTITY && words.length > WORDS.few && endsAsQuestion(text)) return [];
  const before = new Set(Object.keys(contexts[language]?.left ?? {}));
  const stretch =
    entity === TEXT_ENTITY
      ? wholeAnswer(text, language, before)
      : wholeAnswer(firstSentence(text, words), language, before, 'name');
  return stretch === null ? [] : [freeTextOf({ slot, ...stretch }, text, 'whole_answer')];
}

/** A free-text value, without the punctuation after it. */
function freeTextOf({ slot, start, end }: SlotSpan, text: string, quality: Candidate['quality']): FoundSlot {
  const raw = text.slice(start, end).replace(/[.,;!?\s]+$/u, '');
  return { slot, candidate: { start, end: start + raw.length, value: raw, details: {}, quality }, raw };
}
