import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { type Admission, createAdmission } from '../domain/institutions/admission.ts';
import type { QuerySettings } from '../domain/query/query-settings.ts';
import { documentClient } from './dynamodb.ts';
import { setting } from './environment.ts';
import { querySettingsStore } from './query-settings.ts';
import { createUseCounter } from './use-counter.ts';

/**
 * Admission control with counters and settings in DynamoDB.
 * @param uncounted called with the error if a request was admitted without being counted
 */
export const createRequestAdmission = (
  uncounted: (error: unknown) => void,
  client: () => DynamoDBDocumentClient = documentClient,
): { admit: Admission; readSettings(institution: string): Promise<QuerySettings | undefined> } => ({
  admit: createAdmission(createUseCounter(client), uncounted),
  readSettings: (institution) => querySettingsStore(client(), setting('VERSIONS_TABLE')).read(institution),
});
