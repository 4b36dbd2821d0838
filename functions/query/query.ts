import type { DialogState } from '../../engine/dialogue/state.ts';
import type { CallOutcome } from '../shared/business-logic/client.ts';
import type { DeploymentKey } from '../shared/domain/deployment-key.ts';
import { ParleyError } from '../shared/domain/errors.ts';
import type { HandoffStore } from '../shared/domain/handoffs/handoff-store.ts';
import { type Handoff, OWNED_LIFETIME_MS } from '../shared/domain/handoffs/handoffs.ts';
import type { Entry } from '../shared/domain/institutions/admission.ts';
import {
  dialogOfSeed,
  digest,
  idempotencyRecordKey,
  isDialog,
  keyedDigest,
  newDialog,
  sessionKey,
} from '../shared/domain/query/dialog.ts';
import { missingUser, type QueryRequest } from '../shared/domain/query/query-request.ts';
import { openAnswer, sealAnswer } from '../shared/domain/query/sealed-answer.ts';
import {
  ANSWER_LIFETIME_MS,
  type IdempotencyRecord,
  peopleWith,
  personOf,
  SESSION_LIFETIME_MS,
  type Selector,
  type Session,
  type SessionStore,
} from '../shared/domain/query/sessions.ts';
import { noteFacts } from '../shared/domain/request-facts.ts';
import { NONCE_BYTES } from '../shared/domain/sealing.ts';
import { DEFAULT_TARGET, uuidFromDigest } from '../shared/domain/versions/versions.ts';
import { type Arrival, lastAnswer, unheardAt } from './arrival.ts';
import type { LoadVersion } from './assistants.ts';
import { type Conversation, openConversation, type Plan } from './conversation.ts';
import { handoffAfter } from './people-turn.ts';
import { crowded, type Queue } from './queue.ts';
import { sealState } from './sealed.ts';
import { type AnsweredTurn, converse, type RefusedState, type TurnDependencies } from './turn.ts';
import { entryOf, type QueryLog, withLog } from './with-log.ts';

/** Business-logic calls end this long after the request arrived. The remaining time is for the answer. */
const DEADLINE_MS = 18_000;
/**
 * How often a turn is computed again after a concurrent write, the first wait before that, and the factor by which
 * the wait grows.
 */
const MAX_REPEATS = 3;
const FIRST_WAIT_MS = 40;
const WAIT_FACTOR = 4;
/** How long a turn's reservation of its session lasts, however the turn ends. */
const RESERVATION_MS = 25_000;
/** Limit of a state in bytes. The rest of the item takes less than 1 KB; DynamoDB allows 400 KB. */
const MAX_STATE_BYTES = 390 * 1024;

export interface QueryDependencies extends TurnDependencies {
  deploymentKey: DeploymentKey;
  sessions: SessionStore;
  handoffs: Pick<HandoffStore, 'find'>;
  loadVersion: LoadVersion;
  conversations: QueryLog;
  newId: () => string;
  /** The fraction of the maximum wait before a retry, 0 to 1. */
  jitter: () => number;
  wait: (milliseconds: number) => Promise<unknown>;
  /** Runs queries of one dialog, and retries of one request, one after another in this process. */
  queue: Queue;
}

/** A query with its caller and options. */
export interface AskedQuery {
  institution: string;
  userId: string;
  request: QueryRequest;
  explain: boolean;
  /** Milliseconds since the epoch. */
  receivedAt: number;
  /** Arrival by the gateway's clock, never later than `receivedAt`. It shows how long the caller waits for the answer. */
  arrivedAt: number;
  /** Until when the user had seen the answers before: until `arrivedAt`, or earlier if the service itself asks. */
  heardUntil: number;
  /** The query's admission under its institution's limits; absent if there are no limits. */
  entry?: Entry;
  /** The caller's trace header, forwarded to the business logic. */
  traceparent?: string;
  idempotency?: {
    /** The `Idempotency-Key`. */
    key: string;
    /** A digest that is the same for equal requests under the key. */
    request: Uint8Array;
  };
}

/** The body to send, and facts for the log. */
export interface AnsweredQuery {
  text: string;
  qid?: string;
  attempts: number;
  replayed: boolean;
  /** True if the dialog that the caller sent had ended. */
  expired: boolean;
  versionId?: string;
  businessLogic?: CallOutcome['status'];
  refused: RefusedState[];
  /** True if the query was only partly read because it exceeded the work limit. */
  givenUp: boolean;
  /** Fields that the version allows in the log. */
  logged?: Record<string, unknown>;
}

