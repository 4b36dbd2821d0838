import * as z from 'zod/mini';
import { type BrowserSession, type SessionAddress, sessionEnd } from '../domain/sign-in/browser-sessions.ts';
import { ownerPartition } from './credentials.ts';
import { setting } from './environment.ts';

/** Browser sessions in the SignIns table; docs/STORAGE.md lists the items. */
export const signInsTable = (): string => setting('SIGN_INS_TABLE');

export const SESSION = 'session#';

export const sessionKey = ({ institution, userId, digest }: SessionAddress) => ({
  pk: ownerPartition(institution, userId),
  sk: `${SESSION}${digest}`,
});

const sessionItem = z.object({
  sk: z.string(),
  institution: z.string(),
  user_id: z.string(),
  user_revision: z.number(),
  kept: z.boolean(),
  signed_in_at: z.number(),
  used_at: z.number(),
  browser: z.string(),
  source_ip: z.string(),
});

const writeSession = (session: BrowserSession) => ({
  ...sessionKey(session),
  institution: session.institution,
  user_id: session.userId,
  user_revision: session.userRevision,
  kept: session.kept,
  signed_in_at: session.signedInAt,
  used_at: session.usedAt,
  browser: session.browser,
  source_ip: session.sourceIp,
  expires_at: sessionEnd(session),
});

export function readSession(value: unknown): BrowserSession {
  const item = sessionItem.parse(value);
  return {
    digest: item.sk.slice(SESSION.length),
    institution: item.institution,
    userId: item.user_id,
    userRevision: item.user_revision,
    kept: item.kept,
    signedInAt: item.signed_in_at,
    usedAt: item.used_at,
    browser: item.browser,
    sourceIp: item.source_ip,
  };
}

/** Parts of a transaction: begins a session and ends the browser's former one. */
export const beginSession = (session: BrowserSession, replaced: SessionAddress | undefined) => [
  { Put: { TableName: signInsTable(), Item: writeSession(session) } },
  ...(replaced === undefined ? [] : [endSession(replaced)]),
];

/** Part of a transaction: uses the session; fails if it has ended. */
export const useSession = (session: BrowserSession, usedAt: number) => ({
  Update: {
    TableName: signInsTable(),
    Key: sessionKey(session),
    UpdateExpression: 'SET used_at = :used, expires_at = :expires',
    ConditionExpression: 'attribute_exists(pk)',
    ExpressionAttributeValues: { ':used': usedAt, ':expires': sessionEnd({ ...session, usedAt }) },
  },
});

/** Part of a transaction: ends the session, or does nothing if it is gone. */
export const endSession = (address: SessionAddress) => ({
  Delete: { TableName: signInsTable(), Key: sessionKey(address) },
});
