import { valuesListed } from '../assistant.ts';
import { overlap } from '../text/stretch.ts';
import { endsAsQuestion } from '../text/words.ts';
import { isFreeText } from '../values/free-text/any-text.ts';
import type { Command, Proposal } from './commands.ts';
import { SMALL_TALK } from './commands.ts';
import { isDeed, type View } from './view.ts';

/** The least scores at which proposals are carried out. */
export const CERTAINTY = {
  /** A yes that does something which cannot be taken back. */
  deed: 0.8,
  /** The label of another deed: a yes with such a label does not do the deed that is asked about. */
  otherDeed: 0.95,
  /** A yes that holds beside values that are given again, and beside other wishes. */
  plainYes: 0.97,
  /** Any other yes. */
  yes: 0.5,
  /** A reply that is less sure than it must be, but not less than this, is asked about. */
  doubt: 0.3,
  /** A reply that holds against an author's utterance, which is a wish. */
  reply: 0.95,
  /** Any other act. */
  act: 0.5,
  /** A value that is mentioned. */
  value: 0.5,
  /** A wish for something else, whatever is awaited. */
  wish: 0.75,
  /** Such a wish where no answer fits. */
  likelyWish: 0.5,
  /** Such a wish where the text answers no question. */
  leastWish: 0.4,
} as const;

/** The proposals that are carried out, in order, and why each of the others is not. */
export interface Verdict {
  chosen: Proposal[];
  reasons: ReadonlyMap<Proposal, string>;
}

/** The facts that the rules below need beside the proposals. */
export interface Evidence {
  /** True of a label of the state or competency under way: to wish for it again is no wish. */
  isUnderWay(label: string): boolean;
  /** True if the query has only small words beside its values: "from savings please". */
  isBare: boolean;
  /** The score of the document that answers a query best, 0…1; null if none does. */
  answerScore(query: string): number | null;
  /** True if the caller narrows which documents may answer: then one is wanted, before any label. */
  wantsDocument?: boolean;
  /** The probability that the query asks something, 0…1. */
  asks: number;
  /** Tells if the query goes on from what was done before: `surely` if it begins so, "and for two people?" */
  goesOn: 'surely' | 'maybe' | 'no';
  text: string;
}

type Do = Command['do'];

/** The most by which a score may be behind another that is called nearly as sure. */
const CLOSE = 0.15;
/** The same of a correction behind a no, where nothing else is said: "that's wrong" asks what is wrong. */
const CLOSE_TO_NO = 0.35;
/** The same of leaving behind a no. */
const LEAVING_CLOSE_TO_NO = 0.1;
/** A condition must be so much of the yes beside it. */
const SHARE_OF_A_YES = 0.7;
/** A yes must be so much surer than the no beside it. */
const AHEAD_OF_NO = 0.3;
/** A label that is picked must be so many times surer than the next. */
const CLEARLY = 1.5;
const WORDS_OF_A_QUESTION = 3;
const WORDS_OF_A_WISH = 3;
const MOST_OF_A_QUERY = 0.5;
/** A label that is less likely than this gives way to a document that has nearly all of the question. */
const SURE_LABEL = 0.6;
const SURE_ANSWER = 0.85;
/** A question of this probability is rather for a document than for a label that is less likely than not. */
const SURE_QUESTION = 0.9;
/** Leaving with this score is meant, whatever value stands beside it. */
const SURE_TO_LEAVE = 0.85;
/** Talk that says too little to be answered by itself: a document, or that it is out of scope, comes first. */
const VAGUE: ReadonlySet<Do> = new Set(['acknowledge', 'remark', 'cannot_answer', 'not_understood']);

/**
 * Decides among the proposals for one query. Pure: the same view and proposals give the same verdict. Answers to what is
 * awaited come first, then values, then wishes; a deed, which may not happen by mistake, needs the most certainty.
 */
export function arbitrate(view: View, proposals: readonly Proposal[], evidence: Evidence): Verdict {
  const court = new Court(view, proposals, evidence);
  const chosen = court.decide();
  const reasons = new Map(
    proposals
      .filter((proposal) => !chosen.includes(proposal))
      .map((proposal) => [proposal, court.whyNot(proposal, chosen)]),
  );
  return { chosen, reasons };
}

