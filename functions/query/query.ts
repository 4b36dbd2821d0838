import type { BusinessLogicClient, CallOutcome } from '../shared/business-logic/client.ts';
import type { Clock } from '../shared/domain/clock.ts';
import {
  dialogOfSeed,
  digest,
  idempotencyRecordKey,
  isDialog,
  newDialog,
  sessionKey,
} from '../shared/domain/dialog.ts';
import { fieldError, ParleyError } from '../shared/domain/errors.ts';
import type { QueryRequest } from '../shared/domain/query-request.ts';
import type { RandomBytes } from '../shared/domain/random.ts';
import {
  type IdempotencyRecord,
  type Opening,
  SESSION_LIFETIME_MS,
  type Selector,
  type Session,
  type SessionStore,
} from '../shared/domain/sessions.ts';
import { DEFAULT_TARGET, uuidFromDigest } from '../shared/domain/versions.ts';
import type { LoadVersion } from './assistants.ts';
import { type Conversation, converse, type Turn } from './turn.ts';

/** No answer begins to be worked out again later than this after the request came in. */
const DEADLINE_MS = 25_000;
const FIRST_WAIT_MS = 20;
const LONGEST_WAIT_MS = 500;
/** Beside the state, the item holds less than 1 KB; DynamoDB takes 400. */
const MAX_STATE_BYTES = 390 * 1024;

export interface QueryDependencies {
  sessions: SessionStore;
  loadVersion: LoadVersion;
  businessLogic: BusinessLogicClient;
  now: Clock;
  random: RandomBytes;
  newId: () => string;
  /** 0…1: what part of the longest wait those wait who were overtaken. */
  jitter: () => number;
  wait: (milliseconds: number) => Promise<unknown>;
}

/** A query, who asks it, and how. */
export interface AskedQuery {
  institution: string;
  userId: string;
  request: QueryRequest;
  explain: boolean;
  /** Milliseconds since the epoch. */
  receivedAt: number;
  idempotency?: {
    /** The `Idempotency-Key`. */
    key: string;
    /** Equal for equal requests. */
    fingerprint: string;
  };
}

/** The body to send, and what may be logged of how it came about. */
export interface AnsweredQuery {
  text: string;
  qid?: string;
  attempts: number;
  replayed: boolean;
  versionId?: string;
  businessLogic?: CallOutcome['status'];
}

/**
 * Answers one query in two round trips to the store: one that reads all that a turn starts from, one that
 * writes the turn if nothing has changed since. Who is overtaken by another query of the same dialog reads
 * again and answers from the new state, as the same `qid`.
 * @throws {ParleyError} `invalid_request`, `idempotency_key_reused` or `conflict`
 */
export async function answerQuery(deps: QueryDependencies, asked: AskedQuery): Promise<AnsweredQuery> {
  const plan = makePlan(deps, asked);
  let written: Turn | undefined;
  for (let attempts = 1; ; attempts += 1) {
    const opening = await deps.sessions.open(asked.institution, {
      sessionKey: sessionKey(asked.institution, plan.dialog),
      selector: plan.selector,
      ...(plan.recordKey === undefined ? {} : { recordKey: plan.recordKey }),
    });
    const replay = replayed(opening.record, asked);
    if (replay !== undefined) return { text: replay, attempts, replayed: true };
    // A write can succeed although its acknowledgement is lost; it is ours by its qid.
    if (written !== undefined && opening.session?.qid === plan.qid)
      return report(written, plan.qid, attempts);
    const conversation = await begin(deps, asked, plan, opening);
    written = await converse(deps, asked, conversation, asked.receivedAt + DEADLINE_MS);
    if (await commit(deps, asked, plan, conversation, written)) return report(written, plan.qid, attempts);
    await standBack(deps, asked, attempts);
  }
}

/** What stays the same however often the turn has to be worked out. */
interface Plan {
  qid: string;
  selector: Selector;
  recordKey?: string;
  /** Where the session is looked for; a new session without a seed goes on as `freshDialog`. */
  dialog: string;
  freshDialog: string;
}

function makePlan(deps: QueryDependencies, { institution, userId, request, idempotency }: AskedQuery): Plan {
  const { dialog, dialogSeed } = request;
  const freshDialog =
    dialogSeed === undefined ? newDialog(deps.random) : dialogOfSeed(institution, dialogSeed);
  const given = dialogSeed === undefined && dialog !== undefined && isDialog(dialog) ? dialog : freshDialog;
  const plan = { selector: selectorOf(request), dialog: given, freshDialog };
  if (idempotency === undefined) return { ...plan, qid: deps.newId() };
  const recordKey = idempotencyRecordKey(institution, userId, idempotency.key);
  // A repeat after a failure has the same qid, so that the business logic can tell that it is one.
  return { ...plan, recordKey, qid: uuidFromDigest(digest('qid', recordKey, idempotency.fingerprint)) };
}

