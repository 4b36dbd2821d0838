import { describe, expect, test } from 'vitest';
import { appKey, KEYS, refused } from './support/api.ts';
import { useApi } from './support/parley.ts';

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
});
