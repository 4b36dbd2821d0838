import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { warmUp } from '../../../functions/query/warm-up.ts';

describe('the query function', () => {
  let asked = 0;
  const secrets = createServer((incoming, outgoing) => {
    asked += 1;
    incoming.resume().on('end', () => outgoing.end(JSON.stringify({ SecretString: 'k'.repeat(64) })));
  });
  beforeAll(() => new Promise<void>((resolve) => secrets.listen(0, '127.0.0.1', resolve)));
  afterAll(() => {
    secrets.closeAllConnections();
    secrets.close();
  });
  afterEach(() => vi.unstubAllEnvs());

  test.each([
    ['on-demand', 0],
    ['provisioned-concurrency', 1],
  ])('started %s reads the deployment’s key %i times before anybody asks', async (type, times) => {
    vi.stubEnv('AWS_LAMBDA_INITIALIZATION_TYPE', type);
    vi.stubEnv('DEPLOYMENT_KEY', 'arn:aws:secretsmanager:eu-west-1:123456789012:secret:key');
    vi.stubEnv('SECRETS_ENDPOINT', `http://127.0.0.1:${(secrets.address() as AddressInfo).port}`);
    vi.resetModules();
    asked = 0;
    await import('../../../functions/query/handler.ts');
    expect(asked).toBe(times);
  });
});

test('what cannot be done ahead keeps nothing else from it, and no process from its start', async () => {
  const done: string[] = [];
  const fail = () => {
    throw new Error('not there');
  };
  await warmUp('provisioned-concurrency', [fail, async () => fail(), () => done.push('encoder')]);
  expect(done).toEqual(['encoder']);
});

test('a process that somebody waits for does nothing ahead', async () => {
  await warmUp('on-demand', [() => expect.unreachable()]);
  await warmUp(undefined, [() => expect.unreachable()]);
});
