import { beforeEach, describe, expect, test } from 'vitest';
import type { AccessToken } from '../../../../../functions/shared/domain/credentials/credentials.ts';
import { newToken, tokenDigest } from '../../../../../functions/shared/domain/credentials/secrets.ts';
import type { AuthorizationCode } from '../../../../../functions/shared/domain/oauth/authorization-code.ts';
import { introspect, revokePresented } from '../../../../../functions/shared/domain/oauth/token-status.ts';
import { clientThrottleKey } from '../../../../../functions/shared/domain/sign-in/throttle.ts';
import { memoryAccounts } from '../../../../support/memory-accounts.ts';
import { CLIENT, CLIENT_SECRET, countingBytes, ORIGIN, refusalOf } from '../../../../support/rules.ts';

const idOf = (institution: string, letter: string) => `${institution}.${letter.repeat(20)}`;
const client = CLIENT;
const { secretDigest: _, ...openClient } = { ...client, clientId: idOf('acme', 'o') };
const secret = newToken(countingBytes());
const token: AccessToken = {
  digest: tokenDigest(secret),
  institution: 'acme',
  userId: 'ann',
  scopes: ['query'],
  grant: 'client_credentials',
  clientId: client.clientId,
  issuedAt: ORIGIN.now,
  expiresAt: ORIGIN.now / 1000 + 60,
};

let accounts = memoryAccounts();
const used: unknown[] = [];
const recordSecretUse = async (...use: unknown[]) => void used.push(use);
const present = (kept: AccessToken) => accounts.presented.set(token.digest, { kind: 'token', token: kept });
beforeEach(() => {
  accounts = memoryAccounts();
  used.length = 0;
  accounts.clients.push(client, openClient);
  present(token);
});
const attempt = { ...ORIGIN, clientId: client.clientId, clientSecret: CLIENT_SECRET, token: secret };
const key = clientThrottleKey(client.clientId, ORIGIN.sourceIp);
type Changes = { clientId?: string; clientSecret?: string | undefined; token?: string; now?: number };
const revoke = (changes: Changes = {}) =>
  revokePresented(accounts.store, recordSecretUse, { ...attempt, ...changes });
const inspect = (changes: Changes = {}) =>
  introspect(accounts.store, recordSecretUse, { ...attempt, ...changes });
const open = { clientId: openClient.clientId, clientSecret: undefined };

