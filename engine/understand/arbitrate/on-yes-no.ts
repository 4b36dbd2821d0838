import { isDeed } from '../../deeds.ts';
import { CERTAINTY, YES_TO_A_DEED } from '../certainty.ts';
import { givesValue, type Proposal } from '../commands.ts';
import { awaitsDeed, isLabelUnderWay, isOfferedLabel, type View } from '../view.ts';
import {
  anyOf,
  documentOfQuestion,
  type Hearing,
  isCertain,
  likelyWish,
  onlyBeside,
  type Rule,
} from './hearing.ts';

/** The rules while a yes or no is awaited. */
export const ON_YES_NO: readonly Rule[] = [
  acceptedOffer,
  conditional,
  heldValueAskedFor,
  wishBesideReply,
  wishInSameCompetency,
  cancelled,
  changedValues,
  corrected,
  agreed,
  refused,
  (hearing) => hearing.withAny(hearing.likely('back', 'restart') ?? hearing.talk),
  onlyBeside,
  (hearing) => (hearing.hasDocument(hearing.whole?.score) ? hearing.askFaq() : null),
  likelyWish,
  documentOfQuestion,
  sameAgain,
  (hearing) => hearing.invent({ do: hearing.isQuestion() ? 'unknown_answer' : 'confirm_again' }),
];

/** The score of the likeliest reply. */
const replyScore = (hearing: Hearing): number => hearing.score('affirm', 'deny', 'cancel');

/** Accepts an offer together with its values. A deed needs an explicit yes. */
function acceptedOffer(hearing: Hearing): Proposal[] | null {
  if (awaitsDeed(hearing.view)) return null;
  const accepted = hearing.all.find(
    ({ command, by, score }) => command.do === 'affirm' && by === 'labels' && score >= CERTAINTY.sure,
  );
  return accepted === undefined || hearing.likely('deny', 'cancel') ? null : hearing.with(accepted);
}

/** A reply that only sets a condition for a deed: “only if it is under 300” is no wish for a price alert. */
function conditional(hearing: Hearing): Proposal[] | null {
  const { changing, evidence, view } = hearing;
  const isReply = hearing.likely('affirm', 'deny', 'cancel', 'correct') !== undefined || changing.length > 0;
  if (isReply || evidence.condition < CERTAINTY.sure || !awaitsDeed(view)) return null;
  return documentOfQuestion(hearing) ?? hearing.invent({ do: 'confirm_again' });
}

/** An author's own utterance, or a sure wish, unless it also answers the question or changes a value. */
function wishBesideReply(hearing: Hearing): Proposal[] | null {
  const { whole, changing } = hearing;
  if (whole === undefined) return null;
  const reply = replyScore(hearing);
  const changes = changing.length > 0;
  const isSure =
    whole.score >= (changes ? CERTAINTY.certain : CERTAINTY.sure) && !(changes && hearing.evidence.isBare);
  const isMeant =
    whole.by === 'utterances'
      ? reply < CERTAINTY.certain
      : isSure && reply < CERTAINTY.likely && !hearing.hasDocument(whole.score);
  return isMeant ? hearing.wish(whole) : null;
}

/** A yes that requests something else of the same competency: "yes, move it" to "cancel it?" */
function wishInSameCompetency({ beside, view: { assistant, frame } }: Hearing): Proposal[] | null {
  const isSame = (label: string) => assistant.states[label]?.competency === frame?.competency.name;
  return anyOf([beside.find(({ command }) => command.do === 'start' && isSame(command.label))]);
}

function cancelled(hearing: Hearing): Proposal[] | null {
  const leave = hearing.likely('cancel');
  const isLeft = leave?.score === replyScore(hearing) && hearing.changing.length === 0;
  return isLeft ? hearing.leaving(leave) : null;
}

