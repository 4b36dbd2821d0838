import { describe, expect, test } from 'vitest';
import { accepted, appKey, KEYS, QUERY, refused, refusedField } from './support/api.ts';
import { useApi } from './support/parley.ts';
import { answerShape, createdKeyShape, updatedKeyShape } from './support/shapes.ts';

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

describe('a key that is approved for some places', () => {
  test.each<[string, From]>([
    ['example.com', { Origin: 'https://example.com' }],
    ['example.com', { Origin: 'http://example.com:8080' }],
    ['EXAMPLE.com', { Origin: 'https://Example.COM' }],
    ['example.com', { Referer: 'https://example.com/some/page?x=1' }],
    ['other.org,example.com', { Origin: 'https://example.com' }],
    [' other.org , example.com ', { Origin: 'https://example.com' }],
    ['*.example.com', { Origin: 'https://www.example.com' }],
    ['*.example.com', { Origin: 'https://a.b.example.com' }],
    [ANYWHERE, {}],
    [`${ANYWHERE},example.com`, { Origin: 'https://evil.test' }],
  ])('"%s" works from %j', async (entries, from) => {
    expect(await statusFrom(entries, from)).toBe(200);
  });

  test.each<[string, From]>([
    ['example.com', {}],
    ['example.com', { Origin: 'https://www.example.com' }],
    ['example.com', { Origin: 'https://example.com.evil.test' }],
    ['example.com', { Origin: 'https://notexample.com' }],
    ['example.com', { Origin: 'https://evil.test/example.com' }],
    ['example.com', { Origin: 'https://example.com@evil.test' }],
    ['example.com', { Origin: 'null' }],
    ['example.com', { Origin: 'example.com' }],
    ['example.com', { Origin: 'https://evil.test', Referer: 'https://example.com/' }],
    ['example.com', { Origin: 'null', Referer: 'https://example.com/' }],
    ['example.com', { Referer: 'https://evil.test/?https://example.com' }],
    ['*.example.com', { Origin: 'https://example.com' }],
    ['*.example.com', { Origin: 'https://wwwexample.com' }],
    ['a.example.com', { Origin: 'https://axexample.com' }],
    ['192.0.2.1', {}],
    ['192.0.2.1', { 'X-Forwarded-For': '192.0.2.1' }],
    ['192.0.2.1', { 'X-Real-IP': '192.0.2.1', Forwarded: 'for=192.0.2.1' }],
    ['192.0.2.1', { Origin: 'https://192.0.2.1' }],
    ['198.51.100.0/24', {}],
  ])('"%s" is refused from %j', async (entries, from) => {
    expect(await statusFrom(entries, from)).toBe(403);
  });

  test('is held to them on the key endpoints too', async () => {
    const { id, key } = await api.newKey({ referrer_addresses: 'example.com' });
    const from = { ...appKey(key), Origin: 'https://example.com' };
    await api.listKeys(from);
    refused(await api.call('GET', KEYS, { headers: appKey(key) }), 403, 'referrer_not_allowed');
    refused(await api.postJson(`${KEYS}${id}`, { referrer_addresses: '' }, appKey(key)), 403);
    refused(await api.call('DELETE', `${KEYS}${id}`, { headers: appKey(key) }), 403);
  });

  test('is held to new ones by the very next request', async () => {
    const { id, key } = await api.newKey();
    await api.postQuery(QUESTION, appKey(key)).then((answer) => accepted(answer, answerShape));
    accepted(
      await api.postJson(`${KEYS}${id}`, { referrer_addresses: 'example.com' }, await api.bearer()),
      updatedKeyShape,
    );
    refused(await api.postQuery(QUESTION, appKey(key)), 403, 'referrer_not_allowed');
    accepted(
      await api.postJson(`${KEYS}${id}`, { referrer_addresses: '' }, await api.bearer()),
      updatedKeyShape,
    );
    await api.postQuery(QUESTION, appKey(key)).then((answer) => accepted(answer, answerShape));
  });

  test('tells the browser why: the refusal carries CORS headers', async () => {
    const { key } = await api.newKey({ referrer_addresses: 'example.com' });
    const answer = await api.call('POST', QUERY, {
      headers: { ...appKey(key), Origin: 'https://evil.test', 'Content-Type': 'application/json' },
      body: JSON.stringify(QUESTION),
    });
    refused(answer, 403, 'referrer_not_allowed');
  });
});

describe('referrer_addresses', () => {
  test.each([
    'https://example.com',
    'example.com/path',
    'example.com:443',
    'exa mple.com',
    'a..b',
    '*',
    '*.',
    '*.*.com',
    'foo.*',
    'fo*o.com',
    '10.0.0.0/33',
    '10.0.0.0/',
    '10.0.0',
    '10.0.0.256',
    '::1/129',
    'fe80::1%eth0',
    'example.com,,example.org',
    'example.com,',
    '-bad.com',
    `${'a'.repeat(64)}.com`,
    'user@example.com',
    'exa\u0000mple.com',
  ])('refuses %j and stores nothing', async (referrer_addresses) => {
    const name = `refused-${Math.random()}`;
    const answer = await api.postJson(KEYS, { name, referrer_addresses }, await api.bearer());
    refusedField(answer, 'referrer_addresses');
    expect((await api.listKeys()).map((key) => key.name)).not.toContain(name);
  });

  test.each([[['example.com']], [{ host: 'example.com' }], [5], [true]])(
    'refuses %j, which is no text',
    async (value) => {
      refusedField(
        await api.postJson(KEYS, { name: 'x', referrer_addresses: value }, await api.bearer()),
        'referrer_addresses',
      );
    },
  );

  test('holds fifty entries and not fifty-one', async () => {
    const entries = Array.from({ length: 50 }, (_, index) => `host${index}.example.com`);
    const fields = { name: 'fifty', referrer_addresses: entries.join(',') };
    const key = accepted(await api.postJson(KEYS, fields, await api.bearer()), createdKeyShape);
    expect(key.referrer_addresses.split(',')).toEqual(entries);
    const more = { ...fields, referrer_addresses: [...entries, 'one.more'].join(',') };
    refusedField(await api.postJson(KEYS, more, await api.bearer()), 'referrer_addresses');
  });

  test('holds 4,096 characters and not one more', async () => {
    const host = `${'a'.repeat(60)}.${'b'.repeat(60)}.${'c'.repeat(60)}`;
    const entries = Array.from({ length: 21 }, (_, index) => `${index}.${host}`).join(',');
    const labels = Array.from({ length: 4 }, () => 'z'.repeat(40)).join('.');
    const longest = (length: number) =>
      `${entries},${labels}`.padEnd(length, ',0.example.org,1.example.org,2.example.org').slice(0, length);
    const fields = { name: 'long', referrer_addresses: longest(4096) };
    accepted(await api.postJson(KEYS, fields, await api.bearer()), createdKeyShape);
    const more = { ...fields, referrer_addresses: longest(4097) };
    refusedField(await api.postJson(KEYS, more, await api.bearer()), 'referrer_addresses');
  });
});
