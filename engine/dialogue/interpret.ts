import type { BuiltInReply, CompiledCompetency, CompiledTransition } from '../assistant.ts';
import type { Classification, RankedLabel } from '../classify/classifier.ts';
import type { FoundSlot } from '../understand/find-slots.ts';
import { isAnyText, isFreeText } from './any-text.ts';
import { askedWords, hasStemOf } from './asked-words.ts';
import { chosenLabel } from './choice.ts';
import { isLeaving } from './leaving.ts';
import { awaitsReply } from './moves.ts';
import { namedCorrection } from './named-slot.ts';
import { isNoAnswer } from './no-answer.ts';
import { openingReply } from './opening-reply.ts';
import { agreesToCancel, isBareAnswer, isConnecting, isPause, type Reply, readReply } from './replies.ts';
import { smallAnswer } from './small-answer.ts';
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
  /** Ask again what is asked: the user has only taken note of what was told. */
  | { kind: 'ask_again' }
  /** `isDenial`: all of it was read, and takes back what was said. */
  | { kind: 'not_understood'; isDenial?: true }
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
  const reply = replyIn(turn);
  if ((reply === 'help' || reply === 'repeat') && !isOwnReply(turn, reply)) return { kind: reply };
  if (before.choice !== null && (reply === 'yes' || reply === 'no')) return unchosen(turn, reply);
  const small = smallAnswer(turn, reply);
  if (small !== null) return small;
  if (reply === 'cancel' || (reply === null && isLeaving(turn) && !wantsAnother(turn))) return leave(turn);
  const transition = current?.state.transitions.find(({ on }) => on === reply);
  if ((reply === 'yes' || reply === 'no') && transition !== undefined && before.asked === null) {
    return { kind: 'transition', by: reply, transition };
  }
  const isAwaited = current !== null || before.choice !== null;
  if (isAwaited && isPause(utterance.words, utterance.language)) return { kind: 'repeat' };
  if (current === null) return atRoot(turn, reply);
  // A bare yes or no is no wish of its own.
  if ((reply === 'yes' || reply === 'no') && before.asked !== null) return { kind: 'not_understood' };
  return answerIn(turn, current.competency);
}

/** Reads a query as an answer or a correction, else as a wish. */
function answerIn(turn: Turn, competency: CompiledCompetency): Decision {
  const { before, utterance } = turn;
  const { words, language } = utterance;
  const options = { asked: before.asked, held: before.slots, takesWhole: true };
  const { found, explained, isUndecided } = slotsIn(turn, competency, utterance, options);
  const unanswered = withoutAnswer(turn, found);
  if (unanswered !== null) return unanswered;
  const isRead = found.length + explained.length > 0;
  const isBare = isRead && isBareAnswer(words, [...spansOf(found), ...explained], language);
  if (isBare && found.length > 0) return { kind: 'stay', found };
  const isAwaited = before.asked !== null || (turn.current !== null && awaitsReply(turn.current.state));
  // What only denies a value, or could be for several slots, gives none.
  if ((isBare || (isUndecided && found.length === 0)) && isAwaited)
    return { kind: 'not_understood', isDenial: true };
  const classification = classify(turn);
  return before.asked === null
    ? fromClassification(turn, classification, found)
    : fromAnswer(turn, classification, found, before.asked);
}

/**
 * "I don't know" answers no question, although any text could: an optional slot stays empty, what else is awaited is
 * asked for again.
 */
function withoutAnswer(turn: Turn, found: readonly FoundSlot[]): Decision | null {
  const { before, current, utterance } = turn;
  if (current === null || !isNoAnswer(utterance.words, utterance.language)) return null;
  const slot = current.competency.slots.find(({ name }) => name === before.asked);
  if (slot === undefined && !awaitsReply(current.state)) return null;
  if (found.some(({ candidate }) => !isFreeText(candidate)) || wantsAnother(turn)) return null;
  return slot === undefined || slot.required ? { kind: 'not_understood' } : { kind: 'skip', slot: slot.name };
}

/** Nothing waits for an answer: a yes, a "hm" or "I don't know" is a wish only where a label's utterances surely say so. */
function atRoot(turn: Turn, reply: Reply | null): Decision {
  const classification = classify(turn);
  const { words, language } = turn.utterance;
  const isReply = reply === 'yes' || reply === 'no';
  const isIdle = isReply || isPause(words, language) || isNoAnswer(words, language);
  return isIdle && !wantsAnother(turn)
    ? { kind: 'out_of_scope', probability: classification.outOfScope }
    : fromClassification(turn, classification, []);
}

