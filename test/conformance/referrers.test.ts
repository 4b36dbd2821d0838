import { describe, expect, test } from 'vitest';
import { accepted, appKey, KEYS, QUERY, refused } from './support/api.ts';
import { useApi } from './support/parley.ts';
import { answerShape } from './support/shapes.ts';

const api = useApi();

type From = Record<string, string>;
const QUESTION = { query: 'hello', external_user_id: 'referrers' };

async function statusFrom(referrer_addresses: string, from: From): Promise<number> {
  const { key } = await api.newKey({ referrer_addresses });
  const answer = await api.postQuery(QUESTION, { ...appKey(key), ...from });
  if (answer.status === 200) accepted(answer, answerShape);
  else refused(answer, 403, 'referrer_not_allowed');
  return answer.status;
}

const ANYWHERE = '0.0.0.0/0,::/0';

describe('a key that is limited to some referrers', () => {
  test.each<[string, From]>([
    ['example.com', { Origin: 'https://example.com' }],
    ['example.com', { Referer: 'https://example.com/some/page?x=1' }],
    [ANYWHERE, {}],
  ])('"%s" works from %j', async (entries, from) => {
    expect(await statusFrom(entries, from)).toBe(200);
  });

  test.each<[string, From]>([
    ['example.com', {}],
    ['example.com', { Origin: 'https://evil.test', Referer: 'https://example.com/' }],
    ['192.0.2.1', {}],
    ['192.0.2.1', { 'X-Forwarded-For': '192.0.2.1' }],
    ['192.0.2.1', { 'X-Real-IP': '192.0.2.1', Forwarded: 'for=192.0.2.1' }],
  ])('"%s" is refused from %j', async (entries, from) => {
    expect(await statusFrom(entries, from)).toBe(403);
  });

  test('is limited to them at the key endpoints too', async () => {
    const { id, key } = await api.newKey({ referrer_addresses: 'example.com' });
    const from = { ...appKey(key), Origin: 'https://example.com' };
    await api.listKeys(from);
    refused(await api.call('GET', KEYS, { headers: appKey(key) }), 403, 'referrer_not_allowed');
    refused(await api.postJson(`${KEYS}${id}`, { referrer_addresses: '' }, appKey(key)), 403);
    refused(await api.call('DELETE', `${KEYS}${id}`, { headers: appKey(key) }), 403);
  });

  test('gets a refusal with CORS headers, which the browser can read', async () => {
    const { key } = await api.newKey({ referrer_addresses: 'example.com' });
    const answer = await api.call('POST', QUERY, {
      headers: { ...appKey(key), Origin: 'https://evil.test', 'Content-Type': 'application/json' },
      body: JSON.stringify(QUESTION),
    });
    refused(answer, 403, 'referrer_not_allowed');
  });
});
