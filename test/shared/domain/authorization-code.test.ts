import { describe, expect, test } from 'vitest';
import type { AuditEvent } from '../../../functions/shared/domain/audit.ts';
import { type AuthorizationCode, issueCode } from '../../../functions/shared/domain/authorization-code.ts';
import type { AuthorizationRequest } from '../../../functions/shared/domain/authorization-request.ts';
import type { Client } from '../../../functions/shared/domain/directory.ts';
import { codeDigest, isCode } from '../../../functions/shared/domain/secrets.ts';
import type { Approval } from '../../../functions/shared/domain/sign-in.ts';
import { memoryAttempts } from '../../support/memory-attempts.ts';
import { countingBytes, ORIGIN, refusalOf } from '../../support/rules.ts';

const client: Client = {
  clientId: 'acme.x',
  institution: 'acme',
  displayName: 'Acme',
  grants: ['authorization_code'],
  redirectUris: ['https://app.example/back'],
  scopes: ['query', 'app_read'],
  status: 'active',
  createdAt: 0,
};
const request: AuthorizationRequest = {
  client,
  redirectUri: 'https://app.example/back',
  redirectUriSent: true,
  state: 's',
  scopes: ['query', 'app_read'],
  codeChallenge: 'c'.repeat(43),
};
const approval: Approval = {
  institution: 'acme',
  userId: 'ann',
  userRevision: 3,
  scopes: ['account_read', 'query'],
  grant: 'password',
};

function issue(refusals: number, asked = request, approved = approval) {
  const added: [AuthorizationCode, Approval, AuditEvent][] = [];
  let signIns = 0;
  const codes = {
    async addCode(...what: [AuthorizationCode, Approval, AuditEvent]) {
      added.push(what);
      return added.length > refusals;
    },
  };
  const signIn = async () => {
    signIns += 1;
    return approved;
  };
  const { store: attempts, tallies } = memoryAttempts();
  const work = () => issueCode({ codes, attempts, random: countingBytes() }, asked, signIn, ORIGIN);
  return { work, added, tallies, signIns: () => signIns };
}

describe('a code', () => {
  test('is kept by its digest, bound to what it was asked with, for sixty seconds', async () => {
    const { work, added } = issue(0);
    const code = (await work()) ?? '';
    expect(isCode(code)).toBe(true);
    const kept = {
      digest: codeDigest(code),
      institution: 'acme',
      userId: 'ann',
      userRevision: 3,
      scopes: ['query'],
      clientId: 'acme.x',
      redirectUri: 'https://app.example/back',
      redirectUriSent: true,
      codeChallenge: 'c'.repeat(43),
      issuedAt: ORIGIN.now,
      endsAt: ORIGIN.now / 1000 + 60,
    };
    const event = {
      at: ORIGIN.now,
      action: 'code.issue',
      outcome: 'done',
      institution: 'acme',
      actor: { kind: 'user', userId: 'ann' },
      sourceIp: ORIGIN.sourceIp,
      requestId: ORIGIN.requestId,
      target: 'acme.x',
    };
    expect(added).toEqual([[kept, approval, event]]);
  });

  test('that was asked for without a challenge has none', async () => {
    const { work, added } = issue(0, { ...request, codeChallenge: undefined, redirectUriSent: false });
    await work();
    expect(added[0]?.[0]).not.toHaveProperty('codeChallenge');
    expect(added[0]?.[0].redirectUriSent).toBe(false);
  });

  test('is not made for a user who may do nothing of what is asked for', async () => {
    const { work, added } = issue(0, request, { ...approval, scopes: ['account_read'] });
    expect(await work()).toBeUndefined();
    expect(added).toEqual([]);
  });

  test.each([['query'], ['account_read']] as const)(
    'or none, of a user who may %s, is written with what the sign-in succeeded at',
    async (scope) => {
      const success = { tallies: [{ key: 'k' }], buckets: [] };
      const { work, tallies } = issue(0, request, { ...approval, scopes: [scope], success });
      await work();
      expect(tallies.get('k')).toMatchObject({ signedInAt: ORIGIN.now });
    },
  );

  test('whose user changed meanwhile is made anew, three times at most', async () => {
    const settled = issue(2);
    expect(isCode((await settled.work()) ?? '')).toBe(true);
    expect(settled.signIns()).toBe(3);
    expect(new Set(settled.added.map(([{ digest }]) => digest)).size).toBe(3);
    const unsettled = issue(3);
    expect(await refusalOf(unsettled.work)).toMatchObject({
      code: 'too_many_requests',
      retryAfterSeconds: 1,
    });
    expect(unsettled.signIns()).toBe(3);
  });
});
