import type { CallBusinessLogic } from '../../engine/dialogue/business-logic/protocol.ts';
import { wireName } from '../../engine/dialogue/business-logic/wire.ts';
import { askedIn, type DialogState, initialState } from '../../engine/dialogue/state.ts';
import { type TurnInput, type TurnResult, takeTurn } from '../../engine/dialogue/turn.ts';
import type { Unheard } from '../../engine/dialogue/turn-input.ts';
import { filterKeys } from '../../engine/faq/ask.ts';
import type { LoadedAssistant } from '../../engine/load.ts';
import { addressOf, type BusinessLogicClient, type CallOutcome } from '../shared/business-logic/client.ts';
import type { Guard, Look } from '../shared/business-logic/guard.ts';
import type { Clock } from '../shared/domain/clock.ts';
import type { TurnFacts } from '../shared/domain/conversations/conversations.ts';
import { fieldError } from '../shared/domain/errors.ts';
import type { Handoff } from '../shared/domain/handoffs/handoffs.ts';
import {
  NO_NAMES,
  openNames,
  type ServerLookup,
  serversOf,
} from '../shared/domain/institutions/business-logic-names.ts';
import {
  mergeAnswer,
  type QueryExplanation,
  type QueryResponse,
} from '../shared/domain/query/query-answer.ts';
import type { QueryRequest } from '../shared/domain/query/query-request.ts';
import type { RandomBytes } from '../shared/domain/random.ts';
import { NONCE_BYTES } from '../shared/domain/sealing.ts';
import type { Conversation, StoredState } from './conversation.ts';
import { type EmbedQuery, factsOf } from './logged-turn.ts';
import {
  failuresAfter,
  handedOver,
  type PeopleChange,
  stateGivenBack,
  takeOwnedTurn,
  withoutPeople,
} from './people-turn.ts';
import { sealState } from './sealed.ts';
import { sensitiveStretches } from './sensitive-stretches.ts';
import type { QueryLog } from './with-log.ts';

/** The result of a turn: the answer's body and the state to store, both as JSON. */
export interface AnsweredTurn {
  text: string;
  state: string;
  versionId: string;
  /** True if the answer asks a new question, or repeats a question that its user had not seen. */
  asksAnew: boolean;
  businessLogic?: CallOutcome['status'];
  /** States that the business logic asked for but that no transition of the version allows. */
  refused: RefusedState[];
  /** True if the query was only partly read because it exceeded the work limit. */
  givenUp: boolean;
  /** Fields that the version allows in the log, beside ids and outcomes. */
  logged?: Record<string, unknown>;
  /** Facts that the version allows in the conversation log. */
  facts?: TurnFacts;
  /** The changes of the turn to its handoff; absent if people are not involved. */
  people?: PeopleChange;
}

/**
 * A state that the business logic asked for although no transition leads to it. Contains only names that the version
 * declares.
 */
export interface RefusedState {
  competency: string;
  from: string;
  /** Null if the version has no state of this name. */
  to: string | null;
}

interface BusinessLogicCall {
  state: string;
  intent: string | null;
  outcome: CallOutcome;
  milliseconds: number;
}

/** The query, its caller and the institution's data for the turn. */
export interface TurnQuestion {
  institution: string;
  request: QueryRequest;
  explain: boolean;
  qid: string;
  /** Milliseconds since the epoch. */
  receivedAt: number;
  deploymentKey: Uint8Array;
  /** The institution's business-logic names with their addresses and secrets, encrypted. */
  names?: Uint8Array | undefined;
  /** Milliseconds since the epoch at which business-logic calls end. */
  deadline: number;
  /** The caller's trace header. */
  traceparent?: string;
  /** The same for every attempt at this turn of the conversation. */
  turnKey: string;
  /** The question and answer that the user had not yet seen when sending the query. */
  unheard?: Unheard;
  /** The conversation's handoff, if people own the conversation or have given it back. */
  handoff?: Handoff;
  /** Reserves the session for this turn before it does a deed. */
  reserve: (pending: DialogState) => Promise<void>;
}

