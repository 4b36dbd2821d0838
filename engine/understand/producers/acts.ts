import type { CompiledSlot } from '../../assistant.ts';
import { SENTENCE_END } from '../../text/pauses.ts';
import { phraseAt } from '../../text/phrases.ts';
import { sharesStem } from '../../text/word-forms.ts';
import type { Word } from '../../text/words.ts';
import { isFreeText } from '../../values/free-text/any-text.ts';
import { plainWordsIn } from '../../values/words-in.ts';
import type { Act } from '../acts/acts.ts';
import { CERTAINTY, WORDS } from '../certainty.ts';
import type { Command, Proposal, SmallTalk } from '../commands.ts';
import type { Reading } from '../reading.ts';
import { isForCancelling } from '../reservation.ts';
import { isBareAnswer } from '../values/bare.ts';
import { isNamed, namedSlots, nounsOfEntity, valueNamesOf, wordsOfQuestion } from '../values/named-slots.ts';
import { openingRepair } from '../values/opening-repair.ts';
import { deniedNouns } from '../values/people-slots.ts';
import { askedSlot, type Frame, isLabelUnderWay } from '../view.ts';
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

/** Proposes a command for a whole text. */
const proposal = (command: Command, { text }: Reading['utterance'], score: number): Proposal => ({
  command,
  on: { start: 0, end: text.length },
  score,
  by: 'acts',
});

function replies(reading: Reading): Proposal[] {
  const { view, acts, beside, utterance } = reading;
  // Without a question, a yes or no is too little to start a wish.
  if (view.awaited.kind === 'nothing')
    return [
      ...byAct(reading, 'affirm', { do: view.hasDone ? 'already_done' : 'acknowledge' }),
      ...byAct(reading, 'deny', { do: 'acknowledge' }),
    ];
  return [
    ...byAct(reading, 'affirm', { do: 'affirm', said: beside.text }),
    ...byAct(reading, 'deny', { do: 'deny' }),
    ...(asksForHeld(reading)
      ? [proposal({ do: 'say_back' }, utterance, Math.max(acts.likelihood.ask, CERTAINTY.likely))]
      : []),
  ];
}

/**
 * Cancels the request that a sure wish replaces, and starts the wish: "no, suspend it instead". A value for the request
 * changes it.
 */
function replacing({ view, acts, segments, whole, values, utterance, language }: Reading): Proposal[] {
  const wish = segments.wishes[0] ?? (whole.outcome === 'matched' ? whole.ranked[0] : undefined);
  if (wish === undefined || wish.probability < CERTAINTY.sure || isLabelUnderWay(wish.label, view)) return [];
  const isChanged = values?.values.some(({ candidate }) => !isFreeText(candidate)) ?? true;
  const { change, deny, ask } = acts.likelihood;
  const corrects = Math.max(change, deny) >= CERTAINTY.likely && ask < CERTAINTY.likely;
  if (isChanged || !corrects) return [];
  const repair = openingRepair(utterance);
  const isInstead = utterance.words.some(
    (_, at) => at >= repair && phraseAt(utterance.words, at, language.change.instead) > 0,
  );
  if (repair === 0 || !isInstead) return [];
  const { label, probability } = wish;
  const start = { do: 'start', label, probability, query: utterance.text } as const;
  return [
    proposal({ do: 'cancel' }, utterance, CERTAINTY.certain),
    ...(segments.wishes.length > 0 ? [] : [{ ...proposal(start, utterance, probability), by: 'clauses' }]),
  ];
}

/** Cancels. Cancelling a named optional slot only skips that slot: "never mind the phone number". */
function cancelling(reading: Reading): Proposal[] {
  const slot = askedSlot(reading.view);
  const isOfSlot = slot !== null && !slot.required && namedIn(reading).includes(slot);
  return byAct(reading, 'drop', { do: isOfSlot ? 'skip' : 'cancel' });
}

