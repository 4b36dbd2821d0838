import type { Stretch } from '../../text/stretch.ts';
import { isFreeText } from '../../values/free-text/any-text.ts';
import { isChatter, replying, wishing, withoutValue } from '../acts-in-place.ts';
import { CERTAINTY } from '../certainty.ts';
import type { Command, Proposal } from '../commands.ts';
import { exactLabelOf } from '../query-in-place.ts';
import type { Reading } from '../reading.ts';
import { awaitsText } from '../values/free-text-slots.ts';
import { awaitsDeed, isLabelUnderWay, isOfferedLabel } from '../view.ts';
import type { Producer } from './producer.ts';

/** Proposes wishes from the label classifier. */
export const labelProducer: Producer = (reading) => {
  const { view, utterance, whole, segments } = reading;
  const { text: query } = utterance;
  const exactLabel = exactLabelOf(reading);
  const proposals: Proposal[] = [];
  const propose = (
    by: string,
    command: Command,
    score: number,
    on: Stretch = { start: 0, end: query.length },
  ) => proposals.push({ command, on, score, by });
  const isElsewhere = segments.wishes.length > 0 || repliesToNothing(reading);
  if (exactLabel !== null)
    propose('utterances', { do: 'start', label: exactLabel, probability: 1, query }, 1);
  const [first, second] = whole.ranked;
  if (!isElsewhere && whole.outcome !== 'out_of_scope' && first !== undefined && first.label !== exactLabel) {
    const { label, probability } = first;
    const score = isUrgent(label, reading)
      ? Math.max(probability, CERTAINTY.sure)
      : probability * asWish(reading);
    propose('labels', { do: 'start', label, probability, query }, score);
  }
  // Requesting the offered label means yes. A question about it does not, and a deed needs an explicit yes.
  const isOffered =
    view.awaited.kind === 'yes_no' && !awaitsDeed(view) && reading.acts.likelihood.ask < CERTAINTY.likely;
  if (isOffered && first !== undefined && isOfferedLabel(first.label, view))
    propose('labels', { do: 'affirm', said: query }, first.probability);
  if (!isElsewhere && whole.outcome === 'ambiguous' && first !== undefined && second !== undefined) {
    const { probability } = first;
    propose('labels', { do: 'clarify', labels: [first.label, second.label], probability }, probability);
  }
  const said = (on: Stretch) => query.slice(on.start, on.end);
  for (const { label, probability, on } of segments.wishes)
    propose('clauses', { do: 'start', label, probability, query: said(on) }, probability, on);
  for (const on of segments.questions)
    propose('clauses', { do: 'ask_faq', query: said(on) }, CERTAINTY.likely, on);
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

/**
 * True if a certain label is for another competency and the text neither answers the question, nor gives an empty slot a
 * value, nor sounds like an answer. A value for a filled slot may belong to the wish.
 */
function isCertainlyElse({ view, acts, values, whole, segments }: Reading): boolean {
  const { awaited, frame } = view;
  const [first] = whole.ranked;
  if (awaited.kind !== 'value' || frame === null || awaitsText(view) || first === undefined) return false;
  const isElse = whole.outcome === 'matched' && !isLabelUnderWay(first.label, view);
  const given = (values?.values ?? []).filter(({ slot }) => !Object.hasOwn(frame.slots, slot));
  return (
    isElse &&
    first.probability >= CERTAINTY.certain &&
    acts.likelihood.inform < CERTAINTY.likely &&
    (given.length === 0 || segments.isWish)
  );
}

/** The weight of the whole query's label: doubtful for a remark on the current competency and for an answer. */
function asWish(reading: Reading): number {
  const { view, acts, values, whole } = reading;
  const { awaited } = view;
  if (awaited.kind === 'nothing' || wishing(acts) >= CERTAINTY.likely) return 1;
  const [first] = whole.ranked;
  if (isChatter(acts) && first !== undefined && isLabelUnderWay(first.label, view)) return CERTAINTY.doubt;
  if (isCertainlyElse(reading)) return 1;
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
