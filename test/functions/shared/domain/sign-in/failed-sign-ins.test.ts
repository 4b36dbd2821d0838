import { expect, test } from 'vitest';
import type { AuditEvent } from '../../../../../functions/shared/domain/audit.ts';
import { failedSignIns } from '../../../../../functions/shared/domain/sign-in/failed-sign-ins.ts';

const refused = (at: number, changes: Partial<AuditEvent>): AuditEvent => ({
  at,
  action: 'token.issue',
  outcome: 'refused',
  reason: 'invalid_grant',
  institution: 'acme',
  actor: { kind: 'user', userId: 'ann' },
  sourceIp: '192.0.2.1',
  requestId: 'r',
  ...changes,
});
const client = (userId?: string) => ({
  actor: { kind: 'client' as const, id: 'acme.x', ...(userId && { userId }) },
});

test('refused sign-ins are grouped by account and source, the most frequent first', () => {
  const events = [
    refused(0, { sourceIp: '192.0.2.3' }),
    refused(1, {}),
    refused(2, { ...client('ann'), reason: 'invalid_client', action: 'token.introspect' }),
    refused(3, { reason: 'too_many_requests' }),
    refused(4, { sourceIp: '192.0.2.2' }),
    refused(5, { ...client('bob'), reason: 'invalid_client', action: 'token.revoke' }),
    refused(6, { actor: { kind: 'user' } }),
    refused(7, { reason: 'too_many_requests' }),
  ];
  expect(failedSignIns(events)).toEqual([
    {
      account: { kind: 'user', userId: 'ann' },
      source: '192.0.2.1',
      failures: 3,
      reasons: { invalid_grant: 1, too_many_requests: 2 },
      firstAt: 1,
      lastAt: 7,
    },
    {
      account: { kind: 'client', id: 'acme.x' },
      source: '192.0.2.1',
      failures: 2,
      reasons: { invalid_client: 2 },
      firstAt: 2,
      lastAt: 5,
    },
    expect.objectContaining({ account: { kind: 'user', userId: 'ann' }, source: '192.0.2.3', failures: 1 }),
    expect.objectContaining({ account: { kind: 'user', userId: 'ann' }, source: '192.0.2.2', failures: 1 }),
    expect.objectContaining({ account: { kind: 'user' }, source: '192.0.2.1', failures: 1 }),
  ]);
});

test('an IPv6 network is one source', () => {
  const events = [refused(1, { sourceIp: '2001:db8::1' }), refused(2, { sourceIp: '2001:db8::2' })];
  expect(failedSignIns(events)).toMatchObject([{ source: '2001:db8:0:0::/64', failures: 2 }]);
});

test('successes and other actions are ignored', () => {
  const events = [
    refused(1, { outcome: 'done' }),
    refused(2, { action: 'credential.use' }),
    refused(3, { action: 'key.create' }),
  ];
  expect(failedSignIns(events)).toEqual([]);
});

test('a client without an id, a reason or an address is grouped too', () => {
  const { sourceIp: _, reason: __, ...bare } = refused(1, { actor: { kind: 'client' } });
  expect(failedSignIns([bare, { ...bare, at: 2 }])).toEqual([
    { account: { kind: 'client' }, source: '', failures: 2, reasons: { unknown: 2 }, firstAt: 1, lastAt: 2 },
  ]);
});
