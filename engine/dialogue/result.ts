import type { CompiledCompetency } from '../assistant.ts';
import type { FaqAnswer } from '../faq/ask.ts';
import type { FaqCitation } from '../faq/document.ts';
import { toWire, type WireSlots } from './business-logic/wire.ts';
import type { Explanation } from './explanation.ts';
import { joinSpeech, type Speech } from './speech.ts';
import { askedIn, type DialogState, type SlotValue } from './state.ts';
import type { TurnContext } from './turn-context.ts';

export interface Visuals {
  /** Fields of the business logic's `visual_payload`, and those of the rich answer that it does not replace. */
  [payload: string]: unknown;
  speakableResponse: string;
  formattedResponse: string;
}

/** The answer's wire fields, and the state to store. */
export interface TurnResult {
  state: DialogState;
  /** The language of the answer. */
  language: string;
  /** The answering competency; `root`, `out_of_scope` or `ambiguous` if there is none. */
  competency: string;
  /** The answering state; `root`, `out_of_scope` or `ambiguous` if there is none. */
  classifier_state: string;
  /** The label that this turn or an earlier one matched; `out_of_scope`, or null before any. */
  intent: string | null;
  /** 0…1; null if the turn was not decided by classification. */
  intent_probability: number | null;
  slots: WireSlots;
  visuals: Visuals;
  /** The business logic's full answer, or null. */
  bl_resp: unknown;
  /** The citation, if an FAQ collection answered. */
  faq?: FaqCitation;
  /** True if the answering state hands the user over to a person. */
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
  /** True if something else precedes the repeated question. */
  hasTold: boolean;
  /** The slots used in the turn, and their competency. */
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
