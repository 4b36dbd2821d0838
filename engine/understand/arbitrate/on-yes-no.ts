import { isDeed } from '../../deeds.ts';
import { CERTAINTY, YES_TO_A_DEED } from '../certainty.ts';
import { givesValue, type Proposal } from '../commands.ts';
import { awaitsDeed, isLabelUnderWay, type View } from '../view.ts';
import {
  certainWish,
  documentOfQuestion,
  type Hearing,
  isCertain,
  onlyBeside,
  type Rule,
} from './hearing.ts';

/** The rules while a yes or no is awaited. */
export const ON_YES_NO: readonly Rule[] = [
  acceptedOffer,
  heldValueAskedFor,
  wishBesideReply,
  wishInSameCompetency,
  cancelled,
  changedValues,
  addedValues,
  corrected,
  agreed,
  refused,
  movedOrTalked,
  onlyBeside,
  documentRatherThanWish,
  wishWithoutReply,
  documentOfQuestion,
  sameAgain,
  certainWish,
  (hearing) => hearing.invent({ do: hearing.isQuestion() ? 'unknown_answer' : 'confirm_again' }),
];

/** The score of the likeliest reply. */
const replyScore = (hearing: Hearing): number => hearing.score('affirm', 'deny', 'cancel');

/** Accepts an offer together with its values. A deed needs an explicit yes. */
function acceptedOffer(hearing: Hearing): Proposal[] | null {
  if (awaitsDeed(hearing.view)) return null;
  const accepted = hearing.all.find(({ command, by }) => command.do === 'affirm' && by === 'labels');
  const isAccepted = accepted !== undefined && accepted.score >= CERTAINTY.sure;
  return isAccepted && hearing.likely('deny', 'cancel') === undefined ? hearing.with(accepted) : null;
}

function wishBesideReply(hearing: Hearing): Proposal[] | null {
  const { whole, evidence } = hearing;
  if (whole === undefined) return null;
  const reply = replyScore(hearing);
  const isValues = () => evidence.isBare && hearing.changing.length > 0;
  const isWish =
    whole.by === 'utterances'
      ? reply < CERTAINTY.certain
      : whole.score >= CERTAINTY.sure &&
        reply < CERTAINTY.likely &&
        !isValues() &&
        !hearing.hasDocument(whole.score);
  return isWish ? hearing.wish(whole) : null;
}

/** A yes that requests something else of the same competency: "yes, move it" to "cancel it?" */
function wishInSameCompetency({ beside, view: { assistant, frame } }: Hearing): Proposal[] | null {
  const wish = beside.find(
    ({ command }) =>
      command.do === 'start' && assistant.states[command.label]?.competency === frame?.competency.name,
  );
  return wish === undefined ? null : [wish];
}

function cancelled(hearing: Hearing): Proposal[] | null {
  const leave = hearing.likely('cancel');
  const isLeft = leave !== undefined && leave.score === replyScore(hearing);
  return isLeft && hearing.changing.length === 0 ? hearing.leaving(leave) : null;
}

function changedValues(hearing: Hearing): Proposal[] | null {
  const { changing: values, view } = hearing;
  if (values.length === 0) return null;
  // A new value is said back first if a deed depends on it or it replaces the value asked about.
  const isSaidBack = awaitsDeed(view) || values.some((value) => replaces(value, view));
  const yes = hearing.likely('affirm');
  return yes !== undefined && hearing.likely('deny') === undefined && !isSaidBack
    ? hearing.with(...values, yes)
    : hearing.with(...values);
}

/** True for a value that replaces or clears a held value. */
const replaces = ({ command }: Proposal, { frame }: View): boolean =>
  givesValue(command) && Object.hasOwn(frame?.slots ?? {}, command.slot);

/** Adding a value is neither a yes nor a no: "also the brakes". */
function addedValues(hearing: Hearing): Proposal[] | null {
  const added = hearing.values.filter(({ command }) => command.do === 'set' && command.way === 'add');
  return added.length > 0 ? hearing.with(...added) : null;
}

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
  certainWish(hearing) ??
  hearing.invent({ do: 'confirm_again' });

/** True if the wish is for a deed other than the deed to be confirmed. */
function wishesForAnotherDeed({ whole, view: { assistant } }: Hearing): boolean {
  if (whole?.command.do !== 'start' || !isCertain(whole)) return false;
  const competency = assistant.states[whole.command.label]?.competency;
  return Object.values(assistant.states).some(
    (state) => state.competency === competency && isDeed(assistant, state.name),
  );
}

function refused(hearing: Hearing): Proposal[] | null {
  const no = hearing.likely('deny');
  return no !== undefined && hearing.score('affirm') < CERTAINTY.doubt ? hearing.leaving(no) : null;
}

function movedOrTalked(hearing: Hearing): Proposal[] | null {
  const moved = hearing.likely('back', 'restart') ?? hearing.talk;
  return moved === undefined ? null : hearing.with(moved);
}

function documentRatherThanWish(hearing: Hearing): Proposal[] | null {
  return hearing.hasDocument(hearing.whole?.score) ? hearing.askFaq() : null;
}

function wishWithoutReply(hearing: Hearing): Proposal[] | null {
  const { whole } = hearing;
  const isWish =
    whole !== undefined && whole.score >= CERTAINTY.likely && replyScore(hearing) < CERTAINTY.doubt;
  return isWish ? hearing.wish(whole) : null;
}

/** Repeating the current request calls the business logic again, which may confirm or refuse values. */
function sameAgain(hearing: Hearing): Proposal[] | null {
  const again = hearing.start(({ label }) => isLabelUnderWay(label, hearing.view));
  const isMeant =
    again !== undefined && again.score >= CERTAINTY.sure && replyScore(hearing) < CERTAINTY.doubt;
  return isMeant ? [again] : null;
}

/** Answers a question about held values (“which account was it?”). Other questions have no known answer. */
function heldValueAskedFor(hearing: Hearing): Proposal[] | null {
  const asked = hearing.likely('say_back');
  const isElse = isCertain(hearing.whole) || hearing.hasDocument();
  const isReply = hearing.changing.length > 0 || replyScore(hearing) >= CERTAINTY.doubt;
  return asked === undefined || isElse || isReply ? null : hearing.with(asked);
}
