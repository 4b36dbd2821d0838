import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { TokenStore } from '../domain/issue-token.ts';
import { formatScopes } from '../domain/scopes.ts';
import { eventItem } from './audit.ts';
import { ownerPartition, writeToken } from './credentials.ts';
import { codeUsed } from './credentials-codes.ts';
import { clientUnchanged } from './directory-clients.ts';
import { userUnchanged } from './directory-items.ts';
import { documentClient } from './dynamodb.ts';
import { setting } from './environment.ts';
import { consentSupports } from './sign-ins-consents.ts';
import { transact } from './transact.ts';

/** Writes access tokens to DynamoDB: by digest in Credentials, by owner in CredentialOwners. */
export function createTokenStore(client: () => DynamoDBDocumentClient = documentClient): TokenStore {
  return {
    async add(token, { userRevision, client: oauthClient, code }, event) {
      const { digest, expiresAt, institution, clientId } = token;
      const directory = setting('DIRECTORY_TABLE');
      const listing = {
        pk: ownerPartition(institution, token.userId),
        sk: `token#${digest}`,
        digest,
        scopes: formatScopes(token.scopes),
        client_id: clientId,
        expires_at: expiresAt,
      };
      const failed = await transact(client(), [
        {
          Put: {
            TableName: setting('CREDENTIALS_TABLE'),
            Item: writeToken(token),
            ConditionExpression: 'attribute_not_exists(pk)',
          },
        },
        { Put: { TableName: setting('CREDENTIAL_OWNERS_TABLE'), Item: listing } },
        userUnchanged(directory, token, userRevision),
        ...(oauthClient === undefined ? [] : [clientUnchanged(directory, institution, oauthClient)]),
        ...(code === undefined ? [] : [codeUsed(code.digest, token), consentSupports(token, code.issuedAt)]),
        eventItem(event),
      ]);
      return failed === undefined;
    },
  };
}
