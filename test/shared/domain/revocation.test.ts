import { beforeEach, describe, expect, test } from 'vitest';
import {
  revokeTokens,
  rotateClientSecret,
  setClientStatus,
} from '../../../functions/shared/domain/revocation.ts';
import { clientSecretDigest } from '../../../functions/shared/domain/secrets.ts';
import { ANN, CLIENT_ID, memoryOwners, operatorEventOf, token } from '../../support/memory-owners.ts';
import { refusalOf } from '../../support/rules.ts';

let memory = memoryOwners();
beforeEach(() => {
  memory = memoryOwners();
});

describe('tokens are revoked', () => {
  test.each([
    ['of a user', { ...ANN }, 'ann', ['t1', 't2']],
    ['of a user by one client', { ...ANN, clientId: CLIENT_ID }, 'ann', ['t2']],
    ['of a client', { institution: 'acme', clientId: CLIENT_ID }, CLIENT_ID, ['t2', 'b1']],
    ['of an institution', { institution: 'acme' }, 'acme', ['t1', 't2', 'b1']],
  ])('%s, and no key', async (_, selection, target, revoked) => {
    expect(await revokeTokens(memory.operator, selection)).toBe(revoked.length);
    expect(new Set(memory.held.done.map((one) => JSON.stringify(one)))).toEqual(
      new Set(revoked.map((id) => JSON.stringify(['revoke', id === 'b1' ? 'bob' : 'ann', id]))),
    );
    expect(memory.held.events).toEqual([operatorEventOf('token.revoke', target)]);
  });

  test('of every user, so many at a time', async () => {
    const many = Array.from({ length: 40 }, (_, index) => `u${index}`);
    memory.held.owned = Object.fromEntries(many.map((userId) => [userId, [token(`t-${userId}`)]]));
    expect(await revokeTokens(memory.operator, { institution: 'acme' })).toBe(40);
    expect(memory.held.reading.most).toBe(16);
  });
});

describe('a client that is', () => {
  test('disabled loses its tokens', async () => {
    expect(await setClientStatus(memory.operator, CLIENT_ID, 'disabled')).toBe(2);
    expect(memory.held.done[0]).toEqual(['change client', 'acme', CLIENT_ID, { status: 'disabled' }]);
    expect(memory.held.done.slice(1)).toEqual(
      expect.arrayContaining([
        ['revoke', 'ann', 't2'],
        ['revoke', 'bob', 'b1'],
      ]),
    );
    expect(memory.held.done).toHaveLength(3);
    expect(memory.held.events).toEqual([operatorEventOf('client.disable', CLIENT_ID)]);
  });

  test('enabled loses nothing', async () => {
    expect(await setClientStatus(memory.operator, CLIENT_ID, 'active')).toBe(0);
    expect(memory.held.done).toEqual([['change client', 'acme', CLIENT_ID, { status: 'active' }]]);
    expect(memory.held.events).toEqual([operatorEventOf('client.enable', CLIENT_ID)]);
  });

  test('given another secret keeps its tokens', async () => {
    const secret = await rotateClientSecret(memory.operator, CLIENT_ID);
    const change = { secretDigest: clientSecretDigest(secret) };
    expect(memory.held.done).toEqual([['change client', 'acme', CLIENT_ID, change]]);
    expect(memory.held.events).toEqual([operatorEventOf('client.rotate-secret', CLIENT_ID)]);
  });

  test.each([`acme.${'y'.repeat(20)}`, 'no-client-id'])('unknown is not found: %s', async (clientId) => {
    const refusal = { code: 'not_found', message: `There is no client ${clientId}.` };
    expect(await refusalOf(() => setClientStatus(memory.operator, clientId, 'disabled'))).toEqual(refusal);
    expect(await refusalOf(() => rotateClientSecret(memory.operator, clientId))).toEqual(refusal);
    expect(memory.held.done).toHaveLength(clientId.startsWith('acme') ? 2 : 0);
  });
});
