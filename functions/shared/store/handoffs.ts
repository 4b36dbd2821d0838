import {
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  paginateQuery,
  QueryCommand,
} from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import type { HandoffStore, SessionChange } from '../domain/handoffs/handoff-store.ts';
import { type Backoff, JITTERED } from './backoff.ts';
import { sessionPartition } from './conversation-items.ts';
import { documentClient } from './dynamodb.ts';
import { setting } from './environment.ts';
import { createHandoffFinder } from './handoff-finder.ts';
import {
  handoffPartition,
  handoffWrites,
  isOpen,
  MESSAGE,
  messageSortKey,
  openHandoffPartition,
  readHandoff,
  readHandoffLine,
  readMessage,
  readTyping,
  TYPING,
} from './handoff-items.ts';
import { answerItem } from './repeats.ts';
import { type TransactItems, transact } from './transact.ts';
import { write } from './write.ts';

const sessionItem = z.object({
  session_id: z.string(),
  owner: z.optional(z.enum(['people', 'returned'])),
  ai_version: z.string(),
  application: z.optional(z.string()),
  people: z.optional(z.array(z.string())),
  ends_at: z.number(),
});

/**
 * Handoffs with their messages in the conversations table, and their sessions; docs/STORAGE.md describes the items.
 */
export function createHandoffStore(
  client: () => DynamoDBDocumentClient = documentClient,
  backoff: Backoff = JITTERED,
): HandoffStore {
  const conversations = () => setting('CONVERSATIONS_TABLE');
  const sessions = () => setting('SESSIONS_TABLE');
  return {
    ...createHandoffFinder(client),

    async list(institution, { status, queue, limit, after }) {
      const isOfOpen = status === undefined || isOpen({ status });
      const pk = isOfOpen ? openHandoffPartition(institution) : handoffPartition(institution);
      const filters = Object.entries({ status, queue }).filter(([, value]) => value !== undefined);
      const { Items = [], LastEvaluatedKey } = await client().send(
        new QueryCommand({
          TableName: conversations(),
          KeyConditionExpression: 'pk = :pk',
          ...(filters.length > 0 && {
            FilterExpression: filters.map(([name]) => `#${name} = :${name}`).join(' AND '),
            ExpressionAttributeNames: Object.fromEntries(filters.map(([name]) => [`#${name}`, name])),
          }),
          ExpressionAttributeValues: {
            ':pk': pk,
            ...Object.fromEntries(filters.map(([name, value]) => [`:${name}`, value])),
          },
          Limit: limit,
          ConsistentRead: true,
          ...(after !== undefined && { ExclusiveStartKey: { pk, sk: after } }),
        }),
      );
      return {
        items: Items.map((item) => (isOfOpen ? readHandoffLine(item) : readHandoff(institution, item))),
        ...(LastEvaluatedKey && { next: String(LastEvaluatedKey.sk) }),
      };
    },

    async findSession(sessionKey) {
      const { Item } = await client().send(
        new GetCommand({
          TableName: sessions(),
          Key: { pk: sessionKey },
          ProjectionExpression: 'session_id, #owner, ai_version, application, people, ends_at',
          ExpressionAttributeNames: { '#owner': 'owner' },
          ConsistentRead: true,
        }),
      );
      if (Item === undefined) return undefined;
      const { session_id, owner, ai_version, application, people = [], ends_at } = sessionItem.parse(Item);
      return {
        sessionId: session_id,
        ...(owner && { owner }),
        versionId: ai_version,
        ...(application === undefined ? {} : { application }),
        people,
        endsAt: ends_at,
      };
    },

    async messagesAfter({ institution, sessionId }, after, { limit, withNotes }) {
      const pages = paginateQuery(
        { client: client(), pageSize: limit },
        {
          TableName: conversations(),
          KeyConditionExpression: 'pk = :pk AND sk BETWEEN :first AND :last',
          ExpressionAttributeValues: {
            ':pk': sessionPartition(institution, sessionId),
            ':first': messageSortKey(after + 1),
            ':last': `${MESSAGE}~`,
            ...(withNotes ? {} : { ':note': 'note' }),
          },
          ...(withNotes
            ? {}
            : { FilterExpression: '#from <> :note', ExpressionAttributeNames: { '#from': 'from' } }),
          ConsistentRead: true,
        },
      );
      // A page with only notes has nothing for the end user but may be followed by more pages.
      for await (const { Items = [] } of pages) {
        const messages = Items.filter(({ sk }) => sk !== TYPING).map(readMessage);
        const sign = Items.find(({ sk }) => sk === TYPING);
        if (Items.length > 0) return { messages, ...(sign && { typing: readTyping(sign) }) };
      }
      return { messages: [] };
    },

    async sign({ institution, sessionId }, sign) {
      const pk = sessionPartition(institution, sessionId);
      const Item = { pk, sk: TYPING, ...sign, expires_at: Math.ceil(sign.until / 1000) };
      await write(client(), new PutCommand({ TableName: conversations(), Item }));
    },

    async write(change, session, kept) {
      const { sessionKey, sessionId } = change.next;
      const items: TransactItems = [
        sessionWrite(sessions(), sessionKey, sessionId, session),
        ...handoffWrites(conversations(), change),
        ...(kept === undefined ? [] : [answerItem(kept, change.next.lastAt, sessions())]),
      ];
      return (await transact(client(), items, backoff)) === undefined;
    },
  };
}

/**
 * The session's part of a change. When people take over or continue, the session keeps its revision, so that no query
 * is overtaken. When people give the conversation back, the revision changes.
 */
function sessionWrite(
  TableName: string,
  pk: string,
  sessionId: string,
  change: SessionChange,
): TransactItems[number] {
  const Key = { pk };
  if (change.to === 'as it is') {
    return {
      ConditionCheck: {
        TableName,
        Key,
        ConditionExpression: 'session_id = :session',
        ExpressionAttributeValues: { ':session': sessionId },
      },
    };
  }
  const { endsAt } = change;
  const isGivenBack = change.to === 'returned';
  return {
    Update: {
      TableName,
      Key,
      UpdateExpression: `SET ends_at = :ends, expires_at = :expires${isGivenBack ? ', #owner = :returned, revision = revision + :one' : ''}`,
      ConditionExpression: 'session_id = :session AND #owner = :people',
      ExpressionAttributeNames: { '#owner': 'owner' },
      ExpressionAttributeValues: {
        ':session': sessionId,
        ':people': 'people',
        ':ends': endsAt,
        ':expires': Math.ceil(endsAt / 1000),
        ...(isGivenBack && { ':returned': 'returned', ':one': 1 }),
      },
    },
  };
}
