import { createServer } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { call } from '../../../../functions/shared/store/invocation.ts';
import { useServer } from '../../../support/server.ts';

let requests = 0;
/** A Lambda that never answers. */
const server = createServer(() => {
  requests += 1;
});

const origin = useServer(server);
beforeAll(() => {
  process.env.LAMBDA_ENDPOINT = origin();
});
afterAll(() => {
  delete process.env.LAMBDA_ENDPOINT;
});

test('a function that does not end is called once, and awaited only for the given time', async () => {
  await expect(call('query', '{}', 200)).rejects.toThrow();
  expect(requests).toBe(1);
}, 10_000);
