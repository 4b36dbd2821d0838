import type { BuiltInReply, CompiledTransition } from '../assistant.ts';
import type { Classification, RankedLabel } from '../classifier.ts';
import type { FoundSlot } from '../slots/find.ts';
import type { Candidate } from '../slots/recognizer.ts';
import { chosenLabel } from './choice.ts';
import { awaitsReply } from './moves.ts';
import { isBareAnswer, isSkip, type Reply, readReply } from './replies.ts';
import { classify, slotsIn, type Turn } from './turn-context.ts';

/** What a query asks the conversation to do. */
export type Decision =
  /** Enter a label's state. `query` is where its slots are looked for. */
  | {
      kind: 'enter';
      by: 'classification' | 'choice';
      label: string;
      probability: number | null;
      query: string;
    }
  /** Take a transition of the current state. */
  | { kind: 'transition'; by: 'yes' | 'no' | 'cancel'; transition: CompiledTransition }
  /** Stay in the current state with new values, or with none. */
  | { kind: 'stay'; found: FoundSlot[] }
  /** Leave the current competency, or say that there is none. */
  | { kind: 'cancel' }
  /** The optional slot that was asked for stays empty. */
  | { kind: 'skip'; slot: string }
  | { kind: 'help' }
  | { kind: 'repeat' }
  | { kind: 'not_understood' }
  | { kind: 'ambiguous'; labels: [string, string]; probability: number }
  | { kind: 'out_of_scope'; probability: number };

/** Decides what a query does, by the state of the conversation. Changes nothing but the explanation. */
export function interpret(turn: Turn): Decision {
  const { before, current, utterance } = turn;
  const choice = before.choice === null ? null : chosenLabel(turn, before.choice.labels);
  if (choice !== null) {
    return {
      kind: 'enter',
      by: 'choice',
      label: choice,
      probability: null,
      query: before.choice?.query ?? '',
    };
  }
  const reply = readReply(utterance.words, utterance.language);
  if ((reply === 'help' || reply === 'repeat') && !isOwnReply(turn, reply)) return { kind: reply };
  const skipped = slotToSkip(turn, reply);
  if (skipped !== null) return { kind: 'skip', slot: skipped };
  // What is required cannot be skipped, and "skip" is no wish for something else.
  if (before.asked !== null && isSkip(utterance.words, utterance.language)) return { kind: 'not_understood' };
  const transition = current?.state.transitions.find(({ on }) => on === reply);
  if (reply === 'cancel') {
    return transition === undefined ? { kind: 'cancel' } : { kind: 'transition', by: 'cancel', transition };
  }
  if ((reply === 'yes' || reply === 'no') && transition !== undefined && before.asked === null) {
    return { kind: 'transition', by: reply, transition };
  }
  if (current === null) return fromClassification(turn, classify(turn), []);
  const filled = new Set(Object.keys(before.slots));
  const options = { asked: before.asked, filled, takesWhole: true };
  const found = slotsIn(turn, current.competency, utterance, options);
  // Any text may be a name or a reason, but for a yes or a no.
  const isText = found.length > 0 && found.every(({ candidate }) => isAnyText(candidate));
  if (isText && (reply === 'yes' || reply === 'no')) return { kind: 'not_understood' };
  if (found.length > 0 && isBareAnswer(utterance.words, spansOf(found), utterance.language)) {
    return { kind: 'stay', found };
  }
  const classification = classify(turn);
  return before.asked === null
    ? fromClassification(turn, classification, found)
    : fromAnswer(turn, classification, found, before.asked);
}

const isOwnReply = ({ loaded, input }: Turn, reply: BuiltInReply): boolean =>
  loaded.assistant.ownReplies[input.language]?.includes(reply) ?? false;

/** The optional slot that the user would not fill. */
function slotToSkip({ before, current, utterance }: Turn, reply: Reply | null): string | null {
  const slot = current?.competency.slots.find(({ name }) => name === before.asked);
  if (slot === undefined || slot.required) return null;
  return reply === 'no' || isSkip(utterance.words, utterance.language) ? slot.name : null;
}

/** True of a value that only the question for it makes one: any text could be the answer to it. */
export const isAnyText = ({ quality }: Candidate): boolean =>
  quality === 'learned_answer' || quality === 'whole_answer';

/** Where values stand that are told by themselves. */
const spansOf = (found: readonly FoundSlot[]) =>
  found.map(({ candidate }) => candidate).filter((candidate) => !isAnyText(candidate));

/** No slot is awaited: a matched label leads, then new values, then what the state needs. */
function fromClassification(turn: Turn, classification: Classification, found: FoundSlot[]): Decision {
  const { current } = turn;
  const [first, second] = classification.ranked;
  if (classification.outcome === 'matched' && first !== undefined) return enter(turn, first);
  if (classification.outcome === 'ambiguous' && first !== undefined && second !== undefined) {
    const own = [first, second].find((ranked) => isOwn(turn, ranked.label));
    if (own !== undefined) return enter(turn, own);
    if (found.length > 0) return { kind: 'stay', found };
    if (competencyOf(turn, first.label) === competencyOf(turn, second.label)) return enter(turn, first);
    return { kind: 'ambiguous', labels: [first.label, second.label], probability: first.probability };
  }
  if (found.length > 0) return { kind: 'stay', found };
  const needsReply = current !== null && awaitsReply(current.state);
  return needsReply
    ? { kind: 'not_understood' }
    : { kind: 'out_of_scope', probability: classification.outOfScope };
}

/** What is at least this likely is a wish of its own, though it holds a value for one of the slots. */
const SURE = 0.75;
/** What is less likely than this is no wish of its own where an answer is awaited, but an answer that is none. */
const LIKELY = 0.4;

/** A slot is awaited: its value leads, unless it stands in a sure wish for something else. */
function fromAnswer(turn: Turn, classification: Classification, found: FoundSlot[], asked: string): Decision {
  const [first] = classification.ranked;
  const isSure =
    classification.outcome === 'matched' &&
    first !== undefined &&
    first.probability >= SURE &&
    !isOwn(turn, first.label);
  if (found.some(({ slot }) => slot === asked)) return isSure ? enter(turn, first) : { kind: 'stay', found };
  if (classification.outcome === 'matched' && first !== undefined && first.label !== turn.before.state) {
    const isOwnLabel = isOwn(turn, first.label);
    const isWish = isOwnLabel
      ? found.length === 0
      : first.probability >= (found.length === 0 ? LIKELY : SURE);
    if (isWish) return enter(turn, first);
  }
  if (found.length > 0) return { kind: 'stay', found };
  const isHere = classification.outcome === 'matched' && first?.label === turn.before.state;
  return isHere ? { kind: 'stay', found: [] } : { kind: 'not_understood' };
}

const enter = (turn: Turn, { label, probability }: RankedLabel): Decision => ({
  kind: 'enter',
  by: 'classification',
  label,
  probability,
  query: turn.input.query,
});

const competencyOf = (turn: Turn, label: string): string | undefined =>
  turn.loaded.states.get(label)?.competency;

const isOwn = (turn: Turn, label: string): boolean =>
  competencyOf(turn, label) === turn.current?.competency.name;
