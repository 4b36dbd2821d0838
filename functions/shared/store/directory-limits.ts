import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Limits } from '../domain/institutions/limits.ts';
import { batchGet } from './batch-get.ts';
import { institutionKey, readInstitution } from './directory-items.ts';
import { documentClient } from './dynamodb.ts';
import { setting } from './environment.ts';

/** Reads an institution's limits, strongly consistent; empty if it does not exist. */
export const createLimitsReader =
  (client: () => DynamoDBDocumentClient = documentClient) =>
  async (institution: string): Promise<Limits> => {
    const address = { table: setting('DIRECTORY_TABLE'), key: institutionKey(institution) };
    const [item] = await batchGet(client(), [address]);
    return item === undefined ? {} : (readInstitution(item).limits ?? {});
  };
