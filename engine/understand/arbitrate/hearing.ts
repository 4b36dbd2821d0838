import { overlap } from '../../text/stretch.ts';
import { endsAsQuestion } from '../../text/words.ts';
import { countWritten } from '../../values/words-in.ts';
import { CERTAINTY, WORDS } from '../certainty.ts';
import { type Command, type Proposal, SMALL_TALK } from '../commands.ts';
import { heldIn, type View } from '../view.ts';

/** What the rules need to know besides the proposals. */
export interface Evidence {
  /** True for a label of the current state or competency: requesting it again is not a new wish. */
  isUnderWay(label: string): boolean;
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
  /** The probability that the query is for any of the labels, 0…1; 0 if it matches none. */
  served: number;
  text: string;
}

export type Do = Command['do'];

/** A query's proposals, with lookups for the rules. */
export class Hearing {
  readonly view: View;
  readonly all: readonly Proposal[];
  readonly evidence: Evidence;

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

  /** The highest-scoring wish of the whole query for another competency. */
  get whole(): Proposal | undefined {
    return surest(
      this.all.filter(
        ({ command, by }) =>
          command.do === 'start' &&
          by !== 'clauses' &&
          !command.follows &&
          !this.evidence.isUnderWay(command.label),
      ),
    );
  }

  /** The wish, or a clarifying question if it is ambiguous. */
  wish(whole: Proposal): Proposal[] {
    return [(whole.by === 'labels' ? this.best('clarify') : undefined) ?? whole];
  }

  /**
   * A wish with a certain label that does not sound like a wish. One or two words are more likely an answer.
   */
  certainWish(): Proposal[] | null {
    const { whole, evidence, view } = this;
    const isCertain = labelProbability(whole) >= CERTAINTY.certain;
    const isSaid = countWritten(evidence.text, view.language) > WORDS.couple;
    return whole !== undefined && isCertain && isSaid ? this.wish(whole) : null;
  }

  /** A repeated wish for the current competency. */
  get sameAgain(): Proposal | undefined {
    return surest(
      this.all.filter(
        ({ command, by }) =>
          command.do === 'start' && by !== 'clauses' && this.evidence.isUnderWay(command.label),
      ),
    );
  }

  /** Wishes and questions in separate clauses. */
  get beside(): Proposal[] {
    return this.all
      .filter(
        ({ by, command }) =>
          by === 'clauses' &&
          (command.do === 'start' ||
            (command.do === 'ask_faq' && this.evidence.answerScore(command.query) !== null)),
      )
      .sort((a, b) => a.on.start - b.on.start);
  }

  /** Values to set and clear. If two producers use the same words or slot, the higher score wins. */
  get values(): Proposal[] {
    const sure = this.all.filter(
      ({ command, score }) => (command.do === 'set' || command.do === 'clear') && score >= CERTAINTY.likely,
    );
    const kept: Proposal[] = [];
    for (const proposal of [...sure].sort((a, b) => b.score - a.score))
      if (!kept.some((rival) => rival.by !== proposal.by && areRivals(proposal, rival))) kept.push(proposal);
    return sure.filter((proposal) => kept.includes(proposal));
  }

  /** The winning proposals, plus wishes and questions from separate clauses. */
  with(...first: readonly Proposal[]): Proposal[] {
    return [...first, ...this.beside];
  }

  /**
   * A cancel or a no, plus the wish that replaces it: "forget that, I need boxes". A single word starts
   * nothing.
   */
  leaving(leave: Proposal): Proposal[] {
    const { whole, evidence } = this;
    const isFor =
      labelProbability(whole) >= CERTAINTY.certain && countWritten(evidence.text, this.view.language) > 1;
    return whole !== undefined && isFor && this.beside.length === 0 ? [leave, whole] : this.with(leave);
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
    return isSure || countWritten(text, this.view.language) > WORDS.couple;
  }

  /** True if the query is a question and a document answers it with a higher score. */
  hasDocument(above = 0): boolean {
    return this.isQuestion() && (this.evidence.answerScore(this.evidence.text) ?? 0) > above;
  }

  /** Asks the whole query as one document question instead of one per clause. */
  askFaq(): Proposal[] {
    return this.invent({ do: 'ask_faq', query: this.evidence.text }).filter(
      ({ command, by }) => command.do !== 'ask_faq' || by === 'arbiter',
    );
  }

  smallTalk(least: number): Proposal | undefined {
    const best = this.best(...SMALL_TALK);
    return best !== undefined && best.score >= least ? best : undefined;
  }

  /** All values for slots that change. A new list is kept whole, because it replaces the old list. */
  changing(): Proposal[] {
    const values = this.values;
    const changed = new Set(
      values.flatMap(({ command }) =>
        (command.do === 'set' || command.do === 'clear') && isNew(this.view, { command })
          ? [command.slot]
          : [],
      ),
    );
    return values.filter(({ command }) => 'slot' in command && changed.has(command.slot ?? ''));
  }

  moving(): Proposal | undefined {
    const best = this.best('back', 'restart');
    return best !== undefined && best.score >= CERTAINTY.likely ? best : undefined;
  }
}

/** True for a value that is cleared, replaces several, or differs from the held values. */
export function isNew({ frame }: View, { command }: Pick<Proposal, 'command'>): boolean {
  if (command.do !== 'set') return command.do === 'clear';
  const heldValue = heldIn(frame?.slots ?? {}, command.slot);
  if (heldValue === undefined) return true;
  const { more = [] } = heldValue;
  return (
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

/** True for small talk that leaves the question open. */
export const isCourtesy = ({ command }: Proposal): boolean =>
  ['acknowledge', 'thank', 'remark', 'greet'].includes(command.do);

/** The probability of a wish's label, regardless of its acts; 0 without a wish. */
export const labelProbability = (wish: Proposal | undefined): number =>
  wish?.command.do === 'start' ? (wish.command.probability ?? 0) : 0;
