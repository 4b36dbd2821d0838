import { hasValues } from '../../assistant.ts';
import { isFreeText } from '../../values/free-text/any-text.ts';
import { CERTAINTY, WORDS } from '../certainty.ts';
import { type Proposal, SMALL_TALK } from '../commands.ts';
import { askedSlot } from '../view.ts';
import {
  anyOf,
  type Do,
  documentOfQuestion,
  type Hearing,
  isCertain,
  likelyWish,
  onlyBeside,
  type Rule,
  surest,
} from './hearing.ts';

/** The rules while a value is awaited. */
export const ON_VALUE: readonly Rule[] = [
  knownUtterance,
  cancelled,
  wishBesideAnswer,
  insteadOfFreeText,
  givenValues,
  corrected,
  denied,
  unanswered,
  onlyBeside,
  documentOfQuestion,
  likelyWish,
  list,
  unknownValue,
  (hearing) => hearing.invent({ do: 'not_understood' }),
];

/** The value for the slot being asked for. */
const answerOf = ({ values, view }: Hearing): Proposal | undefined =>
  values.find(({ command }) => command.do === 'set' && command.slot === askedSlot(view)?.name);

/** What answers the question without giving a value. */
const WITHOUT_VALUE: readonly Do[] = ['skip', 'cannot_answer', 'back', 'restart', ...SMALL_TALK];

const isFree = (value: Proposal | undefined): boolean =>
  value?.command.do === 'set' && isFreeText(value.command.candidate);

/** An author's own utterance, unless it also answers the question. */
function knownUtterance(hearing: Hearing): Proposal[] | null {
  const { whole } = hearing;
  const answer = answerOf(hearing);
  return whole?.by === 'utterances' && (answer === undefined || isFree(answer)) ? hearing.wish(whole) : null;
}

function cancelled(hearing: Hearing): Proposal[] | null {
  const first = surest([hearing.likely('cancel'), answerOf(hearing), hearing.best('skip')]);
  if (first?.command.do !== 'cancel' || isAside(first, hearing)) return null;
  // A free text may tell of something that is given up or lacks.
  return isFree(answerOf(hearing)) && first.score < CERTAINTY.certain ? null : hearing.leaving(first);
}

/** True if the cancel is only a small part of a clear wish. */
const isAside = ({ on }: Proposal, { whole, evidence }: Hearing): boolean =>
  isCertain(whole) && 2 * (on.end - on.start) < evidence.text.trim().length;

/**
 * A sure wish, or a document that is likelier. A yes as the answer, or a skip, outranks a wish that scores lower.
 */
function wishBesideAnswer(hearing: Hearing): Proposal[] | null {
  const { whole } = hearing;
  if (whole === undefined || whole.score < CERTAINTY.sure) return null;
  const answer = answerOf(hearing);
  const reply = surest([answer?.by === 'acts' ? answer : undefined, hearing.best('skip')]);
  if (reply !== undefined && reply.score > whole.score) return null;
  return hearing.hasDocument(whole.score) ? hearing.askFaq() : hearing.wish(whole);
}

/** What the text clearly does, rather than giving only free text. */
function insteadOfFreeText(hearing: Hearing): Proposal[] | null {
  const { values } = hearing;
  if (values.length === 0 || !values.every(isFree)) return null;
  const instead = hearing.likely(...WITHOUT_VALUE);
  const isEmpty = instead?.command.do === 'skip' || instead?.command.do === 'cannot_answer';
  if (instead === undefined || (!isEmpty && instead.score < CERTAINTY.sure))
    return documentOfQuestion(hearing);
  const isCourtesy = ['acknowledge', 'greet', 'remark'].includes(instead.command.do);
  return isCourtesy ? documentOfQuestion(hearing) : hearing.with(instead);
}

function givenValues(hearing: Hearing): Proposal[] | null {
  const { values } = hearing;
  const answer = answerOf(hearing);
  if (answer === undefined && hearing.changing.length === 0) return null;
  // One query may answer two questions: "none, and economy".
  const empty = hearing.best('skip', 'cannot_answer');
  const isLeft = answer === undefined && empty?.command.do === 'skip' && empty.score >= CERTAINTY.sure;
  return isLeft ? hearing.with(...values, empty) : hearing.with(...values);
}

/** A correction of a named slot. */
function corrected(hearing: Hearing): Proposal[] | null {
  const correct = hearing.likely('correct');
  return correct?.command.do === 'correct' && correct.command.slot !== null ? hearing.with(correct) : null;
}

/** What the query does instead of giving a value. */
function unanswered(hearing: Hearing): Proposal[] | null {
  const noAnswer = surest([hearing.likely('ask_values', 'unknown_value'), hearing.likely(...WITHOUT_VALUE)]);
  return noAnswer === undefined ? null : unlessWishedFor(noAnswer, hearing);
}

/** A no, which leaves the slot empty. */
function denied(hearing: Hearing): Proposal[] | null {
  const deny = hearing.likely('deny');
  if (deny === undefined) return null;
  const empty = hearing.best('skip', 'cannot_answer');
  return unlessWishedFor(empty ?? { ...deny, command: { do: 'cannot_answer' }, by: 'arbiter' }, hearing);
}

/** What a wish in another clause outranks. */
const WITHOUT_EFFECT: readonly Do[] = ['cannot_answer', 'back', 'restart'];

/** If a required slot gets no value, or only a step back, but another clause has a wish, the wish starts. */
function unlessWishedFor(noAnswer: Proposal, hearing: Hearing): Proposal[] {
  if (WITHOUT_EFFECT.includes(noAnswer.command.do) && hearing.wishesBeside) return [...hearing.beside];
  return hearing.hasDocument(noAnswer.score) ? hearing.askFaq() : hearing.with(noAnswer);
}

/** The slot's list, for a question or a call for help that nothing else answers. */
function list(hearing: Hearing): Proposal[] | null {
  const slot = askedSlot(hearing.view);
  const { asks } = hearing.evidence;
  const isHelpless = asks + (1 - asks) * hearing.score('help') >= CERTAINTY.likely;
  return isHelpless && slot !== null && hasValues(hearing.view.assistant, slot.entity)
    ? hearing.invent({ do: 'ask_values', slot: slot.name })
    : null;
}

/** A word or two that are less than likely to be a value missing from the list. */
function unknownValue(hearing: Hearing): Proposal[] | null {
  return hearing.length <= WORDS.couple ? anyOf([hearing.best('unknown_value')]) : null;
}
