import { describe, expect, test } from 'vitest';
import { accepted, appKey, KEYS, refused, refusedField } from './support/api.ts';
import { useApi } from './support/parley.ts';
import { createdKeyShape, deletedKeyShape, listShape, updatedKeyShape } from './support/shapes.ts';

const api = useApi();
const WITHOUT_SLASH = KEYS.slice(0, -1);

const update = async (id: string, fields: unknown) =>
  api.postJson(`${KEYS}${id}`, fields, await api.bearer());
const remove = async (id: string, headers?: { Authorization: string }) =>
  api.call('DELETE', `${KEYS}${id}`, { headers: headers ?? (await api.bearer()) });

describe('creating a key', () => {
  test.each([KEYS, WITHOUT_SLASH])('at %s returns the seven fields of the contract', async (path) => {
    const before = Date.now();
    const fields = { name: 'Web chat', scopes: 'query app_read', referrer_addresses: 'example.com,10.0.0.1' };
    const key = accepted(await api.postJson(path, fields, await api.bearer()), createdKeyShape);
    expect(key).toMatchObject({ action: 'Create', ...fields });
    expect(key.id).toHaveLength(36);
    expect(key.key).toMatch(/^cak_[0-9A-Za-z]{36}$/);
    const created = Date.parse(key.created_at);
    expect(created).toBeGreaterThan(before - 60_000);
    expect(created).toBeLessThan(Date.now() + 60_000);
  });

  test('accepts a form as well as JSON', async () => {
    const fields = { name: 'From a form & more', scopes: 'query', referrer_addresses: '*.example.com' };
    const key = accepted(await api.postForm(KEYS, fields, await api.bearer()), createdKeyShape);
    expect(key).toMatchObject(fields);
  });

  test('requires a Bearer token: a key cannot create a key', async () => {
    const { key } = await api.newKey({ scopes: 'app_write app_read query' });
    refused(await api.postJson(KEYS, { name: 'offspring' }, appKey(key)), 403);
  });

  test.each([
    {},
    { scopes: 'query' },
    { name: '' },
    { name: null },
    { name: 7 },
    { name: ['x'] },
    { name: '   ' },
  ])('refuses %j, which has no name', async (fields) => {
    refusedField(await api.postJson(KEYS, fields, await api.bearer()), 'name');
  });
});

describe('listing keys', () => {
  test.each([KEYS, WITHOUT_SLASH])('at %s returns all keys, each with five fields', async (path) => {
    const { action: _action, key: _key, ...listed } = await api.newKey({ name: 'listed', scopes: 'query' });
    const { tokens } = accepted(await api.call('GET', path, { headers: await api.bearer() }), listShape);
    expect(tokens).toContainEqual(listed);
  });

  test('shows a key at once to every credential of its user', async () => {
    const { id, key } = await api.newKey({ scopes: 'app_read' });
    expect((await api.listKeys(appKey(key))).map((listed) => listed.id)).toContain(id);
  });
});

describe('updating a key', () => {
  test.each(['', '/'])('with "%s" after its id returns action and id', async (slash) => {
    const { id } = await api.newKey();
    const answer = await api.postJson(`${KEYS}${id}${slash}`, { name: 'renamed' }, await api.bearer());
    expect(accepted(answer, updatedKeyShape)).toEqual({ action: 'Update', id });
  });

  test('by a form may empty only the referrers', async () => {
    const { id } = await api.newKey({ scopes: 'query', referrer_addresses: 'example.com' });
    const form = async (fields: Record<string, string>) =>
      api.postForm(`${KEYS}${id}`, fields, await api.bearer());
    accepted(await form({ referrer_addresses: '' }), updatedKeyShape);
    expect(await api.findKey(id)).toMatchObject({ scopes: 'query', referrer_addresses: '' });
    refusedField(await form({ name: '' }), 'name');
    refusedField(await form({ scopes: '' }), 'scopes');
  });

  test('removes and restores a scope with effect from the next request', async () => {
    const { id, key } = await api.newKey({ scopes: 'query app_read' });
    for (let round = 0; round < 5; round += 1) {
      accepted(await update(id, { scopes: 'query' }), updatedKeyShape);
      refused(await api.call('GET', KEYS, { headers: appKey(key) }), 403, 'insufficient_scope');
      accepted(await update(id, { scopes: 'query app_read' }), updatedKeyShape);
      await api.listKeys(appKey(key));
    }
  });
});

describe('deleting a key', () => {
  test.each(['', '/'])('with "%s" after its id returns the deleted id', async (slash) => {
    const { id } = await api.newKey();
    expect(accepted(await remove(`${id}${slash}`), deletedKeyShape)).toEqual({ deleted: id });
    expect(await api.findKey(id)).toBeUndefined();
  });
});
