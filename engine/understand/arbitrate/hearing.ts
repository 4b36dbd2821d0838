import { overlap } from '../../text/stretch.ts';
import { endsAsQuestion } from '../../text/words.ts';
import { countWritten } from '../../values/words-in.ts';
import { CERTAINTY, WORDS } from '../certainty.ts';
import { type Command, givesValue, type Proposal, SMALL_TALK } from '../commands.ts';
import { heldIn, isLabelUnderWay, type View } from '../view.ts';

/** What the rules need to know besides the proposals. */
export interface Evidence {
  /** True if only small words surround the values: "from savings please". */
  isBare: boolean;
  /** The probability that a reply before a deed says more than agreement, 0…1. */
  reservation: number;
  /** The score of the best matching document, 0…1; null if there is none. */
  answerScore(query: string): number | null;
  /** True if the caller filters the documents: then a document outranks any label. */
  wantsDocument?: boolean;
  /** The probability that the query is a question, 0…1. */
  asks: number;
  /** The probability that the query makes the answer depend on something: "only if it is free", 0…1. */
  condition: number;
  /** The probability that the query is for any of the labels, 0…1; 0 if it matches none. */
  served: number;
  text: string;
}

export type Do = Command['do'];
type Start = Extract<Command, { do: 'start' }>;

/** Decides for a query, or leaves it to the next rule with null. */
export type Rule = (hearing: Hearing) => Proposal[] | null;

/** A query's proposals, with lookups for the rules. */
export class Hearing {
  readonly view: View;
  readonly all: readonly Proposal[];
  readonly evidence: Evidence;
  #values: Proposal[] | undefined;
  #beside: Proposal[] | undefined;

  constructor(view: View, all: readonly Proposal[], evidence: Evidence) {
    this.view = view;
    this.all = all;
    this.evidence = evidence;
  }

  best(...kinds: Do[]): Proposal | undefined {
    return surest(this.all.filter(({ command }) => kinds.includes(command.do)));
  }

  score(...kinds: Do[]): number {
    return this.best(...kinds)?.score ?? 0;
  }

  /** The best proposal of these kinds, if it is likely. */
  likely(...kinds: Do[]): Proposal | undefined {
    const best = this.best(...kinds);
    return best !== undefined && best.score >= CERTAINTY.likely ? best : undefined;
  }

  /** Small talk, if it is likely. */
  get talk(): Proposal | undefined {
    return this.likely(...SMALL_TALK);
  }

  /** The length of the query, in words. */
  get length(): number {
    return countWritten(this.evidence.text, this.view.language);
  }

  /** The highest-scoring wish of the whole query that a condition holds for. */
  start(isMeant: (command: Start, by: string) => boolean): Proposal | undefined {
    return surest(
      this.all.filter(
        ({ command, by }) => command.do === 'start' && by !== 'clauses' && isMeant(command, by),
      ),
    );
  }

  /** The highest-scoring wish of the whole query for another competency. */
  get whole(): Proposal | undefined {
    return this.start(({ label }) => !isLabelUnderWay(label, this.view));
  }

  /** The wish, or a clarifying question if it is ambiguous. */
  wish(whole: Proposal): Proposal[] {
    return [(whole.by === 'labels' ? this.best('clarify') : undefined) ?? whole];
  }

  /** Wishes and questions in separate clauses. */
  get beside(): readonly Proposal[] {
    if (this.#beside !== undefined) return this.#beside;
    const clauses = this.all.filter(({ by }) => by === 'clauses').sort((a, b) => a.on.start - b.on.start);
    const title = this.#titleOf(clauses);
    this.#beside = title === undefined ? clauses.flatMap((clause) => this.#answered(clause)) : [title];
    return this.#beside;
  }

  /** The question that several clauses are, if it is a document's title: “does pick-up and delivery cost anything?” */
  #titleOf(clauses: readonly Proposal[]): Proposal | undefined {
    const [first, ...more] = clauses;
    const last = more.at(-1);
    if (first === undefined || last === undefined) return undefined;
    const on = { start: first.on.start, end: last.on.end };
    const query = this.evidence.text.slice(on.start, on.end + 1);
    const isTitle = endsAsQuestion(query) && this.evidence.answerScore(query) === 1;
    return isTitle ? { ...first, on, command: { do: 'ask_faq', query } } : undefined;
  }

