import type { DialogState } from '../../engine/dialogue/state.ts';
import type { CallOutcome } from '../shared/business-logic/client.ts';
import type { DeploymentKey } from '../shared/domain/deployment-key.ts';
import { ParleyError } from '../shared/domain/errors.ts';
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
import { crowded, type Queue } from './queue.ts';
import { sealState } from './sealed.ts';
import { type AnsweredTurn, converse, type RefusedState, type TurnDependencies } from './turn.ts';
import { entryOf, type QueryLog, withLog } from './with-log.ts';

/** Calls of business logic end this long after the request came in: what is left of its time is for the answer. */
const DEADLINE_MS = 18_000;
/**
 * The number of times that an overtaken turn is worked out again, and the time that it waits before, which grows by a
 * factor.
 */
const MAX_REPEATS = 3;
const FIRST_WAIT_MS = 40;
const WAIT_FACTOR = 4;
/** The time after which a turn that has reserved its session is over, however it ended. */
const RESERVATION_MS = 25_000;
/** The most bytes of a state. The item holds less than 1 KB beside it; DynamoDB takes 400. */
const MAX_STATE_BYTES = 390 * 1024;

export interface QueryDependencies extends TurnDependencies {
  deploymentKey: DeploymentKey;
  sessions: SessionStore;
  loadVersion: LoadVersion;
  conversations: QueryLog;
  newId: () => string;
  /** 0…1: what part of the longest wait those wait who were overtaken. */
  jitter: () => number;
  wait: (milliseconds: number) => Promise<unknown>;
  /** Queries of one dialog, and repeats of one request, go one after the other in this process. */
  queue: Queue;
}

/** A query, who asks it, and how. */
export interface AskedQuery {
  institution: string;
  userId: string;
  request: QueryRequest;
  explain: boolean;
  /** Milliseconds since the epoch. */
  receivedAt: number;
  /** The same by the gateway's clock, and not after it: what its user had heard by then. */
  arrivedAt: number;
  /** The query at its institution's limits; absent where nothing is weighed. */
  entry?: Entry;
  /** The header of the caller's trace, which business logic gets too. */
  traceparent?: string;
  idempotency?: {
    /** The `Idempotency-Key`. */
    key: string;
    /** A digest that is equal for equal requests under the key. */
    request: Uint8Array;
  };
}

/** The body to send, and what may be logged of how it came about. */
export interface AnsweredQuery {
  text: string;
  qid?: string;
  attempts: number;
  replayed: boolean;
  /** True where the dialog that was passed back had ended. */
  expired: boolean;
  versionId?: string;
  businessLogic?: CallOutcome['status'];
  refused: RefusedState[];
  /** True where the query was not read to its end, since that would have taken too much work. */
  givenUp: boolean;
  /** Fields that the version lets into the log. */
  logged?: Record<string, unknown>;
}

/**
 * Answers one query in two round trips to the store: one that reads all that a turn starts from, one that
 * writes the turn if nothing has changed since. Who is overtaken by another query of the same dialog, which another
 * process answers, reads again and answers from the new state, as the same `qid`. A turn that does a deed writes once
 * more, before it does it, so that nobody else does it too.
 * @throws {ParleyError} `invalid_request`, `idempotency_key_reused`, `conflict`, `too_many_requests`, or `invalid_token`
 *   of a suspended institution
 */
export async function answerQuery(deps: QueryDependencies, asked: AskedQuery): Promise<AnsweredQuery> {
  // Begun at once: what waits for it before the store is asked is only what stands for a text that can be guessed.
  const key = deps.deploymentKey();
  const plan = await makePlan(deps, asked, key);
  const inDialog = () =>
    deps.queue(sessionKey(asked, plan.givenDialog ?? plan.freshDialog), (hasWaited) =>
      answerInTurn(deps, asked, plan, key, hasWaited),
    );
  return plan.record === undefined ? inDialog() : deps.queue(plan.record.key, inDialog);
}

/** Names the turn, whoever takes it; two requests under one `Idempotency-Key` may each begin a session of its own. */
const turnKeyOf = ({ state, session, previous }: Conversation, { qid, record }: Plan): string =>
  state === undefined && record !== undefined ? qid : `${session.sessionId}:${(previous?.revision ?? 0) + 1}`;

/** Somebody else has moved the conversation on. */
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
    arrival ??= { at: asked.arrivedAt, hasWaited, revision: session?.revision ?? 0 };
    // A write can succeed although its acknowledgement is lost: the last turn is ours then.
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
      const unheard = previous && state && unheardAt(previous, arrival);
      const question = {
        ...asked,
        ...{ qid: plan.qid, deploymentKey, names, deadline, turnKey, reserve },
        ...(unheard && { unheard }),
      };
      const turn = await converse(deps, question, conversation);
      if (await commit(deps, asked, plan, conversation, turn, deploymentKey)) {
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

/** Its entry was taken back, since its write seemed to be lost. */
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
  // A repeat after a failure has the same qid, so that the business logic can tell that it is one.
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
      'This Idempotency-Key was used for another request; send a new one.',
    );
  }
  const { request } = idempotency;
  const answer = record.answer && (await openAnswer(record.answer, { deploymentKey, request }));
  if (answer !== undefined) return answer;
  throw new ParleyError(
    'conflict',
    'This request was answered before, but its answer was too large to keep. Go on with the next query.',
  );
}

/** The session while its turn does a deed. */
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

/** @throws {ParleyError} `conflict` for a state that is too large to keep */
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
      'The conversation has grown too large to go on. Begin a new one, without dialog or with another seed.',
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
  { state, text, facts, asksAnew }: AnsweredTurn,
  deploymentKey: Uint8Array,
): Promise<boolean> {
  const { sessions, conversations, now, random } = deps;
  const { previous } = conversation;
  const next = nextSession(deps, asked, plan, conversation, state);
  const { revision } = next;
  const answered = { receivedAt: asked.arrivedAt, at: now(), revision, asksAnew };
  const session = { ...next, answered: lastAnswer(previous, answered) };
  const logged = facts && entryOf(asked, conversation, session, facts, now());
  const turn = { session: logged?.session ?? session, ...(previous && { previous }), now: asked.receivedAt };
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
 * Waits before a turn is worked out again, longer every time.
 * @throws {ParleyError} `conflict` where it was often enough
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
