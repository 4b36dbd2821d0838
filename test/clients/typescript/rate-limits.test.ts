import { expect, test } from 'vitest';
import { CallError, Parley } from '../../../clients/typescript/index.ts';
import { readRateLimits } from '../../../clients/typescript/rate-limits.ts';
import { rateLimitHeaders } from '../../../functions/shared/http/rate-limits.ts';
import { json, refusal, useScriptedServer } from './scripted-server.ts';

const server = useScriptedServer();
const read = (headers: Record<string, string>) => readRateLimits({ get: (name) => headers[name] ?? null });

test('limits are read in the format of the service', () => {
  const state = {
    name: 'queries-per-day',
    most: 200_000,
    windowSeconds: 86_400,
    left: 7,
    resetsInSeconds: 3600,
  };
  const second = { name: 'queries-per-second', most: 50, windowSeconds: 1, left: 0, resetsInSeconds: 1 };
  expect(read(rateLimitHeaders([second, state]))).toEqual([second, state]);
  expect(rateLimitHeaders([{ ...second, resetsInSeconds: 0.25 }]).RateLimit).toBe(
    '"queries-per-second";r=0;t=1',
  );
});

test.each([
  [{}, []],
  [{ RateLimit: 'r=1' }, []],
  [{ RateLimit: '"a"' }, []],
  [{ RateLimit: '"a";r=3' }, [{ name: 'a', left: 3 }]],
  [
    { RateLimit: '"a" ; r=3;pk=:cHsdsRa894==: , "b";t=9;r=0' },
    [
      { name: 'a', left: 3 },
      { name: 'b', left: 0, resetsInSeconds: 9 },
    ],
  ],
  [{ RateLimit: '"a";r=-1' }, []],
])('the limits of %j are %j', (headers, limits) => {
  expect(read(headers as Record<string, string>)).toEqual(limits);
});

test('a caller gets the limits of each answer, and an error has them', async () => {
  const told: unknown[] = [];
  const parley = new Parley({
    baseUrl: server.url(),
    credential: { appKey: 'key' },
    attempts: 1,
    onLimits: (limits) => void told.push(limits),
  });
  const headers = { 'RateLimit-Policy': '"requests-per-second";q=100;w=1' };
  server.script(
    json(200, { versions: [] }, { ...headers, RateLimit: '"requests-per-second";r=98;t=1' }),
    refusal(429, 'too_many_requests', { ...headers, RateLimit: '"requests-per-second";r=0;t=1' }),
  );
  await parley.listVersions();
  const limit = { name: 'requests-per-second', most: 100, windowSeconds: 1, resetsInSeconds: 1 };
  const error = await parley.listVersions().catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(CallError);
  expect(error).toMatchObject({ status: 429, limits: [{ ...limit, left: 0 }] });
  expect(told).toEqual([[{ ...limit, left: 98 }], [{ ...limit, left: 0 }]]);
});
