import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import type { AccessToken } from '../domain/credentials/credentials.ts';
import { formatScopes, parseScopes } from '../domain/credentials/scopes.ts';
import type { AuthorizationCode, CodeIssueStore } from '../domain/oauth/authorization-code.ts';
import { eventItem } from './audit.ts';
import { clientUnchanged } from './directory-clients.ts';
import { userUnchanged } from './directory-items.ts';
import { documentClient } from './dynamodb.ts';
import { setting } from './environment.ts';
import { beginSession, useSession } from './sign-ins.ts';
import { consentGiven, consentRemembered, currentConsent } from './sign-ins-consents.ts';
import { type TransactItems, transact } from './transact.ts';

/** Stores authorization codes in DynamoDB's Credentials table, by digest. */
export function createCodeStore(client: () => DynamoDBDocumentClient = documentClient): CodeIssueStore {
  return {
    async addCode(code, { consent, session }, event) {
      const { clientId, clientRevision: revision, institution, issuedAt } = code;
      const support = consent.kind === 'given' ? consentGiven(code) : consentRemembered(code, consent.since);
      const parts: TransactItems = [
        {
          Put: {
            TableName: setting('CREDENTIALS_TABLE'),
            Item: writeCode(code),
            ConditionExpression: 'attribute_not_exists(pk)',
          },
        },
        userUnchanged(setting('DIRECTORY_TABLE'), code, code.userRevision),
        clientUnchanged(setting('DIRECTORY_TABLE'), institution, { clientId, revision }),
        support,
        ...(session.kind === 'begun'
          ? beginSession(session.session, session.replaced)
          : [useSession(session.session, issuedAt)]),
        eventItem(event),
      ];
      const failed = await transact(client(), parts);
      if (failed === undefined) return true;
      const isConsentAlone = parts.every((part, place) => failed[place] === (part === support));
      if (consent.kind !== 'given' || !isConsentAlone) return false;
      const { since } = (await currentConsent(client(), code, clientId)) ?? {};
      return since === undefined ? false : { since };
    },
  };
}

/**
 * Part of the transaction that writes a token: fails if the code is already used. The code is kept for the token's
 * lifetime, so that a second use can revoke the token.
 */
export const codeUsed = (codeDigest: string, token: AccessToken) => ({
  Update: {
    TableName: setting('CREDENTIALS_TABLE'),
    Key: { pk: codeDigest },
    UpdateExpression: 'SET token_digest = :token, expires_at = :expires',
    ConditionExpression: 'attribute_exists(pk) AND attribute_not_exists(token_digest)',
    ExpressionAttributeValues: { ':token': token.digest, ':expires': token.expiresAt },
  },
});

const codeItem = z.object({
  pk: z.string(),
  institution: z.string(),
  user_id: z.string(),
  user_revision: z.number(),
  // Codes stored before clients had revisions are valid for no present client.
  client_revision: z._default(z.number(), -1),
  scopes: z.string(),
  client_id: z.string(),
  redirect_uri: z.string(),
  redirect_uri_sent: z.boolean(),
  code_challenge: z.optional(z.string()),
  issued_at: z.number(),
  ends_at: z.number(),
  token_digest: z.optional(z.string()),
});

const writeCode = (code: AuthorizationCode) => ({
  pk: code.digest,
  kind: 'code',
  institution: code.institution,
  user_id: code.userId,
  user_revision: code.userRevision,
  client_revision: code.clientRevision,
  scopes: formatScopes(code.scopes),
  client_id: code.clientId,
  redirect_uri: code.redirectUri,
  redirect_uri_sent: code.redirectUriSent,
  code_challenge: code.codeChallenge,
  issued_at: code.issuedAt,
  ends_at: code.endsAt,
  expires_at: code.endsAt,
});

export function readCode(value: unknown): AuthorizationCode {
  const item = codeItem.parse(value);
  return {
    digest: item.pk,
    institution: item.institution,
    userId: item.user_id,
    userRevision: item.user_revision,
    clientRevision: item.client_revision,
    scopes: parseScopes(item.scopes).scopes,
    clientId: item.client_id,
    redirectUri: item.redirect_uri,
    redirectUriSent: item.redirect_uri_sent,
    ...(item.code_challenge === undefined ? {} : { codeChallenge: item.code_challenge }),
    issuedAt: item.issued_at,
    endsAt: item.ends_at,
    ...(item.token_digest === undefined ? {} : { tokenDigest: item.token_digest }),
  };
}
