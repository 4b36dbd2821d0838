import { hasValues } from '../../assistant.ts';
import { isFreeText } from '../../values/free-text/any-text.ts';
import { countWritten } from '../../values/words-in.ts';
import { CERTAINTY, WORDS } from '../certainty.ts';
import type { Command, Proposal } from '../commands.ts';
import { Hearing, isCourtesy, labelProbability, surest } from './hearing.ts';

/** Answers to a question for a value, and a competing wish. */
interface Answers {
  answer: Proposal | undefined;
  /** True if the answer is free text. */
  isFree: boolean;
  /** An answer that leaves the slot empty. */
  empty: Proposal | undefined;
  whole: Proposal | undefined;
}

/** Decides while a value is awaited. The first match in `decide` wins. */
export class OnValue extends Hearing {
  decide(slot: { name: string; entity: string }): Proposal[] {
    const answer = this.values.find(({ command }) => command.do === 'set' && command.slot === slot.name);
    const values = this.values;
    const isFree =
      values.length > 0 &&
      values.every(({ command }) => command.do === 'set' && isFreeText(command.candidate));
    const answers: Answers = {
      answer,
      isFree,
      empty: this.best('skip', 'cannot_answer'),
      whole: this.whole,
    };
    return (
      this.#wishBesideAnswer(answers) ??
      this.#emptyAnswer(answers) ??
      this.#insteadOfFreeText(answers) ??
      this.#givenValues(answers) ??
      this.#noAnswer(slot, answers)
    );
  }

  /** A wish or cancel that outranks the answer. */
  #wishBesideAnswer({ answer, isFree, whole }: Answers): Proposal[] | null {
    // A yes as the answer outranks a wish that scores lower.
    const agrees = answer?.by === 'acts' && answer.score > (whole?.score ?? 0);
    if (whole?.by === 'utterances' && (answer === undefined || isFree)) return this.wish(whole);
    const leave = this.best('cancel');
    if (
      leave !== undefined &&
      leave.score >= (isFree ? CERTAINTY.certain : CERTAINTY.likely) &&
      (isFree || leave.score > (answer?.score ?? 0)) &&
      // Indifference skips the slot instead of cancelling.
      leave.score >= this.score('skip') &&
      !this.#isAside(leave, whole)
    )
      return this.leaving(leave);
    if (whole === undefined || whole.score < CERTAINTY.sure || agrees) return null;
    // A question goes to the document or the label, whichever is likelier.
    return this.hasDocument(whole.score) ? this.askFaq() : this.wish(whole);
  }

  /** Reads an indifferent answer as a skip, not as a no: "don't care". */
  #emptyAnswer({ answer, empty }: Answers): Proposal[] | null {
    const isEmpty =
      answer?.by === 'acts' &&
      empty?.command.do === 'skip' &&
      empty.score > Math.max(answer.score, CERTAINTY.likely);
    return isEmpty ? this.with(empty) : null;
  }

  /** Rejects a free-text answer if the text clearly does something else. */
  #insteadOfFreeText({ isFree, empty }: Answers): Proposal[] | null {
    if (!isFree) return null;
    const instead = surest([empty, this.moving(), this.smallTalk(CERTAINTY.likely)]);
    if (
      instead !== undefined &&
      instead.score >= (instead === empty ? CERTAINTY.likely : CERTAINTY.sure) &&
      !['acknowledge', 'greet', 'remark'].includes(instead.command.do)
    )
      return this.with(instead);
    return this.hasDocument() ? this.askFaq() : null;
  }

  #givenValues({ answer, empty }: Answers): Proposal[] | null {
    const values = this.values;
    if (values.length === 0 || (answer === undefined && this.changing().length === 0)) return null;
    // A question may mention a value without giving it.
    if (this.beside.length === 0 && this.hasDocument(CERTAINTY.certain)) return this.askFaq();
    // One query may answer two questions: "none, and economy".
    const isLeft = answer === undefined && empty?.command.do === 'skip' && empty.score >= CERTAINTY.sure;
    return isLeft ? this.with(...values, empty) : this.with(...values);
  }

  /** Decides when the query gives no value. */
  #noAnswer(slot: { name: string; entity: string }, { empty, whole }: Answers): Proposal[] {
    const deny = this.best('deny');
    const correct = this.best('correct');
    if (
      correct?.command.do === 'correct' &&
      correct.command.slot !== null &&
      correct.score >= CERTAINTY.likely
    )
      return this.with(correct);
    const unanswered = surest(
      [
        this.best('ask_values', 'unknown_value'),
        empty,
        this.moving(),
        this.smallTalk(CERTAINTY.likely),
      ].filter((proposal) => proposal !== undefined && proposal.score >= CERTAINTY.likely),
    );
    if (unanswered !== undefined && !isCourtesy(unanswered)) return this.#unlessWishedFor(unanswered);
    if (deny !== undefined && deny.score >= CERTAINTY.likely) {
      const { on, score } = deny;
      return this.#unlessWishedFor(
        this.best('skip') ?? { command: this.#skipCommand(), on, score, by: 'arbiter' },
      );
    }
    if (this.beside.length > 0) return this.beside;
    // A document outranks an unlikely label.
    if (this.hasDocument()) return this.askFaq();
    // One or two words are more likely an answer that was not read.
    const isShort = countWritten(this.evidence.text, this.view.language) <= WORDS.couple;
    if (whole !== undefined && whole.score >= (isShort ? CERTAINTY.sure : CERTAINTY.likely))
      return this.wish(whole);
    const certain = this.certainWish();
    if (certain !== null) return certain;
    if (unanswered !== undefined) return [unanswered];
    // An otherwise unanswered question or call for help asks for the list.
    const { asks } = this.evidence;
    const isHelpless = asks + (1 - asks) * this.score('help') >= CERTAINTY.likely;
    if (isHelpless && hasValues(this.view.assistant, slot.entity))
      return this.invent({ do: 'ask_values', slot: slot.name });
    const unknown = this.best('unknown_value');
    if (unknown !== undefined && isShort) return [unknown];
    return this.invent({ do: 'not_understood' });
  }

  /** If a required slot gets no value but another clause has a wish, the wish starts. */
  #unlessWishedFor(unanswered: Proposal): Proposal[] {
    const isLeft = unanswered.command.do === 'cannot_answer';
    if (isLeft && this.beside.some(({ command }) => command.do === 'start')) return this.beside;
    return this.hasDocument(unanswered.score) ? this.askFaq() : this.with(unanswered);
  }

  /** True if the cancel is only a small part of a clear wish. */
  #isAside({ on }: Proposal, whole: Proposal | undefined): boolean {
    return (
      labelProbability(whole) >= CERTAINTY.certain &&
      2 * (on.end - on.start) < this.evidence.text.trim().length
    );
  }

  #skipCommand(): Command {
    const { awaited } = this.view;
    return awaited.kind === 'value' && !awaited.slot.required ? { do: 'skip' } : { do: 'cannot_answer' };
  }
}
