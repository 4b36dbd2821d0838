import { randomBytes, randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Principal } from '../../../../functions/shared/domain/credentials/principal.ts';
import { ALL_SCOPES } from '../../../../functions/shared/domain/credentials/scopes.ts';
import { ParleyError } from '../../../../functions/shared/domain/errors.ts';
import { SETTINGS_FRESH_MS } from '../../../../functions/shared/domain/institutions/admission.ts';
import { setLimits } from '../../../../functions/shared/domain/institutions/institutions.ts';
import { DEFAULT_REQUESTS_PER_SECOND } from '../../../../functions/shared/domain/institutions/limits.ts';
import { createInstitution } from '../../../../functions/shared/domain/institutions/operators.ts';
import { authorizedEndpoint } from '../../../../functions/shared/http/endpoint.ts';
import {
  type AuthorizedFunction,
  ENDPOINT_SCOPES,
} from '../../../../functions/shared/http/endpoint-scopes.ts';
import { weightOf } from '../../../../functions/shared/http/endpoint-weights.ts';
import { createDirectory } from '../../../../functions/shared/store/directory.ts';
import { createUserStore } from '../../../../functions/shared/store/directory-users.ts';
import { createInstitutionStore } from '../../../../functions/shared/store/institutions.ts';
import { createRequestAdmission } from '../../../../functions/shared/store/request-admission.ts';
import { call } from '../../../support/requests.ts';
import { CALLER } from '../../../support/rules.ts';
import { useCountedDynamoDb } from '../../../support/wire.ts';

const db = useCountedDynamoDb();
const NAMES = Object.keys(ENDPOINT_SCOPES) as AuthorizedFunction[];
const A_NAME_OF_EACH_WEIGHT = [
  ...new Map(NAMES.filter((name) => name !== 'query').map((name) => [weightOf(name).units, name])).values(),
];
let now = Date.UTC(2030, 0, 1, 12);
let institution = '';
const operator = {
  directory: createDirectory(db.uncounted),
  users: createUserStore(db.uncounted),
  institutions: createInstitutionStore(db.uncounted),
  now: () => now,
  random: randomBytes,
};
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

beforeEach(async () => {
  institution = `acme-${randomUUID()}`;
  await createInstitution(operator, { name: institution });
});

/** Creates a process's endpoint, and counts how often it did its work. */
function processOf(name: AuthorizedFunction, scopes = [...ALL_SCOPES], fault?: Error) {
  const worked = { times: 0 };
  const handler = authorizedEndpoint(
    {
      name,
      now: () => now,
      log: silent,
      admission: (uncounted) => createRequestAdmission(uncounted, () => db.client()),
    },
    async () => {
      worked.times += 1;
      if (fault !== undefined) throw fault;
      return { body: {} };
    },
  );
  const principal = (of: string): Principal => ({ ...CALLER, institution: of, scopes });
  return { worked, ask: (of = institution) => call(handler, { principal: principal(of) }) };
}

describe('a request', () => {
  test.each(NAMES)('beyond its institution’s limit does no work: %s', async (name) => {
    const most = 2 * weightOf(name).units;
    await setLimits(operator, institution, { requestsPerSecond: most, queriesPerSecond: most });
    const { ask, worked } = processOf(name);
    expect([(await ask()).status, (await ask()).status]).toEqual([200, 200]);
    expect(await ask()).toMatchObject({
      status: 429,
      headers: { 'Retry-After': '1' },
      body: { error: 'too_many_requests' },
    });
    db.roundTrips.length = 0;
    expect((await ask()).status).toBe(429);
    expect(db.roundTrips).toEqual([]);
    expect(worked.times).toBe(2);
    now += 1000;
    expect((await ask()).status).toBe(200);
  });

  test.each(A_NAME_OF_EACH_WEIGHT)('of an institution without settings has a limit too: %s', async (name) => {
    const { ask, worked } = processOf(name);
    const most = Math.floor(DEFAULT_REQUESTS_PER_SECOND / weightOf(name).units);
    const answers = await Promise.all(Array.from({ length: most + 1 }, () => ask()));
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(1);
    expect(worked.times).toBe(most);
  });

  test('takes one write and, every five seconds and process, one read, before its work', async () => {
    const { ask } = processOf('insights');
    await ask();
    expect(db.roundTrips).toEqual([['GetItem'], ['UpdateItem']]);
    db.roundTrips.length = 0;
    await ask();
    expect(db.roundTrips).toEqual([['UpdateItem']]);
    now += SETTINGS_FRESH_MS;
    db.roundTrips.length = 0;
    await ask();
    expect(db.roundTrips).toEqual([['GetItem', 'UpdateItem']]);
  });

  test('uses nothing of another institution’s limit, nor of its own queries', async () => {
    const other = `rival-${randomUUID()}`;
    await createInstitution(operator, { name: other });
    await setLimits(operator, institution, { requestsPerSecond: 1, queriesPerSecond: 1 });
    const [lists, queries] = [processOf('versions-list'), processOf('query')];
    expect((await lists.ask()).status).toBe(200);
    expect((await lists.ask()).status).toBe(429);
    expect((await lists.ask(other)).status).toBe(200);
    expect((await queries.ask()).status).toBe(200);
    expect((await queries.ask()).status).toBe(429);
  });

  test('that is forbidden is counted, and refused for the limit once that is reached', async () => {
    await setLimits(operator, institution, { requestsPerSecond: 1 });
    const { ask } = processOf('keys-list', ['query']);
    expect([(await ask()).status, (await ask()).status]).toEqual([403, 429]);
  });

  test('that is invalid keeps the headers of its limits', async () => {
    const wrong = new ParleyError('invalid_request', 'send something else');
    const answer = await processOf('feedback', [...ALL_SCOPES], wrong).ask();
    expect(answer).toMatchObject({ status: 400, headers: { 'RateLimit-Policy': expect.any(String) } });
  });
});

describe('the headers of an answer', () => {
  test('report the limits and what is left of them', async () => {
    now = Date.UTC(2030, 0, 1, 23, 0, 0, 250);
    await setLimits(operator, institution, { queriesPerSecond: 3, queriesPerDay: 10 });
    const { ask } = processOf('query');
    const first = await ask();
    expect(first.headers).toMatchObject({
      'RateLimit-Policy': '"queries-per-second";q=3;w=1, "queries-per-day";q=10;w=86400',
      RateLimit: '"queries-per-second";r=2;t=1, "queries-per-day";r=9;t=3600',
      'Access-Control-Expose-Headers': expect.stringContaining('RateLimit, RateLimit-Policy'),
    });
    await ask();
    await ask();
    expect((await ask()).headers).toMatchObject({
      'RateLimit-Policy': '"queries-per-second";q=3;w=1',
      RateLimit: '"queries-per-second";r=0;t=1',
      'Retry-After': '1',
    });
  });

  test('are absent if nothing is limited', async () => {
    const { headers } = await processOf('query').ask();
    expect(headers).not.toHaveProperty('RateLimit');
    expect(headers).not.toHaveProperty('RateLimit-Policy');
  });
});
