import { isDeed } from '../../deeds.ts';
import { countWritten } from '../../values/words-in.ts';
import type { Proposal } from '../commands.ts';
import { CERTAINTY, CLOSE } from './certainty.ts';
import { Hearing, isCourtesy, labelProbability } from './hearing.ts';

/** How far a correction may score below the deny and still win: "that's wrong" asks what is wrong. */
const CLOSE_TO_NO = 0.35;
/** A condition's minimum share of the yes score. */
const SHARE_OF_A_YES = 0.7;
/** How far a yes must score above the no. */
const AHEAD_OF_NO = 0.3;
const WORDS_OF_A_WISH = 3;

/** Replies to a yes/no question with their scores, and a competing wish. */
interface Replies {
  yes: Proposal | undefined;
  no: Proposal | undefined;
  leave: Proposal | undefined;
  sure: number;
  denied: number;
  left: number;
  /** The highest of the three scores. */
  reply: number;
  isDeed: boolean;
  whole: Proposal | undefined;
}

/** Decides while a yes or no is awaited. The first match in `decide` wins. */
export class OnYesNo extends Hearing {
  decide({ isDeed }: { isDeed: boolean }): Proposal[] {
    const [yes, no, leave] = [this.best('affirm'), this.best('deny'), this.best('cancel')];
    const [sure, denied, left] = [yes?.score ?? 0, no?.score ?? 0, leave?.score ?? 0];
    const reply = Math.max(sure, denied, left);
    const replies: Replies = { yes, no, leave, sure, denied, left, reply, isDeed, whole: this.whole };
    return (
      this.#acceptedOffer(replies) ??
      this.#wishBesideReply(replies) ??
      this.#wishInSameCompetency() ??
      this.#leaving(replies) ??
      this.#changedValues(replies) ??
      this.#addedValues(replies) ??
      this.#condition(replies) ??
      this.#correction(replies) ??
      this.#agreement(replies) ??
      this.#refusal(replies) ??
      this.#noReply(replies)
    );
  }

  /** Accepts an offer together with its values: "yes, transfer 50 to Mom's savings". */
  #acceptedOffer({ denied, left, isDeed, whole }: Replies): Proposal[] | null {
    const accepted = this.all.find(({ command, by }) => command.do === 'affirm' && by === 'labels');
    const isAccepted =
      accepted !== undefined &&
      accepted.score >= CERTAINTY.wish &&
      Math.max(denied, left, this.score('wait')) < CERTAINTY.act &&
      this.score('confirm_again') < CERTAINTY.wish &&
      whole?.by !== 'utterances' &&
      !(isDeed && this.#isReserved());
    return isAccepted ? this.with(accepted) : null;
  }