export interface TurnDependencies {
  businessLogic: BusinessLogicClient;
  /** Skips calls to a failing server; if unset, every call is made. */
  guard?: Guard;
  conversations: Pick<QueryLog, 'lost'>;
  embed: EmbedQuery;
  now: Clock;
  random: RandomBytes;
}

/** Takes one turn of a conversation. */
export async function converse(
  { businessLogic, guard, conversations, embed, now, random }: TurnDependencies,
  question: TurnQuestion,
  { loaded, dialog, previous, session, state: stored = initialState() }: Conversation,
): Promise<AnsweredTurn> {
  const { request, explain, qid, institution, deploymentKey, reserve, handoff } = question;
  const { logged: heard, failures = 0, ...before }: StoredState = stored;
  const language = chooseLanguage(request.language, loaded.assistant.languages);
  checkFilters(request, loaded);
  const input: TurnInput = {
    qid,
    query: request.query,
    language,
    device: request.device ?? null,
    lat: request.lat ?? null,
    lon: request.lon ?? null,
    timeOffset: request.timeOffset ?? null,
    now: now(),
    institution,
    application: session.application ?? null,
    externalUserId: request.externalUserId,
    aiVersion: session.versionId,
    dialog,
    sessionId: session.sessionId,
    turnKey: question.turnKey,
    faqFilters: request.faqFilters,
    ...(question.unheard && { unheard: question.unheard }),
    arbitraryFields: request.arbitrary,
  };
  const isGivenBack = handoff !== undefined && previous?.owner === 'returned';
  const givenBack = isGivenBack ? stateGivenBack(loaded, input, before, handoff, deploymentKey) : undefined;
  const state = givenBack ? givenBack.state : before;
  if (givenBack?.isAskedAnew) input.unheard = { question: true, answer: true };
  const calls: BusinessLogicCall[] = [];
  const settings = loaded.assistant.businessLogic;
  const servers = settings === null ? undefined : serversFor(question, session.application);
  const look = settings === null ? undefined : lookAt(guard, institution, settings, servers);
  const callBusinessLogic: CallBusinessLogic = async (call, { key, pending }) => {
    const pass = await look?.enter();
    const isRefused = typeof pass === 'string';
    // A refused call does no deed, so the session needs no reservation.
    if (settings !== null && pending !== null && !isRefused) {
      try {
        await reserve(pending);
      } catch (error) {
        await pass?.leave(undefined);
        throw error;
      }
    }
    const startedAt = now();
    const outcome: CallOutcome =
      settings === null || isRefused
        ? { status: 'failed', reason: isRefused ? pass : 'not_configured' }
        : await businessLogic(
            settings,
            servers,
            call,
            question.deadline - startedAt,
            key,
            question.traceparent,
          );
    if (!isRefused) await pass?.leave(outcome);
    calls.push({ state: call.state, intent: call.intent, outcome, milliseconds: now() - startedAt });
    return outcome;
  };
  const owned =
    handoff !== undefined && previous?.owner === 'people'
      ? (takeOwnedTurn(loaded, input, state, handoff) ??
        withoutPeople(loaded, input, await takeTurn(loaded, state, input, callBusinessLogic)))
      : undefined;
  const answered = owned?.result ?? (await takeTurn(loaded, state, input, callBusinessLogic));
  const failed = owned ? 0 : failuresAfter(failures, answered, calls.at(-1)?.outcome.status);
  const byBusinessLogic = calls.some(({ outcome }) => asksForPeople(outcome));
  const { result, change = owned?.change } =
    owned === undefined
      ? handedOver(loaded, input, answered, { byBusinessLogic, failures: failed })
      : { result: answered };
  const explanation = writeExplanation(result, calls);
  const payload = {
    ...writePayload(input, session, result, calls, explain ? explanation : undefined),
    ...(loaded.assistant.people && { owner: change?.owner ?? 'assistant' }),
    ...(loaded.assistant.olderAnswer && { response: olderResponse(result) }),
  };
  const last = calls.at(-1);
  const called = last && { status: last.outcome.status, milliseconds: last.milliseconds };
  const taken = {
    at: question.receivedAt,
    before: state,
    heard,
    input,
    result,
    explanation,
    ...(called && { businessLogic: called }),
  };
  const facts = factsOrLost(conversations, () => factsOf(loaded, taken, embed));
  return {
    text: JSON.stringify(mergeAnswer(request.arbitrary, payload)),
    state: sealState(
      JSON.stringify({
        ...result.state,
        ...(loaded.assistant.people && change === undefined && failed > 0 && { failures: failed }),
        ...(facts && { logged: facts.heard }),
      } satisfies StoredState),
      { deploymentKey, dialog },
      random(NONCE_BYTES),
    ),
    versionId: session.versionId,
    asksAnew: result.asksAnew || input.unheard?.question === true,
    ...(change && { people: change }),
    ...(last === undefined ? {} : { businessLogic: last.outcome.status }),
    refused: refusedOf(loaded, result),
    givenUp: result.explanation.work.isExceeded,
    ...(facts === undefined ? {} : { facts }),
    ...(loaded.assistant.logQueries ? { logged: loggedOf(loaded, input, askedIn(state), result) } : {}),
  };
}

