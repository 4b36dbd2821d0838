import { describe, expect, test } from 'vitest';
import { appKey, KEYS } from './support/api.ts';
import { useApi } from './support/parley.ts';

const api = useApi();
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

  test('and deleted at once by two callers are deleted by one of them', async () => {
    const { id } = await api.newKey();
    const statuses = (await Promise.all([remove(id), remove(id), remove(id)])).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 404, 404]);
  });
});
