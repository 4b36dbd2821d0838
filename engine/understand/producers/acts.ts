import type { CompiledSlot } from '../../assistant.ts';
import { SENTENCE_END } from '../../text/pauses.ts';
import { phraseAt } from '../../text/phrases.ts';
import { isCalledBy, sharesStem } from '../../text/word-forms.ts';
import { isFreeText } from '../../values/free-text/any-text.ts';
import { plainWordsIn } from '../../values/words-in.ts';
import type { Act } from '../acts/acts.ts';
import { CERTAINTY, WORDS } from '../certainty.ts';
import type { Command, Proposal, SmallTalk } from '../commands.ts';
import type { Reading } from '../reading.ts';
import { isForCancelling } from '../reservation.ts';
import { isBareAnswer } from '../values/bare.ts';
import { awaitsText } from '../values/free-text-slots.ts';
import { isNamed, namedSlots, valueNamesOf, wordsOfQuestion } from '../values/named-slots.ts';
import { openingRepair } from '../values/opening-repair.ts';
import { deniedNouns } from '../values/people-slots.ts';
import { askedSlot, isLabelUnderWay, isOfferedLabel, offersAnother } from '../view.ts';
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
export const actProducer: Producer = (reading) => [
  ...replies(reading),
  ...cancelling(reading),
  ...replacing(reading),
  ...emptyAnswers(reading),
  ...moves(reading),
  ...corrections(reading),
  ...smallTalk(reading),
];

/** Proposes a command with the probability of an act. */
function byAct({ acts }: Reading, act: Act, command: Command): Proposal[] {
  const score = acts.likelihood[act];
  return score >= CERTAINTY.trace ? [{ command, on: acts.on(act), score, by: 'acts' }] : [];
}

function replies(reading: Reading): Proposal[] {
  const { view, beside } = reading;
  // Without a question, a yes or no is too little to start a wish.
  if (view.awaited.kind === 'nothing')
    return [
      ...byAct(reading, 'affirm', { do: view.hasDone ? 'already_done' : 'acknowledge' }),
      ...byAct(reading, 'deny', { do: 'acknowledge' }),
    ];
  return [
    ...(asksForElse(reading) ? [] : byAct(reading, 'affirm', { do: 'affirm', said: beside.text })),
    ...byAct(reading, 'deny', { do: 'deny' }),
    ...saidBack(reading),
  ];
}

/**
 * Cancels the current request for a wish that replaces it: "no, suspend it instead". A text with values for the request
 * changes the request.
 */
function replacing(reading: Reading): Proposal[] {
  const { view, acts, segments, whole, values, utterance, language } = reading;
  const [wish, ...more] = segments.wishes;
  const label = wish ?? (whole.outcome === 'matched' ? whole.ranked[0] : undefined);
  const isChanged = (values?.values ?? []).some(({ candidate }) => !isFreeText(candidate));
  const { change, deny, ask } = acts.likelihood;
  const corrects = Math.max(change, deny) >= CERTAINTY.likely && ask < CERTAINTY.likely;
  if (view.frame === null || label === undefined || more.length > 0 || isChanged || !corrects) return [];
  const repair = openingRepair(utterance);
  const isInstead = utterance.words.some(
    (_, at) => at >= repair && phraseAt(utterance.words, at, language.change.instead) > 0,
  );
  const isElse = label.probability >= CERTAINTY.certain && !isLabelUnderWay(label.label, view);
  if (!isElse || !isInstead || repair === 0) return [];
  const on = { start: 0, end: utterance.text.length };
  return [{ command: { do: 'cancel' }, on, score: CERTAINTY.certain, by: 'acts' }];
}

/** Says held values back to a question that names one of them, even if the act reader hears no question. */
function saidBack(reading: Reading): Proposal[] {
  if (!asksForHeld(reading)) return [];
  const on = { start: 0, end: reading.utterance.text.length };
  const score = Math.max(reading.acts.likelihood.ask, CERTAINTY.likely);
  return [{ command: { do: 'say_back' }, on, score, by: 'acts' }];
}

/** Cancels. Cancelling a named optional slot only skips that slot: "never mind the phone number". */
function cancelling(reading: Reading): Proposal[] {
  const slot = askedSlot(reading.view);
  const isOfSlot = slot !== null && !slot.required && namedIn(reading).includes(slot);
  return byAct(reading, 'drop', { do: isOfSlot ? 'skip' : 'cancel' });
}

