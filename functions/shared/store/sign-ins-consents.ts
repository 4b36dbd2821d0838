import { DeleteCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { isScope } from '../domain/credentials/scopes.ts';
import type { UserId } from '../domain/institutions/user-changes.ts';
import type { AuthorizationCode } from '../domain/oauth/authorization-code.ts';
import type { Consent, ConsentStore } from '../domain/oauth/consents.ts';
import { createAuditTrail, eventItem } from './audit.ts';
import { batchGet } from './batch-get.ts';
import { ownerPartition } from './credentials.ts';
import { documentClient } from './dynamodb.ts';
import { signInsTable } from './sign-ins.ts';
import { transact } from './transact.ts';
import { write } from './write.ts';

export const CONSENT = 'consent#';

export const consentKey = ({ institution, userId }: UserId, clientId: string) => ({
  pk: ownerPartition(institution, userId),
  sk: `${CONSENT}${clientId}`,
});

/** A DynamoDB set, so that scopes can be added without a read. */
const consentItem = z.object({
  sk: z.string(),
  scopes: z.optional(z.set(z.string())),
  since: z.optional(z.number()),
});

export function readConsent(value: unknown): Consent {
  const { sk, scopes = new Set<string>(), since } = consentItem.parse(value);
  return {
    clientId: sk.slice(CONSENT.length),
    scopes: [...scopes].filter(isScope),
    ...(since === undefined ? {} : { since }),
  };
}

type ConsentOfCode = Pick<AuthorizationCode, 'institution' | 'userId' | 'clientId' | 'scopes' | 'issuedAt'>;

/**
 * Part of the transaction that writes a code: adds the scopes that the user has just allowed. Fails if the consent
 * began after the code was issued.
 */
export const consentGiven = (code: ConsentOfCode) => ({
  Update: {
    TableName: signInsTable(),
    Key: consentKey(code, code.clientId),
    UpdateExpression: 'SET since = if_not_exists(since, :now) ADD scopes :scopes',
    ConditionExpression: 'attribute_not_exists(since) OR since <= :now',
    ExpressionAttributeValues: { ':now': code.issuedAt, ':scopes': new Set(code.scopes) },
  },
});

/** The present consent for a client, strongly consistent. */
export async function currentConsent(
  client: DynamoDBDocumentClient,
  user: UserId,
  clientId: string,
): Promise<Consent | undefined> {
  const [consent] = await batchGet(client, [{ table: signInsTable(), key: consentKey(user, clientId) }]);
  return consent && readConsent(consent);
}

/** Part of the same transaction for an earlier consent: fails if it was withdrawn. */
export const consentRemembered = (code: Omit<ConsentOfCode, 'scopes' | 'issuedAt'>, since: number) => ({
  ConditionCheck: {
    TableName: signInsTable(),
    Key: consentKey(code, code.clientId),
    ConditionExpression: 'since = :since',
    ExpressionAttributeValues: { ':since': since },
  },
});

/**
 * Part of the transaction that exchanges a code. Fails if the user has withdrawn the consent since the code was
 * issued, even if the user has given it again.
 */
export const consentSupports = (token: UserId & { clientId?: string }, issuedAt: number) => ({
  ConditionCheck: {
    TableName: signInsTable(),
    Key: consentKey(token, token.clientId ?? ''),
    ConditionExpression: 'since <= :issued',
    ExpressionAttributeValues: { ':issued': issuedAt },
  },
});

/** Withdrawal of consents in DynamoDB. */
export const createConsentStore = (client: () => DynamoDBDocumentClient = documentClient): ConsentStore => ({
  async withdraw(user, clientId, event) {
    const emptied = {
      Update: {
        TableName: signInsTable(),
        Key: consentKey(user, clientId),
        UpdateExpression: 'REMOVE since, scopes',
        ConditionExpression: 'attribute_exists(pk)',
      },
    };
    const failed = await transact(client(), [emptied, eventItem(event)]);
    if (failed !== undefined) await createAuditTrail(client).record(event);
  },
  async forget(user, clientId) {
    await write(
      client(),
      new DeleteCommand({
        TableName: signInsTable(),
        Key: consentKey(user, clientId),
        ConditionExpression: 'attribute_not_exists(since)',
      }),
    );
  },
});