/**
 * Answers one query in two round trips to the store: one reads everything a turn needs, one writes the turn if nothing
 * has changed since. If another process answered a query of the same dialog meanwhile, the turn reads again and answers
 * from the new state, with the same `qid`. A turn that calls business logic for a deed first writes a reservation, so
 * that no other turn does the deed too.
 * @throws {ParleyError} `invalid_request`, `idempotency_key_reused`, `conflict`, `too_many_requests`, or
 * `invalid_token` of a suspended institution
 */
export async function answerQuery(deps: QueryDependencies, asked: AskedQuery): Promise<AnsweredQuery> {
  // Started here and awaited later: only a dialog made from a seed, which could be guessed, needs the key before the
  // first read.
  const key = deps.deploymentKey();
  const plan = await makePlan(deps, asked, key);
  const inDialog = () =>
    deps.queue(sessionKey(asked, plan.givenDialog ?? plan.freshDialog), (hasWaited) =>
      answerInTurn(deps, asked, plan, key, hasWaited),
    );
  return plan.record === undefined ? inDialog() : deps.queue(plan.record.key, inDialog);
}

/**
 * Identifies the turn by its conversation, not by its request: two requests with one `Idempotency-Key` may each begin
 * a session.
 */
const turnKeyOf = ({ state, session, previous }: Conversation, { qid, record }: Plan): string =>
  state === undefined && record !== undefined ? qid : `${session.sessionId}:${(previous?.revision ?? 0) + 1}`;

/** Another query has advanced the conversation. */
class Overtaken extends Error {
  override name = 'Overtaken';
}

async function answerInTurn(
  deps: QueryDependencies,
  asked: AskedQuery,
  plan: Plan,
  key: Promise<Uint8Array>,
  hasWaited: boolean,
): Promise<AnsweredQuery> {
  let arrival: Arrival | undefined;
  const by = deps.newId();
  let dialog = plan.givenDialog ?? plan.freshDialog;
  let last: { conversation: Conversation; turn: AnsweredTurn } | undefined;
  const { entry } = asked;
  await entry?.first;
  for (let attempts = 1; ; attempts += 1) {
    const isFirst = attempts === 1;
    const [opening, deploymentKey] = await Promise.all([
      deps.sessions.open(asked.institution, {
        sessionKey: sessionKey(asked, dialog),
        selector: plan.selector,
        ...(plan.record === undefined ? {} : { recordKey: plan.record.key }),
        wantsSettings: asked.request.isUserAssumed === true || (isFirst && entry?.wantsSettings === true),
      }),
      key,
      isFirst && entry?.counted,
    ]);
    if (isFirst) await entry?.admitted(opening.settings);
    const isAllowed = opening.settings?.defaultExternalUser === 'credential';
    if (asked.request.isUserAssumed && !isAllowed) throw missingUser();
    const replay = await replayed(opening.record, plan, asked, deploymentKey);
    if (replay !== undefined)
      return { text: replay, attempts, replayed: true, expired: false, refused: [], givenUp: false };
    const { session, names } = opening;
    arrival ??= { at: asked.heardUntil, hasWaited, revision: session?.revision ?? 0 };
    // A write may succeed although its acknowledgement is lost. In that case the last turn is this turn.
    const isReserved = session?.reserved !== undefined;
    if (
      last !== undefined &&
      session?.qid === plan.qid &&
      session.sessionId === sessionIdOf(last) &&
      !isReserved
    ) {
      await logAgain(deps, asked, last, session);
      return report(last.turn, plan.qid, attempts, false);
    }
    if (isReserved && session.reserved?.by !== by && deps.now() < (session.reserved?.until ?? 0)) {
      await standBack(deps, attempts);
      continue;
    }
    let conversation = await openConversation(deps, asked, plan, opening, dialog, deploymentKey);
    dialog = conversation.dialog;
    noteFacts({ versionId: conversation.session.versionId });
    const deadline = asked.receivedAt + DEADLINE_MS;
    const reserve = async (pending: DialogState): Promise<void> => {
      const previous = reservedSession(deps, asked, plan, conversation, { pending, by, deploymentKey });
      const written = { session: previous, now: asked.receivedAt };
      const replaced = conversation.previous;
      if (!(await deps.sessions.commit({ ...written, ...(replaced && { previous: replaced }) }))) {
        throw new Overtaken();
      }
      conversation = { ...conversation, previous };
    };
    try {
      const turnKey = turnKeyOf(conversation, plan);
      const { previous, state } = conversation;
      const isOwned = state !== undefined && previous?.owner !== undefined;
      const handoff = isOwned ? await deps.handoffs.find(asked.institution, previous.sessionId) : undefined;
      const unheard = previous && state && unheardAt(previous, arrival);
      const question = {
        ...asked,
        ...{ qid: plan.qid, deploymentKey, names, deadline, turnKey, reserve },
        ...(unheard && { unheard }),
        ...(handoff && { handoff }),
      };
      const turn = await converse(deps, question, conversation);
      if (await commit(deps, asked, plan, conversation, turn, handoff, deploymentKey)) {
        const expired = session !== undefined && asked.receivedAt >= session.endsAt;
        return report(turn, plan.qid, attempts, expired);
      }
      last = { conversation, turn };
    } catch (error) {
      if (!(error instanceof Overtaken)) throw error;
    }
    await standBack(deps, attempts);
  }
}

