import type { CompiledSlot } from '../../assistant.ts';
import { SENTENCE_END } from '../../text/pauses.ts';
import { phraseAt } from '../../text/phrases.ts';
import { sharesStem } from '../../text/word-forms.ts';
import { plainWordsIn } from '../../values/words-in.ts';
import type { Act } from '../acts/acts.ts';
import type { Command, Proposal, SmallTalk } from '../commands.ts';
import type { Reading } from '../reading.ts';
import { isNamed, namedSlots, valueNamesOf, wordsOfQuestion } from '../values/named-slots.ts';
import { isLabelUnderWay, isOfferedLabel, offersAnother, type View } from '../view.ts';
import type { Producer } from './producer.ts';

const WORDS_OF_A_REMARK = 3;
/** Less likely ones are not worth telling. */
const LEAST = 0.05;

/** The acts that answer the question for a value without one. */
const ANSWERLESS = ['any', 'unsure', 'skip'] as const;
/** Those that do so even if the user asks something beside it. */
const LEAVING = ['any', 'skip'] as const;

/** The small talk that acts are, wherever they are read. */
const SMALL_TALK_OF: Partial<Record<Act, SmallTalk>> = {
  acknowledge: 'acknowledge',
  greet: 'greet',
  thank: 'thank',
  goodbye: 'goodbye',
  wait: 'wait',
  repeat: 'repeat',
  help: 'help',
  handoff: 'hand_off',
  robot: 'robot',
  abuse: 'abuse',
  chatter: 'remark',
};

/** Proposes commands by the acts of the query. */
export const actProducer: Producer = (view, reading) => {
  const { acts, segments, beside, whole, isCancel, language } = reading;
  const { awaited, frame } = view;
  const proposals: Proposal[] = [];
  const propose = (act: Act, command: Command) => {
    const score = acts.likelihood[act];
    if (score >= LEAST) proposals.push({ command, on: acts.on(act), score, by: 'acts' });
  };
  const slot = awaited.kind === 'value' ? awaited.slot : null;
  if (awaited.kind !== 'nothing') {
    if (!asksForElse(view, reading)) propose('affirm', { do: 'affirm', said: beside.text });
    propose('deny', { do: 'deny' });
    propose('condition', { do: 'confirm_again' });
    if (asksForHeld(view, reading)) propose('ask', { do: 'say_back' });
  } else {
    // A yes or no to nothing says too little to guess a wish from.
    propose('affirm', { do: view.hasDone ? 'already_done' : 'acknowledge' });
    propose('deny', { do: 'acknowledge' });
  }
  // "Cancel the visit" leaves nothing where the question is whether to cancel the visit.
  const saysAgain =
    awaited.kind === 'yes_no' && whole.outcome === 'matched' && whole.ranked[0]?.label === frame?.label;
  const named = frame === null ? [] : namedSlots(frame, segments.rest, view.language);
  // "Never mind the phone number" leaves that empty, and no more.
  const isOfSlot = slot !== null && !slot.required && named.some((namedSlot) => namedSlot.slot === slot);
  // "Sigh, what a day, first the car and now this" gives up nothing.
  if (!saysAgain && acts.likelihood.drop > acts.likelihood.chatter)
    propose('drop', isOfSlot ? { do: 'skip' } : { do: 'cancel' });
  if (slot !== null) {
    // "Depends, how much is it?" leaves the answer open until then.
    const leaves = segments.wishes.length + segments.questions.length > 0 ? LEAVING : ANSWERLESS;
    for (const act of leaves) propose(act, slot.required ? { do: 'cannot_answer' } : { do: 'skip' });
    if (!slot.required && isSaidForNo(view, reading))
      proposals.push({
        command: { do: 'skip' },
        on: { start: 0, end: beside.text.length },
        score: SAID_FOR_NO,
        by: 'acts',
      });
  } else for (const act of ['any', 'unsure'] as const) propose(act, { do: 'cannot_answer' });
  if (frame !== null) {
    // "Cancel the transfer" leaves it, unless a label is there for that.
    const isOther = whole.outcome !== 'matched' || (whole.ranked[0]?.label === frame.label && !isCancel);
    if (isOther && isNamed(frame, segments.rest, view.language)) propose('cancel', { do: 'cancel' });
    // "From", sent too early, throws nothing away.
    const [only, ...more] = segments.rest.words;
    if (only !== undefined && (more.length > 0 || !language.connecting.has(only.text))) {
      propose('back', { do: 'back' });
      propose('restart', { do: 'restart' });
    }
    const held = named.filter((namedSlot) => Object.hasOwn(frame.slots, namedSlot.slot.name));
    propose('change', { do: 'correct', slot: held.length === 1 ? (held[0]?.slot.name ?? null) : null });
  }
  for (const [act, talk] of Object.entries(SMALL_TALK_OF) as [Act, SmallTalk][]) {
    // Where a value is asked for, a word or two are rather one that nobody understands.
    const isShort = slot !== null && segments.rest.words.length < WORDS_OF_A_REMARK;
    if (talk !== 'remark' || !isShort) propose(act, { do: talk });
  }
  return proposals;
};