/** Answers that leave the slot empty. */
function emptyAnswers(reading: Reading): Proposal[] {
  const { view, acts, beside, values, yesNo } = reading;
  const slot = askedSlot(view);
  if (slot === null)
    return (['any', 'unsure'] as const).flatMap((act) => byAct(reading, act, { do: 'cannot_answer' }));
  // A no leaves the slot empty, unless “no” is one of its values or the text corrects another value: "no, to Anna".
  const givesOther = values?.values.some((value) => value.slot !== slot.name) ?? false;
  const isEmptied = !slot.required && yesNo.no === null && !givesOther;
  const empty: Act[] = isEmptied ? [...ANSWERLESS, 'deny'] : [...ANSWERLESS];
  const score = eitherOf(empty.map((act) => acts.likelihood[act]));
  const [surest = 'any'] = empty.sort((a, b) => acts.likelihood[b] - acts.likelihood[a]);
  const command = { do: slot.required ? 'cannot_answer' : 'skip' } as const;
  const proposals: Proposal[] =
    score < CERTAINTY.trace ? [] : [{ command, on: acts.on(surest), score, by: 'acts' }];
  if (!slot.required && (isSaidForNo(reading) || deniesAny(slot, reading)))
    proposals.push({
      command: { do: 'skip' },
      on: { start: 0, end: beside.text.length },
      score: CERTAINTY.certain,
      by: 'acts',
    });
  return proposals;
}

/** Leaves, steps back in or restarts the current competency. */
function moves(reading: Reading): Proposal[] {
  const { view, acts, segments, whole } = reading;
  const { frame } = view;
  if (frame === null) return [];
  // A cancel that names the current competency cancels it, unless another label fits: "cancel the transfer".
  const isOfFrame =
    acts.likelihood.cancel >= CERTAINTY.trace &&
    isNamed(frame, segments.rest, view.language) &&
    (whole.outcome !== 'matched' || (whole.ranked[0]?.label === frame.label && !isForCancelling(reading)));
  return [
    ...(isOfFrame ? byAct(reading, 'cancel', { do: 'cancel' }) : []),
    ...byAct(reading, 'back', { do: 'back' }),
    ...byAct(reading, 'restart', { do: 'restart' }),
  ];
}

/** Corrects the held value that the query names. */
function corrections(reading: Reading): Proposal[] {
  const { view, acts, segments, beside, language } = reading;
  const { frame, awaited } = view;
  if (frame === null) return [];
  const meant = meantSlots(namedIn(reading), frame.competency.slots, segments.rest, language);
  const [corrected, ...others] = meant.filter(({ name }) => Object.hasOwn(frame.slots, name));
  if (corrected === undefined || others.length > 0) {
    // A correction after a question about a single value means that value: "no, I mistyped it".
    const [single = null, ...rest] = awaited.kind === 'yes_no' ? Object.keys(frame.slots) : [];
    return byAct(reading, 'change', { do: 'correct', slot: rest.length > 0 ? null : single });
  }
  const { change, deny, drop } = acts.likelihood;
  // Unless the text cancels or has a plain no, a denial says that something is wrong: "the number plate is not right".
  const refuses =
    drop >= CERTAINTY.slight ||
    isNamed(frame, segments.rest, view.language) ||
    beside.words.some(({ text }) => language.yesNo.no.includes(text));
  const score = refuses ? change : Math.max(change, deny);
  return [{ command: { do: 'correct', slot: corrected.name }, on: acts.on('change'), score, by: 'acts' }];
}

function smallTalk(reading: Reading): Proposal[] {
  // After a question for a value, one or two words are more likely an unknown value than a remark.
  const isShort = askedSlot(reading.view) !== null && reading.segments.rest.words.length < WORDS.few;
  return (Object.entries(SMALL_TALK_OF) as [Act, SmallTalk][]).flatMap(([act, talk]) =>
    talk === 'remark' && isShort ? [] : byAct(reading, act, { do: talk }),
  );
}

/** The slots of the current competency that the query names. */
const namedIn = ({ view: { frame, language }, segments }: Reading): CompiledSlot[] =>
  frame === null ? [] : namedSlots(frame, segments.rest, language).map(({ slot }) => slot);

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
  // Any other noun may be the text.
  const isCalled = denied.some(({ noun }) =>
    valueNamesOf(slot, language.code, view.assistant).some((name) => isCalledBy(name, noun)),
  );
  return (
    !isGiven &&
    denied.length > 0 &&
    (!awaitsText(view) || isCalled) &&
    isBareAnswer(utterance.words, denied, language.code)
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