/** The replies to a question of yes and no, with their scores, and the wish beside them. */
interface Replies {
  yes: Proposal | undefined;
  no: Proposal | undefined;
  leave: Proposal | undefined;
  sure: number;
  denied: number;
  left: number;
  /** The score of the surest of the three. */
  reply: number;
  isDeed: boolean;
  whole: Proposal | undefined;
}

/** The answers to the question for a value, and the wish beside them. */
interface Answers {
  answer: Proposal | undefined;
  /** True if the answer is free text. */
  isFree: boolean;
  /** An answer without a value. */
  empty: Proposal | undefined;
  whole: Proposal | undefined;
}

class Court {
  readonly #view: View;
  readonly #all: readonly Proposal[];
  readonly #evidence: Evidence;

  constructor(view: View, all: readonly Proposal[], evidence: Evidence) {
    this.#view = view;
    this.#all = all;
    this.#evidence = evidence;
  }

  decide(): Proposal[] {
    switch (this.#view.awaited.kind) {
      case 'yes_no':
        return this.#onYesNo(this.#view.awaited);
      case 'value':
        return this.#onValue(this.#view.awaited.slot);
      case 'choice':
        return this.#onChoice();
      case 'nothing':
        return this.#onNothing();
    }
  }

  whyNot(proposal: Proposal, chosen: readonly Proposal[]): string {
    const [first] = chosen;
    if (proposal.score < CERTAINTY.doubt) return 'too unlikely';
    return first === undefined ? 'not sure enough' : `${first.command.do} is meant`;
  }

