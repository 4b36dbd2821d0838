import { beforeEach, describe, expect, test } from 'vitest';
import {
  codeDigest,
  newCode,
  tokenDigest,
} from '../../../../../functions/shared/domain/credentials/secrets.ts';
import type { Client, User } from '../../../../../functions/shared/domain/institutions/directory.ts';
import type { AuthorizationCode } from '../../../../../functions/shared/domain/oauth/authorization-code.ts';
import type { Consent } from '../../../../../functions/shared/domain/oauth/consents.ts';
import {
  type CodeExchange,
  codeExchange,
} from '../../../../../functions/shared/domain/oauth/exchange-code.ts';
import { clientThrottleKey } from '../../../../../functions/shared/domain/sign-in/throttle.ts';
import { newPkce } from '../../../../../infra/openapi/code-flow.ts';
import { memoryAccounts } from '../../../../support/memory-accounts.ts';
import { ANN, CLIENT, CLIENT_SECRET, countingBytes, ORIGIN, refusalOf } from '../../../../support/rules.ts';

const REDIRECT = 'https://app.example/back';
const client: Client = {
  ...CLIENT,
  grants: ['authorization_code'],
  redirectUris: [REDIRECT],
  scopes: ['query', 'app_read', 'app_write'],
  revision: 4,
};
const user: User = { ...ANN, revision: 7 };
const consent: Consent = { clientId: client.clientId, scopes: ['query'], since: ORIGIN.now };
const secret = newCode(countingBytes());
const { verifier, challenge } = newPkce();
const code: AuthorizationCode = {
  digest: codeDigest(secret),
  institution: 'acme',
  userId: 'ann',
  userRevision: 7,
  clientRevision: 4,
  scopes: ['query', 'app_read', 'account_read'],
  clientId: client.clientId,
  redirectUri: REDIRECT,
  redirectUriSent: true,
  codeChallenge: challenge,
  issuedAt: ORIGIN.now,
  endsAt: ORIGIN.now / 1000 + 60,
};
const exchange: CodeExchange = {
  ...ORIGIN,
  clientId: client.clientId,
  clientSecret: CLIENT_SECRET,
  code: secret,
  redirectUri: REDIRECT,
  codeVerifier: verifier,
};

const key = clientThrottleKey(client.clientId, ORIGIN.sourceIp);
let accounts = memoryAccounts();
const keep = (changes: Partial<AuthorizationCode>) =>
  accounts.presented.set(code.digest, { kind: 'code', code: { ...code, ...changes } });
const begin = (changes: Partial<CodeExchange> = {}) =>
  codeExchange(accounts.store, { ...exchange, ...changes });
beforeEach(() => {
  accounts = memoryAccounts();
  accounts.clients.push(client);
  accounts.users.push(user);
  accounts.consents.push(consent);
  keep({});
});

const BAD_CODE = {
  code: 'invalid_grant',
  message:
    'The code is wrong, used, revoked or older than 60 seconds, or was issued for another client, redirect_uri or code_challenge.',
};

