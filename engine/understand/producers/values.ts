import { DURATION_ENTITY, TEXT_ENTITY } from '../../built-in-entities.ts';
import { languageOf, madeOnce } from '../../language/languages.ts';
import { isPausedBefore } from '../../text/pauses.ts';
import { phraseAt } from '../../text/phrases.ts';
import { overlap, type Stretch, union } from '../../text/stretch.ts';
import { endsAsQuestion, firstWordFrom } from '../../text/words.ts';
import { isAnyText } from '../../values/free-text/any-text.ts';
import { plainWordsIn } from '../../values/words-in.ts';
import { isChatter } from '../acts-in-place.ts';
import { CERTAINTY, WORDS } from '../certainty.ts';
import type { Proposal } from '../commands.ts';
import { leadingWords } from '../leading-words.ts';
import type { Reading } from '../reading.ts';
import { isBareAnswer, isConnecting, isWholeClause } from '../values/bare.ts';
import { awaitsText } from '../values/free-text-slots.ts';
import { countsOwn } from '../values/ones.ts';
import { takesCounts } from '../values/people-slots.ts';
import type { ReadValue } from '../values/value-draft.ts';
import { isCode } from '../view.ts';
import type { Producer } from './producer.ts';

/** The score of a value by recognition quality. */
export const QUALITY: Readonly<Record<ReadValue['candidate']['quality'], number>> = {
  exact: 1,
  fuzzy: 0.9,
  weak: 0.8,
  answer: 0.8,
  learned: 0.85,
  learned_answer: 0.85,
  whole_answer: 0.7,
};

/**
 * The probability that a yes or no among a slot's values is meant as a value, 0…1. A "yes" inside a sentence may be a
 * filler word, so its probability follows that of a yes in the whole sentence. A "no" before a correction denies the
 * corrected value.
 */
function sureness(
  { candidate, raw }: ReadValue,
  { acts, values, language, segments: { rest } }: Reading,
): number {
  const phrase = plainWordsIn(raw, language.code);
  if (language.yesNo.yes.includes(phrase)) {
    const isWithin =
      rest.words.some(({ end }) => end <= candidate.start) &&
      rest.words.some(({ start }) => start >= candidate.end);
    return isWithin ? Math.min(1, 2 * acts.likelihood.affirm) : 1;
  }
  const corrects = values?.values.some(({ way, changes }) => way === 'replace' && changes) ?? false;
  return language.yesNo.no.includes(phrase) && corrects ? CERTAINTY.doubt : 1;
}

/** True if a query more likely asks about its values than gives them. */
function onlyAsks({ view: { awaited }, acts, segments, language }: Reading): boolean {
  const { ask, inform, change, affirm, deny } = acts.likelihood;
  return (
    awaited.kind !== 'nothing' &&
    ask > Math.max(CERTAINTY.likely, inform, change, affirm, deny) &&
    leadingWords(segments.rest.words, language) === 0
  );
}

/**
 * True if the query only asks for time, and a value says how much: "hang on two seconds", but not "hang on, two people".
 */
function saysHowLong(
  { slot: name, candidate }: ReadValue,
  { acts, view: { frame }, utterance, language }: Reading,
): boolean {
  const { wait, inform, change, affirm, deny } = acts.likelihood;
  const slot = frame?.competency.slots.find((other) => other.name === name);
  if (slot === undefined || wait < CERTAINTY.sure) return false;
  if (Math.max(inform, change, affirm, deny) >= CERTAINTY.doubt) return false;
  if (slot.entity === DURATION_ENTITY) return true;
  const { text, words } = utterance;
  const next = firstWordFrom(words, candidate.end);
  const noun = isPausedBefore(text, words, next) ? undefined : words[next]?.text;
  return (
    takesCounts(slot) &&
    noun !== undefined &&
    !isConnecting(noun, language.code) &&
    !language.people.nouns.has(noun) &&
    !countsOwn(slot, candidate, utterance)
  );
}

/**
 * The factor for free text and values that are clear only as an answer, such as “first” as a day. It falls as a yes, a no
 * or an empty answer becomes likelier.
 */
function asAnswer({ quality }: ReadValue['candidate'], reading: Reading): number {
  const { view, segments } = reading;
  const { likelihood } = reading.acts;
  const rather = Math.max(
    likelihood.affirm,
    // A no to a yes/no question may come with the right value: "no wait, the 27th".
    view.awaited.kind === 'yes_no' ? 0 : likelihood.deny,
    likelihood.skip,
    likelihood.any,
    likelihood.wait,
    asksBack(reading) ? likelihood.ask : 0,
  );
  // A free-text answer of several words, or one that the tagger finds, yields only to a likely act.
  const isSpoken =
    awaitsText(view) && (quality === 'learned_answer' || segments.rest.words.length > WORDS.couple);
  if (rather < (isSpoken ? CERTAINTY.likely : CERTAINTY.doubt)) return 1;
  const given = Math.max(likelihood.inform, likelihood.change);
  return given / Math.max(given, rather);
}

