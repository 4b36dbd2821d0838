import type { Stretch } from '../../text/stretch.ts';
import { isFreeText } from '../../values/free-text/any-text.ts';
import type { Utterance } from '../../values/recognizer.ts';
import { answering, isChatter, replying, wishing, withoutValue } from '../acts-in-place.ts';
import { CERTAINTY } from '../arbitrate/certainty.ts';
import type { Proposal } from '../commands.ts';
import type { Reading } from '../reading.ts';
import { awaitsText } from '../values/free-text-slots.ts';
import { timesSeen } from '../values/surroundings.ts';
import { isClosed, WORDS_OF_A_VALUE } from '../values/unknown-values.ts';
import { isLabelUnderWay, isOfferedLabel, type View } from '../view.ts';
import type { Producer } from './producer.ts';

/** Proposes the wishes of the query, by the classifier of labels. */
export const labelProducer: Producer = (view, reading) => {
  const { utterance, whole, exactLabel, segments } = reading;
  const all: Stretch = { start: 0, end: utterance.text.length };
  const proposals: Proposal[] = [];
  const query = utterance.text;
  const isElsewhere = segments.wishes.length > 0 || repliesToNothing(view, reading);
  if (exactLabel !== null)
    proposals.push({
      command: { do: 'start', label: exactLabel, probability: 1, query },
      on: all,
      score: 1,
      by: 'utterances',
    });
  const [first, second] = whole.ranked;
  if (!isElsewhere && whole.outcome !== 'out_of_scope' && first !== undefined && first.label !== exactLabel) {
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
    const clause = query.slice(on.start, on.end);
    proposals.push({
      command: { do: 'start', label, probability, query: clause },
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
 * True if a query sounds like a remark, but is a reason to drop all else: "oh god, he just ate rat poison". An author
 * marks such competencies by `interrupts: replace`.
 */
function isUrgent(label: string, { assistant }: View, { acts, whole }: Reading): boolean {
  const competency = assistant.competencies[assistant.states[label]?.competency ?? ''];
  return competency?.interrupts === 'replace' && whole.outcome === 'matched' && isChatter(acts);
}

/** True of a yes or a no where nothing is asked, unless a label is surely meant. */
function repliesToNothing({ awaited }: View, { acts, whole }: Reading): boolean {
  const { affirm, deny } = acts.likelihood;
  const isReply = Math.max(affirm, deny) >= CERTAINTY.act && wishing(acts) < CERTAINTY.act;
  const isSure = whole.outcome === 'matched' && (whole.ranked[0]?.probability ?? 0) >= CERTAINTY.wish;
  return awaited.kind === 'nothing' && isReply && !isSure;
}

/** A label of this probability is meant by what may else be an answer, or go on as "and for Zurich?" does. */
export const CERTAIN_LABEL = 0.95;

/** The weight of a label's probability if the words surely answer: they are of its subject, but no wish. */
const OF_AN_ANSWER = 0.35;

/** A remark of this probability wishes for nothing, whatever it is about. */
const SURE_REMARK = 0.9;

/** The least probability of a reply. */
const CERTAIN_REPLY = 0.3;

/**
 * True if a text seems to be a value that the list of the asked slot lacks, and hardly a wish: “Bremen”, where there is
 * no station, and “to Prague”, where nobody flies.
 */
function isValueOfNone(
  { assistant, awaited, language }: View,
  { words }: Utterance,
  probability: number,
): boolean {
  if (awaited.kind !== 'value' || !isClosed(assistant, awaited.slot)) return false;
  const [first] = words;
  if (words.length === 1) return probability < CERTAIN_LABEL;
  return words.length <= WORDS_OF_A_VALUE && timesSeen(awaited.slot, 'left', first?.text ?? '', language) > 0;
}

function asWish(view: View, { utterance, acts, values, whole }: Reading): number {
  const { awaited } = view;
  const wish = wishing(acts);
  if (wish >= 0.5) return 1;
  // "Last time I moved 900, can you believe it" tells of what is under way, and wishes for it no more.
  const [first] = whole.ranked;
  const isOwn = first !== undefined && isLabelUnderWay(first.label, view);
  if (isChatter(acts) && (isOwn || acts.likelihood.chatter >= SURE_REMARK)) return OF_AN_ANSWER;
  if (isValueOfNone(view, utterance, first?.probability ?? 0)) return OF_AN_ANSWER;
  // A text without a value of the kind that is asked for is no answer, whatever it sounds like: "there's a fire".
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