describe('a code is exchanged', () => {
  test('for what the user allowed and the client may, as the user was then', async () => {
    expect(await begin()()).toEqual({
      institution: 'acme',
      userId: 'ann',
      userRevision: 7,
      scopes: ['query', 'app_read'],
      grant: 'authorization_code',
      client: { clientId: client.clientId, revision: 4, secretDigest: client.secretDigest },
      code: { digest: code.digest, issuedAt: ORIGIN.now },
      success: { tallies: [{ key }], buckets: [] },
    });
    expect(accounts.events).toEqual([]);
    expect(accounts.revoked).toEqual([]);
  });

  test('by a client that authenticated recently, without recording another success', async () => {
    accounts.tallies.set(key, { attempts: 0, forgiven: 0, lastAt: 0, signedInAt: ORIGIN.now - 1 });
    expect(await begin()()).not.toHaveProperty('success');
  });

  test('by a public client, without recording a success', async () => {
    const { secretDigest: _, ...open } = client;
    accounts.clients.splice(0, 1, open);
    expect(await begin({ clientSecret: undefined })()).not.toHaveProperty('success');
  });

  test('until its last second begins', async () => {
    expect(await begin({ now: ORIGIN.now + 59_999 })()).toMatchObject({ userId: 'ann' });
    expect(await refusalOf(begin({ now: ORIGIN.now + 60_000 }))).toEqual(BAD_CODE);
  });

  test('without a redirect if it was requested without one, or with the only registered one', async () => {
    keep({ redirectUriSent: false });
    expect(await begin({ redirectUri: undefined })()).toMatchObject({ userId: 'ann' });
    expect(await begin()()).toMatchObject({ userId: 'ann' });
  });

  test.each<[string, Partial<CodeExchange>, Partial<AuthorizationCode>]>([
    ['for another client', {}, { clientId: `acme.${'b'.repeat(20)}` }],
    ['with another redirect', { redirectUri: `${REDIRECT}/` }, {}],
    ['without the redirect that was sent', { redirectUri: undefined }, {}],
    [
      'with another redirect though none was sent',
      { redirectUri: 'https://x.example/' },
      { redirectUriSent: false },
    ],
    ['with another verifier', { codeVerifier: newPkce().verifier }, {}],
    ['without its verifier', { codeVerifier: undefined }, {}],
    ['whose scopes the client may not have', {}, { scopes: ['account_read'] }],
    ['that was issued before the client was changed', {}, { clientRevision: 3 }],
    ['that was issued after another change of the client', {}, { clientRevision: 5 }],
    ['that is none', { code: 'short' }, {}],
    ['that nobody knows', { code: `${secret.slice(1)}x` }, {}],
  ])('but not one %s, which is not counted as a wrong secret', async (_, asked, kept) => {
    keep(kept);
    expect(await refusalOf(begin(asked))).toEqual(BAD_CODE);
    expect(accounts.tallies.size).toBe(0);
    expect(accounts.revoked).toEqual([]);
    expect(accounts.events).toMatchObject([
      { action: 'token.issue', outcome: 'refused', reason: 'invalid_grant', institution: 'acme' },
    ]);
  });

  test('but a malformed one is never looked up', async () => {
    accounts.presented.set(codeDigest('short'), { kind: 'code', code });
    expect(await refusalOf(begin({ code: 'short' }))).toEqual(BAD_CODE);
  });

  test('but a token is not a code', async () => {
    const token = {
      digest: code.digest,
      institution: 'acme',
      userId: 'ann',
      scopes: [],
      grant: 'password' as const,
      issuedAt: 0,
      expiresAt: 9e9,
    };
    accounts.presented.set(code.digest, { kind: 'token', token });
    expect(await refusalOf(begin())).toEqual(BAD_CODE);
  });

  test('but not by a client that may not, or does not authenticate', async () => {
    expect(await refusalOf(begin({ clientSecret: 'wrong' }))).toMatchObject({ code: 'invalid_client' });
    expect(accounts.tallies.get(key)).toMatchObject({ attempts: 1, forgiven: 0 });
    accounts.clients.splice(0, 1, { ...client, grants: ['client_credentials'] });
    expect(await refusalOf(begin())).toEqual({
      code: 'unauthorized_client',
      message: 'This client may not use the authorization code grant.',
    });
  });
});

describe('a code that was exchanged', () => {
  const tokenOfCode = tokenDigest('t'.repeat(30));

  test('is refused, and its token is revoked, also after its time', async () => {
    keep({ tokenDigest: tokenOfCode });
    expect(await refusalOf(begin({ now: ORIGIN.now + 90_000 }))).toEqual(BAD_CODE);
    expect(accounts.revoked).toEqual([tokenOfCode]);
    expect(accounts.events).toMatchObject([
      {
        action: 'token.revoke',
        outcome: 'done',
        reason: 'code_reused',
        target: tokenOfCode.slice(0, 16),
        actor: { kind: 'client', id: client.clientId },
      },
      { action: 'token.issue', outcome: 'refused' },
    ]);
  });

  test('keeps its token if somebody lacks the verifier', async () => {
    keep({ tokenDigest: tokenOfCode });
    expect(await refusalOf(begin({ codeVerifier: newPkce().verifier }))).toEqual(BAD_CODE);
    expect(accounts.revoked).toEqual([]);
  });
});

describe('if the token could not be written', () => {
  test('the code stays valid while all that it rests on is unchanged', async () => {
    const again = begin();
    await again();
    expect(await again()).toMatchObject({ scopes: ['query', 'app_read'], userRevision: 7 });
    accounts.consents.splice(0, 1, { ...consent, since: ORIGIN.now - 1 });
    expect(await again()).toMatchObject({ userRevision: 7 });
  });

  test.each<[string, User[], Consent[]]>([
    ['disabled', [{ ...user, status: 'disabled' }], [consent]],
    ['gone', [], [consent]],
    ['changed, whatever it was', [{ ...user, revision: 8 }], [consent]],
    ['one who withdrew the consent', [user], []],
    ['one who is withdrawing it', [user], [{ clientId: client.clientId, scopes: [] }]],
    ['one who withdrew it and gave it anew', [user], [{ ...consent, since: ORIGIN.now + 1 }]],
  ])('a user who is %s gets no token', async (_, users, consents) => {
    const again = begin();
    await again();
    accounts.users.splice(0, 1, ...users);
    accounts.consents.splice(0, 1, ...consents);
    expect(await refusalOf(again)).toEqual(BAD_CODE);
  });
});
