import { type DynamoDBDocumentClient, GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { RATINGS, sealWords, WORDS_KEPT, wordsKey } from '../domain/conversations/conversations.ts';
import type { FeedbackStore, FeedbackTarget } from '../domain/conversations/feedback.ts';
import type { DeploymentKey } from '../domain/deployment-key.ts';
import type { RandomBytes } from '../domain/random.ts';
import { NONCE_BYTES } from '../domain/sealing.ts';
import { addCounts, FEEDBACK, sessionPartition, TURN } from './conversation-items.ts';
import { documentClient } from './dynamodb.ts';
import { setting } from './environment.ts';
import { transact } from './transact.ts';

const turnItem = z.object({
  sk: z.string(),
  user_id: z.string(),
  began_at: z.number(),
  ai_version: z.string(),
  application: z.optional(z.string()),
  keeps: z.enum(WORDS_KEPT),
  expires_at: z.number(),
});

const ratingItem = z.object({ rating: z.enum(RATINGS) });

/** The most pages of 1 MB that are read to find one turn of a session. */
const MAX_PAGES = 5;

/** Feedback, stored beside the turns of its session; docs/STORAGE.md describes the items. */
export function createFeedbackStore({
  deploymentKey,
  random,
  client = documentClient,
}: {
  deploymentKey: DeploymentKey;
  random: RandomBytes;
  client?: () => DynamoDBDocumentClient;
}): FeedbackStore {
  const table = () => setting('CONVERSATIONS_TABLE');
  const keyOf = (institution: string, sessionId: string, qid: string | undefined) => ({
    pk: sessionPartition(institution, sessionId),
    sk: `${FEEDBACK}${qid ?? ''}`,
  });

  async function findTurn(pk: string, qid: string | undefined, now: number): Promise<unknown> {
    let from: Record<string, unknown> | undefined;
    for (let pages = 0; pages < MAX_PAGES; pages += 1) {
      const { Items = [], LastEvaluatedKey } = await client().send(
        new QueryCommand({
          TableName: table(),
          KeyConditionExpression: 'pk = :pk AND begins_with(sk, :turn)',
          FilterExpression: `expires_at > :now${qid === undefined ? '' : ' AND qid = :qid'}`,
          ExpressionAttributeValues: {
            ':pk': pk,
            ':turn': TURN,
            ':now': now / 1000,
            ...(qid === undefined ? {} : { ':qid': qid }),
          },
          ConsistentRead: true,
          ...(from && { ExclusiveStartKey: from }),
        }),
      );
      if (Items.length > 0) return Items[0];
      if (LastEvaluatedKey === undefined) return undefined;
      from = LastEvaluatedKey;
    }
    return undefined;
  }

  return {
    async find(institution, sessionId, qid, now) {
      const Key = keyOf(institution, sessionId, qid);
      const [turn, { Item }] = await Promise.all([
        findTurn(Key.pk, qid, now),
        client().send(new GetCommand({ TableName: table(), Key, ConsistentRead: true })),
      ]);
      if (turn === undefined) return undefined;
      const { sk, user_id, began_at, ai_version, application, keeps, expires_at } = turnItem.parse(turn);
      return {
        institution,
        sessionId,
        ...(qid === undefined ? {} : { qid }),
        userId: user_id,
        beganAt: began_at,
        versionId: ai_version,
        ...(application === undefined ? {} : { application }),
        turn: sk,
        keeps,
        expiresAt: expires_at,
        ...(Item && { previous: ratingItem.parse(Item).rating }),
      };
    },

    async write(target, { rating, words }, now) {
      const { institution, sessionId, qid, previous } = target;
      const key = wordsKey(await deploymentKey(), institution);
      const Item = {
        ...keyOf(institution, sessionId, qid),
        qid,
        rating,
        at: now,
        began_at: target.beganAt,
        ai_version: target.versionId,
        application: target.application,
        words: words && sealWords(Buffer.from(words), key, random(NONCE_BYTES), sessionId),
        expires_at: target.expiresAt,
      };
      const unchanged =
        previous === undefined
          ? { ConditionExpression: 'attribute_not_exists(pk)' }
          : {
              ConditionExpression: 'rating = :previous',
              ExpressionAttributeValues: { ':previous': previous },
            };
      const TableName = table();
      const Key = { pk: Item.pk, sk: target.turn };
      const stillThere = { TableName, Key, ConditionExpression: 'attribute_exists(pk)' };
      const counts = countsOf(target, rating);
      const items = [
        { ConditionCheck: stillThere },
        { Put: { TableName, Item, ...unchanged } },
        ...(counts === undefined ? [] : [{ Update: addCounts(TableName, target, counts) }]),
      ];
      return (await transact(client(), items)) === undefined;
    },
  };
}

function countsOf({ previous }: FeedbackTarget, rating: string): Record<string, number> | undefined {
  if (previous === rating) return undefined;
  return {
    [`feedback:${rating}`]: 1,
    ...(previous === undefined ? {} : { [`feedback:${previous}`]: -1 }),
  };
}
