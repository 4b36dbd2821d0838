import type { RankedLabel } from '../classify/classifier.ts';
import { askFaq, type FaqAnswer, type FaqExplanation } from '../faq/ask.ts';
import type { FaqCitation, FaqFilters } from '../faq/document.ts';
import type { LoadedAssistant } from '../load.ts';
import { remembered } from '../text/remembered.ts';
import type { Act } from '../understand/acts/acts.ts';
import type { JudgedProposal } from '../understand/commands.ts';
import type { Producer } from '../understand/propose.ts';
import { understand } from '../understand/understand.ts';
import type { CallBusinessLogic } from './business-logic/protocol.ts';
import type { WireSlots } from './business-logic/wire.ts';
import { askAgain, perform } from './perform.ts';
import type { DialogState } from './state.ts';
import { beginTurn, viewOf } from './turn-context.ts';

/** One query as the engine reads it. */
export interface TurnInput {
  /** The query's id: names the call of the business logic and picks among alternative texts. */
  qid: string;
  query: string;
  /** One of the assistant's supported languages. */
  language: string;
  device: string | null;
  lat: number | null;
  lon: number | null;
  /** Minutes from UTC, east positive; null counts as 0. */
  timeOffset: number | null;
  /** When the query came, in milliseconds since 1970: what "tomorrow" is relative to. */
  now: number;
  /** Whose the conversation is, for the business logic; null where it is tried outside of a service. */
  institution: string | null;
  /** The application (`env_name:app_name`) that the conversation began with; null where it began without. */
  application: string | null;
  externalUserId: string;
  aiVersion: string;
  dialog: string;
  sessionId: string;
  /** Names the turn, whoever takes it: two queries that meet at one place of a conversation have the same. Default `qid`. */
  turnKey?: string;
  /** What the FAQ collections are narrowed to. */
  faqFilters?: FaqFilters | undefined;
  /** The caller's own fields, for the business logic. */
  arbitraryFields: Readonly<Record<string, unknown>>;
}

export interface Visuals {
  /** Fields of the business logic's `visual_payload`, and those of the rich answer that it does not replace. */
  [payload: string]: unknown;
  speakableResponse: string;
  formattedResponse: string;
}

/** The answer's fields under their wire names (DESIGN §6), with the state to store. */
export interface TurnResult {
  state: DialogState;
  /** The competency that answered; `root`, `out_of_scope` or `ambiguous` where none did. */
  competency: string;
  /** The state that spoke; `root`, `out_of_scope` or `ambiguous` where none did. */
  classifier_state: string;
  /** The label that this turn or an earlier one matched; `out_of_scope`, or null before any. */
  intent: string | null;
  /** 0…1; null where this turn was not decided by classification. */
  intent_probability: number | null;
  slots: WireSlots;
  visuals: Visuals;
  /** The business logic's whole answer, or null where none came. */
  bl_resp: unknown;
  /** What the answer cites; only where an FAQ collection answered. */
  faq?: FaqCitation;
  explanation: Explanation;
}

/** How the turn came about: what was proposed and what became of it. Holds no slot values. */
export interface Explanation {
  /** The best labels of the whole query. */
  ranked: RankedLabel[];
  outOfScope: number | null;
  outcome: 'matched' | 'ambiguous' | 'out_of_scope' | null;
  /** What the query does, by the act reader: those that are at all likely. */
  acts: Partial<Record<Act, number>>;
  proposals: ExplainedProposal[];
  /** The moves of the turn, in order. */
  transitions: { from: string; to: string; on: string }[];
  /** The slot that the answer asks for, or null. */
  asked: string | null;
  businessLogic: 'answered' | 'failed' | null;
  /** States that the business logic asked for and that nothing declares. */
  refused: { from: string; to: string }[];
  /** How each FAQ collection was asked; only where they were. */
  faq?: FaqExplanation[];
  /** What was refused or went wrong, in sentences. */
  findings: string[];
}

/** A proposed command without the words and values of the user. */
export interface ExplainedProposal {
  command: string;
  /** What it is about. */
  label?: string;
  slot?: string | null;
  way?: string;
  /** How surely a value was read. */
  how?: string;
  /** Where its words stand in the query, in UTF-16 units. */
  start: number;
  end: number;
  score: number;
  by: string;
  became: string;
}

/** What a deployment may add to the engine. */
export interface TurnOptions {
  /** Propose commands beside our own producers. */
  producers?: readonly Producer[];
}

/**
 * Answers one query: reads it in its place in the conversation, decides which commands it holds, carries them out,
 * with the business logic where the competency has one, and says what comes of it. Pure but for that call, and never
 * throws for what a user says or a business logic answers. Where nobody knows whether a deed was done, the turn asks
 * for that, whatever the query says.
 */
export async function takeTurn(
  loaded: LoadedAssistant,
  state: DialogState,
  input: TurnInput,
  callBusinessLogic: CallBusinessLogic,
  { producers = [] }: TurnOptions = {},
): Promise<TurnResult> {
  const turn = beginTurn(loaded, state, input);
  const { explanation } = turn;
  const answer = remembered((query): FaqAnswer | null => {
    const { faq } = loaded;
    if (faq === undefined || faq.collections.length === 0) return null;
    const asked = askFaq(faq, query, input.language, input.faqFilters ?? {});
    explanation.faq = asked.explanation;
    return asked.answer;
  });
  if (turn.before.frames.at(-1)?.pending !== undefined) return askAgain(turn, callBusinessLogic, answer);
  if (isSilent(input.query)) return perform(turn, [{ do: 'silence' }], callBusinessLogic, answer);
  const { commands, proposals, reading } = await understand(loaded, viewOf(turn), turn.utterance, {
    producers,
    wantsDocument: Object.keys(input.faqFilters ?? {}).length > 0,
    answerScore: (query) => answer(query)?.citation.score ?? null,
  });
  explanation.ranked = reading.whole.ranked.slice(0, 5);
  explanation.outOfScope = reading.whole.outOfScope;
  explanation.outcome = reading.whole.outcome;
  explanation.acts = Object.fromEntries(
    Object.entries(reading.acts.of).filter(([, score]) => score >= LIKELY),
  );
  explanation.proposals = proposals.map(explained);
  return perform(turn, commands, callBusinessLogic, answer);
}

/** True of a query in which nothing was said. */
const isSilent = (query: string): boolean => query.trim() === '';

/** Less likely acts are not worth telling. */
const LIKELY = 0.05;

function explained({ command, on, score, by, became }: JudgedProposal): ExplainedProposal {
  return {
    command: command.do,
    ...('label' in command ? { label: command.label } : {}),
    ...('slot' in command ? { slot: command.slot } : {}),
    ...(command.do === 'set' ? { way: command.way, how: command.candidate.quality } : {}),
    start: on.start,
    end: on.end,
    score,
    by,
    became,
  };
}
