import { isDeed } from '../../deeds.ts';
import { CERTAINTY, YES_TO_A_DEED } from '../certainty.ts';
import type { Proposal } from '../commands.ts';
import { Hearing, labelProbability } from './hearing.ts';

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
      this.#addedValues() ??
      this.#correction(replies) ??
      this.#agreement(replies) ??
      this.#refusal(replies) ??
      this.#noReply(replies)
    );
  }

  /** Accepts an offer together with its values. A deed needs an explicit yes. */
  #acceptedOffer({ denied, left, isDeed }: Replies): Proposal[] | null {
    if (isDeed) return null;
    const accepted = this.all.find(({ command, by }) => command.do === 'affirm' && by === 'labels');
    const isAccepted =
      accepted !== undefined && accepted.score >= CERTAINTY.sure && Math.max(denied, left) < CERTAINTY.likely;
    return isAccepted ? this.with(accepted) : null;
  }

  #wishBesideReply({ reply, whole }: Replies): Proposal[] | null {
    if (whole === undefined) return null;
    const isValues = this.evidence.isBare && this.changing().length > 0;
    const isWish =
      whole.by === 'utterances'
        ? reply < CERTAINTY.certain
        : whole.score >= CERTAINTY.sure && reply < CERTAINTY.likely && !isValues;
    return isWish ? this.wish(whole) : null;
  }

  /** A yes that requests something else of the same competency: "yes, move it" to "cancel it?" */
  #wishInSameCompetency(): Proposal[] | null {
    const wish = this.beside.find(
      ({ command }) => command.do === 'start' && this.#isOfCompetencyUnderWay(command.label),
    );
    return wish === undefined ? null : [wish];
  }

  #leaving({ leave, left, reply }: Replies): Proposal[] | null {
    const isLeft = leave !== undefined && left >= CERTAINTY.likely && left === reply;
    return isLeft && this.changing().length === 0 ? this.leaving(leave) : null;
  }

  #changedValues({ yes, sure, denied, isDeed }: Replies): Proposal[] | null {
    const values = this.changing();
    if (values.length === 0) return null;
    // A new value is said back first if a deed depends on it or it replaces the value asked about.
    const isSaidBack = isDeed || values.some((value) => this.#replaces(value));
    return yes !== undefined && sure >= CERTAINTY.likely && denied < CERTAINTY.likely && !isSaidBack
      ? this.with(...values, yes)
      : this.with(...values);
  }

  /** Adding a value is neither a yes nor a no: "also the brakes". */
  #addedValues(): Proposal[] | null {
    const added = this.values.filter(({ command }) => command.do === 'set' && command.way === 'add');
    return added.length > 0 ? this.with(...added) : null;
  }

  #correction({ sure }: Replies): Proposal[] | null {
    const correct = this.best('correct');
    // A wish in another clause says what the user wants instead.
    const isWish = this.beside.some(({ command }) => command.do === 'start');
    const isMeant =
      correct !== undefined && correct.score >= CERTAINTY.likely && sure < CERTAINTY.likely && !isWish;
    return isMeant ? this.with(correct) : null;
  }

  #agreement({ yes, sure, denied, isDeed, whole }: Replies): Proposal[] | null {
    const isYes =
      yes !== undefined &&
      sure >= CERTAINTY.likely &&
      denied < CERTAINTY.likely &&
      sure > denied + CERTAINTY.doubt;
    if (!isYes) return null;
    const alone = 1 - this.evidence.reservation;
    if (isDeed ? sure * alone < YES_TO_A_DEED : alone <= CERTAINTY.likely) return this.#reserved();
    if (!isDeed) return this.with(yes);
    return this.view.asksWhatChanges || this.#isOfAnotherDeed(whole)
      ? this.invent({ do: 'confirm_again' })
      : this.with(yes);
  }

  /** Handles the wish or question beside a yes, then asks for the yes again. */
  #reserved(): Proposal[] {
    if (this.beside.length > 0) return this.beside;
    if (this.hasDocument()) return this.askFaq();
    return this.certainWish() ?? this.invent({ do: 'confirm_again' });
  }

  #refusal({ no, sure, denied }: Replies): Proposal[] | null {
    return no !== undefined && denied >= CERTAINTY.likely && sure < CERTAINTY.doubt ? this.leaving(no) : null;
  }

  /** Decides when the reply is neither a clear yes nor a clear no. */
  #noReply({ reply, whole }: Replies): Proposal[] {
    const moved = this.moving();
    if (moved !== undefined) return this.with(moved);
    const talk = this.smallTalk(CERTAINTY.likely);
    if (talk !== undefined) return this.with(talk);
    if (this.beside.length > 0) return this.beside;
    if (this.hasDocument(whole?.score)) return this.askFaq();
    if (whole !== undefined && whole.score >= CERTAINTY.likely && reply < CERTAINTY.doubt)
      return this.wish(whole);
    if (this.hasDocument()) return this.askFaq();
    // Repeating the current request calls the business logic again, which may confirm or refuse values.
    const again = this.sameAgain;
    if (again !== undefined && again.score >= CERTAINTY.sure && reply < CERTAINTY.doubt) return [again];
    return this.#againAfterQuestion();
  }

  /** Answers a question about held values (“which account was it?”). Other questions have no known answer. */
  #againAfterQuestion(): Proposal[] {
    const asked = this.best('say_back');
    if (asked !== undefined && asked.score >= CERTAINTY.likely) return this.with(asked);
    return this.certainWish() ?? this.invent({ do: this.isQuestion() ? 'unknown_answer' : 'confirm_again' });
  }

  /** True if the wish is for a deed other than the deed to be confirmed. */
  #isOfAnotherDeed(whole: Proposal | undefined): boolean {
    const { states } = this.view.assistant;
    if (whole?.command.do !== 'start' || labelProbability(whole) < CERTAINTY.certain) return false;
    const competency = states[whole.command.label]?.competency;
    return Object.values(states).some(
      (state) => state.competency === competency && isDeed(this.view.assistant, state.name),
    );
  }

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
