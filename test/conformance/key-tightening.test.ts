import { describe, expect, test } from 'vitest';
import { accepted, appKey, KEYS, refused } from './support/api.ts';
import { useApi } from './support/parley.ts';
import { updatedKeyShape } from './support/shapes.ts';

const api = useApi();
const FAR = '2090-01-01T00:00:00.000Z';
const FARTHER = '2090-01-01T00:00:01.000Z';
const limits = {
  scopes: 'query app_read app_write',
  // Includes this suite's own address; otherwise the key would be unusable.
  referrer_addresses: '0.0.0.0/0,::/0,*.example.com',
  expires_at: FAR,
};
const LOOSER = [
  { expires_at: null },
  { expires_at: FARTHER },
  { referrer_addresses: '' },
  { referrer_addresses: `${limits.referrer_addresses},example.com` },
  { scopes: 'query app_read app_write ai_model_read' },
];

const byKey = (key: string, id: string, fields: unknown) => api.postJson(`${KEYS}${id}`, fields, appKey(key));

describe('a request with an App-Key', () => {
  test.each(LOOSER)('cannot loosen the limits of its own key: %j', async (fields) => {
    const { id, key } = await api.newKey(limits);
    refused(await byKey(key, id, fields), fields.scopes === undefined ? 403 : 400);
    expect(await api.findKey(id)).toMatchObject(limits);
  });

  test('can tighten its own key, which only a Bearer token can undo', async () => {
    const { id, key } = await api.newKey({ scopes: limits.scopes });
    const tighter = {
      scopes: 'app_read app_write',
      referrer_addresses: '0.0.0.0/0,::/0',
      expires_at: '2089-01-01T00:00:00.000Z',
    };
    accepted(await byKey(key, id, tighter), updatedKeyShape);
    expect(await api.findKey(id)).toMatchObject(tighter);
    refused(await byKey(key, id, { referrer_addresses: '' }), 403, 'bearer_token_required');
    const free = { scopes: limits.scopes, referrer_addresses: '', expires_at: null };
    accepted(await api.postJson(`${KEYS}${id}`, free, await api.bearer()), updatedKeyShape);
    expect(await api.findKey(id)).toMatchObject({ scopes: limits.scopes, referrer_addresses: '' });
    expect(await api.findKey(id)).not.toHaveProperty('expires_at');
  });
});
