import { createServer } from 'node:http';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { warmUp } from '../../functions/shared/domain/warm-up.ts';
import { tableEnvironment } from '../../local/create-tables.ts';
import { useServer } from '../support/server.ts';

describe('before the first request', () => {
  /** The requests to AWS, by operation. */
  const asked: string[] = [];
  const aws = createServer((incoming, outgoing) => {
    asked.push(String(incoming.headers['x-amz-target']).replace(/^.*\./, ''));
    const answer = { SecretString: 'k'.repeat(64), Responses: {}, UnprocessedKeys: {} };
    incoming.resume().on('end', () => outgoing.end(JSON.stringify(answer)));
  });
  const origin = useServer(aws);
  afterEach(() => vi.unstubAllEnvs());

  const QUERY = ['BatchGetItem', 'GetSecretValue'];
  test.each([
    ['on-demand', 'query', []],
    ['provisioned-concurrency', 'query', QUERY],
    ['on-demand', 'authorizer', []],
    ['provisioned-concurrency', 'authorizer', ['GetItem']],
  ])('a process started %s for the function %s calls AWS for %j', async (type, name, expected) => {
    const endpoint = origin();
    const environment = {
      ...tableEnvironment(),
      AWS_LAMBDA_INITIALIZATION_TYPE: type,
      DEPLOYMENT_KEY: 'arn:aws:secretsmanager:eu-west-1:123456789012:secret:key',
      SECRETS_ENDPOINT: endpoint,
      DYNAMODB_ENDPOINT: endpoint,
    };
    for (const [key, value] of Object.entries(environment)) vi.stubEnv(key, value);
    vi.resetModules();
    asked.length = 0;
    await import(`../../functions/${name}/handler.ts`);
    expect(asked.sort()).toEqual(expected);
  });
});

test('a failed preparation stops neither the others nor the start of the process', async () => {
  const done: string[] = [];
  const fail = () => {
    throw new Error('not there');
  };
  await warmUp('provisioned-concurrency', [fail, async () => fail(), () => done.push('encoder')]);
  expect(done).toEqual(['encoder']);
});

test('a process started on demand prepares nothing', async () => {
  await warmUp('on-demand', [() => expect.unreachable()]);
  await warmUp(undefined, [() => expect.unreachable()]);
});
