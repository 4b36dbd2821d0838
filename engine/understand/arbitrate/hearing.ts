import { languageOf } from '../../language/languages.ts';
import { overlap } from '../../text/stretch.ts';
import { endsAsQuestion } from '../../text/words.ts';
import { countWritten, plainWordsIn } from '../../values/words-in.ts';
import { type Command, type Proposal, SMALL_TALK } from '../commands.ts';
import { heldIn, type View } from '../view.ts';
import { CERTAINTY, SURE_QUESTION as SURE_WISH } from './certainty.ts';

/** The facts that the rules below need beside the proposals. */
export interface Evidence {
  /** True of a label of the state or competency under way: to wish for it again is no wish. */
  isUnderWay(label: string): boolean;
  /** True if the query has only small words beside its values: "from savings please". */
  isBare: boolean;
  /** The probability that a reply before a deed holds something beside agreement, 0…1. */
  reservation: number;
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

export type Do = Command['do'];

const WORDS_OF_A_QUESTION = 3;

/** A query's proposals in a view, as the rules for whatever is awaited look at them. */
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

  /** The surest wish of the whole query for another competency than the one under way. */
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

  /** The wish; if it could be one of two, the question which. */
  wish(whole: Proposal): Proposal[] {
    const clarify = this.best('clarify');
    if (whole.by !== 'labels' || clarify?.command.do !== 'clarify') return [whole];
    return clarify.command.labels.some((label) => this.evidence.isUnderWay(label)) ? [whole] : [clarify];
  }

  /** The wish for the competency under way, once more. */
  get sameAgain(): Proposal | undefined {
    return this.all.find(
      ({ command, by, score }) =>
        command.do === 'start' &&
        by !== 'clauses' &&
        !command.follows &&
        this.evidence.isUnderWay(command.label) &&
        score >= CERTAINTY.wish,
    );
  }

  /** Wishes and questions in clauses by themselves. */
  get beside(): Proposal[] {
    return this.all
      .filter(
        ({ by, command, score }) =>
          by === 'clauses' &&
          score >= CERTAINTY.act &&
          (command.do === 'start' ||
            (command.do === 'ask_faq' && this.evidence.answerScore(command.query) !== null)),
      )
      .sort((a, b) => a.on.start - b.on.start);
  }

  /** Values that are given or taken back; of those that two producers read in the same words, the surer. */
  get values(): Proposal[] {
    const sure = this.all.filter(
      ({ command, score }) => (command.do === 'set' || command.do === 'clear') && score >= CERTAINTY.value,
    );
    const kept: Proposal[] = [];
    for (const proposal of [...sure].sort((a, b) => b.score - a.score))
      if (!kept.some((rival) => rival.by !== proposal.by && areRivals(proposal, rival))) kept.push(proposal);
    return sure.filter((proposal) => kept.includes(proposal));
  }

  /** The proposals that win, with the wishes and questions beside them. */
  with(...first: readonly Proposal[]): Proposal[] {
    return [...first, ...this.beside];
  }

  /** Leaving, and the wish for which something is left: "forget that, I need boxes". A word alone only leaves. */
  leaving(leave: Proposal): Proposal[] {
    const { whole, evidence } = this;
    const probability = whole?.command.do === 'start' ? (whole.command.probability ?? 0) : 0;
    const { connecting } = languageOf(this.view.language);
    const telling = plainWordsIn(evidence.text, this.view.language)
      .split(' ')
      .filter((word) => !connecting.has(word));
    const isFor = probability >= SURE_WISH && telling.length > 1;
    return whole !== undefined && isFor && this.beside.length === 0 ? [leave, whole] : this.with(leave);
  }

  invent(command: Command): Proposal[] {
    const on = { start: 0, end: this.evidence.text.length };
    return this.with({ command, on, score: 0, by: 'arbiter' });
  }

  /** True if the query is a question. A few words rather answer ours. */
  isQuestion(): boolean {
    const { text, asks } = this.evidence;
    return (
      (asks >= CERTAINTY.doubt || endsAsQuestion(text)) &&
      countWritten(text, this.view.language) >= WORDS_OF_A_QUESTION
    );
  }

  /** True if the query is a question that a document answers. */
  hasDocument(): boolean {
    return this.isQuestion() && this.evidence.answerScore(this.evidence.text) !== null;
  }

  /** The whole query as a question for a document, without the questions of its clauses. */
  askFaq(): Proposal[] {
    return this.invent({ do: 'ask_faq', query: this.evidence.text }).filter(
      ({ command, by }) => command.do !== 'ask_faq' || by === 'arbiter',
    );
  }

  smallTalk(least: number): Proposal | undefined {
    const best = this.best(...SMALL_TALK);
    return best !== undefined && best.score >= least ? best : undefined;
  }

  /** The values of slots that change; of a list all of them, since a new list replaces the old. */
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
    return best !== undefined && best.score >= CERTAINTY.act ? best : undefined;
  }
}

/** True of a value that its slot does not hold or that replaces several, and of one that is taken back. */
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

/** The first of those that no other is surer than. */
export const surest = (proposals: readonly (Proposal | undefined)[]): Proposal | undefined =>
  proposals.filter((proposal) => proposal !== undefined).sort((a, b) => b.score - a.score)[0];

/** True if two commands are about one slot, or from the same words. */
const areRivals = (proposal: Proposal, rival: Proposal): boolean =>
  overlap(proposal.on, rival.on) ||
  ('slot' in proposal.command && 'slot' in rival.command && proposal.command.slot === rival.command.slot);

/** True of talk that people say beside anything: it leaves the question open. */
export const isCourtesy = ({ command }: Proposal): boolean =>
  ['acknowledge', 'thank', 'remark', 'greet'].includes(command.do);