const sessionIdOf = ({ conversation }: { conversation: Conversation }): string =>
  conversation.session.sessionId;

/** The entry was withdrawn because the turn's write seemed to have failed; write it again. */
async function logAgain(
  { conversations, now }: QueryDependencies,
  asked: AskedQuery,
  { conversation, turn: { facts } }: { conversation: Conversation; turn: AnsweredTurn },
  session: Session,
): Promise<void> {
  const logged = facts && entryOf(asked, conversation, session, facts, now());
  await withLog(conversations, logged?.entry, async () => true);
}

async function makePlan(
  { newId, random }: QueryDependencies,
  asked: AskedQuery,
  deploymentKey: Promise<Uint8Array>,
): Promise<Plan> {
  const { request, idempotency } = asked;
  const { dialog, dialogSeed, externalUserId } = request;
  const plan =
    dialogSeed === undefined
      ? {
          selector: selectorOf(request),
          freshDialog: newDialog(random),
          ...(dialog !== undefined && isDialog(dialog) && { givenDialog: dialog }),
        }
      : {
          selector: selectorOf(request),
          freshDialog: dialogOfSeed(await deploymentKey, asked, dialogSeed),
        };
  if (idempotency === undefined) return { ...plan, qid: newId() };
  const key = idempotencyRecordKey(await deploymentKey, asked, externalUserId, idempotency.key);
  const digests = [key, Buffer.from(idempotency.request).toString('base64url')];
  const fingerprint = keyedDigest(await deploymentKey, 'parley fingerprint', ...digests).toString(
    'base64url',
  );
  // A retry after a failure has the same qid, so that the business logic can recognise it.
  const qid = uuidFromDigest(digest('qid', key, fingerprint));
  return { ...plan, record: { key, fingerprint }, qid };
}

function selectorOf({ application, aiVersion }: QueryRequest): Selector {
  if (application !== undefined) return { target: application };
  return aiVersion === undefined ? { target: DEFAULT_TARGET } : { versionId: aiVersion };
}

async function replayed(
  record: IdempotencyRecord | undefined,
  plan: Plan,
  { idempotency, receivedAt }: AskedQuery,
  deploymentKey: Uint8Array,
): Promise<string | undefined> {
  if (record === undefined || idempotency === undefined || receivedAt >= record.endsAt) return undefined;
  if (record.fingerprint !== plan.record?.fingerprint) {
    throw new ParleyError(
      'idempotency_key_reused',
      'This Idempotency-Key was used for a different request; use a new key.',
    );
  }
  const { request } = idempotency;
  const answer = record.answer && (await openAnswer(record.answer, { deploymentKey, request }));
  if (answer !== undefined) return answer;
  throw new ParleyError(
    'conflict',
    'This request was already answered, but the answer was too large to store for a retry. Continue with the next query.',
  );
}

/** The session as stored while its turn calls business logic for a deed. */
function reservedSession(
  deps: QueryDependencies,
  asked: AskedQuery,
  plan: Plan,
  conversation: Conversation,
  { pending, by, deploymentKey }: { pending: DialogState; by: string; deploymentKey: Uint8Array },
): Session {
  const { dialog } = conversation;
  const state = sealState(JSON.stringify(pending), { deploymentKey, dialog }, deps.random(NONCE_BYTES));
  const reserved = { by, until: deps.now() + RESERVATION_MS };
  return { ...nextSession(deps, asked, plan, conversation, state), reserved };
}

