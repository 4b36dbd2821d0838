import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { KEYS } from './support/api.ts';
import { useApi } from './support/parley.ts';

const api = useApi();

test.each(['health', 'ready'])('anyone gets only the status of the service (%s)', async (path) => {
  const answer = await api.call('GET', `/v1/${path}/`);
  expect([answer.status, answer.body.toString()]).toEqual([200, '{"status":"ok"}']);
});

test('an application token is created and changed only once under an Idempotency-Key', async () => {
  const post = async (path: string, name: string, key: string) => {
    const headers = { ...(await api.bearer()), 'Idempotency-Key': key };
    return JSON.parse((await api.postJson(KEYS + path, { name }, headers)).body.toString());
  };
  const [create, change] = [randomUUID(), randomUUID()];
  const made = await post('', 'repeated', create);
  expect(made.action).toBe('Create');
  expect(await post('', 'repeated', create)).toEqual(made);
  expect((await post('', 'other', create)).error).toBe('idempotency_key_reused');
  const changed = await post(made.id, 'renamed', change);
  expect(changed).toEqual({ action: 'Update', id: made.id });
  expect(await post(made.id, 'renamed', change)).toEqual(changed);
});
