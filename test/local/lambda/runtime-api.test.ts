import { afterEach, beforeEach, expect, test } from 'vitest';
import { type RuntimeApi, startRuntimeApi } from '../../../local/lambda/runtime-api.ts';

let api: RuntimeApi;
beforeEach(async () => {
  api = await startRuntimeApi();
});
afterEach(() => api.close());

const INVOCATION = { requestId: 'r1', payload: '{"secret":"event"}', deadline: 1, functionArn: 'arn' };
const NEXT = '2018-06-01/runtime/invocation/next';
const RESPONSE = '2018-06-01/runtime/invocation/r1/response';

test('hands the process of its function an invocation, and takes its answer', async () => {
  const next = fetch(`http://${api.address}/${NEXT}`);
  const outcome = api.invoke(INVOCATION);
  expect(await (await next).json()).toEqual({ secret: 'event' });
  const posted = await fetch(`http://${api.address}/${RESPONSE}`, { method: 'POST', body: '"done"' });
  expect(posted.status).toBe(202);
  expect(await outcome).toEqual({ payload: '"done"' });
});

test('gives no invocation to other processes, and rejects their answers', async () => {
  const next = fetch(`http://${api.address}/${NEXT}`);
  const outcome = api.invoke(INVOCATION);
  await next;
  const [place = '', key = ''] = api.address.split('/');
  for (const root of [place, `${place}/`, `${place}/${key.slice(1)}0`, `${place}/x${key}`]) {
    expect((await fetch(`http://${root}/${NEXT}`)).status).toBe(403);
    const forged = await fetch(`http://${root}/${RESPONSE}`, { method: 'POST', body: '"forged"' });
    expect(forged.status).toBe(403);
  }
  await fetch(`http://${api.address}/${RESPONSE}`, { method: 'POST', body: '"done"' });
  expect(await outcome).toEqual({ payload: '"done"' });
});
