import { type DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import type {
  IdempotencyRecord,
  LastAnswer,
  Opening,
  Selector,
  Session,
  SessionStore,
} from '../domain/query/sessions.ts';
import { type Backoff, JITTERED } from './backoff.ts';
import { batchGet } from './batch-get.ts';
import { namesKey, readNames } from './business-logic-names.ts';
import { readTally, tallyItem, writeTally } from './conversation-items.ts';
import { documentClient } from './dynamodb.ts';
import { setting } from './environment.ts';
import { handoffWrites } from './handoff-items.ts';
import { querySettingsKey, readQuerySettings } from './query-settings.ts';
import { transact } from './transact.ts';
import { assignmentSortKey, canaryItem, versionSortKey } from './versions.ts';
import { write } from './write.ts';

/** A DynamoDB item may have 400 KB, including attribute names and keys. */
const MAX_ANSWER_BYTES = 380 * 1024;

const sessionItem = z.object({
  pk: z.string(),
  session_id: z.string(),
  revision: z.number(),
  qid: z.string(),
  ai_version: z.string(),
  application: z.optional(z.string()),
  state: z.string(),
  people: z.optional(z.array(z.string())),
  tally: z.optional(tallyItem),
  ends_at: z.number(),
  owner: z.optional(z.enum(['people', 'returned'])),
  reserved: z.optional(z.object({ by: z.string(), until: z.number() })),
  answered: z.optional(
    z.object({
      received_at: z.number(),
      at: z.number(),
      asked_revision: z.number(),
      asked_at: z.number(),
    }),
  ),
});

const recordItem = z.object({
  pk: z.string(),
  fingerprint: z.string(),
  answer: z.optional(z.instanceof(Uint8Array)),
  ends_at: z.number(),
});

/** The selected item is an assignment, which names a version, or a version. */
const selectedItem = z.union([
  z.object({ version_id: z.string(), canary: z.optional(canaryItem) }),
  z.object({ id: z.string() }),
]);

/** Sessions and idempotency records in DynamoDB; docs/STORAGE.md describes the items. */
export function createSessionStore(
  client: () => DynamoDBDocumentClient = documentClient,
  backoff: Backoff = JITTERED,
): SessionStore {
  const sessions = () => setting('SESSIONS_TABLE');
  const versions = () => setting('VERSIONS_TABLE');
  return {
    async open(institution, { sessionKey, recordKey, selector, wantsSettings = false }) {
      const [version, names, session, ...optional] = await batchGet(client(), [
        { table: versions(), key: { pk: institution, sk: sortKey(selector) } },
        { table: versions(), key: namesKey(institution) },
        { table: sessions(), key: { pk: sessionKey } },
        ...(recordKey === undefined ? [] : [{ table: sessions(), key: { pk: recordKey } }]),
        ...(wantsSettings ? [{ table: versions(), key: querySettingsKey(institution) }] : []),
      ]);
      const record = recordKey === undefined ? undefined : optional[0];
      const settings = wantsSettings ? optional.at(-1) : undefined;
      const opening: Opening = {};
      if (version !== undefined) opening.version = readSelected(version);
      if (names !== undefined) opening.names = readNames(names).sealed;
      if (session !== undefined) opening.session = readSession(session);
      if (settings !== undefined) opening.settings = readQuerySettings(settings);
      if (record !== undefined) opening.record = readRecord(record);
      return opening;
    },

    async commit({ session, previous, record, handoff, now }) {
      const putSession = { TableName: sessions(), Item: writeSession(session), ...unchanged(previous) };
      const putRecord = record && {
        TableName: sessions(),
        Item: writeRecord(record),
        ConditionExpression: 'attribute_not_exists(pk) OR ends_at <= :now',
        ExpressionAttributeValues: { ':now': now },
      };
      const others = newPointers(sessions(), session, previous, now);
      if (putRecord !== undefined || handoff !== undefined || others.length > 0) {
        const items = [
          { Put: putSession },
          ...others,
          ...(putRecord === undefined ? [] : [{ Put: putRecord }]),
          ...(handoff === undefined ? [] : handoffWrites(setting('CONVERSATIONS_TABLE'), handoff)),
        ];
        return (await transact(client(), items, backoff)) === undefined;
      }
      return write(client(), new PutCommand(putSession), backoff);
    },
  };
}

const sortKey = (selector: Selector): string =>
  'target' in selector ? assignmentSortKey(selector.target) : versionSortKey(selector.versionId);

function readSelected(item: unknown): NonNullable<Opening['version']> {
  const selected = selectedItem.parse(item);
  if ('id' in selected) return { versionId: selected.id };
  const { version_id: versionId, canary } = selected;
  return { versionId, ...(canary && { canary: { versionId: canary.version_id, percent: canary.percent } }) };
}

/** Compares the session id too: an expired item may have been deleted and its revision started again. */
const unchanged = (previous: Session | undefined) =>
  previous === undefined
    ? { ConditionExpression: 'attribute_not_exists(pk)' }
    : {
        ConditionExpression: 'revision = :revision AND session_id = :session',
        ExpressionAttributeValues: { ':revision': previous.revision, ':session': previous.sessionId },
      };

/** An index has one person of a session, the first one; each later one gets an item that names the session. */
export const pointerPrefix = (person: string): string => `person#${person}#`;

/** How long that item is kept. A session that goes on for longer, without a pause, is not found by it. */
const POINTER_SECONDS = 30 * 86_400;

function newPointers(
  TableName: string,
  { key, people = [] }: Session,
  previous: Session | undefined,
  now: number,
) {
  const [, ...later] = people;
  const known = previous?.people ?? [];
  return later
    .filter((person) => !known.includes(person))
    .map((person) => ({
      Put: {
        TableName,
        Item: {
          pk: `${pointerPrefix(person)}${key}`,
          person,
          expires_at: Math.ceil(now / 1000) + POINTER_SECONDS,
        },
      },
    }));
}

const writeSession = (session: Session) => ({
  pk: session.key,
  session_id: session.sessionId,
  revision: session.revision,
  qid: session.qid,
  ai_version: session.versionId,
  application: session.application,
  state: session.state,
  people: session.people,
  person: session.people?.[0],
  tally: session.tally && writeTally(session.tally),
  ends_at: session.endsAt,
  reserved: session.reserved,
  owner: session.owner,
  answered: session.answered && writeAnswered(session.answered),
  expires_at: Math.ceil(session.endsAt / 1000),
});

const writeAnswered = ({ receivedAt, at, asked }: LastAnswer) => ({
  received_at: receivedAt,
  at,
  asked_revision: asked.revision,
  asked_at: asked.at,
});

function readSession(item: unknown): Session {
  const parsed = sessionItem.parse(item);
  const { pk, session_id, revision, qid, ai_version, application, state, people, tally, ends_at, reserved } =
    parsed;
  const { answered, owner } = parsed;
  return {
    key: pk,
    sessionId: session_id,
    revision,
    qid,
    versionId: ai_version,
    ...(application === undefined ? {} : { application }),
    state,
    ...(people === undefined ? {} : { people }),
    ...(tally === undefined ? {} : { tally: readTally(tally) }),
    endsAt: ends_at,
    ...(reserved === undefined ? {} : { reserved }),
    ...(owner && { owner }),
    ...(answered && {
      answered: {
        receivedAt: answered.received_at,
        at: answered.at,
        asked: { revision: answered.asked_revision, at: answered.asked_at },
      },
    }),
  };
}

const writeRecord = ({ key, fingerprint, answer, people, endsAt }: IdempotencyRecord) => ({
  pk: key,
  people,
  person: people?.[0],
  fingerprint,
  answer: answer !== undefined && answer.byteLength <= MAX_ANSWER_BYTES ? answer : undefined,
  ends_at: endsAt,
  expires_at: Math.ceil(endsAt / 1000),
});

function readRecord(item: unknown): IdempotencyRecord {
  const { pk, fingerprint, answer, ends_at } = recordItem.parse(item);
  return { key: pk, fingerprint, ...(answer === undefined ? {} : { answer }), endsAt: ends_at };
}