describe.each([
  ['revoking', revoke, 'token.revoke'],
  ['introspecting', inspect, 'token.introspect'],
] as const)('%s', (_name, ask, action) => {
  test.each<[string, Changes]>([
    ['a wrong secret', { clientSecret: 'wrong' }],
    ['an unknown client', { clientId: idOf('acme', 'x') }],
    ['another institution’s name', { clientId: idOf('rival', 'a') }],
    ['what is no client id', { clientId: 'my-secret' }],
  ])('with %s is refused, counted and in the trail', async (_, changes) => {
    expect(await refusalOf(() => ask(changes))).toEqual({
      code: 'invalid_client',
      message: 'The client id or the client secret is wrong.',
    });
    const id = changes.clientId ?? client.clientId;
    expect([...accounts.tallies]).toEqual([
      [clientThrottleKey(id, ORIGIN.sourceIp), { attempts: 1, forgiven: 0, lastAt: ORIGIN.now }],
    ]);
    const named = id !== 'my-secret';
    expect(accounts.events).toEqual([
      {
        at: ORIGIN.now,
        action,
        outcome: 'refused',
        reason: 'invalid_client',
        // Only one of the two institutions exists; the event names no other.
        institution: id.startsWith('acme.') ? 'acme' : '-',
        actor: { kind: 'client', ...(named && { id }) },
        sourceIp: ORIGIN.sourceIp,
        requestId: ORIGIN.requestId,
      },
    ]);
  });

  test('without the client’s secret is refused, but not counted as a guess', async () => {
    expect(await refusalOf(() => ask({ clientSecret: undefined }))).toMatchObject({ code: 'invalid_client' });
    expect(accounts.tallies.size).toBe(0);
    expect(accounts.events).toHaveLength(1);
  });

  test('by an unknown client without a secret is refused, but not counted as a guess', async () => {
    const stranger = { clientId: idOf('acme', 'x'), clientSecret: undefined };
    expect(await refusalOf(() => ask(stranger))).toMatchObject({ code: 'invalid_client' });
    expect(accounts.tallies.size).toBe(0);
  });

  test('by a client that is disabled is refused', async () => {
    accounts.clients.splice(0, 1, { ...client, status: 'disabled' });
    expect(await refusalOf(() => ask())).toMatchObject({ code: 'invalid_client' });
  });

  test('is slowed down by failures, whatever the secret', async () => {
    accounts.tallies.set(key, { attempts: 4, forgiven: 0, lastAt: ORIGIN.now });
    await ask();
    accounts.tallies.set(key, { attempts: 5, forgiven: 0, lastAt: ORIGIN.now });
    expect(await refusalOf(() => ask())).toMatchObject({ code: 'too_many_requests', retryAfterSeconds: 1 });
    expect(await refusalOf(() => ask({ clientSecret: 'wrong' }))).toMatchObject({
      code: 'too_many_requests',
      retryAfterSeconds: 1,
    });
  });

  test('with a secret for a public client is refused and never counted as a guess', async () => {
    const secretForNone = { clientId: openClient.clientId };
    const openKey = clientThrottleKey(openClient.clientId, ORIGIN.sourceIp);
    accounts.tallies.set(openKey, { attempts: 99, forgiven: 0, lastAt: ORIGIN.now });
    expect(await refusalOf(() => ask(secretForNone))).toMatchObject({ code: 'invalid_client' });
    expect(accounts.tallies.get(openKey)?.attempts).toBe(99);
    expect(accounts.events).toMatchObject([{ reason: 'invalid_client', institution: 'acme' }]);
  });

  test('makes the source trusted, so that failures no longer delay the client', async () => {
    await ask();
    const trusted = { attempts: 0, forgiven: 0, signedInAt: ORIGIN.now };
    expect(accounts.tallies.get(key)).toMatchObject(trusted);
    for (let wrong = 0; wrong < 9; wrong += 1) await refusalOf(() => ask({ clientSecret: 'wrong' }));
    expect(accounts.tallies.get(key)).toMatchObject(trusted);
    await ask();
  });

  test.each([
    ['unknown', () => accounts.presented.clear()],
    ['another institution’s', () => present({ ...token, institution: 'rival' })],
  ])('what is %s reveals nothing and changes nothing', async (_, given) => {
    given();
    expect(await ask()).toBeUndefined();
    expect(accounts.revoked).toEqual([]);
    expect(accounts.events).toEqual([]);
  });

  test('a code is not a token', async () => {
    const code = { digest: token.digest, institution: 'acme' } as AuthorizationCode;
    accounts.presented.set(token.digest, { kind: 'code', code });
    expect(await ask()).toBeUndefined();
    expect(accounts.revoked).toEqual([]);
  });

  test('a malformed token is never looked up', async () => {
    accounts.presented.set(tokenDigest('short'), { kind: 'token', token });
    expect(await ask({ token: 'short' })).toBeUndefined();
    expect(accounts.revoked).toEqual([]);
  });
});

describe('revoking a token', () => {
  test('takes it away, and the trail says which', async () => {
    await revoke();
    expect(accounts.revoked).toEqual([token.digest]);
    expect(accounts.events).toEqual([
      {
        at: ORIGIN.now,
        action: 'token.revoke',
        outcome: 'done',
        institution: 'acme',
        actor: { kind: 'client', id: client.clientId },
        target: token.digest.slice(0, 16),
        sourceIp: ORIGIN.sourceIp,
        requestId: ORIGIN.requestId,
      },
    ]);
  });

  test('of another client is refused and leaves it', async () => {
    present({ ...token, clientId: idOf('acme', 'b') });
    expect(await refusalOf(revoke)).toEqual({
      code: 'invalid_grant',
      message: 'The token was issued to another client.',
    });
    expect(accounts.revoked).toEqual([]);
    expect(accounts.tallies.size).toBe(0);
  });

  test('that no client obtained is revoked only for a client with a secret', async () => {
    const { clientId: _, ...own } = token;
    present(own);
    expect(await refusalOf(() => revoke(open))).toMatchObject({ code: 'invalid_grant' });
    expect(accounts.revoked).toEqual([]);
    await revoke();
    expect(accounts.revoked).toEqual([token.digest]);
  });

  test('of its own is revoked for a public client too', async () => {
    present({ ...token, clientId: openClient.clientId });
    await revoke(open);
    expect(accounts.revoked).toEqual([token.digest]);
  });
});

describe('introspecting a token', () => {
  test('returns it as it is, also if another client of the institution obtained it', async () => {
    expect(await inspect()).toEqual(token);
    present({ ...token, clientId: idOf('acme', 'b') });
    expect(await inspect()).toMatchObject({ clientId: idOf('acme', 'b') });
    expect(accounts.events).toEqual([]);
  });

  test('returns nothing from its last second on', async () => {
    expect(await inspect({ now: ORIGIN.now + 59_999 })).toEqual(token);
    expect(await inspect({ now: ORIGIN.now + 60_000 })).toBeUndefined();
  });

  test('is refused for a public client', async () => {
    expect(await refusalOf(() => inspect(open))).toEqual({
      code: 'invalid_client',
      message: 'A public client cannot introspect tokens.',
    });
    expect(accounts.tallies.size).toBe(0);
  });
});