function selectorOf({ application, aiVersion }: QueryRequest): Selector {
  if (application !== undefined) return { target: application };
  return aiVersion === undefined ? { target: DEFAULT_TARGET } : { versionId: aiVersion };
}

function replayed(record: IdempotencyRecord | undefined, asked: AskedQuery): string | undefined {
  if (record === undefined || asked.receivedAt >= record.endsAt) return undefined;
  if (record.fingerprint !== asked.idempotency?.fingerprint) {
    throw new ParleyError(
      'idempotency_key_reused',
      'This Idempotency-Key was used for another request; send a new one.',
    );
  }
  if (record.answer === undefined) {
    throw new ParleyError(
      'conflict',
      'This request was answered before, but its answer was too large to keep. Go on with the next query.',
    );
  }
  return record.answer;
}

/** Finds the session and the assistant that go on, or begins a session with the selected one. */
async function begin(
  { loadVersion, newId }: QueryDependencies,
  { institution, request, receivedAt }: AskedQuery,
  plan: Plan,
  { session, versionId: selected }: Opening,
): Promise<Conversation> {
  if (selected === undefined && 'versionId' in plan.selector) {
    throw fieldError('ai_version', 'no AI version has this UUID; send another, or leave the field out');
  }
  if (selected === undefined && request.application !== undefined) {
    throw fieldError('application', 'no AI version is assigned to it; send another, or leave the field out');
  }
  if (session !== undefined && receivedAt < session.endsAt) {
    const loaded = await loadVersion(institution, session.versionId);
    if (loaded !== undefined)
      return { loaded, qid: plan.qid, dialog: plan.dialog, previous: session, session };
  }
  if (selected === undefined) {
    throw new ParleyError(
      'conflict',
      'No default AI version is set. Send application or ai_version, or have an operator run "parley ai default".',
    );
  }
  const loaded = await loadVersion(institution, selected);
  if (loaded === undefined) {
    throw new ParleyError(
      'conflict',
      `The artifact of AI version ${selected} is missing. Have an operator publish it again.`,
    );
  }
  // Only a seed's session takes the place of one that has ended.
  const previous = plan.dialog === plan.freshDialog ? session : undefined;
  plan.dialog = plan.freshDialog;
  const application = request.application;
  const begun = {
    sessionId: newId(),
    versionId: selected,
    ...(application === undefined ? {} : { application }),
  };
  return { loaded, qid: plan.qid, dialog: plan.dialog, session: begun, ...(previous && { previous }) };
}

function commit(
  { sessions, now }: QueryDependencies,
  asked: AskedQuery,
  { recordKey }: Plan,
  { qid, dialog, previous, session: { sessionId, versionId, application } }: Conversation,
  { state, text }: Turn,
): Promise<boolean> {
  if (Buffer.byteLength(state) > MAX_STATE_BYTES) {
    throw new ParleyError(
      'conflict',
      'The conversation has grown too large to go on. Begin a new one, without dialog or with another seed.',
    );
  }
  const endsAt = now() + SESSION_LIFETIME_MS;
  const session: Session = {
    key: sessionKey(asked.institution, dialog),
    sessionId,
    revision: (previous?.revision ?? 0) + 1,
    qid,
    versionId,
    ...(application === undefined ? {} : { application }),
    state,
    endsAt,
  };
  const fingerprint = asked.idempotency?.fingerprint;
  return sessions.commit({
    session,
    ...(previous && { previous }),
    ...(recordKey !== undefined &&
      fingerprint !== undefined && { record: { key: recordKey, fingerprint, answer: text, endsAt } }),
    now: asked.receivedAt,
  });
}

async function standBack(deps: QueryDependencies, asked: AskedQuery, attempts: number): Promise<void> {
  const longest = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (attempts - 1));
  const milliseconds = deps.jitter() * longest;
  if (deps.now() + milliseconds >= asked.receivedAt + DEADLINE_MS) {
    throw new ParleyError(
      'conflict',
      'Too many queries were sent on this dialog at once. Send this one again, after the others.',
    );
  }
  await deps.wait(milliseconds);
}

const report = (turn: Turn, qid: string, attempts: number): AnsweredQuery => ({
  text: turn.text,
  qid,
  attempts,
  replayed: false,
  versionId: turn.versionId,
  ...(turn.businessLogic === undefined ? {} : { businessLogic: turn.businessLogic }),
});
