import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { setUserScopes } from '../../functions/shared/domain/institutions/user-changes.ts';
import { createUserStore } from '../../functions/shared/store/directory-users.ts';
import { KEYS, useWholeService } from './support.ts';

const service = useWholeService();

test('parallel deletes and uses of one key: one delete wins, uses are then refused, nothing is left', async () => {
  const token = await service.token();
  const bearer = { Authorization: `Bearer ${token}` };
  for (let round = 0; round < 10; round += 1) {
    const { id, key } = await service.newKey(token);
    const use = () => service.call('GET', KEYS, { headers: { Authorization: `App-Key ${key}` } });
    const remove = () => service.call('DELETE', `${KEYS}${id}`, { headers: bearer });
    const update = () => service.post(`${KEYS}${id}`, { name: 'n' }, bearer);
    const answers = await Promise.all(
      Array.from({ length: 8 }, async (_, index) => ({
        use: (await use()).status,
        remove: (await remove()).status,
        update: index % 2 === 0 ? (await update()).status : 404,
      })),
    );
    expect(answers.filter(({ remove }) => remove === 200)).toHaveLength(1);
    for (const { use, remove, update } of answers) {
      expect([200, 401]).toContain(use);
      expect([200, 404]).toContain(remove);
      // Each update follows a delete by the same caller, so the key is already gone.
      expect(update).toBe(404);
    }
    expect((await use()).status).toBe(401);
    const stored = JSON.stringify(
      await service
        .items()
        .then(({ CREDENTIALS_TABLE, CREDENTIAL_OWNERS_TABLE }) => [
          CREDENTIALS_TABLE,
          CREDENTIAL_OWNERS_TABLE,
        ]),
    );
    expect(stored).not.toContain(id);
  }
});

test('a scope removed while keys are used and created is in no key and no token afterwards', async () => {
  const token = await service.token();
  const users = createUserStore(service.store.client);
  const operator = { users, now: Date.now, random: randomBytes };
  const user = { institution: 'acme', userId: service.acme.service_user_id };
  const keys = await Promise.all(Array.from({ length: 8 }, () => service.newKey(token)));
  let taken = false;
  const using = keys.map(async ({ key }) => {
    const after: number[] = [];
    for (let count = 0; count < 30 || !taken; count += 1) {
      const began = taken;
      const answer = await service.call('GET', KEYS, { headers: { Authorization: `App-Key ${key}` } });
      if (began) after.push(answer.status);
    }
    after.push((await service.call('GET', KEYS, { headers: { Authorization: `App-Key ${key}` } })).status);
    return after;
  });
  const making = Array.from({ length: 8 }, () =>
    service.post(KEYS, { name: 'made meanwhile', scopes: 'app_read' }, { Authorization: `Bearer ${token}` }),
  );
  const issuing = Array.from({ length: 8 }, () =>
    service.ask({ ...service.clientGrant(), scope: 'app_read' }),
  );
  await setUserScopes(operator, user, ['query', 'app_write']);
  taken = true;
  for (const after of await Promise.all(using)) expect(new Set(after)).toEqual(new Set([403]));
  await Promise.all([...making, ...issuing]);
  const { CREDENTIALS_TABLE = [], CREDENTIAL_OWNERS_TABLE = [] } = await service.items();
  expect(CREDENTIALS_TABLE.length).toBeGreaterThanOrEqual(9);
  for (const { scopes } of [...CREDENTIALS_TABLE, ...CREDENTIAL_OWNERS_TABLE]) {
    expect(String(scopes).split(' ')).not.toContain('app_read');
  }
});