  /** A clause's wish; its question instead, if a document answers it better; nothing for a question without an answer. */
  #answered(proposal: Proposal): Proposal[] {
    const { command, score, on } = proposal;
    if (command.do !== 'ask_faq' && command.do !== 'start') return [];
    const asks = command.do === 'ask_faq' || endsAsQuestion(this.evidence.text.slice(on.start, on.end + 1));
    const answer = asks ? this.evidence.answerScore(command.query) : null;
    if (command.do === 'ask_faq') return answer === null ? [] : [proposal];
    const isAnswered = answer !== null && answer > score;
    return [isAnswered ? { ...proposal, command: { do: 'ask_faq', query: command.query } } : proposal];
  }

  /** True if a separate clause has a wish. */
  get wishesBeside(): boolean {
    return this.beside.some(({ command }) => command.do === 'start');
  }

  /** Values to set and clear. If two producers use the same words or slot, the higher score wins. */
  get values(): readonly Proposal[] {
    if (this.#values !== undefined) return this.#values;
    const sure = this.all.filter(({ command, score }) => givesValue(command) && score >= CERTAINTY.likely);
    const kept: Proposal[] = [];
    for (const proposal of [...sure].sort((a, b) => b.score - a.score))
      if (!kept.some((rival) => rival.by !== proposal.by && areRivals(proposal, rival))) kept.push(proposal);
    this.#values = sure.filter((proposal) => kept.includes(proposal));
    return this.#values;
  }

  /** All values for slots that change. A new list is kept whole, because it replaces the old list. */
  get changing(): Proposal[] {
    const values = this.values;
    const changed = new Set(
      values.flatMap(({ command }) =>
        givesValue(command) && isNew(this.view, { command }) ? [command.slot] : [],
      ),
    );
    return values.filter(({ command }) => givesValue(command) && changed.has(command.slot));
  }

  /** The winning proposals, plus wishes and questions from separate clauses. */
  with(...first: readonly Proposal[]): Proposal[] {
    return [...first, ...this.beside];
  }

  /** Like `with`, for a proposal that may be missing: then null. */
  withAny(first: Proposal | undefined): Proposal[] | null {
    return first === undefined ? null : this.with(first);
  }

  /**
   * A cancel or a no, plus the wish that replaces it: "forget that, I need boxes". A single word starts
   * nothing.
   */
  leaving(leave: Proposal): Proposal[] {
    const { whole } = this;
    return whole !== undefined && isCertain(whole) && this.length > 1 ? [leave, whole] : this.with(leave);
  }

  invent(command: Command): Proposal[] {
    const on = { start: 0, end: this.evidence.text.length };
    return this.with({ command, on, score: 0, by: 'arbiter' });
  }

  /**
   * True if the query is a question. One or two words more likely answer ours or ask about it, but a sure question is no
   * yes or no.
   */
  isQuestion(): boolean {
    const { text, asks } = this.evidence;
    const isAsked = asks >= CERTAINTY.doubt || endsAsQuestion(text);
    if (!isAsked) return false;
    const isSure = this.view.awaited.kind === 'yes_no' && asks >= CERTAINTY.sure;
    return isSure || this.length > WORDS.couple;
  }

  /** The score of the best matching document; 0 if there is none. */
  get answer(): number {
    return this.evidence.answerScore(this.evidence.text) ?? 0;
  }

  /** True if the query is a question and a document answers it with a higher score. */
  hasDocument(above = 0): boolean {
    return this.isQuestion() && this.answer > above;
  }

  /** Asks the whole query as one document question instead of one per clause. */
  askFaq(): Proposal[] {
    return this.invent({ do: 'ask_faq', query: this.evidence.text }).filter(
      ({ command, by }) => command.do !== 'ask_faq' || by === 'arbiter',
    );
  }
}

/** Decides for these proposals, if there are any. */
export const anyOf = (proposals: readonly (Proposal | undefined)[]): Proposal[] | null => {
  const some = proposals.filter((proposal) => proposal !== undefined);
  return some.length > 0 ? some : null;
};

/** Decides for wishes and questions in separate clauses. */
export const onlyBeside: Rule = ({ beside }) => anyOf(beside);

/** A document, if the query is a question. */
export const documentOfQuestion: Rule = (hearing) => (hearing.hasDocument() ? hearing.askFaq() : null);

/**
 * A wish that is likely, or whose label is certain. One or two words are more likely an answer that was not read, unless
 * the wish is sure.
 */
export const likelyWish: Rule = (hearing) => {
  const { whole, length } = hearing;
  if (whole === undefined) return null;
  const isLikely = length > WORDS.couple && (whole.score >= CERTAINTY.likely || isCertain(whole));
  return isLikely || whole.score >= CERTAINTY.sure ? hearing.wish(whole) : null;
};

/** True for a value that is cleared, added, replaces several, or differs from the held values. */
export function isNew({ frame }: View, { command }: Pick<Proposal, 'command'>): boolean {
  if (command.do !== 'set') return command.do === 'clear';
  const heldValue = heldIn(frame?.slots ?? {}, command.slot);
  if (heldValue === undefined) return true;
  const { more = [] } = heldValue;
  return (
    command.way === 'add' ||
    (command.way === 'replace' && more.length > 0) ||
    ![heldValue, ...more].some(({ value }) => value === command.candidate.value)
  );
}

/** The proposal with the highest score; the first if scores are equal. */
export const surest = (proposals: readonly (Proposal | undefined)[]): Proposal | undefined =>
  proposals.filter((proposal) => proposal !== undefined).sort((a, b) => b.score - a.score)[0];

/** True if two commands concern the same slot or the same words. */
const areRivals = (proposal: Proposal, rival: Proposal): boolean =>
  overlap(proposal.on, rival.on) ||
  ('slot' in proposal.command && 'slot' in rival.command && proposal.command.slot === rival.command.slot);

/** True for a wish with a certain label, regardless of its acts. */
export const isCertain = (wish: Proposal | undefined): boolean =>
  wish?.command.do === 'start' && (wish.command.probability ?? 0) >= CERTAINTY.certain;