/** The score of a no in the words that the question gives for it. */
const SAID_FOR_NO = 0.9;
/** The most words of such a no, and the most of them that the question lacks. */
const MOST_SAID_FOR_NO = 4;
const MOST_LACKING = 1;

/** True of the words for which the question says to answer no: “one way”, after “If it is one way, just say no”. */
function isSaidForNo({ prompt }: View, { utterance: { words }, language }: Reading): boolean {
  if (words.length === 0 || words.length > MOST_SAID_FOR_NO) return false;
  const telling = prompt
    .split(SENTENCE_END)
    .map((sentence) => plainWordsIn(sentence, language.code).split(' '))
    // Not “no onions?”, which offers them.
    .find((sentence) => language.yesNo.no.includes(sentence.at(-1) ?? ''));
  const isPlain = words.every(
    ({ text }) => language.yesNo.no.includes(text) || language.yesNo.yes.includes(text),
  );
  if (telling === undefined || isPlain) return false;
  const lacking = words.filter(({ text }) => !telling.includes(text)).length;
  return lacking === 0 || (lacking <= MOST_LACKING && words.length - lacking > lacking);
}

/** A text that asks with this probability, and has a label with this probability, is no yes. */
const SURE_TO_ASK = 0.9;

/** True if a query asks for something else than what is offered: "what is its rating?", which an offer invites. */
function asksForElse(view: View, { acts, whole }: Reading): boolean {
  const [first] = whole.ranked;
  return (
    view.awaited.kind === 'yes_no' &&
    acts.likelihood.ask >= Math.max(SURE_TO_ASK, acts.likelihood.affirm) &&
    first !== undefined &&
    whole.outcome === 'matched' &&
    first.probability >= SURE_TO_ASK &&
    !isOfferedLabel(first.label, view) &&
    // "Are there any others?" asks for what is under way, and not for what is offered.
    (!isLabelUnderWay(first.label, view) || offersAnother(view))
  );
}

/** The most words of a question for a value: "which account was it again?" */
const WORDS_OF_A_QUESTION = 6;

/** True if a short question is for a value that a question says back: it names its slot, or begins as its question does. */
function asksForHeld(
  { assistant, awaited, frame }: View,
  { utterance: { words }, language }: Reading,
): boolean {
  if (awaited.kind !== 'yes_no' || !awaited.saysBack || frame === null) return false;
  if (words.length > WORDS_OF_A_QUESTION || phraseAt(words, 0, language.sentences.questions) === 0)
    return false;
  const isCalled = (slot: CompiledSlot) => {
    const names = valueNamesOf(slot, language.code, assistant);
    return words.some(({ text }) => names.some((name) => sharesStem(name, text)));
  };
  const isBegun = (slot: CompiledSlot) => {
    const question = wordsOfQuestion(slot, language.code);
    return words.slice(0, 2).every(({ text }, place) => text === question[place]);
  };
  return frame.competency.slots.some(
    (slot) => Object.hasOwn(frame.slots, slot.name) && (isCalled(slot) || isBegun(slot)),
  );
}