/** A cancel that a yes stands before agrees to a question about it; of any other it says too little. */
function replyIn(turn: Turn): Reply | null {
  const { words, language } = turn.utterance;
  if (!agreesToCancel(words, language)) return readReply(words, language);
  const asked = askedWords(turn);
  const isAsked = words.some(
    ({ text }) => !isConnecting(text, language) && asked.some((word) => hasStemOf(word, text)),
  );
  return isAsked ? 'yes' : null;
}

function leave({ current }: Turn): Decision {
  const transition = current?.state.transitions.find(({ on }) => on === 'cancel');
  return transition === undefined ? { kind: 'cancel' } : { kind: 'transition', by: 'cancel', transition };
}

/** True where the query is surely of another label: an author may have written down what "cancel the order" does. */
function wantsAnother(turn: Turn): boolean {
  const { outcome, ranked } = classify(turn);
  const [first] = ranked;
  if (outcome !== 'matched' || first === undefined) return false;
  return first.label !== turn.before.state && first.probability >= SURE;
}

/**
 * "Did you mean this or that?" is no question for a yes, least of all for one that was asked before it: it is asked
 * again. A no is neither of them, and goes back to what stood.
 */
function unchosen({ current }: Turn, reply: 'yes' | 'no'): Decision {
  if (reply === 'yes') return { kind: 'repeat' };
  return current === null ? { kind: 'cancel' } : { kind: 'stay', found: [] };
}

const isOwnReply = ({ loaded, input }: Turn, reply: BuiltInReply): boolean =>
  loaded.assistant.ownReplies[input.language]?.includes(reply) ?? false;

/** Where values stand that are told by themselves. */
const spansOf = (found: readonly FoundSlot[]) =>
  found.map(({ candidate }) => candidate).filter((candidate) => !isAnyText(candidate));

/** The transition of a yes or no that opens a sentence of nothing else: "yes, freeze it". */
function openingTransition(turn: Turn): Decision | null {
  // After "did you mean this or that?" it is no answer to what was asked before.
  if (turn.before.choice !== null) return null;
  const by = openingReply(turn.utterance, askedWords(turn));
  const { current, utterance } = turn;
  // "No, to my mother" corrects a value, known or not.
  if (current === null || namedCorrection(utterance, current.competency.slots) !== null) return null;
  const transition = current.state.transitions.find(({ on }) => on === by);
  return by === null || transition === undefined ? null : { kind: 'transition', by, transition };
}

/** Before a yes or no, a new value outweighs a wish for something else that is less likely than this. */
const LIKELY = 0.5;

/** No slot is awaited: a matched label leads, then new values, then what the state needs. */
function fromClassification(turn: Turn, classification: Classification, found: FoundSlot[]): Decision {
  const { current } = turn;
  const [first, second] = classification.ranked;
  const isOther =
    classification.outcome !== 'out_of_scope' && first !== undefined && !isOfThis(turn, first.label);
  const opening = found.length === 0 && !isOther ? openingTransition(turn) : null;
  if (opening !== null) return opening;
  const corrects = current !== null && found.length > 0 && awaitsReply(current.state);
  if (classification.outcome === 'matched' && first !== undefined) {
    const isUnsure = first.probability < LIKELY && !isOwn(turn, first.label);
    return corrects && isUnsure ? { kind: 'stay', found } : enter(turn, first);
  }
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

/** What is at least this likely is a wish of its own, though it holds a value for the awaited slot: docs/ENGINE.md measures it. */
const SURE = 0.75;
/** What is less likely than this is no wish of its own where an answer is awaited, but an answer that is none. */
const LEAST_WISH = 0.4;

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
      : first.probability >= (found.length === 0 ? LEAST_WISH : SURE);
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

/** True of the label by which the conversation came here, and of the one where it is. */
const isOfThis = ({ before }: Turn, label: string): boolean =>
  label === before.state || label === before.intent;

const isOwn = (turn: Turn, label: string): boolean =>
  competencyOf(turn, label) === turn.current?.competency.name;
