import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { sharedDemo } from '../support/shared-service.ts';

const { base_url, client_id, client_secret, service_user_id } = sharedDemo();

test.each(['health', 'ready'])('anyone gets only the status of the service (%s)', async (path) => {
  const answer = await fetch(`${base_url}/v1/${path}/`);
  expect([answer.status, await answer.text()]).toEqual([200, '{"status":"ok"}']);
});

test('an application token is created and changed only once under an Idempotency-Key', async () => {
  const grant = { grant_type: 'client_credentials', client_id, client_secret, service_user_id };
  const issued = await fetch(`${base_url}/v1/oauth/`, { method: 'POST', body: new URLSearchParams(grant) });
  const { access_token } = (await issued.json()) as { access_token: string };
  const authorization = `Bearer ${access_token}`;
  const post = async (path: string, name: string, key: string) => {
    const answer = await fetch(`${base_url}/v1/apps/applicationtoken/${path}`, {
      method: 'POST',
      headers: { Authorization: authorization, 'Content-Type': 'application/json', 'Idempotency-Key': key },
      body: JSON.stringify({ name }),
    });
    return (await answer.json()) as { id: string; key: string; action: string; error?: string };
  };
  const [create, change] = [randomUUID(), randomUUID()];
  const made = await post('', 'repeated', create);
  expect(made.action).toBe('Create');
  expect(await post('', 'repeated', create)).toEqual(made);
  expect((await post('', 'other', create)).error).toBe('idempotency_key_reused');
  const changed = await post(made.id, 'renamed', change);
  expect(changed).toEqual({ action: 'Update', id: made.id });
  expect(await post(made.id, 'renamed', change)).toEqual(changed);
  await fetch(`${base_url}/v1/apps/applicationtoken/${made.id}`, {
    method: 'DELETE',
    headers: { Authorization: authorization },
  });
});
