import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, expect, test } from 'vitest';
import { createTokenLimits, LIMITS_FRESH_MS } from '../../../functions/oauth-token/token-limits.ts';
import { setLimits } from '../../../functions/shared/domain/institutions/institutions.ts';
import { createLimitsReader } from '../../../functions/shared/store/directory-limits.ts';
import { createUseCounter } from '../../../functions/shared/store/use-counter.ts';
import { useTokenEndpoint } from '../../support/token-endpoint.ts';

const endpoint = useTokenEndpoint();
const store = endpoint.store.uncounted;
const { operator } = endpoint;

const newProcess = () =>
  endpoint.createHandler(
    {},
    createTokenLimits({
      counter: createUseCounter(endpoint.store.client),
      readLimits: createLimitsReader(endpoint.store.client),
      uncounted: (error) => {
        throw error;
      },
    }),
  );
let handler = newProcess();
const ask = (form = endpoint.clientGrant()) => endpoint.ask(form, {}, handler);

beforeEach(() => {
  handler = newProcess();
  endpoint.clock.now += 60_000;
});

/** Returns the number of stored access tokens of acme's user. */
async function kept(): Promise<number> {
  const { Count = 0 } = await store().send(
    new QueryCommand({
      TableName: process.env.CREDENTIAL_OWNERS_TABLE,
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': 'acme#acme-user' },
      ConsistentRead: true,
    }),
  );
  return Count;
}

test('each institution gets at most its limit of tokens per second, over all processes', async () => {
  await setLimits(operator, 'acme', { tokensPerSecond: 2 });
  const before = await kept();
  expect((await ask()).status).toBe(200);
  handler = newProcess();
  expect((await ask()).status).toBe(200);
  const { status, headers, body } = await ask();
  expect({ status, retryAfter: headers['Retry-After'], error: body.error }).toEqual({
    status: 429,
    retryAfter: '1',
    error: 'too_many_requests',
  });
  expect((await ask(endpoint.passwordGrant())).status).toBe(429);
  const rival = endpoint.clientGrant('rival', { service_user_id: 'rival-user' });
  expect((await ask(rival)).status).toBe(200);
  endpoint.clock.now += 1000;
  expect((await ask(endpoint.passwordGrant())).status).toBe(200);
  expect(await kept()).toBe(before + 2);
});

test('counting takes no extra round trip, and a refusal writes nothing', async () => {
  await setLimits(operator, 'acme', { tokensPerSecond: null });
  await ask();
  endpoint.store.roundTrips.length = 0;
  await ask();
  const unlimited = endpoint.store.roundTrips.length;
  await setLimits(operator, 'acme', { tokensPerSecond: 2 });
  endpoint.clock.now += LIMITS_FRESH_MS;
  await ask();
  endpoint.store.roundTrips.length = 0;
  expect((await ask()).status).toBe(200);
  // The count runs in parallel with the other requests, so overlapping requests look like one trip.
  expect(endpoint.store.roundTrips.length).toBeLessThanOrEqual(unlimited);
  expect(endpoint.store.operations.filter((name) => name === 'UpdateItem').length).toBeGreaterThan(0);
  expect((await ask()).status).toBe(429);
  endpoint.store.operations.length = 0;
  expect((await ask()).status).toBe(429);
  expect(endpoint.store.operations).toEqual(['BatchGetItem']);
});

test('the right password is not a failed attempt if the institution has used all its tokens', async () => {
  await setLimits(operator, 'acme', { tokensPerSecond: 1 });
  const password = () => ask(endpoint.passwordGrant());
  expect((await password()).status).toBe(200);
  const refusals: unknown[] = [];
  for (let refused = 0; refused < 7; refused += 1) {
    const { status, body } = await password();
    expect(status).toBe(429);
    refusals.push(body.error_description);
  }
  expect(new Set(refusals).size).toBe(1);
  endpoint.clock.now += 1000;
  expect((await password()).status).toBe(200);
});

test('a removed limit stops counting after at most five seconds', async () => {
  await setLimits(operator, 'acme', { tokensPerSecond: 1 });
  endpoint.clock.now += 500;
  expect((await ask()).status).toBe(200);
  expect((await ask()).status).toBe(429);
  await setLimits(operator, 'acme', { tokensPerSecond: null });
  endpoint.clock.now += LIMITS_FRESH_MS - 1;
  expect([(await ask()).status, (await ask()).status]).toEqual([200, 429]);
  endpoint.clock.now += 1;
  expect([(await ask()).status, (await ask()).status]).toEqual([200, 200]);
});
