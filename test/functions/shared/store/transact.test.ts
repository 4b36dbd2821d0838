import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { expect, test } from 'vitest';
import { transact } from '../../../../functions/shared/store/transact.ts';

/** Creates a client whose transactions have these outcomes in order; `sent` records them. */
function clientThat(...outcomes: (string[] | 'written' | 'broken')[]) {
  const sent: unknown[] = [];
  const send = async (command: unknown) => {
    const outcome = outcomes[sent.length];
    sent.push(command);
    if (outcome === 'written') return {};
    if (outcome === undefined || outcome === 'broken') throw new Error('the line is cut');
    throw Object.assign(new Error('cancelled'), {
      name: 'TransactionCanceledException',
      CancellationReasons: outcome.map((Code) => ({ Code })),
    });
  };
  return { client: { send } as unknown as DynamoDBDocumentClient, sent };
}
const waits: number[] = [];
const backoff = { attempts: 3, wait: async (attempt: number) => waits.push(attempt) };

test('a transaction that meets another or a lack of capacity is sent again after a wait', async () => {
  const { client, sent } = clientThat(
    ['None', 'TransactionConflict'],
    ['ThrottlingError', 'None'],
    'written',
  );
  expect(await transact(client, [], backoff)).toBeUndefined();
  expect(sent).toHaveLength(3);
  expect(waits).toEqual([1, 2]);
});

test('after the last conflict the store is unavailable', async () => {
  const { client, sent } = clientThat(
    ['TransactionConflict'],
    ['TransactionConflict'],
    ['TransactionConflict'],
  );
  await expect(transact(client, [], backoff)).rejects.toMatchObject({ code: 'temporarily_unavailable' });
  expect(sent).toHaveLength(3);
});

test('unmet conditions are reported by their place, and are final, even beside a conflict', async () => {
  const { client, sent } = clientThat(['None', 'ConditionalCheckFailed', 'TransactionConflict']);
  expect(await transact(client, [], backoff)).toEqual([false, true, false]);
  expect(sent).toHaveLength(1);
});

test('every other failure is thrown at once', async () => {
  for (const outcome of ['broken' as const, ['ValidationError'], []]) {
    const { client, sent } = clientThat(outcome);
    await expect(transact(client, [], backoff)).rejects.toThrow();
    expect(sent).toHaveLength(1);
  }
});
