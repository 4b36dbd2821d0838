import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { AuditEvent } from '../domain/audit.ts';
import type { AccessToken } from '../domain/credentials/credentials.ts';
import { formatScopes } from '../domain/credentials/scopes.ts';
import { groundsStand, type TokenStore } from '../domain/oauth/issue-token.ts';
import type { Approval } from '../domain/sign-in/sign-in.ts';
import { eventItem } from './audit.ts';
import { batchGet } from './batch-get.ts';
import { ownerPartition, writeToken } from './credentials.ts';
import { codeUsed } from './credentials-codes.ts';
import { clientKey, clientUnchanged, readClient } from './directory-clients.ts';
import { readUser, userKey, userUnchanged } from './directory-items.ts';
import { documentClient } from './dynamodb.ts';
import { setting } from './environment.ts';
import { consentSupports } from './sign-ins-consents.ts';
import { type TransactItems, transact } from './transact.ts';

type Client = DynamoDBDocumentClient;

/**
 * Writes access tokens to DynamoDB: by digest in Credentials, by owner in CredentialOwners.
 *
 * Concurrent transactions that check the same item cancel each other, and all tokens of one server share a client and
 * usually a user. So instead of checking client and user in the transaction, they are read again after the token is
 * written and before it is returned. A revocation first raises the revision and then searches for tokens: either this
 * read sees the revision, or the revocation sees the token. A code is exchanged only once, by one user, so its
 * transaction does check client, user and consent.
 */
export function createTokenStore(client: () => Client = documentClient): TokenStore {
  return {
    async add(token, approval, event, takenBack) {
      const failed = await transact(client(), [
        {
          Put: {
            TableName: setting('CREDENTIALS_TABLE'),
            Item: writeToken(token),
            ConditionExpression: 'attribute_not_exists(pk)',
          },
        },
        { Put: { TableName: setting('CREDENTIAL_OWNERS_TABLE'), Item: listing(token) } },
        ...codeGrounds(token, approval),
        eventItem(event),
      ]);
      if (failed !== undefined) return false;
      if (approval.code !== undefined || (await stands(client(), approval))) return true;
      await takeBack(client(), token, takenBack);
      return false;
    },
    takeBack: (...taken) => takeBack(client(), ...taken),
  };
}

const listingKey = ({ institution, userId, digest }: AccessToken) => ({
  pk: ownerPartition(institution, userId),
  sk: `token#${digest}`,
});

const listing = (token: AccessToken) => ({
  ...listingKey(token),
  digest: token.digest,
  scopes: formatScopes(token.scopes),
  client_id: token.clientId,
  expires_at: token.expiresAt,
});

function codeGrounds(token: AccessToken, { code, client, userRevision }: Approval): TransactItems {
  if (code === undefined) return [];
  const directory = setting('DIRECTORY_TABLE');
  return [
    userUnchanged(directory, token, userRevision),
    ...(client === undefined ? [] : [clientUnchanged(directory, token.institution, client)]),
    codeUsed(code.digest, token),
    consentSupports(token, code.issuedAt),
  ];
}

async function stands(client: Client, approval: Approval): Promise<boolean> {
  const { institution, userId, client: approved } = approval;
  const table = setting('DIRECTORY_TABLE');
  const [user, oauthClient] = await batchGet(client, [
    { table, key: userKey(institution, userId) },
    ...(approved === undefined ? [] : [{ table, key: clientKey(institution, approved.clientId) }]),
  ]);
  return groundsStand(approval, {
    ...(user && { user: readUser(user) }),
    ...(oauthClient && { client: readClient(oauthClient) }),
  });
}

async function takeBack(client: Client, token: AccessToken, event: AuditEvent): Promise<void> {
  await transact(client, [
    { Delete: { TableName: setting('CREDENTIALS_TABLE'), Key: { pk: token.digest } } },
    { Delete: { TableName: setting('CREDENTIAL_OWNERS_TABLE'), Key: listingKey(token) } },
    eventItem(event),
  ]);
}
