import type { Stretch } from '../../text/stretch.ts';
import { isFreeText } from '../../values/free-text/any-text.ts';
import { isChatter, replying, wishing, withoutValue } from '../acts-in-place.ts';
import { CERTAINTY } from '../certainty.ts';
import type { Proposal } from '../commands.ts';
import { exactLabelOf } from '../query-in-place.ts';
import type { Reading } from '../reading.ts';
import { awaitsDeed, isLabelUnderWay, isOfferedLabel } from '../view.ts';
import type { Producer } from './producer.ts';

/** Proposes wishes from the label classifier. */
export const labelProducer: Producer = (reading) => {
  const { view, utterance, whole, segments } = reading;
  const exactLabel = exactLabelOf(reading);
  const all: Stretch = { start: 0, end: utterance.text.length };
  const proposals: Proposal[] = [];
  const query = utterance.text;
  const isElsewhere = segments.wishes.length > 0 || repliesToNothing(reading);
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
    const score = isUrgent(label, reading)
      ? Math.max(probability, CERTAINTY.sure)
      : view.awaited.kind === 'nothing'
        ? probability
        : probability * asWish(reading);
    proposals.push({ command: { do: 'start', label, probability, query }, on: all, score, by: 'labels' });
  }
  // Requesting the offered label means yes. A question about it does not, and a deed needs an explicit yes.
  const isOffered =
    view.awaited.kind === 'yes_no' && !awaitsDeed(view) && reading.acts.likelihood.ask < CERTAINTY.likely;
  if (isOffered && first !== undefined && isOfferedLabel(first.label, view))
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
 * True if a query sounds like a remark but asks for an urgent competency. Authors mark urgent competencies with
 * `interrupts: replace`.
 */
function isUrgent(label: string, { view: { assistant }, acts, whole }: Reading): boolean {
  const competency = assistant.competencies[assistant.states[label]?.competency ?? ''];
  return competency?.interrupts === 'replace' && whole.outcome === 'matched' && isChatter(acts);
}

/** True for a yes or no without a question, unless a label is certain. */
function repliesToNothing({ view: { awaited }, acts, whole }: Reading): boolean {
  const { affirm, deny } = acts.likelihood;
  const isReply = Math.max(affirm, deny) >= CERTAINTY.likely && wishing(acts) < CERTAINTY.likely;
  const isSure = whole.outcome === 'matched' && (whole.ranked[0]?.probability ?? 0) >= CERTAINTY.sure;
  return awaited.kind === 'nothing' && isReply && !isSure;
}

/** The weight of the whole query's label: doubtful for a remark on the current competency and for an answer. */
function asWish({ view, acts, values, whole }: Reading): number {
  const { awaited } = view;
  if (wishing(acts) >= CERTAINTY.likely) return 1;
  const [first] = whole.ranked;
  if (isChatter(acts) && first !== undefined && isLabelUnderWay(first.label, view)) return CERTAINTY.doubt;
  // A text without a value of the asked kind does not answer the question, so its wish counts fully.
  const isAnswer =
    awaited.kind === 'value'
      ? // Free text in other slots does not count: any text would fit.
        (values?.values ?? []).some(
          ({ slot, candidate }) => slot === awaited.slot.name || !isFreeText(candidate),
        ) || withoutValue(acts) >= CERTAINTY.doubt
      : awaited.kind === 'choice' || replying(acts) >= CERTAINTY.doubt;
  return isAnswer ? CERTAINTY.doubt : 1;
}
