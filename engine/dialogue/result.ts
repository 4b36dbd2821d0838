import type { CompiledCompetency } from '../assistant.ts';
import type { FaqAnswer } from '../faq/ask.ts';
import type { FaqCitation } from '../faq/document.ts';
import { toWire, type WireSlots } from './business-logic/wire.ts';
import type { Explanation } from './explanation.ts';
import { joinSpeech, type Speech } from './speech.ts';
import { askedIn, type DialogState, type SlotValue } from './state.ts';
import type { TurnContext } from './turn-context.ts';

export interface Visuals {
  /** The fields of the rich answer and of the business logic's `visual_payload`, which takes precedence. */
  [payload: string]: unknown;
  speakableResponse: string;
  formattedResponse: string;
}

/** The answer's fields under their wire names, with the state to store. */
export interface TurnResult {
  state: DialogState;
  /** The language of the answer. */
  language: string;
  /** The competency that answered; `root`, `out_of_scope` or `ambiguous` if none did. */
  competency: string;
  /** The state that spoke; `root`, `out_of_scope` or `ambiguous` if none did. */
  classifier_state: string;
  /** The label that this turn or an earlier one matched; `out_of_scope`, or null before any. */
  intent: string | null;
  /** 0…1; null if this turn was not decided by classification. */
  intent_probability: number | null;
  slots: WireSlots;
  visuals: Visuals;
  /** The business logic's whole answer; null if there was none. */
  bl_resp: unknown;
  /** The citation, if an FAQ collection answered. */
  faq?: FaqCitation;
  /** True if a state that hands over to people has spoken. */
  handsOff: boolean;
  explanation: Explanation;
}

export interface ResultParts {
  state: DialogState;
  /** The competency and the state that answered. */
  competency: string;
  classifierState: string;
  intent: string | null;
  probability: number | null;
  speech: readonly Speech[];
  /** True if the answer says something else before it repeats the question. */
  hasTold: boolean;
  /** The slots as the turn used them, and the competency that declares them. */
  slots?: { competency: CompiledCompetency; values: Readonly<Record<string, SlotValue>> };
  visualPayload?: Record<string, unknown>;
  businessLogic?: unknown;
  faq: FaqAnswer | null;
}

export function resultOf(turn: TurnContext, parts: ResultParts): TurnResult {
  const last = joinSpeech(parts.speech);
  const { speak, show, rich } = last;
  turn.explanation.asked = askedIn(parts.state);
  if (speak === '') turn.explanation.findings.push(`${parts.classifierState} had nothing to say`);
  return {
    state: { ...parts.state, last, hasTold: parts.hasTold },
    language: turn.input.language,
    competency: parts.competency,
    classifier_state: parts.classifierState,
    intent: parts.intent,
    intent_probability: parts.probability,
    slots: parts.slots === undefined ? {} : toWire(parts.slots.competency, parts.slots.values),
    visuals: { ...rich, ...parts.visualPayload, speakableResponse: speak, formattedResponse: show },
    bl_resp: parts.businessLogic ?? null,
    ...(parts.faq === null ? {} : { faq: parts.faq.citation }),
    handsOff: turn.handsOff,
    explanation: turn.explanation,
  };
}
