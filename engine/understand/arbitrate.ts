import { valuesListed } from '../assistant.ts';
import { overlap } from '../text/stretch.ts';
import { endsAsQuestion } from '../text/words.ts';
import { isFreeText } from '../values/free-text/any-text.ts';
import type { Command, Proposal } from './commands.ts';
import { SMALL_TALK } from './commands.ts';
import { isDeed, type View } from './view.ts';

/** How surely what is proposed must be meant to be done. */
export const CERTAINTY = {
  /** A yes that does something which cannot be taken back; that of any other. */
  deed: 0.8,
  /** A yes that is this surely of another deed does nothing that cannot be taken back. */
  otherDeed: 0.95,
  /** A yes beside what is said again. */
  plainYes: 0.97,
  yes: 0.5,
  /** A yes that is less sure than it must be, but surer than this, is asked about. */
  doubt: 0.3,
  /** A reply that an author's own utterance gives way to. */
  reply: 0.95,
  act: 0.5,
  /** A value that is mentioned. */
  value: 0.5,
  /** A wish for something else, whatever is awaited; one where no answer fits; one that is no answer to a question. */
  wish: 0.75,
  likelyWish: 0.5,
  leastWish: 0.4,
} as const;

/** The proposals that are carried out, in order, and why each of the others is not. */
export interface Verdict {
  chosen: Proposal[];
  reasons: ReadonlyMap<Proposal, string>;
}

/** What the pure rules below ask beside the proposals. */
export interface Evidence {
  /** The label of the state or competency under way: that it is wished for again is no wish. */
  isOwn(label: string): boolean;
  /** True where the words of the query beside its values say nothing: "from savings please". */
  isBare: boolean;
  /** How well a document answers a query, 0…1; null where none does. */
  answerScore(query: string): number | null;
  /** Whether the caller narrows which documents may answer: then one is wanted, before any label. */
  wantsDocument?: boolean;
  /** How surely the query asks something, 0…1. */
  asks: number;
  /** Whether the query goes on from what was done before: `surely` where it begins so, "and for two people?" */
  goesOn: 'surely' | 'maybe' | 'no';
  text: string;
}

type Do = Command['do'];

/** A correction that is nearly as likely as a no: the no is of the value, not of all. */
const CLOSE = 0.15;
/** A no that is hardly surer than that something is wrong asks what: "that's wrong". */
const OF_A_CORRECTION = 0.35;
const WORDS_OF_A_QUESTION = 3;
const WORDS_OF_A_WISH = 3;
const MOST_OF_A_QUERY = 0.5;
/** A label that is less likely than this gives way to a document that has nearly all of the question. */
const SURE_LABEL = 0.6;
const SURE_ANSWER = 0.85;
/** What is asked this surely is rather for a document than for a label that is less likely than not. */
const SURE_QUESTION = 0.9;
/** What is left this surely is left, whatever value stands beside it. */
const SURE_TO_LEAVE = 0.85;
/** What says too little to be answered by itself: a document or what is out of scope comes first. */
const IDLE: ReadonlySet<Do> = new Set(['acknowledge', 'remark', 'cannot_answer', 'not_understood']);

/**
 * Decides among what was proposed for one query. Pure: the same view and proposals give the same verdict. What is
 * awaited comes first, then what was given, then what is wished for; what may not happen by mistake needs certainty.
 */
