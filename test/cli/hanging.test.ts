import { createServer } from 'node:http';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { main } from '../../cli/main.ts';
import { operatorName } from '../../cli/operator-name.ts';
import { withinBudget } from '../../functions/shared/domain/budget.ts';
import { useServer } from '../support/server.ts';

/** An AWS that takes every request and answers none. */
const server = createServer((request) => request.resume());
const origin = useServer(server);
beforeAll(() => {
  vi.stubEnv('AWS_ENDPOINT_URL', origin());
  vi.stubEnv('AWS_REGION', 'us-east-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'key');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
  vi.stubEnv('DYNAMODB_ENDPOINT', undefined);
});
afterAll(() => void vi.unstubAllEnvs());
afterEach(() => vi.restoreAllMocks());

/** Returns the outcome of work that has a time budget of 300 ms. */
async function outcomeOf<Result>(work: () => Promise<Result>): Promise<Result> {
  const settled = Promise.withResolvers<Result>();
  await withinBudget(300, async () => {
    await work().then(settled.resolve, settled.reject);
  }).catch(() => undefined);
  return settled.promise;
}

test('a command ends if CloudFormation does not answer, and names the service and operation', async () => {
  const told: string[] = [];
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => Boolean(told.push(String(text))));
  expect(await outcomeOf(() => main(['node', 'parley', 'institution', 'list', '--stack', 'Parley']))).toBe(1);
  expect(told.join('')).toMatch(/^CloudFormation did not answer DescribeStacks \(.*\)\. Please retry later/);
});

test('the look-up of the operator has a time limit', async () => {
  await expect(outcomeOf(() => operatorName())).rejects.toMatchObject({
    code: 'temporarily_unavailable',
    cause: { dependency: 'STS', operation: 'GetCallerIdentity' },
  });
});
