import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { AuthorizationReader } from '../domain/oauth/authorization-request.ts';
import type { ClientStore, Presented } from '../domain/oauth/client-authentication.ts';
import type { CodeExchangeStore } from '../domain/oauth/exchange-code.ts';
import { createAuditTrail, eventItem } from './audit.ts';
import { batchGet, type ItemAddress } from './batch-get.ts';
import { ownerPartition, readToken } from './credentials.ts';
import { readCode } from './credentials-codes.ts';
import { clientKey, readClient } from './directory-clients.ts';
import { institutionKey, readInstitution, readUser, userKey } from './directory-items.ts';
import { documentClient } from './dynamodb.ts';
import { setting } from './environment.ts';
import { readSession, sessionKey, signInsTable } from './sign-ins.ts';
import { consentKey, readConsent } from './sign-ins-consents.ts';
import { createAttemptStore, readSourceRecord, throttleAddress } from './throttle.ts';
import { transact } from './transact.ts';

type Client = DynamoDBDocumentClient;

const inDirectory = (key: ItemAddress['key']): ItemAddress => ({ table: setting('DIRECTORY_TABLE'), key });
const inSignIns = (key: ItemAddress['key']): ItemAddress => ({ table: signInsTable(), key });

/**
 * Reads the data for the authorization page in one round trip: a client with its institution, and the signed-in user.
 */
export function createAuthorizationReader(client: () => Client = documentClient): AuthorizationReader {
  return {
    async readClient({ institution, clientId, session }) {
      const [oauthClient, home, known, user, consent] = await batchGet(client(), [
        inDirectory(clientKey(institution, clientId)),
        inDirectory(institutionKey(institution)),
        ...(session === undefined
          ? []
          : [
              inSignIns(sessionKey(session)),
              inDirectory(userKey(institution, session.userId)),
              inSignIns(consentKey(session, clientId)),
            ]),
      ]);
      if (oauthClient === undefined || home === undefined) return undefined;
      const visitor = known &&
        user && {
          session: readSession(known),
          user: readUser(user),
          consent: consent && readConsent(consent),
        };
      return {
        client: readClient(oauthClient),
        institution: readInstitution(home),
        ...(visitor && { visitor }),
      };
    },
  };
}

/**
 * Reads the data for a client's own request in one round trip: the client, its throttle, and the presented token or
 * code.
 */
export function createClientStore(client: () => Client = documentClient): ClientStore {
  return {
    ...createAttemptStore(client),
    ...createAuditTrail(client),
    async readClient(ids, digest, throttleKey) {
      const credential = { table: setting('CREDENTIALS_TABLE'), key: { pk: digest ?? '' } };
      const [throttle, oauthClient, institution, presented] = await batchGet(client(), [
        throttleAddress(throttleKey),
        ...(ids === undefined
          ? []
          : [
              inDirectory(clientKey(ids.institution, ids.clientId)),
              inDirectory(institutionKey(ids.institution)),
              ...(digest === undefined ? [] : [credential]),
            ]),
      ]);
      const record = readSourceRecord(throttle);
      return {
        ...(record && { record }),
        ...(oauthClient && { client: readClient(oauthClient) }),
        ...(institution && { institution: readInstitution(institution).name }),
        ...(presented && { presented: readPresented(presented) }),
      };
    },
  };
}

/** Also reads and writes for the code exchange and the token revocation. */
export function createCodeExchangeStore(client: () => Client = documentClient): CodeExchangeStore {
  return {
    ...createClientStore(client),
    async readGrounds({ institution, userId, clientId }) {
      const [user, consent] = await batchGet(client(), [
        inDirectory(userKey(institution, userId)),
        inSignIns(consentKey({ institution, userId }, clientId)),
      ]);
      return { ...(user && { user: readUser(user) }), ...(consent && { consent: readConsent(consent) }) };
    },
    async revokeToken({ institution, userId, digest }, event) {
      const owned = { pk: ownerPartition(institution, userId), sk: `token#${digest}` };
      await transact(client(), [
        { Delete: { TableName: setting('CREDENTIALS_TABLE'), Key: { pk: digest } } },
        { Delete: { TableName: setting('CREDENTIAL_OWNERS_TABLE'), Key: owned } },
        eventItem(event),
      ]);
    },
  };
}

const readPresented = (item: Record<string, unknown>): Presented =>
  item.kind === 'code' ? { kind: 'code', code: readCode(item) } : { kind: 'token', token: readToken(item) };