/** True if a business-logic answer hands the conversation over to people. */
const asksForPeople = (outcome: CallOutcome): boolean =>
  outcome.status === 'answered' && isObject(outcome.body) && outcome.body.hand_off === true;

/** Collects facts of a turn for the log. If this fails, the facts are lost and the query still succeeds. */
function factsOrLost<Facts>(log: Pick<QueryLog, 'lost'>, tell: () => Facts): Facts | undefined {
  try {
    return tell();
  } catch (error) {
    log.lost(error);
    return undefined;
  }
}

/** The institution's business-logic names for the session's application; undefined if they cannot be decrypted. */
function serversFor(
  { names, institution, deploymentKey }: TurnQuestion,
  application: string | undefined,
): ServerLookup | undefined {
  const opened = names === undefined ? NO_NAMES : openNames(names, { deploymentKey, institution });
  return opened && serversOf(opened, application);
}

/** Starts the health check of the server that the assistant calls, if its address is known. */
function lookAt(
  guard: Guard | undefined,
  institution: string,
  { url }: NonNullable<LoadedAssistant['assistant']['businessLogic']>,
  servers: ServerLookup | undefined,
): Look | undefined {
  const address = servers && addressOf(url, servers);
  return address === undefined ? undefined : guard?.({ institution, address });
}

const refusedOf = ({ states }: LoadedAssistant, { explanation }: TurnResult): RefusedState[] =>
  explanation.refused.map(({ from, to }) => ({
    competency: states.get(from)?.competency ?? '',
    from,
    to: states.has(to) ? to : null,
  }));

/**
 * The fields that a version with `log_queries: true` allows in the log: no sensitive slot, and no query that contains
 * one.
 */
function loggedOf(loaded: LoadedAssistant, input: TurnInput, asked: string | null, result: TurnResult) {
  const { competency, classifier_state: state, intent, slots } = result;
  const sensitive = [...loaded.competencies.values()]
    .flatMap((competency) => competency.slots)
    .filter((slot) => slot.sensitive)
    .map(({ name }) => wireName(name));
  const open = Object.entries(slots).filter(([name]) => !sensitive.includes(name));
  // A reply that was not understood may contain a sensitive value too.
  const holdsSensitive =
    (asked !== null && sensitive.includes(wireName(asked))) ||
    Object.keys(slots).length > open.length ||
    result.explanation.proposals.some(({ slot }) => slot && sensitive.includes(wireName(slot))) ||
    sensitiveStretches(loaded, input, result).length > 0;
  return {
    competency,
    state,
    intent,
    ...(holdsSensitive ? {} : { query: input.query }),
    slots: Object.fromEntries(open.map(([name, { values }]) => [name, values.map(({ value }) => value)])),
  };
}