/** @throws {ParleyError} `conflict` if the state is too large to store */
function nextSession(
  { now }: QueryDependencies,
  asked: AskedQuery,
  { qid }: Plan,
  { dialog, previous, session: { sessionId, versionId, application } }: Conversation,
  state: string,
): Session {
  if (Buffer.byteLength(state) > MAX_STATE_BYTES) {
    throw new ParleyError(
      'conflict',
      'The conversation has grown too large to continue. Start a new one without dialog or with another seed.',
    );
  }
  const person = personOf(asked.institution, asked.request.externalUserId);
  const goesOn = previous?.sessionId === sessionId;
  return {
    key: sessionKey(asked, dialog),
    sessionId,
    revision: (previous?.revision ?? 0) + 1,
    qid,
    versionId,
    ...(application === undefined ? {} : { application }),
    state,
    people: peopleWith(goesOn ? previous?.people : undefined, person),
    ...(goesOn && previous?.tally && { tally: previous.tally }),
    ...(goesOn && previous?.answered && { answered: previous.answered }),
    endsAt: now() + SESSION_LIFETIME_MS,
  };
}

async function commit(
  deps: QueryDependencies,
  asked: AskedQuery,
  plan: Plan,
  conversation: Conversation,
  { state, text, facts, asksAnew, people: change }: AnsweredTurn,
  found: Handoff | undefined,
  deploymentKey: Uint8Array,
): Promise<boolean> {
  const { sessions, conversations, now, random } = deps;
  const { previous } = conversation;
  const isWithPeople = change?.owner === 'people';
  const lasting = nextSession(deps, asked, plan, conversation, state);
  const next: Session = isWithPeople
    ? { ...lasting, owner: 'people', endsAt: now() + OWNED_LIFETIME_MS }
    : lasting;
  const { revision } = next;
  const answered = { receivedAt: asked.arrivedAt, at: now(), revision, asksAnew };
  const session = { ...next, answered: lastAnswer(previous, answered) };
  const logged = facts && entryOf(asked, conversation, session, facts, now());
  const { institution, request: asking } = asked;
  const handoff =
    change &&
    handoffAfter(change, session, found ?? (await deps.handoffs.find(institution, session.sessionId)), {
      query: asking.query,
      institution,
      now: now(),
      seal: { deploymentKey, institution, sessionId: session.sessionId, nonce: () => random(NONCE_BYTES) },
    });
  const turn = {
    session: logged?.session ?? session,
    ...(previous && { previous }),
    ...(handoff && { handoff }),
    now: asked.receivedAt,
  };
  const { record } = plan;
  const { idempotency } = asked;
  if (record === undefined || idempotency === undefined) {
    return withLog(conversations, logged?.entry, () => sessions.commit(turn));
  }
  const { request } = idempotency;
  const answer = await sealAnswer(text, { deploymentKey, request }, random(NONCE_BYTES));
  const people = [personOf(asked.institution, asked.request.externalUserId)];
  const endsAt = now() + ANSWER_LIFETIME_MS;
  const kept = { ...turn, record: { ...record, answer, people, endsAt } };
  return withLog(conversations, logged?.entry, () => sessions.commit(kept));
}

/**
 * Waits before a turn is computed again, longer each time.
 * @throws {ParleyError} `conflict` after the last attempt
 */
async function standBack({ jitter, wait }: QueryDependencies, attempts: number): Promise<void> {
  if (attempts > MAX_REPEATS) throw crowded();
  await wait(FIRST_WAIT_MS * WAIT_FACTOR ** (attempts - 1) * (1 + jitter()));
}

const report = (turn: AnsweredTurn, qid: string, attempts: number, expired: boolean): AnsweredQuery => ({
  text: turn.text,
  qid,
  attempts,
  replayed: false,
  expired,
  refused: turn.refused,
  givenUp: turn.givenUp,
  versionId: turn.versionId,
  ...(turn.businessLogic === undefined ? {} : { businessLogic: turn.businessLogic }),
  ...(turn.logged === undefined ? {} : { logged: turn.logged }),
});
