import type { CompiledCompetency } from '../assistant.ts';
import type { FaqAnswer } from '../faq/ask.ts';
import { toWire } from './business-logic/wire.ts';
import { joinSpeech, type Speech } from './speech.ts';
import { askedIn, type DialogState, type SlotValue } from './state.ts';
import type { TurnResult } from './turn.ts';
import type { TurnContext } from './turn-context.ts';

export interface ResultParts {
  state: DialogState;
  /** Names of who answered. */
  competency: string;
  classifierState: string;
  intent: string | null;
  probability: number | null;
  speech: readonly Speech[];
  /** True where it tells something else before it asks again what was asked. */
  hasTold: boolean;
  /** The slots as the turn used them, and the competency that declares them. */
  slots?: { of: CompiledCompetency; values: Readonly<Record<string, SlotValue>> };
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
    competency: parts.competency,
    classifier_state: parts.classifierState,
    intent: parts.intent,
    intent_probability: parts.probability,
    slots: parts.slots === undefined ? {} : toWire(parts.slots.of, parts.slots.values),
    visuals: { ...rich, ...parts.visualPayload, speakableResponse: speak, formattedResponse: show },
    bl_resp: parts.businessLogic ?? null,
    ...(parts.faq === null ? {} : { faq: parts.faq.citation }),
    explanation: turn.explanation,
  };
}
