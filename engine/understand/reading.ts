import type { Classification } from '../classify/classifier.ts';
import type { LoadedAssistant } from '../load.ts';
import { phraseAt } from '../text/phrases.ts';
import { overlap } from '../text/stretch.ts';
import { isFreeText } from '../values/free-text/any-text.ts';
import { type Utterance, without } from '../values/recognizer.ts';
import { isOver, isRefused, meaningsIn } from '../values/validate.ts';
import type { ActReading } from './acts/reader.ts';
import { withoutValue } from './acts-in-place.ts';
import { CERTAINTY, WORDS } from './certainty.ts';
import { type QueryInPlace, queryInPlace } from './query-in-place.ts';
import { readReply } from './reservation.ts';
import { type Segments, segmentsOf } from './segments.ts';
import { isBareAnswer } from './values/bare.ts';
import { awaitsText } from './values/free-text-slots.ts';
import { mended } from './values/mistyped.ts';
import { openingRepair } from './values/opening-repair.ts';
import { readValues } from './values/read-values.ts';
import type { ReadValue, ValueReading } from './values/value-draft.ts';
import { askedSlot, awaitsDeed, type View } from './view.ts';

/** A query as read once for all producers. */
export interface Reading extends QueryInPlace {
  /** The labels of the whole query. */
  whole: Classification;
  segments: Segments;
  /** The query without its questions: "yes, and how long does it take?" is a yes. */
  beside: Utterance;
  /** The acts of the query without the wishes in separate clauses. */
  acts: ActReading;
  /** The probability that a reply says more than agreement, 0…1; 0 if no yes or no is awaited. */
  reservation: () => number;
  /** The values for the current competency's slots; null if there is none. */
  values: ValueReading | null;
  /** The values for the finished competency's slots; null if there is none. */
  follow: ValueReading | null;
}

export function readQuery(loaded: LoadedAssistant, view: View, utterance: Utterance): Reading {
  const context = queryInPlace(loaded, view, utterance);
  const { actsIn, isBare } = context;
  const whole = isBare ? NO_LABELS : context.classify(utterance.text);
  const segments = segmentsOf(context, whole);
  const beside = withoutQuestions(segments);
  const besideActs = actsIn(beside.text);
  const corrects = isCorrection(context, beside, besideActs);
  const values = readFrameValues(context, segments, besideActs, corrects);
  const read = () => readReply(context, segments, beside, values);
  const reply = awaitsDeed(view) ? read() : null;
  const { likelihood, on } = besideActs;
  const affirm = Math.max(likelihood.affirm, reply?.affirm ?? 0);
  const { frame, finished } = view;
  return {
    ...context,
    whole,
    segments,
    beside,
    acts: { likelihood: { ...likelihood, affirm }, on },
    reservation: () => (view.awaited.kind === 'yes_no' ? (reply ?? read()).reservation() : 0),
    values,
    follow:
      frame === null && finished !== null
        ? readValues(loaded, finished, utterance, { asked: null, corrects })
        : null,
  };
}

const NO_LABELS: Classification = { ranked: [], outOfScope: 1, outcome: 'out_of_scope' };

/** True if the query corrects an earlier statement. */
function isCorrection({ view, language }: QueryInPlace, beside: Utterance, acts: ActReading): boolean {
  const isNote = awaitsText(view) && beside.words.length >= WORDS.few;
  const beginsRepair = openingRepair(beside) > 0 || phraseAt(beside.words, 0, language.change.change) > 0;
  const least = beginsRepair ? CERTAINTY.trace : isNote ? CERTAINTY.sure : CERTAINTY.likely;
  return acts.likelihood.change >= least;
}

/**
 * The values for the current competency. If the text as typed does not answer the question, tries it with misspellings
 * corrected.
 */
function readFrameValues(
  { loaded, view, language }: QueryInPlace,
  { rest: text, questions }: Segments,
  acts: ActReading,
  corrects: boolean,
): ValueReading | null {
  const { frame } = view;
  if (frame === null) return null;
  const slot = askedSlot(view);
  const asked = slot?.name ?? null;
  const isAskedAgain = view.awaited.kind === 'value' && view.awaited.isAskedAgain === true;
  const situation = { asked, isAskedAgain, corrects, takesWhole: asked !== null };
  const asks = acts.likelihood.ask >= CERTAINTY.sure;
  // A name in a question is what the question is about, unless it answers ours.
  const isMeant = ({ candidate, slot: name }: ReadValue) =>
    name === asked ||
    !isFreeText(candidate) ||
    !(asks || questions.some((question) => overlap(question, candidate)));
  const answers = ({ values }: Pick<ValueReading, 'values'>) => values.some((value) => value.slot === asked);
  const isReplied = Math.max(acts.likelihood.affirm, acts.likelihood.deny) >= CERTAINTY.likely;
  const read = (utterance: Utterance) => {
    const reading = readValues(loaded, frame, utterance, situation);
    const isAnswered = isReplied || answers(reading);
    const isAside = (value: ReadValue) =>
      slot !== null && !corrects && isMentionedOnly(value, view, text, isAnswered);
    return { ...reading, values: reading.values.filter((value) => isMeant(value) && !isAside(value)) };
  };
  const asTyped = read(text);
  // "None" is not a misspelt "nine".
  const isReply = withoutValue(acts) >= CERTAINTY.likely;
  if (slot === null || answers(asTyped) || isReply) return asTyped;
  const exact = asTyped.values.map(({ candidate }) => candidate).filter(({ quality }) => quality === 'exact');
  const repaired = mended(text, exact, slot.entity, language);
  const asRepaired = repaired && read(repaired);
  return asRepaired !== null && answers(asRepaired) ? asRepaired : asTyped;
}

/**
 * True for a refused value that a reply to another slot's question only mentions: for a filled slot beside the answer
 * (“yes, I had one in March”), or a day that is over, unless it is all that is said (“nobody answered last week”).
 */
function isMentionedOnly(
  { slot: name, candidate, way }: ReadValue,
  view: View,
  { clock, words, language }: Utterance,
  isAnswered: boolean,
): boolean {
  const { frame } = view;
  const slot = frame?.competency.slots.find((slot) => slot.name === name);
  const isMention = (way === 'mention' || way === 'add') && askedSlot(view)?.name !== name;
  if (frame === null || slot === undefined || !isMention) return false;
  if (!isRefused(candidate, slot.validate, clock)) return false;
  if (isAnswered && Object.hasOwn(frame.slots, name)) return true;
  const areOver = meaningsIn(candidate).every((meaning) => isOver(meaning, clock));
  return areOver && !isBareAnswer(words, [candidate], language);
}

/** The query without its questions; the whole query if nothing else is left. */
function withoutQuestions({ rest, questions }: Segments): Utterance {
  const left = without(rest, questions);
  return left.words.length > 0 ? left : rest;
}
