import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { appKey, KEYS, refused } from './support/api.ts';
import { canOperate, useApi, useTenant } from './support/parley.ts';

const api = useApi();
const tenant = useTenant();
const remove = async (id: string) => api.call('DELETE', `${KEYS}${id}`, { headers: await api.bearer() });

describe('keys made at once', () => {
  test('are all listed and all work', async () => {
    const keys = await Promise.all(
      Array.from({ length: 50 }, (_, index) => api.newKey({ name: `p${index}` })),
    );
    const listed = new Set((await api.listKeys()).map(({ id }) => id));
    expect(keys.filter(({ id }) => !listed.has(id))).toEqual([]);
    await Promise.all(keys.map(({ key }) => api.listKeys(appKey(key))));
  });

  test.runIf(canOperate())(
    'are all listed, in order, where they fill more than a page of the store',
    async () => {
      const host = `${'a'.repeat(60)}.${'b'.repeat(60)}.${'c'.repeat(60)}`;
      const referrer_addresses = Array.from({ length: 21 }, (_, index) => `${index}.${host}`).join(',');
      const names = Array.from({ length: 300 }, (_, index) => `page-${String(index).padStart(3, '0')}`);
      await Promise.all(names.map((name) => tenant.newKey({ name, scopes: 'query', referrer_addresses })));
      const listed = await tenant.listKeys();
      expect(listed.map(({ name }) => name).sort()).toEqual(names);
      expect(listed.every((key) => key.referrer_addresses === referrer_addresses)).toBe(true);
      const times = listed.map(({ created_at }) => created_at);
      expect(times).toEqual([...times].sort());
    },
    30_000,
  );

  test('and deleted at once by two callers are deleted by one of them', async () => {
    const { id } = await api.newKey();
    const statuses = (await Promise.all([remove(id), remove(id), remove(id)])).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 404, 404]);
  });
});

describe('the body of a key request', () => {
  test('with a repeated form field is refused, and nothing is stored', async () => {
    const name = `twice-${randomUUID()}`;
    const answer = await api.postForm(
      KEYS,
      [
        ['name', name],
        ['name', name],
      ],
      await api.bearer(),
    );
    refused(answer, 400, 'invalid_request');
    expect((await api.listKeys()).map((key) => key.name)).not.toContain(name);
  });
});
