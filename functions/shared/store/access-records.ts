import { type DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { AccessRecords } from '../domain/credentials/access-records.ts';
import { createAuditTrail } from './audit.ts';
import { ownerPartition } from './credentials.ts';
import { documentClient } from './dynamodb.ts';
import { setting } from './environment.ts';
import { write } from './write.ts';

/** Writes refusals to the audit trail, and a key's last use to its owner's list of keys. */
export const createAccessRecords = (
  client: () => DynamoDBDocumentClient = documentClient,
): AccessRecords => ({
  ...createAuditTrail(client),
  async keyUsed({ institution, userId, id }, minute) {
    await write(
      client(),
      new UpdateCommand({
        TableName: setting('CREDENTIAL_OWNERS_TABLE'),
        Key: { pk: ownerPartition(institution, userId), sk: `key#${id}` },
        UpdateExpression: 'SET last_used_at = :minute',
        // The update must not recreate a key that was deleted meanwhile.
        ConditionExpression:
          'attribute_exists(pk) AND (attribute_not_exists(last_used_at) OR last_used_at < :minute)',
        ExpressionAttributeValues: { ':minute': minute },
      }),
    );
  },
});
