import { isDeed } from '../../deeds.ts';
import { countWritten } from '../../values/words-in.ts';
import { CERTAINTY, WORDS } from '../certainty.ts';
import type { Proposal } from '../commands.ts';
import { type Do, Hearing, surest } from './hearing.ts';

/** Small talk that yields to a document or an out-of-scope answer. */
const VAGUE: ReadonlySet<Do> = new Set(['acknowledge', 'remark', 'cannot_answer', 'not_understood']);

/** Decides while no question is open. The first match in `decide` wins. */
export class OnNothing extends Hearing {
  /** The highest-scoring wish of the whole query, also for the current competency. */
  readonly #whole = surest(
    this.all.filter(({ command, by }) => command.do === 'start' && by !== 'clauses' && by !== 'follow-up'),
  );
  readonly #talk = this.smallTalk(CERTAINTY.likely);

  decide(): Proposal[] {
    return (
      this.#wantedDocument() ??
      this.#yesOnceMore() ??
      this.#wishesInClauses() ??
      this.#goingOn() ??
      this.#rest()
    );
  }

  #wantedDocument(): Proposal[] | null {
    const { evidence } = this;
    return evidence.wantsDocument && evidence.answerScore(evidence.text) !== null ? this.askFaq() : null;
  }

  /** A repeated yes after the deed is done. */
  #yesOnceMore(): Proposal[] | null {
    const yes = this.best('already_done');
    const least = Math.max(CERTAINTY.likely, this.#talk?.score ?? 0);
    const isYes = yes !== undefined && yes.score >= least && (this.#whole?.score ?? 0) < CERTAINTY.sure;
    return isYes && this.values.length === 0 && this.beside.length === 0 ? [yes] : null;
  }

  #wishesInClauses(): Proposal[] | null {
    const isWish = this.beside.some(({ command }) => command.do === 'start');
    return isWish && this.#whole?.by !== 'utterances' ? this.beside : null;
  }

  /**
   * Continues the finished competency: "and for two people?" Users rarely continue a competency that they
   * abandoned.
   */
  #goingOn(): Proposal[] | null {
    const follow = this.all.find(({ by }) => by === 'follow-up');
    if (follow === undefined || follow.score < CERTAINTY.likely || this.#isLeft()) return null;
    // A wish for the finished competency is also a follow-up.
    const whole = this.#whole;
    const isOther = whole !== undefined && whole.score >= follow.score && !this.#follows(whole);
    return isOther ? null : [follow];
  }

  /** Decides between a wish and a document, values and small talk. */
  #rest(): Proposal[] {
    const [whole, talk, { values }] = [this.#whole, this.#talk, this];
    const clarify = this.best('clarify');
    const isWish = whole !== undefined && !this.#isTalk(whole);
    if (whole !== undefined && this.hasDocument(whole.score)) return this.askFaq();
    // A wish may come with a question in a separate clause.
    if (isWish && clarify === undefined) return this.with(whole);
    if (values.length > 0) return this.with(...values);
    if (clarify !== undefined) return [clarify];
    const moved = this.best('cancel', 'back', 'restart');
    if (moved !== undefined && moved.score >= CERTAINTY.likely) return [moved];
    if (talk !== undefined && !VAGUE.has(talk.command.do)) return this.with(talk);
    return (this.evidence.answerScore(this.evidence.text) ?? 0) > 0 ? this.askFaq() : [];
  }

  /** True if small talk is likelier than a wish that is not sure. */
  #isTalk(whole: Proposal): boolean {
    const talk = this.#talk;
    if (talk === undefined) return false;
    // A greeting before many words only opens them.
    const isLong = countWritten(this.evidence.text, this.view.language) > WORDS.several;
    const opens = talk.command.do === 'greet' && isLong && whole.score >= CERTAINTY.likely;
    // A sure wish outranks small talk, but for a person is asked with the same right.
    const isWish = talk.command.do === 'hand_off';
    return !opens && whole.score < (isWish ? talk.score : Math.min(talk.score, CERTAINTY.sure));
  }

  /**
   * True if the user abandoned the competency: it ended in a non-terminal state, or in a label or deed state without a
   * required slot.
   */
  #isLeft(): boolean {
    const { finished } = this.view;
    if (finished === null) return false;
    const { state, competency, slots } = finished;
    const isDone = state.isLabel || isDeed(this.view.assistant, state.name);
    const isLacking = competency.slots.some(({ name, required }) => required && !Object.hasOwn(slots, name));
    return !state.terminal || (isDone && isLacking);
  }

  #follows({ command }: Proposal): boolean {
    const { finished, assistant } = this.view;
    return (
      command.do === 'start' && assistant.states[command.label]?.competency === finished?.competency.name
    );
  }
}
