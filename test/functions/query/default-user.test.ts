import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { setDefaultExternalUser } from '../../../functions/shared/domain/query/query-settings.ts';
import { createAuditReader } from '../../../functions/shared/store/audit.ts';
import { querySettingsStore } from '../../../functions/shared/store/query-settings.ts';
import { useCountedDynamoDb } from '../../support/wire.ts';
import { createService } from './support/service.ts';

const db = useCountedDynamoDb();
let service: ReturnType<typeof createService>;
beforeEach(async () => {
  service = createService(db);
  await service.publish();
});

const allow = (who: 'credential' | null, institution = service.institution) => {
  const querySettings = querySettingsStore(db.uncounted(), process.env.VERSIONS_TABLE ?? '');
  const operator = { querySettings, now: () => service.time, random: randomBytes, name: 'ops' };
  return setDefaultExternalUser(operator, institution, who);
};
const NOBODY = '{"query":"count"}';

describe('a query without an end user', () => {
  test('is refused with the field’s name unless the institution allows it', async () => {
    await allow('credential', `${service.institution}-other`);
    for (const body of [NOBODY, '{"query":"count","external_user_id":null}']) {
      const { status, body: answer } = await service.send(body);
      expect(status).toBe(400);
      expect(answer).toMatchObject({ error: 'invalid_request', errors: [{ field: 'external_user_id' }] });
    }
    expect(service.calls).toEqual([]);
  });

  test('uses the user of the credential if the institution says so', async () => {
    await allow('credential');
    expect((await service.send(NOBODY, { userId: 'bert' })).status).toBe(200);
    expect(service.calls.at(-1)?.external_user_id).toBe('bert');
    expect((await service.send('{"query":"count","external_user_id":"u1"}')).status).toBe(200);
    expect(service.calls.at(-1)?.external_user_id).toBe('u1');
  });

  test('is refused again once the permission is withdrawn', async () => {
    await allow('credential');
    await allow(null);
    expect((await service.send(NOBODY)).status).toBe(400);
  });

  test('is refused if the end user is empty', async () => {
    await allow('credential');
    expect((await service.send('{"query":"count","external_user_id":""}')).status).toBe(400);
  });

  test('takes the usual two round trips', async () => {
    await allow('credential');
    for (const body of [NOBODY, '{"query":"count","external_user_id":"u1"}']) {
      db.roundTrips.length = 0;
      expect((await service.send(body)).status).toBe(200);
      expect(db.roundTrips).toEqual([['BatchGetItem'], ['PutItem']]);
    }
  });
});

test('the permission to leave out the end user is in the audit trail', async () => {
  await allow('credential');
  const day = new Date(service.time).toISOString().slice(0, 10);
  const events = await createAuditReader(db.uncounted).read(service.institution, day);
  expect(events).toMatchObject([
    { action: 'institution.set', actor: { id: 'ops' }, changed: ['default_external_user'] },
  ]);
});
