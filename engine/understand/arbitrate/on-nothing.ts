import { isDeed } from '../../deeds.ts';
import { countWritten } from '../../values/words-in.ts';
import { CERTAINTY, WORDS } from '../certainty.ts';
import type { Proposal } from '../commands.ts';
import { type Do, Hearing, surest } from './hearing.ts';

/** Small talk that yields to a document or an out-of-scope answer. */
const VAGUE: ReadonlySet<Do> = new Set(['acknowledge', 'remark', 'cannot_answer', 'not_understood']);

/** Readings of a query while no question is open. */
interface Rivals {
  /** The highest-scoring wish of the whole query. */
  whole: Proposal | undefined;
  clarify: Proposal | undefined;
  values: Proposal[];
  talk: Proposal | undefined;
}

/** Decides while no question is open. The first match in `decide` wins. */
export class OnNothing extends Hearing {
  decide(): Proposal[] {
    const rivals: Rivals = {
      whole: surest(
        this.all.filter(
          ({ command, by }) => command.do === 'start' && by !== 'clauses' && by !== 'follow-up',
        ),
      ),
      clarify: this.best('clarify'),
      values: this.values,
      talk: this.smallTalk(CERTAINTY.likely),
    };
    return (
      this.#wantedDocument() ??
      this.#yesOnceMore(rivals) ??
      this.#wishesInClauses(rivals) ??
      this.#goingOn(rivals) ??
      this.#documentRatherThanLabel(rivals) ??
      this.#wishOrValues(rivals) ??
      this.#oneOfTwo(rivals) ??
      this.#surest(rivals)
    );
  }

  #wantedDocument(): Proposal[] | null {
    const { evidence } = this;
    return evidence.wantsDocument && evidence.answerScore(evidence.text) !== null ? this.askFaq() : null;
  }

  /** A repeated yes after the deed is done. */
  #yesOnceMore({ whole, talk }: Rivals): Proposal[] | null {
    const yes = this.best('already_done');
    const least = Math.max(CERTAINTY.likely, talk?.score ?? 0);
    const isYes = yes !== undefined && yes.score >= least && (whole?.score ?? 0) < CERTAINTY.sure;
    return isYes && this.values.length === 0 && this.beside.length === 0 ? [yes] : null;
  }

  #wishesInClauses({ whole }: Rivals): Proposal[] | null {
    const wishes = this.beside.filter(({ command }) => command.do === 'start');
    return wishes.length > 0 && whole?.by !== 'utterances' ? this.beside : null;
  }

  /**
   * Continues the finished competency: "and for two people?" Users rarely continue a competency that they
   * abandoned.
   */
  #goingOn({ whole }: Rivals): Proposal[] | null {
    const follow = this.all.find(({ by }) => by === 'follow-up');
    if (follow === undefined || follow.score < CERTAINTY.likely || this.#isLeft()) return null;
    // A wish for the finished competency is also a follow-up.
    const isOther = whole !== undefined && whole.score >= follow.score && !this.#follows(whole);
    return isOther ? null : [follow];
  }

  /** Prefers a document to an unlikely label. */
  #documentRatherThanLabel({ whole }: Rivals): Proposal[] | null {
    // A wish that is no question needs no search. Without a wish, the search shows in the explanation.
    if (whole !== undefined && !this.isQuestion()) return null;
    const answer = this.#answer();
    return whole !== undefined && answer > whole.score ? this.askFaq() : null;
  }

  #wishOrValues({ whole, clarify, values }: Rivals): Proposal[] | null {
    // A wish may come with a question in a separate clause.
    if (whole !== undefined && clarify === undefined && !this.#isTalk(whole)) return this.with(whole);
    return values.length > 0 ? this.with(...values) : null;
  }

  /** Asks which label is meant. */
  #oneOfTwo({ clarify }: Rivals): Proposal[] | null {
    return clarify === undefined ? null : [clarify];
  }

  /** Decides when no clear wish was found. */
  #surest({ whole, talk }: Rivals): Proposal[] {
    const moved = this.best('cancel', 'back', 'restart');
    if (moved !== undefined && moved.score >= CERTAINTY.likely) return [moved];
    if (talk !== undefined && !VAGUE.has(talk.command.do)) return this.with(talk);
    if (whole !== undefined && !this.#isTalk(whole)) return [whole];
    return this.#answer() > 0 ? this.askFaq() : [];
  }

  /** The score of the best matching document; 0 if there is none. */
  #answer(): number {
    return this.evidence.answerScore(this.evidence.text) ?? 0;
  }

  /** True if small talk is likelier than a wish that is not sure. */
  #isTalk(whole: Proposal): boolean {
    const small = this.smallTalk(CERTAINTY.likely);
    if (small === undefined) return false;
    // A greeting before many words only opens them.
    const opens =
      small.command.do === 'greet' &&
      countWritten(this.evidence.text, this.view.language) > WORDS.several &&
      whole.score >= CERTAINTY.likely;
    // A sure wish outranks small talk. A request for a person is a wish too: the likelier of the two wins.
    const isWish = small.command.do === 'hand_off';
    return (
      !opens &&
      (isWish
        ? whole.score < small.score
        : Math.max(whole.score, small.command.do === 'remark' ? this.evidence.served : 0) <
          Math.min(small.score, CERTAINTY.sure))
    );
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
