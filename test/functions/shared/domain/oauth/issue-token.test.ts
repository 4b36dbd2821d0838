import { describe, expect, test } from 'vitest';
import type { AuditEvent } from '../../../../../functions/shared/domain/audit.ts';
import type { AccessToken } from '../../../../../functions/shared/domain/credentials/credentials.ts';
import { isToken, tokenDigest } from '../../../../../functions/shared/domain/credentials/secrets.ts';
import { ParleyError } from '../../../../../functions/shared/domain/errors.ts';
import type { Client, User } from '../../../../../functions/shared/domain/institutions/directory.ts';
import { groundsStand, issueToken } from '../../../../../functions/shared/domain/oauth/issue-token.ts';
import { aboutRequest, requestFacts } from '../../../../../functions/shared/domain/request-facts.ts';
import type { Approval } from '../../../../../functions/shared/domain/sign-in/sign-in.ts';
import { memoryAttempts } from '../../../../support/memory-attempts.ts';
import { ANN, CLIENT, countingBytes, noTokenLimits, ORIGIN, refusalOf } from '../../../../support/rules.ts';

const approval: Approval = {
  institution: 'acme',
  userId: 'ann',
  userRevision: 3,
  scopes: ['query'],
  grant: 'client_credentials',
  client: { clientId: 'acme.x', revision: 1, secretDigest: 'd'.repeat(64) },
};

/** Issues a token from a store that refuses the first `refusals` writes. */
async function issue(
  refusals: number,
  approved: Approval = approval,
  now = ORIGIN.now,
  limits = noTokenLimits,
) {
  const takenBack: [AccessToken, AuditEvent][] = [];
  const added: [AccessToken, Approval, AuditEvent, AuditEvent][] = [];
  let signIns = 0;
  const used: unknown[] = [];
  const tokens = {
    async add(...what: [AccessToken, Approval, AuditEvent, AuditEvent]) {
      added.push(what);
      return added.length > refusals;
    },
    async takeBack(...what: [AccessToken, AuditEvent]) {
      takenBack.push(what);
    },
  };
  const signIn = async () => {
    signIns += 1;
    return { ...approved, userRevision: signIns };
  };
  const recordSecretUse = async (...use: unknown[]) => void used.push(use);
  const { store: attempts, tallies } = memoryAttempts();
  const dependencies = { tokens, attempts, recordSecretUse, limits, random: countingBytes() };
  const work = () => issueToken(dependencies, signIn, { ...ORIGIN, now });
  return { work, added, takenBack, used, tallies, signIns: () => signIns };
}

test('the institution of the token is in every log line of its request', async () => {
  const { work } = await issue(0);
  const facts = await aboutRequest({ requestId: 'one' }, async () => {
    await work();
    return requestFacts();
  });
  expect(facts).toEqual({ requestId: 'one', institution: 'acme' });
});

describe('a token beyond the limit', () => {
  const refusal = new ParleyError('too_many_requests', 'Wait.', { retryAfterSeconds: 1 });
  const limits = { isUsedUp: () => false, take: () => Promise.reject(refusal) };

  test('is revoked with an audit event, and not returned', async () => {
    const { work, added, takenBack } = await issue(0, approval, ORIGIN.now, limits);
    expect(await refusalOf(work)).toMatchObject({ code: 'too_many_requests' });
    expect(takenBack).toEqual([
      [added[0]?.[0], expect.objectContaining({ action: 'token.revoke', reason: 'too_many_requests' })],
    ]);
  });

  test('is not written if the limit is known to be reached, nor in exchange for a code', async () => {
    const code = { digest: 'c', issuedAt: 0 };
    for (const [approved, isUsedUp] of [
      [approval, true],
      [{ ...approval, code }, false],
    ] as const) {
      const known = { ...limits, isUsedUp: () => isUsedUp };
      const { work, added } = await issue(0, approved, ORIGIN.now, known);
      expect(await refusalOf(work)).toMatchObject({ code: 'too_many_requests' });
      expect(added).toEqual([]);
    }
  });
});

