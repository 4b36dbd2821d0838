import type { RankedLabel } from '../../classify/classifier.ts';
import type { Stretch } from '../../text/stretch.ts';
import { isFreeText } from '../../values/free-text/any-text.ts';
import { isChatter, replying, wishing, withoutValue } from '../acts-in-place.ts';
import { CERTAINTY } from '../certainty.ts';
import type { Command, Proposal } from '../commands.ts';
import type { Reading } from '../reading.ts';
import { awaitsText } from '../values/free-text-slots.ts';
import { awaitsDeed, isLabelUnderWay, isOfferedLabel } from '../view.ts';
import type { Producer } from './producer.ts';

/** Proposes wishes from the label classifier. */
export const labelProducer: Producer = (reading) => {
  const { loaded, view, acts, utterance, whole, segments } = reading;
  const { text: query } = utterance;
  const proposals: Proposal[] = [];
  const propose = (
    by: string,
    command: Command,
    score: number,
    on: Stretch = { start: 0, end: query.length },
  ) => proposals.push({ command, on, score, by });
  const exactLabel = loaded.utterances.get(view.language)?.labelOf(query) ?? null;
  const [first, second] = whole.outcome === 'out_of_scope' ? [] : whole.ranked;
  if (exactLabel !== null)
    propose('utterances', { do: 'start', label: exactLabel, probability: 1, query }, 1);
  else if (first !== undefined && segments.wishes.length === 0 && !repliesToNothing(reading)) {
    const { label, probability } = first;
    const score = isUrgent(label, reading)
      ? Math.max(probability, CERTAINTY.sure)
      : probability * asWish(reading, first);
    propose('labels', { do: 'start', label, probability, query }, score);
    if (whole.outcome === 'ambiguous' && second !== undefined)
      propose('labels', { do: 'clarify', labels: [label, second.label], probability }, probability);
  }
  // Requesting the offered label means yes. A question about it does not, and a deed needs an explicit yes.
  const isMeant = !awaitsDeed(view) && acts.likelihood.ask < CERTAINTY.likely;
  if (first !== undefined && isMeant && isOfferedLabel(first.label, view))
    propose('labels', { do: 'affirm', said: query }, first.probability);
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

/** True for a yes or no without a question, unless a label is sure. */
function repliesToNothing({ view: { awaited }, acts, whole }: Reading): boolean {
  const { affirm, deny } = acts.likelihood;
  const isReply = Math.max(affirm, deny) >= CERTAINTY.likely && wishing(acts) < CERTAINTY.likely;
  const isSure = whole.outcome === 'matched' && (whole.ranked[0]?.probability ?? 0) >= CERTAINTY.sure;
  return awaited.kind === 'nothing' && isReply && !isSure;
}

/** The weight of the whole query's label: doubtful if the query answers the question. */
function asWish(reading: Reading, { label, probability }: RankedLabel): number {
  const { view, acts, values, whole, segments } = reading;
  const { awaited, frame } = view;
  if (awaited.kind === 'nothing' || wishing(acts) >= CERTAINTY.likely) return 1;
  if (awaited.kind !== 'value') return replying(acts) >= CERTAINTY.doubt ? CERTAINTY.doubt : 1;
  const given = values?.values ?? [];
  // A value for a filled slot may belong to a wish with a certain label.
  const fillsNone = given.every(({ slot }) => Object.hasOwn(frame?.slots ?? {}, slot));
  const isOther = !isLabelUnderWay(label, view);
  const isElse =
    whole.outcome === 'matched' &&
    probability >= CERTAINTY.certain &&
    isOther &&
    !awaitsText(view) &&
    (fillsNone || segments.isWish || wishing(acts) >= CERTAINTY.slight);
  // Free text in other slots is no answer: any text would fit.
  const isAnswer =
    given.some(({ slot, candidate }) => slot === awaited.slot.name || !isFreeText(candidate)) ||
    // “Wait, where is my driver?” is a wish rather than a delay.
    withoutValue(acts) >= (isOther && probability >= CERTAINTY.sure ? CERTAINTY.likely : CERTAINTY.doubt);
  return isAnswer && !isElse ? CERTAINTY.doubt : 1;
}
