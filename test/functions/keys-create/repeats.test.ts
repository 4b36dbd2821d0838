import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Principal } from '../../../functions/shared/domain/credentials/principal.ts';
import { itemsOf, valuesIn } from '../../support/dynamodb.ts';
import { addTenant, keyEndpoints } from '../../support/keys.ts';
import { useCountedDynamoDb } from '../../support/wire.ts';

const store = useCountedDynamoDb();
let now = 0;
const keys = keyEndpoints(store.client, () => now);
let owner: Principal;
beforeEach(async () => {
  now = Date.UTC(2030, 0, 2);
  owner = await addTenant(store.uncounted, `bank-${randomUUID()}`);
});

const withKey = (key: string) => ({ headers: { 'Idempotency-Key': key } });
const create = (key: string, name = 'web', as = owner) => keys.create(as, { name }, withKey(key));
const listed = async (): Promise<{ name: string }[]> => (await keys.list(owner)).body.tokens;

describe('an application token requested under an Idempotency-Key', () => {
  test('is made once: a repeat gets the same answer, secret included', async () => {
    const first = await create('k');
    store.operations.length = 0;
    const again = await create('k');
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect(store.operations).toEqual(['BatchGetItem', 'GetItem']);
    expect(await listed()).toHaveLength(1);
    expect(await keys.resolve(again.body.key)).toMatchObject({ id: first.body.id });
  });

  test('is made once by several simultaneous requests', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => create('k')));
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.key}`)).size).toBe(1);
    expect(await listed()).toHaveLength(1);
  });

  test('is refused if the key was used for another request', async () => {
    await create('k');
    const other = await create('k', 'another');
    expect([other.status, other.body.error]).toEqual([409, 'idempotency_key_reused']);
    expect(await listed()).toHaveLength(1);
  });

  test('is made per user: another user gets a different token under the same key', async () => {
    const first = await create('k');
    const stranger = await addTenant(store.uncounted, `bank-${randomUUID()}`);
    const second = await create('k', 'web', stranger);
    expect(second.status).toBe(200);
    expect(second.body.key).not.toBe(first.body.key);
  });

  test('is made anew under the same key only after 24 hours', async () => {
    const first = await create('k');
    now += 86_399_999;
    expect((await create('k')).body).toEqual(first.body);
    now += 1;
    const later = await create('k');
    expect(later.status).toBe(200);
    expect(later.body.id).not.toBe(first.body.id);
  });

  test('leaves neither its secret nor the key readable in the table', async () => {
    const { body } = await create('very-telling-key');
    const kept = valuesIn(...(await itemsOf(store.uncounted(), 'CREDENTIALS_TABLE')));
    expect(kept).toContain('repeat');
    for (const secret of [body.key, 'very-telling-key']) expect(kept).not.toContain(secret);
  });
});

test('a repeated change under an Idempotency-Key does not undo later changes', async () => {
  const { id } = (await keys.create(owner, { name: 'first' })).body;
  const rename = (name: string, key: string) => keys.update(owner, id, { name }, withKey(key));
  expect((await rename('second', 'a')).body).toEqual({ action: 'Update', id });
  await rename('third', 'b');
  expect((await rename('second', 'a')).body).toEqual({ action: 'Update', id });
  expect((await listed()).map(({ name }) => name)).toEqual(['third']);
});