/** Proposes slot values found by recognisers and taggers. */
export const valueProducer: Producer = (reading) => {
  const { acts, values, segments, language } = reading;
  const told = (values?.values ?? []).map(({ candidate }) => candidate);
  // A remark says more than values and small words: "thursday at 4" is none.
  const isRemark = isChatter(acts) && !isBareAnswer(segments.rest.words, told, language.code);
  const mentions = isRemark || onlyAsks(reading) || acts.likelihood.drop >= CERTAINTY.certain;
  const proposals: Proposal[] = [];
  for (const value of values?.values ?? []) {
    const { slot, candidate, raw, way } = value;
    // A remark, a question or a certain cancel mentions its values without giving them, unless the remark stands before or after the answer.
    // A code is never mentioned by the way.
    const isByTheWay =
      (mentions || saysHowLong(value, reading)) &&
      !(isRemark && way === 'answer' && standsAtEdge(candidate, reading)) &&
      !isCodeOf(slot, reading) &&
      !isSaidApart(withNoun(value, reading), segments.rest);
    const score =
      QUALITY[candidate.quality] *
      sureness(value, reading) *
      (isAnyText(candidate) || isOnlyAnswer(candidate, segments.rest) ? asAnswer(candidate, reading) : 1) *
      (isByTheWay ? CERTAINTY.doubt : 1);
    proposals.push({ command: { do: 'set', slot, candidate, raw, way }, on: candidate, score, by: 'values' });
  }
  for (const { on, ...cleared } of values?.cleared ?? []) {
    if (isReplyWord(on, reading)) continue;
    proposals.push({ command: { do: 'clear', ...cleared }, on, score: 0.9, by: 'values' });
  }
  if (values?.isUndecided)
    proposals.push({
      command: { do: 'correct', slot: null },
      on: union(values.explained),
      score: 0.9,
      by: 'values',
    });
  return proposals;
};

/** True for the no of a reply, which denies what was asked and no value. */
const isReplyWord = (on: Stretch, { view, utterance: { words }, language }: Reading): boolean =>
  view.awaited.kind === 'yes_no' &&
  words.every((word) => !overlap(word, on) || language.yesNo.no.includes(word.text));

/** True for a value that is clear only as an answer, in a text that says more than small words beside it. */
const isOnlyAnswer = (
  candidate: ReadValue['candidate'],
  { words, language }: Reading['utterance'],
): boolean => candidate.quality === 'answer' && !isBareAnswer(words, [candidate], language);

/** True if the user answers a question for a name or address with a question. A note may be a question. */
const asksBack = ({ view: { awaited }, utterance: { text, words }, language }: Reading): boolean =>
  awaited.kind === 'value' &&
  awaited.slot.entity !== TEXT_ENTITY &&
  phraseAt(words, 0, language.sentences.questions) > 0 &&
  endsAsQuestion(text);

/** A value with the noun that its slot counts: “one pair”. */
function withNoun({ slot: name, candidate }: ReadValue, { view: { frame }, utterance }: Reading): Stretch {
  const slot = frame?.competency.slots.find((other) => other.name === name);
  const noun = utterance.words[firstWordFrom(utterance.words, candidate.end)];
  const isCounted = slot !== undefined && takesCounts(slot) && countsOwn(slot, candidate, utterance);
  return isCounted && noun !== undefined ? { start: candidate.start, end: noun.end } : candidate;
}

/** True if a value fills most of a query or a clause, so it is not part of a remark. */
const isSaidApart = (candidate: Stretch, utterance: Reading['utterance']): boolean =>
  isWholeClause(candidate, utterance) || 2 * (candidate.end - candidate.start) > utterance.text.trim().length;

/**
 * True if a value begins or ends a text, apart from small words. A text that is certainly a remark may end in a value of
 * its own.
 */
const standsAtEdge = ({ start, end }: Stretch, { acts, segments: { rest } }: Reading): boolean => {
  const told = rest.words.filter(({ text }) => !isConnecting(text, rest.language));
  const isEnd = told.every((word) => word.end <= end) && acts.likelihood.chatter < CERTAINTY.certain;
  return isEnd || isLedByLittle(start, rest);
};

const leadsIn = madeOnce(({ answers: { leads, forNow }, code }) =>
  [...leads, ...forNow].map((lead) => plainWordsIn(lead, code)),
);

/** True if only small words and words that lead to an answer stand before a place: "well for now three". */
function isLedByLittle(start: number, { words, language }: Reading['utterance']): boolean {
  const leads = leadsIn(languageOf(language));
  let at = 0;
  while ((words[at]?.end ?? start + 1) <= start) {
    const length = phraseAt(words, at, leads) || Number(isConnecting(words[at]?.text ?? '', language));
    if (length === 0) return false;
    at += length;
  }
  return true;
}

/** True if a slot takes codes. */
const isCodeOf = (slot: string, { view: { assistant, frame } }: Reading): boolean =>
  frame?.competency.slots.some((other) => other.name === slot && isCode(assistant, other)) ?? false;