  #wishBesideReply({ reply, whole }: Replies): Proposal[] | null {
    if (whole === undefined) return null;
    const isWish =
      whole.by === 'utterances'
        ? reply < CERTAINTY.reply
        : whole.score >= CERTAINTY.wish &&
          reply < CERTAINTY.act &&
          !(this.evidence.isBare && this.changing().length > 0);
    return isWish ? this.wish(whole) : null;
  }

  /** A yes to a different request in the same competency: "yes, move it" to "cancel it?" */
  #wishInSameCompetency(): Proposal[] | null {
    const wish = this.beside.find(
      ({ command }) => command.do === 'start' && this.#isOfCompetencyUnderWay(command.label),
    );
    return wish === undefined ? null : [wish];
  }

  #leaving({ leave, sure, denied, left }: Replies): Proposal[] | null {
    const isLeft =
      leave !== undefined &&
      left >= CERTAINTY.act &&
      left >= sure &&
      left >= denied &&
      this.changing().length === 0;
    return isLeft ? this.leaving(leave) : null;
  }

  #changedValues({ yes, sure, denied, reply, isDeed, whole }: Replies): Proposal[] | null {
    const values = this.changing();
    if (values.length === 0) return null;
    const isWish =
      whole !== undefined && whole.score >= CERTAINTY.wish && reply < CERTAINTY.act && !this.evidence.isBare;
    if (isWish) return this.wish(whole);
    // Repeat a new value first if a deed depends on it or it replaces the value asked about.
    const isSaidBack = isDeed || values.some((value) => this.#replaces(value));
    return yes !== undefined && sure >= CERTAINTY.yes && denied < CERTAINTY.act && !isSaidBack
      ? this.with(...values, yes)
      : this.with(...values);
  }

  /** Adding a value is not a yes by itself: "also the brakes". */
  #addedValues({ sure, denied }: Replies): Proposal[] | null {
    const added = this.values.filter(({ command }) => command.do === 'set' && command.way === 'add');
    const isNo = denied >= CERTAINTY.act && !this.evidence.isBare;
    return added.length > 0 && sure < CERTAINTY.plainYes && !isNo ? this.with(...added) : null;
  }

  #condition({ sure }: Replies): Proposal[] | null {
    const condition = this.best('confirm_again');
    const isMeant =
      condition !== undefined && condition.score >= CERTAINTY.act && condition.score > sure * SHARE_OF_A_YES;
    return isMeant ? this.with(condition) : null;
  }

  #correction({ sure, denied }: Replies): Proposal[] | null {
    const correct = this.best('correct');
    if (correct === undefined || sure >= CERTAINTY.act) return null;
    const isNamed = correct.command.do === 'correct' && correct.command.slot !== null;
    const margin = this.beside.length > 0 ? CLOSE : CLOSE_TO_NO;
    const isMeant = correct.score >= CERTAINTY.act && (isNamed || correct.score > denied - margin);
    return isMeant ? this.with(correct) : null;
  }

  #agreement({ yes, sure, denied, isDeed, whole }: Replies): Proposal[] | null {
    const isYes =
      yes !== undefined &&
      sure >= (isDeed ? CERTAINTY.deed : CERTAINTY.yes) &&
      denied < CERTAINTY.act &&
      sure > denied + AHEAD_OF_NO;
    if (!isYes) return null;
    if (!isDeed) return this.with(yes);
    if (this.#isReserved()) return this.#reserved();
    return this.view.asksWhatChanges || this.#isOfAnotherDeed(whole)
      ? this.invent({ do: 'confirm_again' })
      : this.with(yes);
  }

  /** True if the reply may hold more than agreement. */
  #isReserved(): boolean {
    return this.evidence.reservation >= CERTAINTY.reservation;
  }

  /** Handles the wish or question beside a yes, then asks for the yes again. */
  #reserved(): Proposal[] {
    if (this.beside.length > 0) return this.beside;
    return this.hasDocument() ? this.askFaq() : this.invent({ do: 'confirm_again' });
  }

  #refusal({ no, sure, denied }: Replies): Proposal[] | null {
    // A request to wait is not a no: "let me just ask my wife first".
    const hold = this.best('wait');
    if (hold !== undefined && hold.score >= CERTAINTY.act && hold.score > Math.max(denied, sure) + CLOSE)
      return this.with(hold);
    if (no !== undefined && denied >= CERTAINTY.act && sure < CERTAINTY.doubt) return this.leaving(no);
    return null;
  }

  /** Decides when the reply is neither a clear yes nor a clear no. */
  #noReply({ reply, whole }: Replies): Proposal[] {
    const moved = this.moving();
    if (moved !== undefined) return this.with(moved);
    const talk = this.smallTalk(Math.max(CERTAINTY.act, reply));
    const again = this.sameAgain;
    if (talk !== undefined && !isCourtesy(talk) && talk.score > (again?.score ?? 0)) return this.with(talk);
    if (this.beside.length > 0) return this.beside;
    if (whole !== undefined && whole.score >= CERTAINTY.leastWish && reply < CERTAINTY.doubt)
      return this.wish(whole);
    if (this.hasDocument()) return this.askFaq();
    // Repeating the current request calls the business logic again, which may confirm or refuse values.
    if (again !== undefined && reply < CERTAINTY.doubt) return [again];
    if (reply >= CERTAINTY.doubt) return this.#againAfterQuestion();
    if (talk !== undefined) return [talk];
    return this.#againAfterQuestion();
  }

  /** Answers a question about held values (“which account was it?”); any other (“is there a fee?”) is unknown. */
  #againAfterQuestion(): Proposal[] {
    const asked = this.best('say_back');
    if (asked !== undefined && asked.score >= CERTAINTY.act) return this.with(asked);
    return this.invent({ do: this.isQuestion() ? 'unknown_answer' : 'confirm_again' });
  }

  /** True for a wish for another deed: "ok, do the check-in" when asked to book the shuttle. */
  #isOfAnotherDeed(whole: Proposal | undefined): whole is Proposal {
    const { assistant, language } = this.view;
    if (whole?.command.do !== 'start' || labelProbability(whole) < CERTAINTY.otherDeed) return false;
    const competency = assistant.states[whole.command.label]?.competency;
    const isLong = countWritten(this.evidence.text, language) >= WORDS_OF_A_WISH;
    return (
      isLong &&
      Object.values(assistant.states).some(
        (state) => state.competency === competency && isDeed(assistant, state.name),
      )
    );
  }

  /** True for a label of the current competency. */
  #isOfCompetencyUnderWay(label: string): boolean {
    const { assistant, frame } = this.view;
    return assistant.states[label]?.competency === frame?.competency.name;
  }

  /** True for a value that replaces or clears a held value. */
  #replaces({ command }: Proposal): boolean {
    return (
      (command.do === 'set' || command.do === 'clear') &&
      Object.hasOwn(this.view.frame?.slots ?? {}, command.slot)
    );
  }
}
