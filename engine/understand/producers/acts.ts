import type { CompiledSlot } from '../../assistant.ts';
import { SENTENCE_END } from '../../text/pauses.ts';
import { phraseAt } from '../../text/phrases.ts';
import { sharesStem } from '../../text/word-forms.ts';
import { plainWordsIn } from '../../values/words-in.ts';
import type { Act } from '../acts/acts.ts';
import { CERTAINTY, WORDS } from '../certainty.ts';
import type { Command, Proposal, SmallTalk } from '../commands.ts';
import { isForCancelling, type Reading } from '../reading.ts';
import { isBareAnswer } from '../values/bare.ts';
import { awaitsText } from '../values/free-text-slots.ts';
import { isNamed, namedSlots, valueNamesOf, wordsOfQuestion } from '../values/named-slots.ts';
import { deniedNouns } from '../values/people-slots.ts';
import { isLabelUnderWay, isOfferedLabel, offersAnother } from '../view.ts';
import type { Producer } from './producer.ts';

/** Acts that answer a question for a value without giving one. */
const ANSWERLESS = ['any', 'unsure', 'skip'] as const;

/** Acts that are small talk in any situation. */
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
export const actProducer: Producer = (reading) => {
  const { view, acts, segments, beside, whole, language } = reading;
  const { awaited, frame } = view;
  const proposals: Proposal[] = [];
  const propose = (act: Act, command: Command) => {
    const score = acts.likelihood[act];
    if (score >= CERTAINTY.trace) proposals.push({ command, on: acts.on(act), score, by: 'acts' });
  };
  const slot = awaited.kind === 'value' ? awaited.slot : null;
  if (awaited.kind !== 'nothing') {
    if (!asksForElse(reading)) propose('affirm', { do: 'affirm', said: beside.text });
    propose('deny', { do: 'deny' });
    if (asksForHeld(reading)) propose('ask', { do: 'say_back' });
  } else {
    // Without a question, a yes or no is too little to start a wish.
    propose('affirm', { do: view.hasDone ? 'already_done' : 'acknowledge' });
    propose('deny', { do: 'acknowledge' });
  }
  const named = frame === null ? [] : namedSlots(frame, segments.rest, view.language);
  // Cancelling a named optional slot only skips that slot: "never mind the phone number".
  const isOfSlot = slot !== null && !slot.required && named.some((namedSlot) => namedSlot.slot === slot);
  propose('drop', isOfSlot ? { do: 'skip' } : { do: 'cancel' });
  if (slot !== null) {
    // A no leaves the slot empty, unless “no” is one of its values or the text corrects another value: "no, to Anna".
    const givesOther = reading.values?.values.some((value) => value.slot !== slot.name) ?? false;
    const isEmptied = !slot.required && reading.yesNo.no === null && !givesOther;
    const empty = isEmptied ? ([...ANSWERLESS, 'deny'] as const) : ANSWERLESS;
    const score = eitherOf(empty.map((act) => acts.likelihood[act]));
    const [surest] = [...empty].sort((a, b) => acts.likelihood[b] - acts.likelihood[a]);
    if (surest !== undefined && score >= CERTAINTY.trace)
      proposals.push({
        command: { do: slot.required ? 'cannot_answer' : 'skip' },
        on: acts.on(surest),
        score,
        by: 'acts',
      });
    if (!slot.required && (isSaidForNo(reading) || deniesAny(slot, reading)))
      proposals.push({
        command: { do: 'skip' },
        on: { start: 0, end: beside.text.length },
        score: CERTAINTY.certain,
        by: 'acts',
      });
  } else for (const act of ['any', 'unsure'] as const) propose(act, { do: 'cannot_answer' });
  if (frame !== null) {
    // A cancel that names the current competency cancels it, unless another label fits: "cancel the transfer".
    const isOther = () =>
      whole.outcome !== 'matched' || (whole.ranked[0]?.label === frame.label && !isForCancelling(reading));
    if (
      acts.likelihood.cancel >= CERTAINTY.trace &&
      isNamed(frame, segments.rest, view.language) &&
      isOther()
    )
      propose('cancel', { do: 'cancel' });
    propose('back', { do: 'back' });
    propose('restart', { do: 'restart' });
    const isHeld = ({ name }: CompiledSlot) => Object.hasOwn(frame.slots, name);
    const held = meantSlots(
      named.map((namedSlot) => namedSlot.slot),
      frame.competency.slots,
      segments.rest,
      language,
    ).filter(isHeld);
    // Unless the text cancels or has a plain no, a denial says that something is wrong: "the number plate is not
    // right".
    const refuses =
      acts.likelihood.drop >= CERTAINTY.slight ||
      isNamed(frame, segments.rest, view.language) ||
      beside.words.some(({ text }) => language.yesNo.no.includes(text));
    const [corrected = null, ...others] = held.map(({ name }) => name);
    // A correction after a question about a single value means that value: "no, I mistyped it".
    const [single = null, ...rest] = awaited.kind === 'yes_no' ? Object.keys(frame.slots) : [];
    if (corrected === null || others.length > 0)
      propose('change', { do: 'correct', slot: rest.length > 0 ? null : single });
    else
      proposals.push({
        command: { do: 'correct', slot: corrected },
        on: acts.on('change'),
        score: refuses ? acts.likelihood.change : Math.max(acts.likelihood.change, acts.likelihood.deny),
        by: 'acts',
      });
  }
  for (const [act, talk] of Object.entries(SMALL_TALK_OF) as [Act, SmallTalk][]) {
    // After a question for a value, one or two words are more likely an unknown value than a remark.
    const isShort = slot !== null && segments.rest.words.length < WORDS.few;
    if (talk !== 'remark' || !isShort) propose(act, { do: talk });
  }
  return proposals;
};