describe('a token', () => {
  test('says what was approved, lives ten hours, and is kept by its digest', async () => {
    const { work, added, used } = await issue(0);
    const { accessToken, refreshToken, token } = await work();
    expect([isToken(accessToken), isToken(refreshToken)]).toEqual([true, true]);
    expect(refreshToken).not.toBe(accessToken);
    expect(token).toEqual({
      digest: tokenDigest(accessToken),
      institution: 'acme',
      userId: 'ann',
      scopes: ['query'],
      grant: 'client_credentials',
      clientId: 'acme.x',
      issuedAt: ORIGIN.now,
      expiresAt: ORIGIN.now / 1000 + 36_000,
    });
    const event = {
      at: ORIGIN.now,
      action: 'token.issue',
      outcome: 'done',
      institution: 'acme',
      actor: { kind: 'client', id: 'acme.x', userId: 'ann' },
      sourceIp: ORIGIN.sourceIp,
      requestId: ORIGIN.requestId,
      target: token.digest.slice(0, 16),
    };
    const takenBack = { ...event, action: 'token.revoke', reason: 'changed_meanwhile' };
    expect(added).toEqual([[token, { ...approval, userRevision: 1 }, event, takenBack]]);
    expect(used).toEqual([[approval.client, ORIGIN.now]]);
  });

  test('obtained without a client names none', async () => {
    const { client: _, ...own } = approval;
    const { work, added, used } = await issue(0, { ...own, grant: 'password' });
    expect((await work()).token).not.toHaveProperty('clientId');
    expect(added[0]?.[2].actor).toEqual({ kind: 'user', userId: 'ann' });
    expect(used).toEqual([]);
  });

  test('ends at a whole second', async () => {
    const { work } = await issue(0, approval, 1999);
    expect((await work()).token).toMatchObject({ issuedAt: 1999, expiresAt: 36_001 });
  });

  test('whose user changed meanwhile is issued again after a new sign-in', async () => {
    const { work, added, signIns } = await issue(2);
    const { token } = await work();
    expect(signIns()).toBe(3);
    expect(added.map(([, { userRevision }]) => userRevision)).toEqual([1, 2, 3]);
    expect(new Set(added.map(([{ digest }]) => digest)).size).toBe(3);
    expect(added[2]?.[0]).toBe(token);
  });

  test('records the success of the sign-in on each attempt', async () => {
    const success = { tallies: [{ key: 'k' }], buckets: [] };
    const { work, tallies } = await issue(1, { ...approval, success });
    await work();
    expect(tallies.get('k')).toMatchObject({ signedInAt: ORIGIN.now });
  });

  test('is refused if the user changes on every attempt', async () => {
    const { work, signIns } = await issue(3);
    expect(await refusalOf(work)).toMatchObject({ code: 'too_many_requests', retryAfterSeconds: 1 });
    expect(signIns()).toBe(3);
  });
});

describe('the grounds of a token', () => {
  const user = ANN;
  const client = { ...CLIENT, clientId: 'acme.x', secretDigest: 'd'.repeat(64) };
  const former = { secretDigest: 'e'.repeat(64), formerSecret: { digest: 'd'.repeat(64) } };
  const { client: _, ...own } = approval;

  test.each<[boolean, string, Approval, { user?: User; client?: Client }]>([
    [true, 'the same user and client', approval, { user, client }],
    [true, 'the same user alone, where no client had a part', own, { user }],
    [
      true,
      'a client whose secret became the former one',
      approval,
      { user, client: { ...client, ...former } },
    ],
    [false, 'no user', approval, { client }],
    [false, 'a changed user', approval, { user: { ...user, revision: 4 }, client }],
    [false, 'a disabled user', approval, { user: { ...user, status: 'disabled' }, client }],
    [false, 'no client', approval, { user }],
    [false, 'a changed client', approval, { user, client: { ...client, revision: 2 } }],
    [false, 'a disabled client', approval, { user, client: { ...client, status: 'disabled' } }],
    [false, 'a client with another secret', approval, { user, client: { ...client, secretDigest: 'e' } }],
  ])('are valid is %s for %s', (stands, _name, approved, now) => {
    expect(groundsStand(approved, now)).toBe(stands);
  });
});
