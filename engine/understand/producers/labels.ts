import { TEXT_ENTITY } from '../../built-in-entities.ts';
import type { Stretch } from '../../text/stretch.ts';
import { isFreeText } from '../../values/free-text/any-text.ts';
import type { Utterance } from '../../values/recognizer.ts';
import { answering, isChatter, replying, wishing, withoutValue } from '../acts-in-place.ts';
import { CERTAINTY } from '../arbitrate.ts';
import type { Proposal } from '../commands.ts';
import type { Reading } from '../reading.ts';
import { timesSeen } from '../values/find-slots.ts';
import { awaitsText } from '../values/slots-of.ts';
import { isClosed, WORDS_OF_A_VALUE } from '../values/unknown-values.ts';
import { isOfferedLabel, isOwnLabel, type View } from '../view.ts';
import type { Producer } from './producer.ts';

/** What the query wishes for, by the labels' classifier. */
export const labelProducer: Producer = (view, reading) => {
  const { utterance, whole, own, segments } = reading;
  const all: Stretch = { start: 0, end: utterance.text.length };
  const proposals: Proposal[] = [];
  const query = utterance.text;
  const isElsewhere = segments.wishes.length > 0 || repliesToNothing(view, reading);
  if (own !== null)
    proposals.push({
      command: { do: 'start', label: own, probability: 1, query },
      on: all,
      score: 1,
      by: 'utterances',
    });
  const [first, second] = whole.ranked;
  if (!isElsewhere && whole.outcome !== 'out_of_scope' && first !== undefined && first.label !== own) {
    const { label, probability } = first;
    const score = isUrgent(label, view, reading)
      ? Math.max(probability, CERTAINTY.wish)
      : view.awaited.kind === 'nothing'
        ? probability
        : probability * asWish(view, reading);
    proposals.push({ command: { do: 'start', label, probability, query }, on: all, score, by: 'labels' });
  }
  // Who wishes for what is offered says yes to it: "11 am, please", where it was "Shall I reserve a table?" Not who asks
  // about it; and what cannot be taken back needs a yes.
  const isOffered =
    view.awaited.kind === 'yes_no' &&
    !view.awaited.isDeed &&
    reading.asks < CERTAINTY.act &&
    whole.outcome === 'matched';
  // "Savings", where a transfer is offered beside a balance, is rather for the balance.
  const isForThis = (reading.values?.values.length ?? 0) > 0;
  const least = isForThis ? CERTAINTY.wish : CERTAINTY.yes;
  if (isOffered && first !== undefined && first.probability >= least && isOfferedLabel(first.label, view))
    proposals.push({
      command: { do: 'affirm', said: query },
      on: all,
      score: first.probability,
      by: 'labels',
    });
  if (!isElsewhere && whole.outcome === 'ambiguous' && first !== undefined && second !== undefined) {
    const labels: [string, string] = [first.label, second.label];
    const { probability } = first;
    proposals.push({
      command: { do: 'clarify', labels, probability },
      on: all,
      score: probability,
      by: 'labels',
    });
  }
  for (const { label, probability, on } of segments.wishes) {
    const said = query.slice(on.start, on.end);
    proposals.push({
      command: { do: 'start', label, probability, query: said },
      on,
      score: probability,
      by: 'clauses',
    });
  }
  for (const on of segments.questions)
    proposals.push({
      command: { do: 'ask_faq', query: query.slice(on.start, on.end) },
      on,
      score: 0.5,
      by: 'clauses',
    });
  return proposals;
};

/**
 * True of what sounds like a remark, and is a reason to drop all else: "oh god, he just ate rat poison". Which those
 * are, an author says by what they do to what they interrupt.
 */
function isUrgent(label: string, { assistant }: View, { acts, whole }: Reading): boolean {
  const competency = assistant.competencies[assistant.states[label]?.competency ?? ''];
  return competency?.interrupts === 'replace' && whole.outcome === 'matched' && isChatter(acts);
}

/** What is longer says more than a yes or a no: “ok, I'll take that, book it for three people”. */
const WORDS_OF_A_REPLY = 5;

/** True of a yes or a no where nothing is asked, which no label is surely meant by. */
function repliesToNothing({ awaited }: View, { utterance, acts, whole }: Reading): boolean {
  const { affirm, deny } = acts.of;
  const isReply = Math.max(affirm, deny) >= CERTAINTY.act && wishing(acts) < CERTAINTY.act;
  const least = utterance.words.length > WORDS_OF_A_REPLY ? CERTAINTY.likelyWish : CERTAINTY.wish;
  const isSure = whole.outcome === 'matched' && (whole.ranked[0]?.probability ?? 0) >= least;
  return awaited.kind === 'nothing' && isReply && !isSure;
}

/** A question that is this surely of a label is none that only goes on: "and for Zurich?" */
export const SURE_QUESTION = 0.95;

/** What is left of a label's probability where the words surely answer: they are of its subject, and no wish. */
const OF_AN_ANSWER = 0.35;

/** What is a remark this surely wishes for nothing, whatever it is about. */
const SURE_REMARK = 0.9;

/** A reply that is less likely is none. */
const CERTAIN_REPLY = 0.3;

/**
 * True of what seems a value that the list which is asked for lacks, and is hardly a wish by itself: “Bremen”, where
 * there is no station, and “to Prague”, where nobody flies.
 */
function isValueOfNone(
  { assistant, awaited, language }: View,
  { words }: Utterance,
  probability: number,
): boolean {
  if (awaited.kind !== 'value' || !isClosed(assistant, awaited.slot)) return false;
  const [first] = words;
  if (words.length === 1) return probability < SURE_QUESTION;
  return words.length <= WORDS_OF_A_VALUE && timesSeen(awaited.slot, 'left', first?.text ?? '', language) > 0;
}

function asWish(view: View, { utterance, acts, values, whole, isOfAnother }: Reading): number {
  const { awaited } = view;
  const wish = wishing(acts);
  if (wish >= 0.5) return 1;
  // "Last time I moved 900, can you believe it" tells of what is under way, and wishes for it no more.
  const [first] = whole.ranked;
  const isOwn = first !== undefined && isOwnLabel(first.label, view);
  if (isChatter(acts) && (isOwn || acts.of.chatter >= SURE_REMARK)) return OF_AN_ANSWER;
  if (isValueOfNone(view, utterance, first?.probability ?? 0)) return OF_AN_ANSWER;
  // "19:00 is fine" answers no question for a place, where what was offered asks for a time.
  const isNamed = awaited.kind === 'value' && awaited.slot.entity !== TEXT_ENTITY;
  if (isNamed && (whole.ranked[0]?.probability ?? 0) >= SURE_QUESTION && isOfAnother()) return 1;
  // What has no value of the kind that is asked for is no answer, whatever it sounds like: "there's a fire".
  const isAnswer =
    awaited.kind === 'value'
      ? awaitsText(view) ||
        // Any text could be that of a slot that was not asked for.
        (values?.values ?? []).some(
          ({ slot, candidate }) => slot === awaited.slot.name || !isFreeText(candidate),
        ) ||
        withoutValue(acts) >= CERTAIN_REPLY
      : awaited.kind === 'choice' || replying(acts) >= CERTAIN_REPLY;
  if (!isAnswer) return 1;
  return OF_AN_ANSWER + ((1 - OF_AN_ANSWER) * wish) / Math.max(wish, answering(acts), 0.1);
}