  #best(...kinds: Do[]): Proposal | undefined {
    return this.#all
      .filter(({ command }) => kinds.includes(command.do))
      .reduce<Proposal | undefined>(
        (best, proposal) => (best === undefined || proposal.score > best.score ? proposal : best),
        undefined,
      );
  }

  #score(...kinds: Do[]): number {
    return this.#best(...kinds)?.score ?? 0;
  }

  /** The surest wish of the whole query for another competency than the one under way. */
  get #whole(): Proposal | undefined {
    return this.#all
      .filter(
        ({ command, by }) =>
          command.do === 'start' &&
          by !== 'clauses' &&
          !command.follows &&
          !this.#evidence.isUnderWay(command.label),
      )
      .sort((a, b) => b.score - a.score)[0];
  }

  /** The wish; if it could be one of two, the question which. */
  #wish(whole: Proposal): Proposal[] {
    const clarify = this.#best('clarify');
    if (whole.by !== 'labels' || clarify?.command.do !== 'clarify') return [whole];
    return clarify.command.labels.some((label) => this.#evidence.isUnderWay(label)) ? [whole] : [clarify];
  }

  /** The wish for the competency under way, once more. */
  get #sameAgain(): Proposal | undefined {
    return this.#all.find(
      ({ command, by, score }) =>
        command.do === 'start' &&
        by !== 'clauses' &&
        !command.follows &&
        this.#evidence.isUnderWay(command.label) &&
        score >= CERTAINTY.wish,
    );
  }

  /** Wishes and questions in clauses by themselves. */
  get #beside(): Proposal[] {
    return this.#all
      .filter(
        ({ by, command, score }) =>
          by === 'clauses' &&
          score >= CERTAINTY.act &&
          (command.do === 'start' ||
            (command.do === 'ask_faq' && this.#evidence.answerScore(command.query) !== null)),
      )
      .sort((a, b) => a.on.start - b.on.start);
  }

  /** Values that are given or taken back; of those that two producers read in the same words, the surer. */
  get #values(): Proposal[] {
    const sure = this.#all.filter(
      ({ command, score }) => (command.do === 'set' || command.do === 'clear') && score >= CERTAINTY.value,
    );
    const kept: Proposal[] = [];
    for (const proposal of [...sure].sort((a, b) => b.score - a.score))
      if (!kept.some((rival) => rival.by !== proposal.by && areRivals(proposal, rival))) kept.push(proposal);
    return sure.filter((proposal) => kept.includes(proposal));
  }

  #with(first: Proposal | undefined | readonly Proposal[]): Proposal[] {
    const leading = first === undefined ? [] : Array.isArray(first) ? [...first] : [first as Proposal];
    return [...leading, ...this.#beside];
  }

  #invent(command: Command): Proposal[] {
    const on = { start: 0, end: this.#evidence.text.length };
    return this.#with({ command, on, score: 0, by: 'arbiter' });
  }

  /** True if the query is a question that a document answers. A few words rather answer ours. */
  #hasDocument(): boolean {
    const { text, asks } = this.#evidence;
    return (
      (asks >= CERTAINTY.doubt || endsAsQuestion(text)) &&
      text.trim().split(/\s+/u).length >= WORDS_OF_A_QUESTION &&
      this.#evidence.answerScore(text) !== null
    );
  }

  /** The whole query as a question for a document, without the questions of its clauses. */
  #askFaq(): Proposal[] {
    return this.#invent({ do: 'ask_faq', query: this.#evidence.text }).filter(
      ({ command, by }) => command.do !== 'ask_faq' || by === 'arbiter',
    );
  }

  #smallTalk(least: number): Proposal | undefined {
    const best = this.#best(...SMALL_TALK);
    return best !== undefined && best.score >= least ? best : undefined;
  }

  #onYesNo({ isDeed }: { isDeed: boolean }): Proposal[] {
    const [yes, no, leave] = [this.#best('affirm'), this.#best('deny'), this.#best('cancel')];
    const [sure, denied, left] = [yes?.score ?? 0, no?.score ?? 0, leave?.score ?? 0];
    const reply = Math.max(sure, denied, left);
    const replies: Replies = { yes, no, leave, sure, denied, left, reply, isDeed, whole: this.#whole };
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

  /** "Yes, transfer 50 to Mom's savings", where a transfer is offered: its values are of the transfer. */
  #acceptedOffer({ denied, left, whole }: Replies): Proposal[] | null {
    const accepted = this.#all.find(({ command, by }) => command.do === 'affirm' && by === 'labels');
    const isAccepted =
      accepted !== undefined &&
      accepted.score >= CERTAINTY.wish &&
      Math.max(denied, left, this.#score('wait')) < CERTAINTY.act &&
      this.#score('confirm_again') < CERTAINTY.wish &&
      whole?.by !== 'utterances';
    return isAccepted ? this.#with(accepted) : null;
  }

  #wishBesideReply({ reply, whole }: Replies): Proposal[] | null {
    if (whole === undefined) return null;
    const isWish =
      whole.by === 'utterances'
        ? reply < CERTAINTY.reply
        : whole.score >= CERTAINTY.wish &&
          reply < CERTAINTY.act &&
          !(this.#evidence.isBare && this.#changing().length > 0);
    return isWish ? this.#wish(whole) : null;
  }

  /** "Yes, move it", where the question is whether to call it off. */
  #wishInSameCompetency(): Proposal[] | null {
    const wish = this.#beside.find(
      ({ command }) => command.do === 'start' && this.#isOfCompetencyUnderWay(command.label),
    );
    return wish === undefined ? null : [wish];
  }

  #leaving({ leave, sure, denied, left }: Replies): Proposal[] | null {
    const isLeft =
      leave !== undefined &&
      left >= CERTAINTY.act &&
      left >= sure &&
      left >= denied - LEAVING_CLOSE_TO_NO &&
      this.#changing().length === 0;
    return isLeft ? this.#with(leave) : null;
  }

  #changedValues({ yes, sure, denied, reply, isDeed, whole }: Replies): Proposal[] | null {
    const values = this.#changing();
    if (values.length === 0) return null;
    const isWish =
      whole !== undefined && whole.score >= CERTAINTY.wish && reply < CERTAINTY.act && !this.#evidence.isBare;
    if (isWish) return this.#wish(whole);
    // A new value beside a yes is said back first if a deed is done with it, or it replaces what was asked about.
    const isSaidBack = isDeed || values.some((value) => this.#replaces(value));
    return yes !== undefined && sure >= CERTAINTY.yes && denied < CERTAINTY.act && !isSaidBack
      ? this.#with([...values, yes])
      : this.#with(values);
  }

  /** "Also the brakes", which the list holds already, is no yes by itself. */
  #addedValues({ sure, denied }: Replies): Proposal[] | null {
    const added = this.#values.filter(({ command }) => command.do === 'set' && command.way === 'add');
    const isNo = denied >= CERTAINTY.act && !this.#evidence.isBare;
    return added.length > 0 && sure < CERTAINTY.plainYes && !isNo ? this.#with(added) : null;
  }

  #condition({ sure }: Replies): Proposal[] | null {
    const condition = this.#best('confirm_again');
    const isMeant =
      condition !== undefined && condition.score >= CERTAINTY.act && condition.score > sure * SHARE_OF_A_YES;
    return isMeant ? this.#with(condition) : null;
  }

  #correction({ sure, denied, whole }: Replies): Proposal[] | null {
    const correct = this.#best('correct');
    if (correct === undefined || sure >= CERTAINTY.act) return null;
    const isNamed = correct.command.do === 'correct' && correct.command.slot !== null;
    // "Move it to Friday instead", where the question is whether to call it off.
    if (!isNamed && this.#isOfAnotherDeed(whole)) return this.#wish(whole);
    const margin = this.#beside.length > 0 ? CLOSE : CLOSE_TO_NO;
    const isMeant = correct.score >= CERTAINTY.act && (isNamed || correct.score > denied - margin);
    return isMeant ? this.#with(correct) : null;
  }

  #agreement({ yes, sure, denied, isDeed, whole }: Replies): Proposal[] | null {
    const isYes =
      yes !== undefined &&
      sure >= (isDeed ? CERTAINTY.deed : CERTAINTY.yes) &&
      denied < CERTAINTY.act &&
      sure > denied + AHEAD_OF_NO;
    if (!isYes) return null;
    // "Quick one, has NL204 landed?" leads to something else, and agrees to nothing that cannot be taken back.
    const leadsOn = this.#beside.some(({ command }) => command.do === 'start');
    if (isDeed && leadsOn && sure < CERTAINTY.plainYes) return this.#beside;
    return isDeed && (this.#view.asksWhatChanges || this.#isOfAnotherDeed(whole))
      ? this.#invent({ do: 'confirm_again' })
      : this.#with(yes);
  }

  #refusal({ no, sure, denied }: Replies): Proposal[] | null {
    // "Let me just ask my wife first" is rather a wait than a no.
    const hold = this.#best('wait');
    if (hold !== undefined && hold.score >= CERTAINTY.act && hold.score > Math.max(denied, sure) + CLOSE)
      return this.#with(hold);
    if (no !== undefined && denied >= CERTAINTY.act && sure < CERTAINTY.doubt) return this.#with(no);
    return null;
  }

  /** Decides on a query that is no clear reply to a question of yes and no. */
  #noReply({ reply, whole }: Replies): Proposal[] {
    const moved = this.#moving();
    if (moved !== undefined) return this.#with(moved);
    const talk = this.#smallTalk(Math.max(CERTAINTY.act, reply));
    const again = this.#sameAgain;
    if (talk !== undefined && !isCourtesy(talk) && talk.score > (again?.score ?? 0)) return this.#with(talk);
    if (this.#beside.length > 0) return this.#beside;
    if (whole !== undefined && whole.score >= CERTAINTY.leastWish && reply < CERTAINTY.doubt)
      return this.#wish(whole);
    if (this.#hasDocument()) return this.#askFaq();
    if (again !== undefined && reply < CERTAINTY.doubt) return [again];
    // "Swap or price", which is surely one of two, and hardly a reply.
    if (whole !== undefined && this.#score('clarify') >= CERTAINTY.leastWish && reply < CERTAINTY.act)
      return this.#wish(whole);
    if (reply >= CERTAINTY.doubt) return this.#invent({ do: 'confirm_again' });
    if (talk !== undefined) return [talk];
    if (whole !== undefined && whole.score >= CERTAINTY.likelyWish) return this.#wish(whole);
    return this.#invent({ do: 'confirm_again' });
  }

  /** True of a wish for another deed: "ok, do the check-in", when asked whether to book the shuttle. */
  #isOfAnotherDeed(whole: Proposal | undefined): whole is Proposal {
    const { assistant } = this.#view;
    if (whole?.command.do !== 'start' || (whole.command.probability ?? 0) < CERTAINTY.otherDeed) return false;
    const competency = assistant.states[whole.command.label]?.competency;
    const isLong = this.#evidence.text.trim().split(/\s+/u).length >= WORDS_OF_A_WISH;
    return (
      isLong &&
      Object.values(assistant.states).some(
        (state) => state.competency === competency && isDeed(assistant, state.name),
      )
    );
  }

  /** True of a label of the competency under way. */
  #isOfCompetencyUnderWay(label: string): boolean {
    const { assistant, frame } = this.#view;
    return assistant.states[label]?.competency === frame?.competency.name;
  }

  /** True of a value that replaces a held one, or clears it. */
  #replaces({ command }: Proposal): boolean {
    return (
      (command.do === 'set' || command.do === 'clear') &&
      Object.hasOwn(this.#view.frame?.slots ?? {}, command.slot)
    );
  }

  /** The values of slots that change; of a list all of them, since a new list replaces the old. */
  #changing(): Proposal[] {
    const values = this.#values;
    const changed = new Set(
      values.flatMap(({ command }) =>
        command.do === 'clear' || (command.do === 'set' && this.#isNew(command)) ? [command.slot] : [],
      ),
    );
    return values.filter(({ command }) => 'slot' in command && changed.has(command.slot ?? ''));
  }

  /** True of a value that its slot does not hold, or that replaces several. */
  #isNew({ slot, candidate, way }: Command & { do: 'set' }): boolean {
    const held = this.#view.frame?.slots ?? {};
    const heldValue = Object.hasOwn(held, slot) ? held[slot] : undefined;
    if (heldValue === undefined) return true;
    const { more = [] } = heldValue;
    return (
      (way === 'replace' && more.length > 0) ||
      ![heldValue, ...more].some(({ value }) => value === candidate.value)
    );
  }

  #moving(): Proposal | undefined {
    const best = this.#best('back', 'restart');
    return best !== undefined && best.score >= CERTAINTY.act ? best : undefined;
  }

  #onValue(slot: { name: string; entity: string }): Proposal[] {
    const answer = this.#values.find(({ command }) => command.do === 'set' && command.slot === slot.name);
    const isFree = answer?.command.do === 'set' && isFreeText(answer.command.candidate);
    const answers: Answers = {
      answer,
      isFree,
      empty: this.#best('skip', 'cannot_answer'),
      whole: this.#whole,
    };
    return (
      this.#wishBesideAnswer(answers) ??
      this.#emptyAnswer(answers) ??
      this.#insteadOfFreeText(answers) ??
      this.#givenValues(answers) ??
      this.#noAnswer(slot, answers)
    );
  }

  /** A wish, or leaving, that the answer does not outweigh. */
  #wishBesideAnswer({ answer, isFree, whole }: Answers): Proposal[] | null {
    // "Yeah chuck a suitcase in" says yes, and is no wish to hear of suitcases.
    const agrees =
      answer?.by === 'acts' && answer.score >= CERTAINTY.reply && answer.score > (whole?.score ?? 0);
    const covers = answer !== undefined && !isFree && this.#evidence.isBare;
    if (whole?.by === 'utterances' && (answer === undefined || isFree)) return this.#wish(whole);
    const leave = this.#best('cancel');
    if (
      leave !== undefined &&
      leave.score >= CERTAINTY.act &&
      (this.#values.length === 0 || isFree || leave.score >= SURE_TO_LEAVE) &&
      // "Couldn't care less, I'll sleep all the way" rather leaves the seat to us than the check-in.
      leave.score >= this.#score('skip') &&
      !covers &&
      !this.#isAside(leave, whole)
    )
      return this.#with(leave);
    const isWish = whole !== undefined && whole.score >= CERTAINTY.wish && !covers && !agrees;
    return isWish ? this.#wish(whole) : null;
  }

  /** "Don't care" is no no to whether somebody brings food. */
  #emptyAnswer({ answer, empty }: Answers): Proposal[] | null {
    const isEmpty =
      answer?.by === 'acts' &&
      empty?.command.do === 'skip' &&
      this.#score('skip') > Math.max(answer.score, CERTAINTY.act);
    return isEmpty ? this.#with(empty) : null;
  }

  /** Any text could be free text: a text that surely does something else is none. */
  #insteadOfFreeText({ answer, isFree, empty }: Answers): Proposal[] | null {
    if (!isFree) return null;
    const isWholeText = answer?.command.do === 'set' && answer.command.candidate.quality === 'whole_answer';
    const instead = surest([empty, this.#moving(), this.#smallTalk(CERTAINTY.act)]);
    if (
      instead !== undefined &&
      instead.score >= CERTAINTY.wish &&
      (instead.command.do === 'remark'
        ? isWholeText && instead.score > (answer?.score ?? 0)
        : !['acknowledge', 'greet'].includes(instead.command.do))
    )
      return this.#with(instead);
    return endsAsQuestion(this.#evidence.text) && this.#hasDocument() ? this.#askFaq() : null;
  }

  #givenValues({ answer, empty, whole }: Answers): Proposal[] | null {
    const values = this.#values;
    if (values.length === 0 || (answer === undefined && this.#changing().length === 0)) return null;
    if (answer === undefined && whole !== undefined && whole.score >= CERTAINTY.wish)
      return this.#wish(whole);
    // "None, and economy" answers two questions.
    const isLeft = answer === undefined && empty?.command.do === 'skip' && empty.score >= CERTAINTY.wish;
    return this.#with(isLeft ? [...values, empty] : values);
  }

  /** Decides on a query that gives no value. */
  #noAnswer(slot: { name: string; entity: string }, { empty, whole }: Answers): Proposal[] {
    const deny = this.#best('deny');
    const correct = this.#best('correct');
    if (correct?.command.do === 'correct' && correct.command.slot !== null && correct.score >= CERTAINTY.act)
      return this.#with(correct);
    const unanswered = surest(
      [
        this.#best('ask_values', 'unknown_value'),
        empty,
        this.#moving(),
        this.#smallTalk(CERTAINTY.act),
      ].filter((proposal) => proposal !== undefined && proposal.score >= CERTAINTY.act),
    );
    if (unanswered !== undefined && !isCourtesy(unanswered) && unanswered.score >= (deny?.score ?? 0))
      return this.#with(unanswered);
    if (deny !== undefined && deny.score >= CERTAINTY.act) {
      const { on, score } = deny;
      return this.#with(this.#best('skip') ?? { command: this.#skipCommand(), on, score, by: 'arbiter' });
    }
    if (this.#beside.length > 0) return this.#beside;
    // "Do you take a deposit?", which a label is hardly meant by.
    if (whole !== undefined && whole.score < CERTAINTY.likelyWish && this.#hasDocument())
      return this.#askFaq();
    if (whole !== undefined && whole.score >= CERTAINTY.leastWish) return this.#wish(whole);
    if (this.#hasDocument()) return this.#askFaq();
    if (unanswered !== undefined) return [unanswered];
    // “What have you got?”, which nothing else answers, is rather for the list than for nothing.
    const isList = valuesListed(this.#view.assistant, slot.entity).length > 0;
    if (isList && this.#evidence.asks >= CERTAINTY.act)
      return this.#invent({ do: 'ask_values', slot: slot.name });
    return this.#invent({ do: 'not_understood' });
  }

  /** True if a small part of what is surely a wish gives up something: "are you open tomorrow? might come by instead". */
  #isAside({ score, on }: Proposal, whole: Proposal | undefined): boolean {
    const wish = whole?.command.do === 'start' ? (whole.command.probability ?? 0) : 0;
    const share = (on.end - on.start) / this.#evidence.text.trim().length;
    return score < SURE_TO_LEAVE && wish >= SURE_QUESTION && share < MOST_OF_A_QUERY;
  }

  #skipCommand(): Command {
    const { awaited } = this.#view;
    return awaited.kind === 'value' && !awaited.slot.required ? { do: 'skip' } : { do: 'cannot_answer' };
  }

  #onChoice(): Proposal[] {
    const { awaited } = this.#view;
    const labels = awaited.kind === 'choice' ? awaited.labels : [];
    const picked = this.#all
      .filter(({ command }) => command.do === 'start' && labels.includes(command.label))
      .sort((a, b) => b.score - a.score);
    const [first] = picked;
    const second = picked.find(
      ({ command }) =>
        command.do === 'start' && first?.command.do === 'start' && command.label !== first.command.label,
    );
    if (first !== undefined && first.score >= CERTAINTY.doubt && first.score > CLEARLY * (second?.score ?? 0))
      return [first];
    const whole = this.#whole;
    if (whole !== undefined && whole.score >= CERTAINTY.wish) return [whole];
    const leave = this.#best('cancel', 'deny');
    if (leave !== undefined && leave.score >= CERTAINTY.act) return [leave];
    const talk = this.#smallTalk(CERTAINTY.act);
    if (talk !== undefined) return [talk];
    return this.#invent({ do: 'repeat' });
  }

  #onNothing(): Proposal[] {
    const beside = this.#beside;
    const whole = this.#all
      .filter(({ command, by }) => command.do === 'start' && by !== 'clauses' && by !== 'follow-up')
      .sort((a, b) => b.score - a.score)[0];
    if (this.#evidence.wantsDocument && this.#evidence.answerScore(this.#evidence.text) !== null)
      return this.#askFaq();
    const wishes = beside.filter(({ command }) => command.do === 'start');
    if (wishes.length > 0 && whole?.by !== 'utterances') return beside;
    const follow = this.#all.find(({ by }) => by === 'follow-up');
    // An author may have written "and in pounds?" down, which goes on all the same.
    const isAnothersOwn =
      whole?.by === 'utterances' && !(this.#evidence.goesOn === 'surely' && this.#follows(whole));
    if (
      follow !== undefined &&
      follow.score >= CERTAINTY.value &&
      this.#evidence.goesOn !== 'no' &&
      !isAnothersOwn
    ) {
      // What was given up is hardly gone on with.
      const least = this.#isLeft() ? CERTAINTY.likelyWish : CERTAINTY.wish;
      const isOther =
        whole !== undefined && whole.score >= least && (this.#isOver() || !this.#follows(whole));
      if ((this.#evidence.goesOn === 'surely' && !this.#isLeft()) || !isOther) return [follow];
    }
    const values = this.#values;
    const clarify = this.#best('clarify');
    const talk = this.#smallTalk(CERTAINTY.act);
    const answer = this.#evidence.answerScore(this.#evidence.text) ?? 0;
    if (
      whole !== undefined &&
      (whole.score < SURE_LABEL || clarify !== undefined) &&
      this.#view.frame === null
    ) {
      // "Does my cat need to fast before that?", which is hardly a wish to book.
      const isAsked = this.#evidence.asks >= SURE_QUESTION && whole.score < CERTAINTY.act;
      const isSure = clarify === undefined && !isAsked ? answer >= SURE_ANSWER : answer > 0;
      if (isSure) return this.#askFaq();
    }
    // "Thanks. An appointment for Friday": the thanks are the smaller part. "Hm" is nearer to talk than to any wish.
    const small = this.#smallTalk(CERTAINTY.leastWish);
    const isTalk =
      small !== undefined &&
      whole !== undefined &&
      small.score > whole.score - CLOSE &&
      whole.score < (small.score >= CERTAINTY.reply ? CERTAINTY.wish : CERTAINTY.likelyWish) &&
      small.on.end - small.on.start >= MOST_OF_A_QUERY * this.#evidence.text.trim().length;
    const isWish = values.length === 0 || (whole?.score ?? 0) >= CERTAINTY.likelyWish;
    // "What is the fare to Rome, and may I bring my dog?"
    if (whole !== undefined && clarify === undefined && !isTalk && isWish) return this.#with(whole);
    if (values.length > 0) return this.#with(values);
    if (clarify !== undefined) {
      const current = this.#all.find(
        ({ command, by }) =>
          command.do === 'start' && by === 'labels' && this.#evidence.isUnderWay(command.label),
      );
      return [current ?? clarify];
    }
    const moved = this.#best('cancel', 'back', 'restart');
    if (moved !== undefined && moved.score >= CERTAINTY.act) return [moved];
    if (talk !== undefined && !VAGUE.has(talk.command.do)) return this.#with(talk);
    if (whole !== undefined && !isTalk && (talk === undefined || talk.score < whole.score)) return [whole];
    return answer > 0 ? this.#askFaq() : [];
  }

  /** True if the finished competency did its deed or was left: a wish for the same begins anew. */
  #isOver(): boolean {
    const { assistant, finished } = this.#view;
    return this.#isLeft() || (finished !== null && isDeed(assistant, finished.state.name));
  }

  #isLeft(): boolean {
    const { finished } = this.#view;
    if (finished === null) return false;
    const { state, competency, slots } = finished;
    const isLacking = competency.slots.some(({ name, required }) => required && !Object.hasOwn(slots, name));
    return !state.terminal || isLacking;
  }

  #follows({ command }: Proposal): boolean {
    const { finished, assistant } = this.#view;
    return (
      command.do === 'start' && assistant.states[command.label]?.competency === finished?.competency.name
    );
  }
}

/** True if two commands are about one slot, or from the same words. */
const areRivals = (proposal: Proposal, rival: Proposal): boolean =>
  overlap(proposal.on, rival.on) ||
  ('slot' in proposal.command && 'slot' in rival.command && proposal.command.slot === rival.command.slot);

const surest = (proposals: readonly (Proposal | undefined)[]): Proposal | undefined =>
  proposals.filter((proposal) => proposal !== undefined).sort((a, b) => b.score - a.score)[0];

/** True of talk that people say beside anything: it leaves the question open. */
const isCourtesy = ({ command }: Proposal): boolean =>
  ['acknowledge', 'thank', 'remark', 'greet'].includes(command.do);
