import type { BusinessLogicClient, CallOutcome } from '../shared/business-logic/client.ts';
import type { Clock } from '../shared/domain/clock.ts';
import { fieldError } from '../shared/domain/errors.ts';
import { mergeAnswer, type QueryExplanation, type QueryResponse } from '../shared/domain/query-answer.ts';
import type { QueryRequest } from '../shared/domain/query-request.ts';
import type { BusinessLogicRequest } from '../shared/engine/business-logic.ts';
import { type DialogState, initialState } from '../shared/engine/dialog/state.ts';
import { type TurnInput, type TurnResult, takeTurn } from '../shared/engine/turn.ts';
import type { Conversation } from './conversation.ts';

/** What a turn leaves: the body of the answer and the state to keep, both as JSON. */
export interface Turn {
  text: string;
  state: string;
  versionId: string;
  businessLogic?: CallOutcome['status'];
}

/** Takes the turn of a conversation; `deadline` (milliseconds since the epoch) ends its business-logic call. */
export async function converse(
  { businessLogic, now }: { businessLogic: BusinessLogicClient; now: Clock },
  { request, explain, qid }: { request: QueryRequest; explain: boolean; qid: string },
  { loaded, dialog, session }: Conversation,
  deadline: number,
): Promise<Turn> {
  const language = chooseLanguage(request.language, loaded.assistant.languages);
  const state: DialogState = session.state === undefined ? initialState() : JSON.parse(session.state);
  const input: TurnInput = {
    qid,
    query: request.query,
    language,
    device: request.device ?? null,
    lat: request.lat ?? null,
    lon: request.lon ?? null,
    timeOffset: request.timeOffset ?? null,
    now: now(),
    externalUserId: request.externalUserId,
    aiVersion: session.versionId,
    dialog,
    sessionId: session.sessionId,
    arbitraryFields: request.arbitrary,
  };
  let outcome: CallOutcome | undefined;
  const settings = loaded.assistant.businessLogic;
  const result = await takeTurn(loaded, state, input, async (call: BusinessLogicRequest) => {
    outcome =
      settings === null
        ? { status: 'failed', reason: 'not_configured' }
        : await businessLogic(settings, call, deadline - now());
    return outcome;
  });
  const payload = writePayload(input, session, result, outcome, explain);
  return {
    text: JSON.stringify(mergeAnswer(request.arbitrary, payload)),
    state: JSON.stringify(result.state),
    versionId: session.versionId,
    ...(outcome === undefined ? {} : { businessLogic: outcome.status }),
  };
}

/**
 * The contract's default is `en` (SPEC §2.3); an assistant that does not speak it answers in its own default.
 * @throws {ParleyError} for a language that the assistant does not speak
 */
function chooseLanguage(
  wanted: string | undefined,
  languages: { default: string; supported: string[] },
): string {
  if (wanted === undefined) return languages.supported.includes('en') ? 'en' : languages.default;
  if (languages.supported.includes(wanted)) return wanted;
  throw fieldError('language', `send one that this AI version speaks: ${languages.supported.join(', ')}`);
}

function writePayload(
  input: TurnInput,
  session: Conversation['session'],
  result: TurnResult,
  outcome: CallOutcome | undefined,
  explain: boolean,
): QueryResponse {
  return {
    qid: input.qid,
    session_id: session.sessionId,
    dialog: input.dialog,
    query: input.query,
    competency: result.competency,
    classifier_state: result.classifier_state,
    visuals: result.visuals,
    intent: result.intent,
    intent_probability: result.intent_probability,
    slots: result.slots,
    ai_version: session.versionId,
    application: session.application ?? null,
    language: input.language,
    ...(outcome?.status === 'answered' ? { bl_resp: outcome.exactBody } : {}),
    ...(explain ? { explanation: writeExplanation(result, outcome) } : {}),
  };
}

const writeExplanation = (
  { explanation }: TurnResult,
  outcome: CallOutcome | undefined,
): QueryExplanation => ({
  ranked: explanation.ranked,
  out_of_scope: explanation.outOfScope,
  outcome: explanation.outcome,
  decision: explanation.decision,
  transitions: explanation.transitions,
  asked: explanation.asked,
  business_logic: outcome === undefined ? null : callOf(outcome),
  findings: explanation.findings,
});

const callOf = (outcome: CallOutcome) =>
  outcome.status === 'answered'
    ? { status: outcome.status }
    : { status: outcome.status, reason: outcome.reason };
