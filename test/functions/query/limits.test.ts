import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { PRESSED_MS, SETTINGS_FRESH_MS } from '../../../functions/shared/domain/institutions/admission.ts';
import {
  resumeInstitution,
  setLimits,
  suspendInstitution,
} from '../../../functions/shared/domain/institutions/institutions.ts';
import { createInstitution } from '../../../functions/shared/domain/institutions/operators.ts';
import { createDirectory } from '../../../functions/shared/store/directory.ts';
import { createUserStore } from '../../../functions/shared/store/directory-users.ts';
import { createInstitutionStore } from '../../../functions/shared/store/institutions.ts';
import { useCountedDynamoDb } from '../../support/wire.ts';
import { createService } from './support/service.ts';

const db = useCountedDynamoDb();
let service: ReturnType<typeof createService>;
const operator = {
  directory: createDirectory(db.uncounted),
  users: createUserStore(db.uncounted),
  institutions: createInstitutionStore(db.uncounted),
  now: () => service.time,
  random: randomBytes,
};
beforeEach(async () => {
  service = createService(db);
  await createInstitution(operator, { name: service.institution });
  await service.publish();
});

const statuses = async (count: number, institution?: string) => {
  const answers: number[] = [];
  for (let turn = 0; turn < count; turn += 1) {
    answers.push((await service.ask({}, institution === undefined ? {} : { institution })).status);
  }
  return answers;
};

describe('an institution’s queries', () => {
  test('are answered up to its limit in a second, and then refused until the next', async () => {
    await setLimits(operator, service.institution, { queriesPerSecond: 2 });
    expect(await statuses(2)).toEqual([200, 200]);
    const refused = await service.ask();
    expect(refused).toMatchObject({
      status: 429,
      headers: { 'Retry-After': '1' },
      body: { error: 'too_many_requests', request_id: expect.any(String) },
    });
    expect(service.calls).toHaveLength(2);
    service.time += 1000;
    expect(await statuses(3)).toEqual([200, 200, 429]);
  });

  test('take two round trips with or without a limit, and none when refused', async () => {
    await statuses(1);
    db.roundTrips.length = 0;
    await statuses(1);
    expect(db.roundTrips).toEqual([['BatchGetItem'], ['PutItem']]);
    await setLimits(operator, service.institution, { queriesPerSecond: 3 });
    service.time += SETTINGS_FRESH_MS;
    await statuses(1);
    db.roundTrips.length = 0;
    await statuses(1);
    expect(db.roundTrips).toEqual([['BatchGetItem', 'UpdateItem'], ['PutItem']]);
    expect(await statuses(3)).toEqual([200, 200, 429]);
    db.roundTrips.length = 0;
    expect(await statuses(1)).toEqual([429]);
    expect(db.roundTrips).toEqual([]);
  });

  test('are counted before any read, for a minute after the institution reached a limit', async () => {
    await setLimits(operator, service.institution, { queriesPerSecond: 1 });
    expect(await statuses(2)).toEqual([200, 429]);
    service.time += 4000;
    db.roundTrips.length = 0;
    expect(await statuses(1)).toEqual([200]);
    expect(db.roundTrips).toEqual([['UpdateItem'], ['BatchGetItem'], ['PutItem']]);
    db.roundTrips.length = 0;
    expect(await statuses(1)).toEqual([429]);
    expect(db.roundTrips).toEqual([['UpdateItem']]);
    service.time += PRESSED_MS;
    await statuses(1);
    service.time += 1000;
    db.roundTrips.length = 0;
    expect(await statuses(1)).toEqual([200]);
    expect(db.roundTrips).toEqual([['BatchGetItem', 'UpdateItem'], ['PutItem']]);
  });

  test('count even if their bodies cannot be read', async () => {
    await setLimits(operator, service.institution, { queriesPerSecond: 2 });
    const answers: number[] = [];
    for (let turn = 0; turn < 4; turn += 1) answers.push((await service.send('{')).status);
    expect(answers).toEqual([400, 400, 429, 429]);
  });

  test('follow a new limit after at most five seconds', async () => {
    await setLimits(operator, service.institution, { queriesPerDay: 1 });
    expect(await statuses(2)).toEqual([200, 429]);
    await setLimits(operator, service.institution, { queriesPerDay: 2 });
    service.time += SETTINGS_FRESH_MS - 1;
    expect(await statuses(1)).toEqual([429]);
    service.time += 1;
    expect(await statuses(2)).toEqual([200, 429]);
    await setLimits(operator, service.institution, { queriesPerDay: null });
    service.time += SETTINGS_FRESH_MS;
    expect(await statuses(3)).toEqual([200, 200, 200]);
  });
});

describe('a suspended institution’s queries', () => {
  test('are refused after at most five seconds, even if the gateway lets them through', async () => {
    expect(await statuses(1)).toEqual([200]);
    await suspendInstitution(operator, service.institution);
    service.time += SETTINGS_FRESH_MS - 1;
    expect(await statuses(1)).toEqual([200]);
    service.time += 1;
    expect(await service.ask()).toMatchObject({ status: 401, body: { error: 'invalid_token' } });
    db.roundTrips.length = 0;
    expect(await statuses(1)).toEqual([401]);
    expect(db.roundTrips).toEqual([]);
    await resumeInstitution(operator, service.institution);
    service.time += SETTINGS_FRESH_MS;
    expect(await statuses(1)).toEqual([200]);
  });

  test('are refused at once by a new process, including repeats of answered ones', async () => {
    const headers = { 'Idempotency-Key': 'one' };
    expect((await service.ask({}, { headers })).status).toBe(200);
    await suspendInstitution(operator, service.institution);
    service.admission = service.newAdmission();
    expect((await service.ask({}, { headers })).status).toBe(401);
  });
});