/** The probability of at least one of several acts. */
const eitherOf = (likelihoods: readonly number[]): number =>
  1 - likelihoods.reduce((none, likelihood) => none * (1 - likelihood), 1);

/** The slots that a text names; if none, the slots whose kind it names, such as “Datum”. */
function meantSlots(
  named: readonly CompiledSlot[],
  slots: readonly CompiledSlot[],
  { words }: Pick<Reading['utterance'], 'words'>,
  { kinds }: Reading['language'],
): readonly CompiledSlot[] {
  if (named.length > 0) return named;
  const wordsOf: Readonly<Record<string, readonly string[]>> = kinds;
  return slots.filter(({ entity }) => words.some(({ text }) => wordsOf[entity]?.includes(text)));
}

/** True for words that the question equates with no: “one way” after “If it is one way, just say no”. */
function isSaidForNo({ view: { prompt }, utterance: { words }, language }: Reading): boolean {
  if (words.length === 0 || words.length > WORDS.few) return false;
  const telling = prompt
    .split(SENTENCE_END)
    .map((sentence) => plainWordsIn(sentence, language.code).split(' '))
    // The sentence must end with the no, which excludes offers such as “no onions?”
    .find((sentence) => language.yesNo.no.includes(sentence.at(-1) ?? ''));
  const isPlain = words.every(
    ({ text }) => language.yesNo.no.includes(text) || language.yesNo.yes.includes(text),
  );
  if (telling === undefined || isPlain) return false;
  const lacking = words.filter(({ text }) => !telling.includes(text)).length;
  return lacking < words.length - lacking;
}

/** True if a query only says that the user wants none of something, without giving a value: “no limit”. */
function deniesAny(slot: CompiledSlot, { view, utterance, language, values }: Reading): boolean {
  const isGiven = values?.values.some((value) => value.slot === slot.name) ?? false;
  const denied = deniedNouns(utterance);
  return (
    !isGiven && !awaitsText(view) && denied.length > 0 && isBareAnswer(utterance.words, denied, language.code)
  );
}

/** True if a query asks about something other than the offer. */
function asksForElse({ view, acts, whole }: Reading): boolean {
  const [first] = whole.ranked;
  return (
    view.awaited.kind === 'yes_no' &&
    acts.likelihood.ask >= Math.max(CERTAINTY.certain, acts.likelihood.affirm) &&
    first !== undefined &&
    whole.outcome === 'matched' &&
    first.probability >= CERTAINTY.certain &&
    !isOfferedLabel(first.label, view) &&
    // A question with the current competency's label asks about the offer, unless the offer is another competency's.
    (!isLabelUnderWay(first.label, view) || offersAnother(view))
  );
}

/** True if a short question asks for a held value: it names the slot or begins like the slot's question. */
function asksForHeld({ view, utterance: { words }, language }: Reading): boolean {
  const { assistant, awaited, frame } = view;
  if (awaited.kind !== 'yes_no' || !awaited.saysBack || frame === null) return false;
  if (words.length > WORDS.several || phraseAt(words, 0, language.sentences.questions) === 0) return false;
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
