import { isDeed } from '../../deeds.ts';
import { CERTAINTY, YES_TO_A_DEED } from '../certainty.ts';
import type { Proposal } from '../commands.ts';
import { Hearing, labelProbability } from './hearing.ts';

/** Decides while a yes or no is awaited. The first match in `decide` wins. */
export class OnYesNo extends Hearing {
  readonly #yes = this.best('affirm');
  readonly #no = this.best('deny');
  readonly #leave = this.best('cancel');
  readonly #sure = this.#yes?.score ?? 0;
  readonly #denied = this.#no?.score ?? 0;
  readonly #left = this.#leave?.score ?? 0;
  /** The highest of the three scores. */
  readonly #reply = Math.max(this.#sure, this.#denied, this.#left);
  readonly #whole = this.whole;

  decide({ isDeed }: { isDeed: boolean }): Proposal[] {
    return (
      this.#acceptedOffer(isDeed) ??
      this.#wishBesideReply() ??
      this.#wishInSameCompetency() ??
      this.#leaving() ??
      this.#changedValues(isDeed) ??
      this.#addedValues() ??
      this.#correction() ??
      this.#agreement(isDeed) ??
      this.#refusal() ??
      this.#noReply()
    );
  }

  /** Accepts an offer together with its values. A deed needs an explicit yes. */
  #acceptedOffer(isDeed: boolean): Proposal[] | null {
    if (isDeed) return null;
    const accepted = this.all.find(({ command, by }) => command.do === 'affirm' && by === 'labels');
    const isAccepted =
      accepted !== undefined &&
      accepted.score >= CERTAINTY.sure &&
      Math.max(this.#denied, this.#left) < CERTAINTY.likely;
    return isAccepted ? this.with(accepted) : null;
  }

  #wishBesideReply(): Proposal[] | null {
    const whole = this.#whole;
    if (whole === undefined) return null;
    const isValues = this.evidence.isBare && this.changing().length > 0;
    const isWish =
      whole.by === 'utterances'
        ? this.#reply < CERTAINTY.certain
        : whole.score >= CERTAINTY.sure && this.#reply < CERTAINTY.likely && !isValues;
    return isWish ? this.wish(whole) : null;
  }

  /** A yes that requests something else of the same competency: "yes, move it" to "cancel it?" */
  #wishInSameCompetency(): Proposal[] | null {
    const wish = this.beside.find(
      ({ command }) => command.do === 'start' && this.#isOfCompetencyUnderWay(command.label),
    );
    return wish === undefined ? null : [wish];
  }

  #leaving(): Proposal[] | null {
    const isLeft = this.#left >= CERTAINTY.likely && this.#left === this.#reply;
    return this.#leave !== undefined && isLeft && this.changing().length === 0
      ? this.leaving(this.#leave)
      : null;
  }

  #changedValues(isDeed: boolean): Proposal[] | null {
    const values = this.changing();
    if (values.length === 0) return null;
    // A new value is said back first if a deed depends on it or it replaces the value asked about.
    const isSaidBack = isDeed || values.some((value) => this.#replaces(value));
    const isYes = this.#sure >= CERTAINTY.likely && this.#denied < CERTAINTY.likely;
    return this.#yes !== undefined && isYes && !isSaidBack
      ? this.with(...values, this.#yes)
      : this.with(...values);
  }

  /** Adding a value is neither a yes nor a no: "also the brakes". */
  #addedValues(): Proposal[] | null {
    const added = this.values.filter(({ command }) => command.do === 'set' && command.way === 'add');
    return added.length > 0 ? this.with(...added) : null;
  }

  #correction(): Proposal[] | null {
    const correct = this.best('correct');
    // A wish in another clause says what the user wants instead.
    const isWish = this.beside.some(({ command }) => command.do === 'start');
    const isMeant =
      correct !== undefined && correct.score >= CERTAINTY.likely && this.#sure < CERTAINTY.likely && !isWish;
    return isMeant ? this.with(correct) : null;
  }

  #agreement(isDeed: boolean): Proposal[] | null {
    const [yes, sure, denied] = [this.#yes, this.#sure, this.#denied];
    const isYes = sure >= CERTAINTY.likely && denied < CERTAINTY.likely;
    if (yes === undefined || !isYes) return null;
    const alone = 1 - this.evidence.reservation;
    // A wish or question beside a yes comes first, and then the yes is asked for again.
    if (isDeed ? sure * alone < YES_TO_A_DEED : alone <= CERTAINTY.likely) {
      if (this.beside.length > 0) return this.beside;
      if (this.hasDocument()) return this.askFaq();
      return this.certainWish() ?? this.invent({ do: 'confirm_again' });
    }
    return isDeed && (this.view.asksWhatChanges || this.#isForAnotherDeed())
      ? this.invent({ do: 'confirm_again' })
      : this.with(yes);
  }

  #refusal(): Proposal[] | null {
    const isNo = this.#denied >= CERTAINTY.likely && this.#sure < CERTAINTY.doubt;
    return this.#no !== undefined && isNo ? this.leaving(this.#no) : null;
  }

  /** Decides when the reply is neither a clear yes nor a clear no. */
  #noReply(): Proposal[] {
    const whole = this.#whole;
    const moved = this.moving();
    if (moved !== undefined) return this.with(moved);
    const talk = this.smallTalk(CERTAINTY.likely);
    if (talk !== undefined) return this.with(talk);
    if (this.beside.length > 0) return this.beside;
    if (this.hasDocument(whole?.score)) return this.askFaq();
    const isUnanswered = this.#reply < CERTAINTY.doubt;
    if (whole !== undefined && whole.score >= CERTAINTY.likely && isUnanswered) return this.wish(whole);
    if (this.hasDocument()) return this.askFaq();
    // Only questions about held values (“which account was it?”) have a known answer.
    const asked = this.best('say_back');
    if (asked !== undefined && asked.score >= CERTAINTY.likely) return this.with(asked);
    return this.certainWish() ?? this.invent({ do: this.isQuestion() ? 'unknown_answer' : 'confirm_again' });
  }

  /** True if the wish is certainly for a deed other than the deed to be confirmed. */
  #isForAnotherDeed(): boolean {
    const { states } = this.view.assistant;
    const whole = this.#whole;
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
