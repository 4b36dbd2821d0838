import { hasValues } from '../../assistant.ts';
import { isFreeText } from '../../values/free-text/any-text.ts';
import { CERTAINTY, WORDS } from '../certainty.ts';
import type { Proposal } from '../commands.ts';
import { askedSlot } from '../view.ts';
import {
  anyOf,
  certainWish,
  type Do,
  documentOfQuestion,
  type Hearing,
  isCertain,
  onlyBeside,
  type Rule,
  surest,
} from './hearing.ts';

/** The rules while a value is awaited. */
export const ON_VALUE: readonly Rule[] = [
  knownUtterance,
  cancelled,
  wishBesideAnswer,
  skipped,
  insteadOfFreeText,
  givenValues,
  corrected,
  unanswered,
  denied,
  onlyBeside,
  documentOfQuestion,
  likelyWish,
  certainWish,
  (hearing) => anyOf([noAnswerOf(hearing)]),
  list,
  unknownValue,
  (hearing) => hearing.invent({ do: 'not_understood' }),
];

/** The value for the slot being asked for. */
const answerOf = ({ values, view }: Hearing): Proposal | undefined =>
  values.find(({ command }) => command.do === 'set' && command.slot === askedSlot(view)?.name);

const isFree = (value: Proposal | undefined): boolean =>
  value?.command.do === 'set' && isFreeText(value.command.candidate);

/** An author's own utterance, unless it also answers the question. */
function knownUtterance(hearing: Hearing): Proposal[] | null {
  const { whole } = hearing;
  const answer = answerOf(hearing);
  return whole?.by === 'utterances' && (answer === undefined || isFree(answer)) ? hearing.wish(whole) : null;
}

function cancelled(hearing: Hearing): Proposal[] | null {
  const leave = hearing.likely('cancel');
  const answer = answerOf(hearing);
  if (leave === undefined) return null;
  const outranks = isFree(answer) ? leave.score >= CERTAINTY.certain : leave.score > (answer?.score ?? 0);
  // Indifference skips the slot instead of cancelling.
  const isMeant = outranks && leave.score >= hearing.score('skip') && !isAside(leave, hearing);
  return isMeant ? hearing.leaving(leave) : null;
}

/** True if the cancel is only a small part of a clear wish. */
const isAside = ({ on }: Proposal, { whole, evidence }: Hearing): boolean =>
  isCertain(whole) && 2 * (on.end - on.start) < evidence.text.trim().length;

/** A sure wish, or a document that is likelier. A yes as the answer outranks a wish that scores lower. */
function wishBesideAnswer(hearing: Hearing): Proposal[] | null {
  const { whole } = hearing;
  if (whole === undefined || whole.score < CERTAINTY.sure) return null;
  const answer = answerOf(hearing);
  if (answer?.by === 'acts' && answer.score > whole.score) return null;
  return hearing.hasDocument(whole.score) ? hearing.askFaq() : hearing.wish(whole);
}

/** An indifferent answer, which is a skip rather than a no: "don't care". */
function skipped(hearing: Hearing): Proposal[] | null {
  const answer = answerOf(hearing);
  const empty = hearing.likely('skip', 'cannot_answer');
  const isEmpty = answer?.by === 'acts' && empty?.command.do === 'skip' && empty.score > answer.score;
  return isEmpty ? hearing.with(empty) : null;
}

/** What the text clearly does, rather than giving only free text. */
function insteadOfFreeText(hearing: Hearing): Proposal[] | null {
  const { values } = hearing;
  if (values.length === 0 || !values.every(isFree)) return null;
  const empty = hearing.likely('skip', 'cannot_answer');
  const instead = surest([empty, hearing.likely('back', 'restart'), hearing.talk]);
  if (
    instead !== undefined &&
    (instead === empty || instead.score >= CERTAINTY.sure) &&
    !['acknowledge', 'greet', 'remark'].includes(instead.command.do)
  )
    return hearing.with(instead);
  return documentOfQuestion(hearing);
}

function givenValues(hearing: Hearing): Proposal[] | null {
  const { values } = hearing;
  const answer = answerOf(hearing);
  if (values.length === 0 || (answer === undefined && hearing.changing.length === 0)) return null;
  // A question may mention a value without giving it.
  if (hearing.beside.length === 0 && hearing.hasDocument(CERTAINTY.certain)) return hearing.askFaq();
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
const noAnswerOf = (hearing: Hearing): Proposal | undefined =>
  surest([
    hearing.likely('ask_values', 'unknown_value'),
    hearing.likely('skip', 'cannot_answer'),
    hearing.likely('back', 'restart'),
    hearing.talk,
  ]);

/** Small talk that leaves the question open. */
const COURTESY: ReadonlySet<Do> = new Set(['acknowledge', 'thank', 'remark', 'greet']);

function unanswered(hearing: Hearing): Proposal[] | null {
  const noAnswer = noAnswerOf(hearing);
  return noAnswer === undefined || COURTESY.has(noAnswer.command.do)
    ? null
    : unlessWishedFor(noAnswer, hearing);
}

/** A no, which leaves the slot empty. */
function denied(hearing: Hearing): Proposal[] | null {
  const deny = hearing.likely('deny');
  if (deny === undefined) return null;
  const { on, score } = deny;
  const command = { do: askedSlot(hearing.view)?.required ? 'cannot_answer' : 'skip' } as const;
  return unlessWishedFor(hearing.best('skip') ?? { command, on, score, by: 'arbiter' }, hearing);
}

/** If a required slot gets no value but another clause has a wish, the wish starts. */
function unlessWishedFor(noAnswer: Proposal, hearing: Hearing): Proposal[] {
  if (noAnswer.command.do === 'cannot_answer' && hearing.wishesBeside) return [...hearing.beside];
  return hearing.hasDocument(noAnswer.score) ? hearing.askFaq() : hearing.with(noAnswer);
}

/** A likely wish. One or two words are more likely an answer that was not read, unless the wish is sure. */
function likelyWish(hearing: Hearing): Proposal[] | null {
  const { whole, length } = hearing;
  const least = length <= WORDS.couple ? CERTAINTY.sure : CERTAINTY.likely;
  return whole !== undefined && whole.score >= least ? hearing.wish(whole) : null;
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