function changedValues(hearing: Hearing): Proposal[] | null {
  const { changing: values, view } = hearing;
  if (values.length === 0 || values.every((value) => isReason(value, hearing))) return null;
  // A new value is said back first if a deed depends on it or it replaces the value asked about.
  const isSaidBack = awaitsDeed(view) || values.some((value) => replaces(value, view));
  const yes = hearing.likely('affirm');
  return yes !== undefined && hearing.likely('deny') === undefined && !isSaidBack
    ? hearing.with(...values, yes)
    : hearing.with(...values);
}

/** True for a free text beside a sure no that fills an empty slot: “no, leave it, too short notice”. */
const isReason = ({ command }: Proposal, hearing: Hearing): boolean =>
  command.do === 'set' &&
  command.candidate.quality === 'learned' &&
  !Object.hasOwn(hearing.view.frame?.slots ?? {}, command.slot) &&
  hearing.score('deny', 'cancel') >= CERTAINTY.sure &&
  hearing.score('affirm') < CERTAINTY.doubt;

/** True for a value that replaces or clears a held value. */
const replaces = ({ command }: Proposal, { frame }: View): boolean =>
  givesValue(command) && Object.hasOwn(frame?.slots ?? {}, command.slot);

/** A correction, unless a wish in another clause says what the user wants instead. */
function corrected(hearing: Hearing): Proposal[] | null {
  const correct = hearing.likely('correct');
  const isMeant = hearing.likely('affirm') === undefined && !hearing.wishesBeside;
  return correct !== undefined && isMeant ? hearing.with(correct) : null;
}

function agreed(hearing: Hearing): Proposal[] | null {
  const yes = hearing.likely('affirm');
  const denied = hearing.score('deny');
  if (yes === undefined || denied >= CERTAINTY.likely || yes.score <= denied + CERTAINTY.doubt) return null;
  const { view, evidence } = hearing;
  const isDeed = awaitsDeed(view);
  const unreserved = 1 - evidence.reservation;
  if (isDeed ? yes.score * unreserved < YES_TO_A_DEED : unreserved <= CERTAINTY.likely)
    return reserved(hearing);
  return isDeed && (view.asksWhatChanges || wishesForAnotherDeed(hearing))
    ? hearing.invent({ do: 'confirm_again' })
    : hearing.with(yes);
}

/** Handles the wish or question beside a yes, then asks for the yes again. */
const reserved = (hearing: Hearing): Proposal[] =>
  onlyBeside(hearing) ??
  documentOfQuestion(hearing) ??
  likelyWish(hearing) ??
  hearing.invent({ do: 'confirm_again' });

/** True if the wish is for a deed other than the deed to be confirmed. */
function wishesForAnotherDeed({ whole, view }: Hearing): boolean {
  if (whole?.command.do !== 'start' || !isCertain(whole)) return false;
  if (isOfferedLabel(whole.command.label, view)) return false;
  const { assistant } = view;
  const competency = assistant.states[whole.command.label]?.competency;
  return Object.values(assistant.states).some(
    (state) => state.competency === competency && isDeed(assistant, state.name),
  );
}

function refused(hearing: Hearing): Proposal[] | null {
  const no = hearing.likely('deny');
  return no !== undefined && hearing.score('affirm') < CERTAINTY.doubt ? hearing.leaving(no) : null;
}

/** Repeating the current request calls the business logic again, which may confirm or refuse values. */
function sameAgain(hearing: Hearing): Proposal[] | null {
  const again = hearing.start(({ label }) => isLabelUnderWay(label, hearing.view));
  return again !== undefined && again.score >= CERTAINTY.sure ? [again] : null;
}

/** Answers a question about held values: “which account was it?” */
function heldValueAskedFor(hearing: Hearing): Proposal[] | null {
  const isReply = hearing.changing.length > 0 || replyScore(hearing) >= CERTAINTY.doubt;
  const isElse = isReply || isCertain(hearing.whole) || hearing.hasDocument();
  return isElse ? null : hearing.withAny(hearing.likely('say_back'));
}
