import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type FaultProxy, startFaultProxy } from '../../bench/support/fault-proxy.ts';
import { withinBudget } from '../../functions/shared/domain/budget.ts';
import { s3Artifacts } from '../../functions/shared/store/artifacts-s3.ts';

const ARTIFACT = Buffer.alloc(300_000, 'artifact');

let bucket: Server;
let proxy: FaultProxy;
beforeAll(async () => {
  bucket = createServer((request, response) => {
    request.resume();
    if (request.url?.includes('/known') || request.method === 'PUT')
      response.end(request.method === 'PUT' ? '' : ARTIFACT);
    else response.writeHead(404).end('<Error><Code>NoSuchKey</Code><Message>none</Message></Error>');
  });
  await new Promise<void>((resolve) => bucket.listen(0, '127.0.0.1', () => resolve()));
  proxy = await startFaultProxy(() => `http://127.0.0.1:${(bucket.address() as AddressInfo).port}`);
});
afterEach(() => {
  proxy.fault = () => undefined;
});
afterAll(() => {
  proxy.close();
  bucket.closeAllConnections();
  bucket.close();
});
const artifacts = () => s3Artifacts({ bucket: 'b', prefix: '', endpoint: `http://127.0.0.1:${proxy.port}` });

test('an artifact comes whole, and one that does not exist is told from one that cannot be read', async () => {
  expect(Buffer.from((await artifacts().get('known')) ?? [])).toEqual(ARTIFACT);
  expect(await artifacts().get('other')).toBeUndefined();
  await artifacts().put('known', ARTIFACT);
});

describe.each(['hang', 'refuse', 'cut', 'lost', 'error', 'slow'] as const)(
  'where every answer of S3 is a %s',
  (fault) => {
    test('reading ends within the time of its request, as unavailable', async () => {
      proxy.fault = () => fault;
      const reading = withinBudget(300, () => artifacts().get('known'));
      await expect(reading).rejects.toMatchObject({ code: 'temporarily_unavailable' });
    });
  },
);