export function arbitrate(view: View, proposals: readonly Proposal[], evidence: Evidence): Verdict {
  const court = new Court(view, proposals, evidence);
  const chosen = court.decide();
  const reasons = new Map(
    proposals.filter((one) => !chosen.includes(one)).map((one) => [one, court.whyNot(one, chosen)]),
  );
  return { chosen, reasons };
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

  whyNot(one: Proposal, chosen: readonly Proposal[]): string {
    const [first] = chosen;
    if (one.score < CERTAINTY.doubt) return 'too unlikely';
    return first === undefined ? 'not sure enough' : `${first.command.do} is meant`;
  }

  #best(...kinds: Do[]): Proposal | undefined {
    return this.#all
      .filter(({ command }) => kinds.includes(command.do))
      .reduce<Proposal | undefined>(
        (best, one) => (best === undefined || one.score > best.score ? one : best),
        undefined,
      );
  }

  #score(...kinds: Do[]): number {
    return this.#best(...kinds)?.score ?? 0;
  }

  /** The wish of the whole query for something else than what is under way. */
  get #whole(): Proposal | undefined {
    return this.#all
      .filter(
        ({ command, by }) =>
          command.do === 'start' &&
          by !== 'clauses' &&
          !command.follows &&
          !this.#evidence.isOwn(command.label),
      )
      .sort((a, b) => b.score - a.score)[0];
  }

  /** A wish for something else; where it could be one of two, the question which. */
  #wish(whole: Proposal): Proposal[] {
    const clarify = this.#best('clarify');
    if (whole.by !== 'labels' || clarify?.command.do !== 'clarify') return [whole];
    return clarify.command.labels.some((label) => this.#evidence.isOwn(label)) ? [whole] : [clarify];
  }

  /** The wish for what is under way, once more. */
  get #sameAgain(): Proposal | undefined {
    return this.#all.find(
      ({ command, by, score }) =>
        command.do === 'start' &&
        by !== 'clauses' &&
        !command.follows &&
        this.#evidence.isOwn(command.label) &&
        score >= CERTAINTY.wish,
    );
  }

  /** Wishes and questions in clauses of their own. */
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

  /** Values that are meant, and those that are taken back; of what two read in the same words, what is surer. */
  get #values(): Proposal[] {
    const sure = this.#all.filter(
      ({ command, score }) => (command.do === 'set' || command.do === 'clear') && score >= CERTAINTY.value,
    );
    const kept: Proposal[] = [];
    for (const one of [...sure].sort((a, b) => b.score - a.score))
      if (!kept.some((other) => other.by !== one.by && areRivals(one, other))) kept.push(one);
    return sure.filter((one) => kept.includes(one));
  }

  #with(first: Proposal | undefined | readonly Proposal[]): Proposal[] {
    const own = first === undefined ? [] : Array.isArray(first) ? [...first] : [first as Proposal];
    return [...own, ...this.#beside];
  }

  #invent(command: Command): Proposal[] {
    const on = { start: 0, end: this.#evidence.text.length };
    return this.#with({ command, on, score: 0, by: 'arbiter' });
  }

  /** An answer to a question of ours that has few words is no question of the user's. */
  #isAnswered(): boolean {
    const { text, asks } = this.#evidence;
    return (
      (asks >= CERTAINTY.doubt || endsAsQuestion(text)) &&
      text.trim().split(/\s+/u).length >= WORDS_OF_A_QUESTION &&
      this.#evidence.answerScore(text) !== null
    );
  }

  /** The whole query as a question, its clauses not once more. */
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
    const yes = this.#best('affirm');
    const no = this.#best('deny');
    const leave = this.#best('cancel');
    const [sure, denied, left] = [yes?.score ?? 0, no?.score ?? 0, leave?.score ?? 0];
    const reply = Math.max(sure, denied, left);
    const whole = this.#whole;
    const isOwnUtterance = whole?.by === 'utterances';
    // "Yes, transfer 50 to Mom's savings", where a transfer is offered: its values are of the transfer.
    const taken = this.#all.find(({ command, by }) => command.do === 'affirm' && by === 'labels');
    if (
      taken !== undefined &&
      taken.score >= CERTAINTY.wish &&
      Math.max(denied, left, this.#score('wait')) < CERTAINTY.act &&
      this.#score('confirm_again') < CERTAINTY.wish &&
      !isOwnUtterance
    )
      return this.#with(taken);
    if (
      whole !== undefined &&
      (isOwnUtterance
        ? reply < CERTAINTY.reply
        : whole.score >= CERTAINTY.wish &&
          reply < CERTAINTY.act &&
          !(this.#evidence.isBare && this.#changing().length > 0))
    )
      return this.#wish(whole);
    // "Yes, move it", where the question is whether to call it off.
    const other = this.#beside.find(
      ({ command }) => command.do === 'start' && this.#isOfTheSame(command.label),
    );
    if (other !== undefined) return [other];
    const values = this.#changing();
    if (
      leave !== undefined &&
      left >= CERTAINTY.act &&
      left >= sure &&
      left >= denied - 0.1 &&
      values.length === 0
    )
      return this.#with(leave);
    if (values.length > 0) {
      const isWish =
        whole !== undefined &&
        whole.score >= CERTAINTY.wish &&
        reply < CERTAINTY.act &&
        !this.#evidence.isBare;
      if (isWish) return this.#wish(whole);
      // What is new beside a yes is said back first where something is done on it, or where it is not what was asked.
      const isSaidBack = isDeed || values.some((one) => this.#replaces(one));
      return yes !== undefined && sure >= CERTAINTY.yes && denied < CERTAINTY.act && !isSaidBack
        ? this.#with([...values, yes])
        : this.#with(values);
    }
    // "Also the brakes", which it holds already, is no yes by itself.
    const added = this.#values.filter(({ command }) => command.do === 'set' && command.way === 'add');
    const isNo = denied >= CERTAINTY.act && !this.#evidence.isBare;
    if (added.length > 0 && sure < CERTAINTY.plainYes && !isNo) return this.#with(added);
    const condition = this.#best('confirm_again');
    if (condition !== undefined && condition.score >= CERTAINTY.act && condition.score > sure * 0.7)
      return this.#with(condition);
    const correct = this.#best('correct');
    const isNamed = correct?.command.do === 'correct' && correct.command.slot !== null;
    // "Move it to Friday instead", where the question is whether to call it off.
    if (correct !== undefined && !isNamed && sure < CERTAINTY.act && this.#isOfAnotherDeed(whole))
      return this.#wish(whole);
    if (
      correct !== undefined &&
      correct.score >= CERTAINTY.act &&
      sure < CERTAINTY.act &&
      (isNamed || correct.score > denied - (this.#beside.length > 0 ? CLOSE : OF_A_CORRECTION))
    )
      return this.#with(correct);
    if (
      yes !== undefined &&
      sure >= (isDeed ? CERTAINTY.deed : CERTAINTY.yes) &&
      denied < CERTAINTY.act &&
      sure > denied + 0.3
    ) {
      // "Quick one, has NL204 landed?" leads to something else, and agrees to nothing that cannot be taken back.
      const leadsOn = this.#beside.some(({ command }) => command.do === 'start');
      if (isDeed && leadsOn && sure < CERTAINTY.plainYes) return this.#beside;
      return isDeed && (this.#view.asksWhatChanges || this.#isOfAnotherDeed(whole))
        ? this.#invent({ do: 'confirm_again' })
        : this.#with(yes);
    }
    // "Let me just ask my wife first" is rather to wait for than a no.
    const hold = this.#best('wait');
    if (hold !== undefined && hold.score >= CERTAINTY.act && hold.score > Math.max(denied, sure) + CLOSE)
      return this.#with(hold);
    if (no !== undefined && denied >= CERTAINTY.act && sure < CERTAINTY.doubt) return this.#with(no);
    const moved = this.#moving();
    if (moved !== undefined) return this.#with(moved);
    const talk = this.#smallTalk(Math.max(CERTAINTY.act, reply));
    const isIdle =
      talk !== undefined && ['acknowledge', 'thank', 'remark', 'greet'].includes(talk.command.do);
    const again = this.#sameAgain;
    if (talk !== undefined && !isIdle && talk.score > (again?.score ?? 0)) return this.#with(talk);
    if (this.#beside.length > 0) return this.#beside;
    if (whole !== undefined && whole.score >= CERTAINTY.leastWish && reply < CERTAINTY.doubt)
      return this.#wish(whole);
    if (this.#isAnswered()) return this.#askFaq();
    if (again !== undefined && reply < CERTAINTY.doubt) return [again];
    // "Swap or price", which is surely one of two, and hardly a reply.
    if (whole !== undefined && this.#score('clarify') >= CERTAINTY.leastWish && reply < CERTAINTY.act)
      return this.#wish(whole);
    if (reply >= CERTAINTY.doubt) return this.#invent({ do: 'confirm_again' });
    if (talk !== undefined) return [talk];
    if (whole !== undefined && whole.score >= CERTAINTY.likelyWish) return this.#wish(whole);
    return this.#invent({ do: 'confirm_again' });
  }

  /** True of a wish for another deed: "ok, do the check-in", where the question is whether to book the shuttle. */
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
  #isOfTheSame(label: string): boolean {
    const { assistant, frame } = this.#view;
    return assistant.states[label]?.competency === frame?.competency.name;
  }

  /** True of a value that takes the place of another, or takes it away. */
  #replaces({ command }: Proposal): boolean {
    return (
      (command.do === 'set' || command.do === 'clear') &&
      Object.hasOwn(this.#view.frame?.slots ?? {}, command.slot)
    );
  }

  /** Values for slots that hold others: of a list all of them, since what is said takes the place of what was. */
  #changing(): Proposal[] {
    const values = this.#values;
    const changed = new Set(
      values.flatMap(({ command }) =>
        command.do === 'clear' || (command.do === 'set' && this.#isNew(command)) ? [command.slot] : [],
      ),
    );
    return values.filter(({ command }) => 'slot' in command && changed.has(command.slot ?? ''));
  }

  /** True of a value that its slot does not hold, or that takes the place of several. */
  #isNew({ slot, candidate, way }: Command & { do: 'set' }): boolean {
    const held = this.#view.frame?.slots ?? {};
    const own = Object.hasOwn(held, slot) ? held[slot] : undefined;
    if (own === undefined) return true;
    const { more = [] } = own;
    return (
      (way === 'replace' && more.length > 0) || ![own, ...more].some(({ value }) => value === candidate.value)
    );
  }

  #moving(): Proposal | undefined {
    const best = this.#best('back', 'restart');
    return best !== undefined && best.score >= CERTAINTY.act ? best : undefined;
  }

  #onValue(slot: { name: string; entity: string }): Proposal[] {
    const values = this.#values;
    const answer = values.find(({ command }) => command.do === 'set' && command.slot === slot.name);
    const whole = this.#whole;
    // "Couldn't care less, I'll sleep all the way" rather leaves the seat to us than the check-in.
    const skipped = this.#score('skip');
    const leave = this.#best('cancel');
    const isFree = answer?.command.do === 'set' && isFreeText(answer.command.candidate);
    const isWholeText = answer?.command.do === 'set' && answer.command.candidate.quality === 'whole_answer';
    // "Yeah chuck a suitcase in" says yes, and is no wish to hear of suitcases.
    const agrees =
      answer?.by === 'acts' && answer.score >= CERTAINTY.reply && answer.score > (whole?.score ?? 0);
    const covers = answer !== undefined && !isFree && this.#evidence.isBare;
    if (whole?.by === 'utterances' && (answer === undefined || isFree)) return this.#wish(whole);
    if (
      leave !== undefined &&
      leave.score >= CERTAINTY.act &&
      (values.length === 0 || isFree || leave.score >= SURE_TO_LEAVE) &&
      leave.score >= skipped &&
      !covers &&
      !this.#isAside(leave, whole)
    )
      return this.#with(leave);
    if (whole !== undefined && whole.score >= CERTAINTY.wish && !covers && !agrees) return this.#wish(whole);
    const moving = this.#moving();
    const empty = this.#best('skip', 'cannot_answer');
    // "Don't care" is no no to whether somebody brings food.
    if (
      answer?.by === 'acts' &&
      empty?.command.do === 'skip' &&
      skipped > Math.max(answer.score, CERTAINTY.act)
    )
      return this.#with(empty);
    const talk = this.#smallTalk(CERTAINTY.act);
    if (isFree) {
      // Any text could be the value of free text: what surely does something else is none.
      const other = [empty, moving, talk]
        .filter((one) => one !== undefined)
        .sort((a, b) => b.score - a.score)[0];
      if (
        other !== undefined &&
        other.score >= CERTAINTY.wish &&
        (other.command.do === 'remark'
          ? isWholeText && other.score > (answer?.score ?? 0)
          : !['acknowledge', 'greet'].includes(other.command.do))
      )
        return this.#with(other);
      if (endsAsQuestion(this.#evidence.text) && this.#isAnswered()) return this.#askFaq();
    }
    if (values.length > 0 && (answer !== undefined || this.#changing().length > 0)) {
      if (answer === undefined && whole !== undefined && whole.score >= CERTAINTY.wish)
        return this.#wish(whole);
      // "None, and economy" answers two questions.
      const isLeft = answer === undefined && empty?.command.do === 'skip' && empty.score >= CERTAINTY.wish;
      return this.#with(isLeft ? [...values, empty] : values);
    }
    const deny = this.#best('deny');
    const correct = this.#best('correct');
    if (correct?.command.do === 'correct' && correct.command.slot !== null && correct.score >= CERTAINTY.act)
      return this.#with(correct);
    const unanswered = [this.#best('ask_values', 'unknown_value'), empty, moving, talk]
      .filter((one) => one !== undefined && one.score >= CERTAINTY.act)
      .sort((a, b) => (b?.score ?? 0) - (a?.score ?? 0))[0];
    const isIdle =
      unanswered !== undefined && ['acknowledge', 'thank', 'remark', 'greet'].includes(unanswered.command.do);
    if (unanswered !== undefined && !isIdle && unanswered.score >= (deny?.score ?? 0))
      return this.#with(unanswered);
    if (deny !== undefined && deny.score >= CERTAINTY.act) {
      const skip = this.#best('skip');
      const on = deny.on;
      return this.#with(skip ?? { command: this.#skipCommand(), on, score: deny.score, by: 'arbiter' });
    }
    if (this.#beside.length > 0) return this.#beside;
    // "Do you take a deposit?", which a label is hardly meant by.
    if (whole !== undefined && whole.score < CERTAINTY.likelyWish && this.#isAnswered())
      return this.#askFaq();
    if (whole !== undefined && whole.score >= CERTAINTY.leastWish) return this.#wish(whole);
    if (this.#isAnswered()) return this.#askFaq();
    if (unanswered !== undefined) return [unanswered];
    // “What have you got?”, which nothing else answers, is rather for the list than for nothing.
    const isList = valuesListed(this.#view.assistant, slot.entity).length > 0;
    if (isList && this.#evidence.asks >= CERTAINTY.act)
      return this.#invent({ do: 'ask_values', slot: slot.name });
    return this.#invent({ do: 'not_understood' });
  }

  /** True of a leaving in a small part of what is surely a wish: "are you open tomorrow? might come by instead". */
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
    if (first !== undefined && first.score >= CERTAINTY.doubt && first.score > 1.5 * (second?.score ?? 0))
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
      const own = this.#all.find(
        ({ command, by }) => command.do === 'start' && by === 'labels' && this.#evidence.isOwn(command.label),
      );
      return [own ?? clarify];
    }
    const moved = this.#best('cancel', 'back', 'restart');
    if (moved !== undefined && moved.score >= CERTAINTY.act) return [moved];
    if (talk !== undefined && !IDLE.has(talk.command.do)) return this.#with(talk);
    if (whole !== undefined && !isTalk && (talk === undefined || talk.score < whole.score)) return [whole];
    return answer > 0 ? this.#askFaq() : [];
  }

  /** What was done is done, and what was left is left: who wishes for the same again begins anew. */
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

/** True of two commands about one slot, or from the same words. */
const areRivals = (one: Proposal, other: Proposal): boolean =>
  overlap(one.on, other.on) ||
  ('slot' in one.command && 'slot' in other.command && one.command.slot === other.command.slot);