/**
 * Chooses the answer's language. The contract's default is `en`; an assistant without English uses its own default.
 * @throws {ParleyError} if the assistant does not support the language
 */
function chooseLanguage(
  wanted: string | undefined,
  languages: { default: string; supported: string[] },
): string {
  if (wanted === undefined) return languages.supported.includes('en') ? 'en' : languages.default;
  if (languages.supported.includes(wanted)) return wanted;
  throw fieldError(
    'language',
    `send a language that this AI version supports: ${languages.supported.join(', ')}`,
  );
}

/**
 * Checks the filters. Without collections there is nothing to filter.
 * @throws {ParleyError} for a key that no document has
 */
function checkFilters({ faqFilters = {} }: QueryRequest, { faq }: LoadedAssistant): void {
  const keys = faq === undefined ? [] : filterKeys(faq);
  const unknown = Object.keys(faqFilters).filter((key) => !keys.includes(key));
  if (keys.length === 0 || unknown.length === 0) return;
  throw fieldError(
    'ai_faq_filters',
    `no document has ${unknown.slice(0, 5).join(', ')}; the keys of this AI version are ${keys.join(', ')}`,
  );
}

function writePayload(
  input: TurnInput,
  session: Conversation['session'],
  result: TurnResult,
  calls: readonly BusinessLogicCall[],
  explanation: QueryExplanation | undefined,
): QueryResponse {
  const answers = calls.flatMap(({ outcome }) => (outcome.status === 'answered' ? [outcome.exactBody] : []));
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
    language: result.language,
    ...(answers.length === 0 ? {} : { bl_resp: answers.reduce(withLater) }),
    ...(result.faq === undefined ? {} : { faq: result.faq }),
    ...(explanation === undefined ? {} : { explanation }),
  };
}

/**
 * Fields in which a later answer of the same turn adds to the earlier answer. In all other fields it replaces the
 * earlier value.
 */
const ADDED_TO: readonly string[] = ['slots', 'response_slots', 'visual_payload'];

/**
 * Merges two answers of one turn for the client: the later answer, plus the fields that only the earlier one has. A
 * failed call changes nothing.
 */
function withLater(earlier: unknown, later: unknown): unknown {
  if (!isObject(earlier) || !isObject(later)) return later;
  const added = ADDED_TO.flatMap((name) => {
    const [before, after] = [earlier[name], later[name]];
    return isObject(before) && isObject(after) ? [[name, { ...before, ...after }]] : [];
  });
  return { ...earlier, ...later, ...Object.fromEntries(added) };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The `response` part of the original service's older answers. */
const olderResponse = ({ classifier_state: type, slots }: TurnResult): QueryResponse['response'] => ({
  type,
  slots: Object.entries(slots).map(([name, raw_value]) => ({ name, raw_value })),
});

function writeExplanation(
  { explanation }: TurnResult,
  calls: readonly BusinessLogicCall[],
): QueryExplanation {
  const last = calls.at(-1);
  return {
    ranked: explanation.ranked,
    out_of_scope: explanation.outOfScope,
    outcome: explanation.outcome,
    acts: explanation.acts,
    proposals: explanation.proposals,
    transitions: explanation.transitions,
    asked: explanation.asked,
    business_logic: last === undefined ? null : callOf(last.outcome),
    business_logic_calls: calls.map(({ state, intent, outcome, milliseconds }) => ({
      state,
      intent,
      ...callOf(outcome),
      milliseconds,
    })),
    ...(explanation.faq === undefined ? {} : { faq: explanation.faq }),
    findings: explanation.findings,
  };
}

const callOf = (outcome: CallOutcome) =>
  outcome.status === 'answered'
    ? { status: outcome.status }
    : { status: outcome.status, reason: outcome.reason };
