import { UpdateTableCommand } from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import { localService } from '../../functions/shared/store/endpoint.ts';

/**
 * Enables a stream on a table of the local DynamoDB, like the setting `analytics`. @returns a function that reads it
 */
export async function streamOf(
  client: DynamoDBDocumentClient,
  address: string,
  TableName: string,
): Promise<() => Promise<DynamoDBRecord[]>> {
  const StreamSpecification = { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' } as const;
  const { TableDescription } = await client.send(new UpdateTableCommand({ TableName, StreamSpecification }));
  const StreamArn = TableDescription?.LatestStreamArn;
  const { endpoint, credentials } = localService(address);
  const call = async <Answer>(operation: string, body: Record<string, unknown>): Promise<Answer> => {
    const answer = await fetch(endpoint, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/x-amz-json-1.0',
        'X-Amz-Target': `DynamoDBStreams_20120810.${operation}`,
        'X-Amz-Date': '20260101T000000Z',
        Authorization: `AWS4-HMAC-SHA256 Credential=${credentials.accessKeyId}/20260101/local/dynamodb/aws4_request, SignedHeaders=host, Signature=none`,
      },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${operation}: ${await answer.text()}`);
    return answer.json() as Promise<Answer>;
  };
  /** All changes so far, in order. */
  return async () => {
    const { StreamDescription } = await call<{ StreamDescription: { Shards: { ShardId: string }[] } }>(
      'DescribeStream',
      { StreamArn },
    );
    const records: DynamoDBRecord[] = [];
    for (const { ShardId } of StreamDescription.Shards) {
      const start = { StreamArn, ShardId, ShardIteratorType: 'TRIM_HORIZON' };
      let { ShardIterator } = await call<{ ShardIterator?: string }>('GetShardIterator', start);
      for (let read = 1; read > 0 && ShardIterator !== undefined; ) {
        const page = await call<{ Records: DynamoDBRecord[]; NextShardIterator?: string }>('GetRecords', {
          ShardIterator,
        });
        read = page.Records.length;
        records.push(...page.Records);
        ShardIterator = page.NextShardIterator;
      }
    }
    return records;
  };
}
