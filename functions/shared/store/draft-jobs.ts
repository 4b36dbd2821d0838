import { type DynamoDBDocumentClient, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import type { DraftJob, JobStore } from '../domain/drafts/jobs.ts';
import { draftPlay } from '../domain/drafts/play.ts';
import { eventItem } from './audit.ts';
import { draftPartition } from './drafts.ts';
import { transact } from './transact.ts';
import { write } from './write.ts';

const jobItem = z.object({
  draft: z.string(),
  id: z.string(),
  revision: z.number(),
  state: z.enum(['training', 'published', 'tested', 'failed']),
  stage: z.string(),
  progress: z.number(),
  started_at: z.number(),
  started_by: z.string(),
  alive_at: z.number(),
  compare_with: z.optional(z.string()),
  despite_failed_tests: z.optional(z.literal(true)),
  only_tests: z.optional(z.literal(true)),
  version_id: z.optional(z.string()),
  /** JSON of `draftPlay`. */
  play: z.optional(z.string()),
  failure: z.optional(z.string()),
});

const keyOf = (institution: string, draft: string) => ({
  pk: draftPartition(institution),
  sk: `job#${draft}`,
});

/** `state` is a reserved word in DynamoDB. */
const STATE = { '#state': 'state' };

/** The jobs of every institution's drafts in DynamoDB; docs/STORAGE.md describes the items. */
export function jobStore(client: DynamoDBDocumentClient, TableName: string): JobStore {
  return {
    async find(institution, draft) {
      const Key = keyOf(institution, draft);
      const { Item } = await client.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
      return Item && readJobItem(institution, Item);
    },

    async begin(job, deadBefore, event) {
      const unmet = await transact(client, [
        {
          Put: {
            TableName,
            Item: writeJobItem(job),
            ConditionExpression: 'attribute_not_exists(pk) OR #state <> :training OR alive_at < :dead',
            ExpressionAttributeNames: STATE,
            ExpressionAttributeValues: { ':training': 'training', ':dead': deadBefore },
          },
        },
        eventItem(event),
      ]);
      return unmet === undefined;
    },

    update: (next) =>
      write(
        client,
        new PutCommand({
          TableName,
          Item: writeJobItem(next),
          ConditionExpression: 'id = :id AND #state = :training',
          ExpressionAttributeNames: STATE,
          ExpressionAttributeValues: { ':id': next.id, ':training': 'training' },
        }),
      ),
  };
}

const writeJobItem = (job: DraftJob): z.infer<typeof jobItem> & ReturnType<typeof keyOf> => ({
  ...keyOf(job.institution, job.draft),
  draft: job.draft,
  id: job.id,
  revision: job.revision,
  state: job.state,
  stage: job.stage,
  progress: job.progress,
  started_at: job.startedAt,
  started_by: job.startedBy,
  alive_at: job.aliveAt,
  ...(job.compareWith !== undefined && { compare_with: job.compareWith }),
  ...(job.despiteFailedTests && { despite_failed_tests: true }),
  ...(job.onlyTests && { only_tests: true }),
  ...(job.versionId !== undefined && { version_id: job.versionId }),
  ...(job.play !== undefined && { play: JSON.stringify(job.play) }),
  ...(job.failure !== undefined && { failure: job.failure }),
});

function readJobItem(institution: string, item: unknown): DraftJob {
  const {
    started_at,
    started_by,
    alive_at,
    compare_with,
    despite_failed_tests,
    only_tests,
    version_id,
    play,
    failure,
    ...facts
  } = jobItem.parse(item);
  return {
    institution,
    ...facts,
    startedAt: started_at,
    startedBy: started_by,
    aliveAt: alive_at,
    ...(compare_with !== undefined && { compareWith: compare_with }),
    ...(despite_failed_tests && { despiteFailedTests: true }),
    ...(only_tests && { onlyTests: true }),
    ...(version_id !== undefined && { versionId: version_id }),
    ...(failure !== undefined && { failure }),
    ...(play !== undefined && { play: draftPlay.parse(JSON.parse(play)) }),
  };
}
