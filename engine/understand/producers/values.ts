import { type CompiledSlot, entityNamed, valueNames, valuesListed } from '../../assistant.ts';
import { TEXT_ENTITY } from '../../built-in-entities.ts';
import type { Language } from '../../language/language.ts';
import { hasPause } from '../../text/pauses.ts';
import { phraseAt } from '../../text/phrases.ts';
import { overlap, type Stretch, union } from '../../text/stretch.ts';
import { endsAsQuestion, type Word } from '../../text/words.ts';
import { isAnyText } from '../../values/free-text/any-text.ts';
import type { Candidate } from '../../values/recognizer.ts';
import { isOneErrorAway } from '../../values/spellings.ts';
import { plainWordsIn } from '../../values/words-in.ts';
import { isChatter } from '../acts-in-place.ts';
import { CERTAINTY } from '../arbitrate/certainty.ts';
import type { Proposal } from '../commands.ts';
import { leadingWords } from '../leading-words.ts';
import type { Reading } from '../reading.ts';
import { isBareAnswer, isWholeClause } from '../values/bare.ts';
import { namesOf, wordsOfQuestion } from '../values/named-slots.ts';
import { awaitsText } from '../values/slots-of.ts';
import { isClosed, WORDS_OF_A_VALUE } from '../values/unknown-values.ts';
import type { ReadValue } from '../values/value-draft.ts';
import { type Frame, isCode, type View } from '../view.ts';
import { SURE_QUESTION } from './labels.ts';
import type { Producer } from './producer.ts';

/** The score of a value by how it was read. */
export const QUALITY: Readonly<Record<ReadValue['candidate']['quality'], number>> = {
  exact: 1,
  fuzzy: 0.9,
  weak: 0.8,
  answer: 0.8,
  learned: 0.85,
  learned_answer: 0.85,
  whole_answer: 0.7,
};
const OF_A_REMARK = 0.3;
const OF_A_SLIP = 0.6;
const WORDS_OF_A_TEXT = 3;
/** A query wishes for another competency, rather than to go on, if that is so many times likelier. */
const MUCH_LIKELIER = 4;

/**
 * The probability that a value is meant by its words, 0…1. A bare "yes" within a sentence may be a particle, and counts
 * as far as the sentence says yes: "das geht ja schnell". A bare "no" beside a correction denies what is corrected: "no,
 * not Frankfurt but Hamburg".
 */
function sureness(
  { start, end }: Stretch,
  raw: string,
  { acts, values, language, segments }: Reading,
): number {
  const phrase = plainWordsIn(raw, language.code);
  const { words } = segments.rest;
  const at = words.findIndex((word) => word.start === start);
  if (language.yesNo.yes.includes(phrase)) {
    const isWithin = at > 0 && (words.at(-1)?.end ?? 0) > end;
    return isWithin ? Math.min(1, 2 * acts.likelihood.affirm) : 1;
  }
  const corrects = values?.values.some(({ way, changes }) => way === 'replace' && changes) ?? false;
  return language.yesNo.no.includes(phrase) && corrects ? OF_A_REMARK : 1;
}

/** True if a value was read by a slip in its name that is a word by itself: “Iceland” is not “Ireland”. */
function isAnotherWord(
  { slot, raw, candidate: { value, quality } }: ReadValue,
  { assistant, frame }: View,
  { language, isWord }: Reading,
): boolean {
  if (quality !== 'fuzzy') return false;
  const named = frame?.competency.slots.find(({ name }) => name === slot)?.entity ?? '';
  const entity = entityNamed(assistant, named);
  const typed = plainWordsIn(raw, language.code);
  const nearest = (entity ? valueNames(entity, String(value), language.code) : [])
    .map((name) => plainWordsIn(name, language.code))
    .find((name) => isOneErrorAway(name, typed));
  // “Saving” is a form of “savings”.
  return nearest !== undefined && isWord(typed) && typed.slice(0, -1) !== nearest.slice(0, typed.length - 1);
}

/** True if a part of a remark gives a value all the same: "ugh. Lisbon then, I suppose". */
const gives = ({ likelihood: { chatter, inform, change } }: Reading['acts']): boolean =>
  Math.max(inform, change) > Math.max(0.5, chatter);

