import { describe, expect, test } from 'vitest';
import {
  type AuditEvent,
  clientEvent,
  credentialEvent,
  recordRefusal,
} from '../../../../functions/shared/domain/audit.ts';
import { ORIGIN } from '../../../support/rules.ts';

describe('an event', () => {
  test('says which credential did what, for whom and from where', () => {
    const principal = {
      kind: 'key' as const,
      id: 'key-1',
      institution: 'acme',
      userId: 'ann',
      scopes: [],
      referrers: [],
    };
    expect(
      credentialEvent(principal, ORIGIN, { action: 'key.delete', outcome: 'done', target: 'key-2' }),
    ).toEqual({
      at: ORIGIN.now,
      action: 'key.delete',
      outcome: 'done',
      target: 'key-2',
      institution: 'acme',
      actor: { kind: 'key', id: 'key-1', userId: 'ann' },
      sourceIp: ORIGIN.sourceIp,
      requestId: ORIGIN.requestId,
    });
  });

  test('says which client did what', () => {
    const client = { clientId: 'acme.x', institution: 'acme', secretDigest: 'never' };
    expect(clientEvent(client, ORIGIN, { action: 'token.revoke', target: 't' })).toEqual({
      at: ORIGIN.now,
      action: 'token.revoke',
      target: 't',
      outcome: 'done',
      institution: 'acme',
      actor: { kind: 'client', id: 'acme.x' },
      sourceIp: ORIGIN.sourceIp,
      requestId: ORIGIN.requestId,
    });
  });

  test('of a refusal is written, and a failed write is ignored', async () => {
    const event = { action: 'token.issue', outcome: 'refused' } as AuditEvent;
    const written: AuditEvent[] = [];
    await recordRefusal({ record: async (one) => void written.push(one) }, event);
    expect(written).toEqual([event]);
    await recordRefusal({ record: () => Promise.reject(new Error('down')) }, event);
  });
});
