import { beforeEach, describe, expect, test } from 'vitest';
import { revokeTokens } from '../../../../../functions/shared/domain/credentials/revocation.ts';
import { ANN, CLIENT_ID, memoryOwners, operatorEventOf, token } from '../../../../support/memory-owners.ts';
import { refusalOf } from '../../../../support/rules.ts';

let memory = memoryOwners();
beforeEach(() => {
  memory = memoryOwners();
});

const sorted = (done: readonly unknown[]) => done.map((one) => JSON.stringify(one)).toSorted();

describe('tokens are revoked', () => {
  test.each([
    ['of a user', { ...ANN }, 'ann', ['t1', 't2'], [['change', 'ann', {}]]],
    [
      'of a user by one client',
      { ...ANN, clientId: CLIENT_ID },
      'ann',
      ['t2'],
      [
        ['withdraw', 'ann', CLIENT_ID],
        ['forget', 'ann', CLIENT_ID],
      ],
    ],
    [
      'of a client',
      { institution: 'acme', clientId: CLIENT_ID },
      CLIENT_ID,
      ['t2', 'b1'],
      [['change client', CLIENT_ID, { revision: 5 }]],
    ],
    [
      'of an institution',
      { institution: 'acme' },
      'acme',
      ['t1', 't2', 'b1'],
      [
        ['change', 'ann', {}],
        ['change', 'bob', {}],
      ],
    ],
  ])('%s, no key, and first what can still become one', async (_, selection, target, revoked, fences) => {
    expect(await revokeTokens(memory.operator, selection)).toBe(revoked.length);
    const tokens = revoked.map((id) => ['revoke', id === 'b1' ? 'bob' : 'ann', id]);
    expect(sorted(memory.held.done)).toEqual(sorted([...tokens, ...fences]));
    expect(memory.held.done[0]).toEqual(fences[0]);
    expect(memory.held.events).toEqual([operatorEventOf('token.revoke', target)]);
  });

  test('of each user of an institution only after the codes of that user', async () => {
    await revokeTokens(memory.operator, { institution: 'acme' });
    for (const userId of ['ann', 'bob']) {
      const steps = memory.held.done.filter((one) => Array.isArray(one) && one[1] === userId);
      expect(steps[0]).toEqual(['change', userId, {}]);
    }
  });

  test('of a user by one client between the start and the end of the withdrawal', async () => {
    await revokeTokens(memory.operator, { ...ANN, clientId: CLIENT_ID });
    expect(memory.held.done.map((one) => Array.isArray(one) && one[0])).toEqual([
      'withdraw',
      'revoke',
      'forget',
    ]);
  });

  test('of every user, sixteen at a time', async () => {
    const many = Array.from({ length: 40 }, (_, index) => `u${index}`);
    memory.held.owned = Object.fromEntries(many.map((userId) => [userId, [token(`t-${userId}`)]]));
    expect(await revokeTokens(memory.operator, { institution: 'acme' })).toBe(40);
    expect(memory.held.reading.most).toBe(16);
  });

  test('of nobody if there is no such user or client', async () => {
    const clientId = `acme.${'y'.repeat(20)}`;
    memory.held.user = undefined;
    expect(await refusalOf(() => revokeTokens(memory.operator, ANN))).toMatchObject({ code: 'not_found' });
    const ofClient = () => revokeTokens(memory.operator, { institution: 'acme', clientId });
    expect(await refusalOf(ofClient)).toMatchObject({ code: 'not_found' });
    expect(memory.held.done).toEqual([['change', 'ann', {}]]);
  });
});