/** Proposes the values of the query for slots, by what recognisers and taggers find in it. */
export const valueProducer: Producer = (view, reading) => {
  const { acts, values, follow, utterance, segments } = reading;
  const { likelihood } = acts;
  // Values in a remark or a question are not given: "Paris was so lovely last summer", "is the big one heavy?"
  const isRemark = isChatter(acts);
  const isQuestion =
    view.awaited.kind !== 'nothing' &&
    likelihood.ask > 0.5 &&
    leadingWords(segments.rest.words, reading.language) === 0 &&
    likelihood.ask > Math.max(likelihood.inform, likelihood.change, likelihood.affirm, likelihood.deny);
  // Any text could be the answer, and "first" a day: such a reading counts less, the more the text says yes, no or
  // nothing.
  const rather = Math.max(
    ...[likelihood.affirm, likelihood.deny, likelihood.skip, likelihood.any, likelihood.wait],
    // Words that the reader does not know seem unsure.
    likelihood.unsure >= CERTAINTY.act ? likelihood.unsure : 0,
    asksBack(view, reading) ? likelihood.ask : 0,
  );
  const given = Math.max(likelihood.inform, likelihood.change);
  // Several words are rather the text that is asked for than an act that they hardly show.
  const isSpoken = awaitsText(view) && segments.rest.words.length >= WORDS_OF_A_TEXT;
  const answered =
    rather < (isSpoken ? CERTAINTY.act : CERTAINTY.doubt) ? 1 : given / Math.max(given, rather);
  const proposals: Proposal[] = [];
  const givenValues = (values?.values ?? []).filter((value) => !isAnotherWord(value, view, reading));
  for (const { slot, candidate, raw, way } of givenValues) {
    // A slip of one letter in a sentence that says more is rather another word: "saved" is not "savings".
    const isSlip =
      candidate.quality === 'fuzzy' &&
      likelihood.inform < 0.6 &&
      segments.rest.words.length > WORDS_OF_A_VALUE + 1;
    const score =
      QUALITY[candidate.quality] *
      sureness(candidate, raw, reading) *
      (isAnyText(candidate) || candidate.quality === 'answer' ? answered : 1) *
      (isSlip ? OF_A_SLIP : 1) *
      (isOfAYes(candidate, view, reading) ? OF_A_REMARK : 1) *
      ((isQuestion || (isRemark && !gives(reading.actsAt(candidate)))) &&
      way !== 'relative' &&
      way !== 'replace' &&
      !hasPattern(slot, view) &&
      !isSaidApart(candidate, segments.rest)
        ? OF_A_REMARK
        : 1);
    proposals.push({ command: { do: 'set', slot, candidate, raw, way }, on: candidate, score, by: 'values' });
  }
  for (const { slot, on } of values?.cleared ?? [])
    proposals.push({ command: { do: 'clear', slot }, on, score: 0.9, by: 'values' });
  if (values?.isUndecided)
    proposals.push({
      command: { do: 'correct', slot: null },
      on: union(values.explained),
      score: 0.9,
      by: 'values',
    });
  if (view.awaited.kind === 'value') {
    const { slot } = view.awaited;
    for (const [act, meaning] of [
      ['affirm', reading.yesNo.yes],
      ['deny', reading.yesNo.no],
    ] as const) {
      // "Wrong, at 12" says no to the hour.
      const isOfAnother =
        likelihood.change >= CERTAINTY.act &&
        values?.values.some((value) => value.changes && value.way !== 'answer');
      if (
        meaning === null ||
        (likelihood[act] < 0.5 && !saysPlainly(act, reading)) ||
        (act === 'deny' && beginsWithYes(reading)) ||
        (likelihood.ask >= SURE_QUESTION && likelihood[act] < CERTAINTY.wish) ||
        isOfAnother ||
        values?.values.some((value) => value.slot === slot.name)
      )
        continue;
      const on = acts.on(act);
      const candidate = { ...meaning, ...on, quality: 'exact' } as const;
      const raw = utterance.text.slice(on.start, on.end);
      proposals.push({
        command: { do: 'set', slot: slot.name, candidate, raw: raw, way: 'answer' },
        on,
        score: Math.max(likelihood[act], 0.5),
        by: 'acts',
      });
    }
    const raw = unknownIn(slot, givenValues, view, reading);
    if (raw !== null)
      proposals.push({
        command: { do: 'unknown_value', slot: slot.name, raw: utterance.text.slice(raw.start, raw.end) },
        on: raw,
        score: 0.9 * Math.max(likelihood.inform, likelihood.change),
        by: 'values',
      });
    const asks = asksForValues(slot, view, reading);
    if (asks > 0)
      proposals.push({
        command: { do: 'ask_values', slot: slot.name },
        on: acts.on('ask'),
        score: asks,
        by: 'values',
      });
  }
  if (view.finished !== null && (follow?.values.length ?? 0) > 0) {
    const { label, state } = view.finished;
    const query = utterance.text;
    proposals.push({
      command: { do: 'start', label: label ?? state.name, probability: null, query, follows: true },
      on: union(follow?.values.map(({ candidate }) => candidate) ?? []),
      score:
        !isEllipsis(reading) && (isRemark || isQuestion || wishesForAnother(view.finished, view, reading))
          ? OF_A_REMARK
          : 0.7,
      by: 'follow-up',
    });
  }
  return proposals;
};

