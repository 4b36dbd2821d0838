import type { RankedLabel } from '../classify/classifier.ts';
import type { FaqExplanation } from '../faq/ask.ts';
import type { FaqCitation, FaqFilters } from '../faq/document.ts';
import type { LoadedAssistant } from '../load.ts';
import { advance } from './advance.ts';
import type { CallBusinessLogic } from './business-logic/protocol.ts';
import type { WireSlots } from './business-logic/wire.ts';
import { declinedTransitions } from './explain.ts';
import { answerFromFaq } from './faq.ts';
import { interpret } from './interpret.ts';
import type { DialogState } from './state.ts';
import { beginTurn } from './turn-context.ts';

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
  /** What the FAQ collections are narrowed to. */
  faqFilters?: FaqFilters | undefined;
  /** The caller's own fields, for the business logic. */
  arbitraryFields: Readonly<Record<string, unknown>>;
}

export interface Visuals {
  /** Fields of the business logic's `visual_payload`. */
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

/** How the turn came about. Holds no slot values. */
export interface Explanation {
  /** The best labels; empty where the query was not classified. */
  ranked: RankedLabel[];
  outOfScope: number | null;
  outcome: 'matched' | 'ambiguous' | 'out_of_scope' | null;
  /** What decided the turn. */
  decision:
    | 'classification'
    | 'choice'
    | 'yes'
    | 'no'
    | 'cancel'
    | 'slots'
    | 'skip'
    | 'help'
    | 'repeat'
    | 'not_understood'
    | 'ambiguous'
    | 'faq'
    | 'out_of_scope';
  /** The moves of the turn, in order. */
  transitions: { from: string; to: string; on: string }[];
  /** Transitions of the state that the query came in and that were not taken, with the reason. */
  declined: { from: string; to: string[]; on: string; reason: string }[];
  /** Slots found in the query: where their words stand in it, in UTF-16 units, and how surely they were read. */
  slots: { slot: string; entity: string; how: string; start: number; end: number }[];
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

/**
 * Answers one query: reads it, asks the FAQ where no competency serves it, moves the conversation, calls the
 * business logic where the competency has one (twice where it has slots mapped), and says what comes of it.
 * Pure but for that call, and never throws for what a user says
 * or a business logic answers.
 */
export async function takeTurn(
  loaded: LoadedAssistant,
  state: DialogState,
  input: TurnInput,
  callBusinessLogic: CallBusinessLogic,
): Promise<TurnResult> {
  const turn = beginTurn(loaded, state, input);
  const decision = interpret(turn);
  const result = answerFromFaq(turn, decision) ?? (await advance(turn, decision, callBusinessLogic));
  turn.explanation.declined = declinedTransitions(turn);
  return result;
}
