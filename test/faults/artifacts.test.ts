import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, type TestContext, test } from 'vitest';
import { type FaultProxy, startFaultProxy } from '../../bench/support/fault-proxy.ts';
import { type MemoryS3, startMemoryS3 } from '../../bench/support/memory-s3.ts';
import { withinBudget } from '../../functions/shared/domain/budget.ts';
import { s3Artifacts } from '../../functions/shared/store/artifacts-s3.ts';

const ARTIFACT = Buffer.alloc(300_000, 'artifact');

let s3: MemoryS3;
let proxy: FaultProxy;
beforeAll(async () => {
  s3 = await startMemoryS3();
  proxy = await startFaultProxy(() => s3.url);
});
afterEach(() => {
  proxy.fault = () => undefined;
});
afterAll(() => {
  proxy.close();
  s3.close();
});
const placeAt = (port: number) => ({ bucket: 'b', prefix: '', endpoint: `http://127.0.0.1:${port}` });
const artifacts = () => s3Artifacts(placeAt(proxy.port));

test('returns an artifact whole, and tells a missing one from one that cannot be read', async () => {
  await artifacts().put('known', ARTIFACT);
  expect(Buffer.from((await artifacts().get('known')) ?? [])).toEqual(ARTIFACT);
  expect(await artifacts().get('other')).toBeUndefined();
});

describe.each(['hang', 'refuse', 'cut', 'lost', 'error', 'slow'] as const)(
  'where every answer of S3 is a %s',
  (fault) => {
    test('reading fails as unavailable within the time of its request', async () => {
      proxy.fault = () => fault;
      const reading = withinBudget(300, () => artifacts().get('known'));
      await expect(reading).rejects.toMatchObject({ code: 'temporarily_unavailable' });
    });
  },
);

const UNAVAILABLE = { code: 'temporarily_unavailable' };

/** Starts a bucket that handles each request with `behave`, and returns its port. */
async function bucketThat(
  { onTestFinished }: Pick<TestContext, 'onTestFinished'>,
  behave: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<number> {
  const server = createServer(behave);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

/** Sends `parts` tenths of the artifact, one every `everyMs` milliseconds, and then nothing more. */
function trickle(response: ServerResponse, { parts, everyMs }: { parts: number; everyMs: number }): void {
  response.writeHead(200, { 'Content-Length': ARTIFACT.byteLength });
  const size = ARTIFACT.byteLength / 10;
  let sent = 0;
  const timer = setInterval(() => {
    response.write(ARTIFACT.subarray(sent * size, (sent + 1) * size));
    sent += 1;
    if (sent === parts) clearInterval(timer);
  }, everyMs);
  response.on('close', () => clearInterval(timer));
}

// These tests mostly wait, so they run concurrently.
describe.concurrent('an artifact over a slow line', () => {
  test('arrives whole, even if it takes longer than the limit for a silent attempt', async (context) => {
    const requests: string[] = [];
    const port = await bucketThat(context, (request, response) => {
      requests.push(request.method ?? '');
      trickle(response, { parts: 10, everyMs: 250 });
    });
    expect(Buffer.from((await s3Artifacts(placeAt(port)).get('known')) ?? [])).toEqual(ARTIFACT);
    expect(requests).toEqual(['GET']);
  });

  test('is requested again when it stalls, and is unavailable after the last attempt', async (context) => {
    let requests = 0;
    const port = await bucketThat(context, (_request, response) => {
      requests += 1;
      trickle(response, { parts: 5, everyMs: 1 });
    });
    const reading = s3Artifacts(placeAt(port), { reading: 200, writing: 200 }).get('known');
    await expect(reading).rejects.toMatchObject({ ...UNAVAILABLE, cause: { operation: 'GetObject' } });
    expect(requests).toBe(3);
  });

  test('is waited for only as long as its request has time', async (context) => {
    const port = await bucketThat(context, (_request, response) =>
      trickle(response, { parts: 10, everyMs: 100 }),
    );
    const reading = withinBudget(300, () => s3Artifacts(placeAt(port)).get('known'));
    await expect(reading).rejects.toMatchObject(UNAVAILABLE);
  });

  test.for<[string, (request: IncomingMessage) => void]>([
    ['takes all of it and does not answer', (request) => void request.resume()],
    ['takes none of it', () => undefined],
  ])(
    'is given up, not sent for ever, to a bucket that %s',
    { timeout: 30_000 },
    async ([, take], context) => {
      const large = Buffer.alloc(30_000_000);
      let requests = 0;
      const port = await bucketThat(context, (request) => {
        requests += 1;
        take(request);
      });
      const writing = s3Artifacts(placeAt(port), { reading: 200, writing: 200 }).put('known', large);
      await expect(writing).rejects.toMatchObject({ ...UNAVAILABLE, cause: { operation: 'PutObject' } });
      expect(requests).toBe(3);
    },
  );
});