const beginsQuestion = (words: readonly Word[], { sentences }: Language): boolean =>
  phraseAt(words, 0, sentences.questions) > 0;

/** True if the user asks back where a name or an address is asked for. A note may be a question. */
const asksBack = ({ awaited }: View, { utterance: { text, words }, language }: Reading): boolean =>
  awaited.kind === 'value' &&
  awaited.slot.entity !== TEXT_ENTITY &&
  beginsQuestion(words, language) &&
  endsAsQuestion(text);

/** True if free text was read in a plain yes: "ja mach" gives no name. */
const isOfAYes = (
  { quality }: Candidate,
  { awaited }: View,
  { acts: { likelihood }, segments: { rest } }: Reading,
): boolean =>
  awaited.kind === 'yes_no' &&
  quality === 'learned' &&
  rest.words.length <= WORDS_OF_A_YES &&
  likelihood.affirm >= CERTAINTY.plainYes &&
  Math.max(likelihood.inform, likelihood.change) < CERTAINTY.doubt;

/** True if a query has only values and the words that lead to them: "and the passport?", "the one of April too". */
function isEllipsis({ follow, utterance: { words }, language }: Reading): boolean {
  const values = (follow?.values ?? []).map(({ candidate }) => candidate);
  const { also, alsoBehind } = language.change;
  const besideValues = words
    .slice(leadingWords(words, language))
    .filter(({ text }) => !also.includes(text) && !alsoBehind.includes(text));
  return isBareAnswer(besideValues, values, language.code);
}

/** True if a query is far rather for something else than for what has just ended: "great, book that for 2". */
function wishesForAnother(
  { competency }: Frame,
  { assistant }: View,
  { acts: { likelihood }, whole: { ranked } }: Reading,
): boolean {
  const [first] = ranked;
  if (first === undefined) return false;
  const isWish = likelihood.wish >= CERTAINTY.act && first.probability >= CERTAINTY.doubt;
  if (!isWish && !(likelihood.ask >= CERTAINTY.act && first.probability >= SURE_QUESTION)) return false;
  const likeliest = ranked.find(({ label }) => assistant.states[label]?.competency === competency.name);
  return first.probability > MUCH_LIKELIER * (likeliest?.probability ?? 0);
}

/** A contrary act of lower probability does not keep a plain yes or no from meaning itself. */
const HARDLY = 0.3;

/** True if a query begins with a plain yes that no "no" follows: “ja nein” is no yes. */
function beginsWithYes({ utterance, language }: Pick<Reading, 'utterance' | 'language'>): boolean {
  const [first, next] = utterance.words;
  const { yes, no } = language.yesNo;
  return first !== undefined && yes.includes(first.text) && !no.includes(next?.text ?? '');
}

