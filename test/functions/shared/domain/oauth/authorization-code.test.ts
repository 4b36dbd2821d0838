import { describe, expect, test } from 'vitest';
import type { AuditEvent } from '../../../../../functions/shared/domain/audit.ts';
import { codeDigest, isCode } from '../../../../../functions/shared/domain/credentials/secrets.ts';
import {
  type AuthorizationCode,
  type CodeGrounds,
  type CodeIssueStore,
  issueCode,
} from '../../../../../functions/shared/domain/oauth/authorization-code.ts';
import type { AuthorizationRequest } from '../../../../../functions/shared/domain/oauth/authorization-request.ts';
import { memoryAttempts } from '../../../../support/memory-attempts.ts';
import { CLIENT, countingBytes, ORIGIN } from '../../../../support/rules.ts';
import { SESSION } from '../../../../support/sessions.ts';

const client = { ...CLIENT, clientId: 'acme.x', revision: 5 };
const request: AuthorizationRequest = {
  client,
  redirectUri: 'https://app.example/back',
  redirectUriSent: true,
  state: 's',
  scopes: ['query', 'app_read'],
  codeChallenge: 'c'.repeat(43),
};
const grounds: CodeGrounds = {
  approval: { institution: 'acme', userId: 'ann', userRevision: 3, scopes: ['account_read', 'query'] },
  consent: { kind: 'given' },
  session: { kind: 'used', session: SESSION },
};

async function issue(
  asked = request,
  given = grounds,
  answers: Awaited<ReturnType<CodeIssueStore['addCode']>>[] = [true],
) {
  const added: [AuthorizationCode, CodeGrounds, AuditEvent][] = [];
  const codes: CodeIssueStore = {
    async addCode(...what) {
      added.push(what);
      return answers[added.length - 1] ?? false;
    },
  };
  const { store: attempts, tallies } = memoryAttempts();
  const issued = await issueCode({ codes, attempts, random: countingBytes() }, asked, given, ORIGIN);
  return { issued, added, tallies };
}

describe('a code', () => {
  test('is kept by its digest, with its request and its grounds, for sixty seconds', async () => {
    const { issued, added } = await issue();
    const code = issued.kind === 'code' ? issued.code : '';
    expect(isCode(code)).toBe(true);
    const kept = {
      digest: codeDigest(code),
      institution: 'acme',
      userId: 'ann',
      userRevision: 3,
      clientRevision: 5,
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
    expect(added).toEqual([[kept, grounds, event]]);
  });

  test('requested without a challenge has none', async () => {
    const { added } = await issue({ ...request, codeChallenge: undefined, redirectUriSent: false });
    expect(added[0]?.[0]).not.toHaveProperty('codeChallenge');
    expect(added[0]?.[0].redirectUriSent).toBe(false);
  });

  test('is not issued if the user has none of the requested scopes', async () => {
    const approval = { ...grounds.approval, scopes: ['account_read' as const] };
    const { issued, added } = await issue(request, { ...grounds, approval });
    expect(issued).toEqual({ kind: 'nothing_allowed' });
    expect(added).toEqual([]);
  });

  test.each([['query'], ['account_read']] as const)(
    'or none, of a user who may %s, records the success of the sign-in',
    async (scope) => {
      const success = { tallies: [{ key: 'k' }], buckets: [] };
      const approval = { ...grounds.approval, scopes: [scope], success };
      const { tallies } = await issue(request, { ...grounds, approval });
      expect(tallies.get('k')).toMatchObject({ signedInAt: ORIGIN.now });
    },
  );

  test('whose grounds changed meanwhile is not issued', async () => {
    const { issued } = await issue(request, grounds, [false]);
    expect(issued).toEqual({ kind: 'changed' });
  });

  test('is never dated before the consent that it rests on', async () => {
    const since = ORIGIN.now + 5000;
    const remembered = await issue(request, { ...grounds, consent: { kind: 'remembered', since } });
    expect(remembered.added.map(([{ issuedAt }]) => issuedAt)).toEqual([since]);
    const given = await issue(request, grounds, [{ since }, true]);
    expect(given.issued.kind).toBe('code');
    expect(given.added.map(([{ issuedAt }]) => issuedAt)).toEqual([ORIGIN.now, since]);
    expect(new Set(given.added.map(([{ digest, endsAt }]) => `${digest} ${endsAt}`)).size).toBe(1);
    const withdrawn = await issue(request, grounds, [{ since }, false]);
    expect(withdrawn.issued).toEqual({ kind: 'changed' });
  });
});
