import { beforeEach, describe, expect, test } from 'vitest';
import type { AuthorizationCode } from '../../../functions/shared/domain/authorization-code.ts';
import type { AccessToken } from '../../../functions/shared/domain/credentials.ts';
import type { Client } from '../../../functions/shared/domain/directory.ts';
import { clientSecretDigest, newToken, tokenDigest } from '../../../functions/shared/domain/secrets.ts';
import { clientThrottle } from '../../../functions/shared/domain/throttle.ts';
import { introspect, revokePresented } from '../../../functions/shared/domain/token-status.ts';
import { memoryAccounts } from '../../support/memory-accounts.ts';
import { countingBytes, ORIGIN, refusalOf } from '../../support/rules.ts';

const SECRET = 's'.repeat(40);
const idOf = (institution: string, letter: string) => `${institution}.${letter.repeat(20)}`;
const client: Client = {
  clientId: idOf('acme', 'a'),
  institution: 'acme',
  displayName: 'Acme',
  secretDigest: clientSecretDigest(SECRET),
  grants: ['client_credentials'],
  redirectUris: [],
  scopes: ['query'],
  status: 'active',
  createdAt: 0,
};
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
const present = (kept: AccessToken) => accounts.presented.set(token.digest, { kind: 'token', token: kept });
beforeEach(() => {
  accounts = memoryAccounts();
  accounts.clients.push(client, openClient);
  present(token);
});
const attempt = { ...ORIGIN, clientId: client.clientId, clientSecret: SECRET, token: secret };
type Changes = { clientId?: string; clientSecret?: string | undefined; token?: string; now?: number };
const revoke = (changes: Changes = {}) => revokePresented(accounts.store, { ...attempt, ...changes });
const inspect = (changes: Changes = {}) => introspect(accounts.store, { ...attempt, ...changes });
const open = { clientId: openClient.clientId, clientSecret: undefined };

describe.each([
  ['revoking', revoke, 'token.revoke'],
  ['introspecting', inspect, 'token.introspect'],
] as const)('%s', (_name, ask, action) => {
  test.each<[string, Changes]>([
    ['a wrong secret', { clientSecret: 'wrong' }],
    ['a secret that the client does not have', { clientId: openClient.clientId }],
    ['an unknown client', { clientId: idOf('acme', 'x') }],
    ['another institution’s name', { clientId: idOf('rival', 'a') }],
    ['what is no client id', { clientId: 'my-secret' }],
  ])('with %s is refused, counted and in the trail', async (_, changes) => {
    expect(await refusalOf(() => ask(changes))).toEqual({
      code: 'invalid_client',
      message: 'The client id or the client secret is wrong.',
    });
    const id = changes.clientId ?? client.clientId;
    const counted = clientThrottle(id, ORIGIN.sourceIp).countedAt[0];
    expect([...accounts.failures.keys()]).toEqual([counted?.source, counted?.account]);
    const known = id !== 'my-secret';
    expect(accounts.events).toEqual([
      {
        at: ORIGIN.now,
        action,
        outcome: 'refused',
        reason: 'invalid_client',
        institution: known ? id.split('.')[0] : '-',
        actor: { kind: 'client', ...(known && { id }) },
        sourceIp: ORIGIN.sourceIp,
        requestId: ORIGIN.requestId,
      },
    ]);
  });

  test('without the secret that the client has is refused, but guesses nothing', async () => {
    expect(await refusalOf(() => ask({ clientSecret: undefined }))).toMatchObject({ code: 'invalid_client' });
    expect(accounts.failures.size).toBe(0);
    expect(accounts.events).toHaveLength(1);
  });

  test('by a client that is disabled is refused', async () => {
    accounts.clients.splice(0, 1, { ...client, status: 'disabled' });
    expect(await refusalOf(() => ask())).toMatchObject({ code: 'invalid_client' });
  });

  test('is slowed down by failures, whatever the secret', async () => {
    const [keys] = clientThrottle(client.clientId, ORIGIN.sourceIp).delayedBy;
    accounts.failures.set(keys?.source ?? '', { failures: 5, lastFailedAt: ORIGIN.now });
    expect(await refusalOf(() => ask())).toMatchObject({ code: 'too_many_requests', retryAfterSeconds: 1 });
  });

  test.each([
    ['unknown', () => accounts.presented.clear()],
    ['another institution’s', () => present({ ...token, institution: 'rival' })],
  ])('what is %s tells nothing and changes nothing', async (_, given) => {
    given();
    expect(await ask()).toBeUndefined();
    expect(accounts.revoked).toEqual([]);
    expect(accounts.events).toEqual([]);
  });

  test('a code is no token', async () => {
    const code = { digest: token.digest, institution: 'acme' } as AuthorizationCode;
    accounts.presented.set(token.digest, { kind: 'code', code });
    expect(await ask()).toBeUndefined();
    expect(accounts.revoked).toEqual([]);
  });

  test('what has no token’s form is never looked up', async () => {
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
    expect(accounts.failures.size).toBe(0);
  });

  test('that no client obtained is up to a client with a secret only', async () => {
    const { clientId: _, ...own } = token;
    present(own);
    expect(await refusalOf(() => revoke(open))).toMatchObject({ code: 'invalid_grant' });
    expect(accounts.revoked).toEqual([]);
    await revoke();
    expect(accounts.revoked).toEqual([token.digest]);
  });

  test('of its own is up to a public client too', async () => {
    present({ ...token, clientId: openClient.clientId });
    await revoke(open);
    expect(accounts.revoked).toEqual([token.digest]);
  });
});

describe('introspecting a token', () => {
  test('gives it as it is, also one that another client of the institution obtained', async () => {
    expect(await inspect()).toEqual(token);
    present({ ...token, clientId: idOf('acme', 'b') });
    expect(await inspect()).toMatchObject({ clientId: idOf('acme', 'b') });
    expect(accounts.events).toEqual([]);
  });

  test('gives nothing from its last second on', async () => {
    expect(await inspect({ now: ORIGIN.now + 59_999 })).toEqual(token);
    expect(await inspect({ now: ORIGIN.now + 60_000 })).toBeUndefined();
  });

  test('is not for a public client', async () => {
    expect(await refusalOf(() => inspect(open))).toEqual({
      code: 'invalid_client',
      message: 'A public client cannot introspect tokens.',
    });
    expect(accounts.failures.size).toBe(0);
  });
});
