import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { call } from '../../../../functions/shared/store/invocation.ts';

let requests = 0;
/** A Lambda that never answers. */
const server = createServer(() => {
  requests += 1;
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  process.env.LAMBDA_ENDPOINT = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  delete process.env.LAMBDA_ENDPOINT;
  server.closeAllConnections();
  server.close();
});

test('a function that does not end is waited for once, and only as long as said', async () => {
  await expect(call('query', '{}', 200)).rejects.toThrow();
  expect(requests).toBe(1);
}, 10_000);