/** True if a query begins with a plain yes, "yes for the first time", or with a plain no as a whole clause. */
function saysPlainly(
  act: 'affirm' | 'deny',
  { acts: { likelihood }, utterance, language }: Reading,
): boolean {
  if (likelihood.ask >= HARDLY) return false;
  if (act === 'affirm') return beginsWithYes({ utterance, language });
  const [first, next] = utterance.words;
  if (first === undefined || likelihood.affirm >= HARDLY) return false;
  const signs = utterance.text.slice(first.end, next?.start);
  // "No?" asks back.
  const isApart = next === undefined || (hasPause(signs) && !/[?？؟]/u.test(signs));
  return isApart && language.yesNo.no.includes(first.text);
}

/** The stretch of an answer that the slot's list does not have; null if it has it, or the slot takes any. */
function unknownIn(
  slot: CompiledSlot,
  givenValues: readonly ReadValue[],
  { assistant }: View,
  { segments, values, language }: Reading,
): Stretch | null {
  const { name } = slot;
  if (!isClosed(assistant, slot) || givenValues.some((value) => value.slot === name)) return null;
  const read = [...givenValues.map(({ candidate }) => candidate), ...(values?.explained ?? [])];
  const left = segments.rest.words.filter(
    (word) => !language.connecting.has(word.text) && !read.some((stretch) => overlap(stretch, word)),
  );
  const [first] = left;
  const last = left.at(-1);
  if (first === undefined || last === undefined || left.length > WORDS_OF_A_VALUE) return null;
  return { start: first.start, end: last.end };
}

/** The most words of a plain yes. */
const WORDS_OF_A_YES = 3;

/** True if a value is nearly all of a query, or all of a clause: then it is hardly part of a remark. */
const isSaidApart = (candidate: ReadValue['candidate'], utterance: Reading['utterance']): boolean =>
  isWholeClause(candidate, utterance) ||
  candidate.end - candidate.start >= 0.6 * utterance.text.replace(/^[\s,.;:!?]+|[\s,.;:!?]+$/gu, '').length;

/** True if a slot takes codes, which nobody says by the way. */
function hasPattern(slot: string, { assistant, frame }: View): boolean {
  const slotCalled = frame?.competency.slots.find(({ name }) => name === slot);
  return slotCalled !== undefined && isCode(assistant, slotCalled);
}

/** The least probability of help in a question for it: “was gibts denn zur auswahl”. */
const LIKELY_HELP = 0.3;
/** The most words of a question for what there is: "where do you even go?" */
const WORDS_OF_A_QUESTION_BACK = 6;

/** True if a short question begins as the slot's question does: "where do you go?" after "Where would you like to fly?" */
function asksAlike(slot: CompiledSlot, words: readonly Word[], language: Language): boolean {
  const [first] = wordsOfQuestion(slot, language.code);
  const isShort = words.length <= WORDS_OF_A_QUESTION_BACK;
  return isShort && words[0]?.text === first && beginsQuestion(words, language);
}

/**
 * The probability that a query asks for the values of a slot's list: by a name of the slot, "which airports are there?",
 * or by asking for help with the question, "what can I choose from?".
 */
function asksForValues(
  slot: CompiledSlot,
  { assistant }: View,
  { utterance, language, values, acts: { likelihood } }: Reading,
): number {
  if (valuesListed(assistant, slot.entity).length === 0) return 0;
  // "What's better about premium?" asks about one of them.
  if (values?.values.some((value) => value.slot === slot.name)) return 0;
  // Who asks what there is to choose may also seem not to care.
  const wantsHelp =
    likelihood.help >= CERTAINTY.act ||
    (likelihood.help >= LIKELY_HELP && likelihood.help + likelihood.ask >= CERTAINTY.act);
  if (wantsHelp && beginsQuestion(utterance.words, language))
    return Math.max(likelihood.help, likelihood.ask, likelihood.any, CERTAINTY.act);
  const names = namesOf(slot, language.code);
  const isNamed = utterance.words.some(({ text }) =>
    names.some(
      (name) =>
        text === name ||
        (Math.min(text.length, name.length) > 3 && (text.startsWith(name) || name.startsWith(text))),
    ),
  );
  return (isNamed || asksAlike(slot, utterance.words, language)) && likelihood.ask >= CERTAINTY.act
    ? likelihood.ask
    : 0;
}