/** Answers that leave the slot empty. */
function emptyAnswers(reading: Reading): Proposal[] {
  const { view, acts, beside, values } = reading;
  const slot = askedSlot(view);
  if (slot === null)
    return (['any', 'unsure'] as const).flatMap((act) => byAct(reading, act, { do: 'cannot_answer' }));
  // A no leaves the slot empty, unless the text gives another value: "no, to Anna".
  const givesOther = values?.values.some((value) => value.slot !== slot.name) ?? false;
  const empty: Act[] = [...ANSWERLESS, ...(slot.required || givesOther ? [] : (['deny'] as const))];
  const score = eitherOf(empty.map((act) => acts.likelihood[act]));
  const [surest = 'any'] = empty.sort((a, b) => acts.likelihood[b] - acts.likelihood[a]);
  const command = { do: slot.required ? 'cannot_answer' : 'skip' } as const;
  const proposals: Proposal[] =
    score < CERTAINTY.trace ? [] : [{ command, on: acts.on(surest), score, by: 'acts' }];
  if (!slot.required && (isSaidForNo(reading) || deniesAny(slot, reading)))
    proposals.push(proposal({ do: 'skip' }, beside, CERTAINTY.certain));
  return proposals;
}

/** Leaves, steps back in or restarts the current competency. */
function moves(reading: Reading): Proposal[] {
  const {
    view: { frame },
    whole,
  } = reading;
  if (frame === null) return [];
  // "Cancel the transfer" cancels the transfer, but is the wish of a competency that cancels transfers.
  const isOfFrame = () => whole.ranked[0]?.label === frame.label && !isForCancelling(reading);
  return [
    ...byAct(reading, 'cancel', { do: 'cancel' }).filter(isOfFrame),
    ...byAct(reading, 'back', { do: 'back' }),
    ...byAct(reading, 'restart', { do: 'restart' }),
  ];
}

/** Corrects the held value that the query names. */
function corrections(reading: Reading): Proposal[] {
  const { view, acts, segments, beside, language } = reading;
  const { frame, awaited } = view;
  if (frame === null) return [];
  const meant = meantSlots(reading, frame);
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
function meantSlots(reading: Reading, { competency }: Frame): readonly CompiledSlot[] {
  const named = namedIn(reading);
  if (named.length > 0) return named;
  const { segments, language } = reading;
  return competency.slots.filter(({ entity }) =>
    segments.rest.words.some(({ text }) => nounsOfEntity(entity, language.code).includes(text)),
  );
}

/** True for words that the question equates with no: “one way” after “If it is one way, just say no”. */
function isSaidForNo({ view: { prompt }, utterance: { words }, language }: Reading): boolean {
  if (words.length > WORDS.few) return false;
  const telling = prompt
    .split(SENTENCE_END)
    .map((sentence) => plainWordsIn(sentence, language.code).split(' '))
    // The sentence must end with the no, which excludes offers such as “no onions?”
    .find((sentence) => language.yesNo.no.includes(sentence.at(-1) ?? ''));
  const { yes, no } = language.yesNo;
  const isPlain = words.every(({ text }) => no.includes(text) || yes.includes(text));
  return !isPlain && 2 * words.filter(({ text }) => telling?.includes(text)).length > words.length;
}

/** True if a query only says that the user wants none of something, without giving a value: “no limit”. */
function deniesAny(slot: CompiledSlot, { utterance, language, values }: Reading): boolean {
  const isGiven = values?.values.some((value) => value.slot === slot.name) ?? false;
  const denied = deniedNouns(utterance);
  return !isGiven && denied.length > 0 && isBareAnswer(utterance.words, denied, language.code);
}

/**
 * True if a short question names a slot of what is to be confirmed, or begins like a slot's question, even if the act
 * reader hears no question.
 */
function asksForHeld({ view, utterance: { words }, language }: Reading): boolean {
  const { assistant, awaited, frame } = view;
  if (awaited.kind !== 'yes_no' || !awaited.saysBack || frame === null) return false;
  if (words.length > WORDS.several || phraseAt(words, 0, language.sentences.questions) === 0) return false;
  return frame.competency.slots.some((slot) => {
    const question = wordsOfQuestion(slot, language.code);
    const isNamedBy = ({ text }: Word) =>
      valueNamesOf(slot, language.code, assistant).some((name) => sharesStem(name, text));
    return words.some(isNamedBy) || words.slice(0, 2).every(({ text }, place) => text === question[place]);
  });
}
