import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { chatScript } from '../../../clients/chat/build.ts';
import { handler } from '../../../functions/chat-script/handler.ts';
import script from '../../../functions/chat-script/script.json' with { type: 'json' };
import { apiEvent } from '../../support/requests.ts';

/** Limit on the chat's compressed bytes. */
const BUDGET_BYTES = 20 * 1024;

async function served(headers: Record<string, string> = {}) {
  const answer = await handler(apiEvent({ method: 'GET', headers }), {} as never);
  return { ...answer, bytes: Buffer.from(answer.body, answer.isBase64Encoded ? 'base64' : 'utf8') };
}

test('the served script matches its sources: run `npm run build:chat` if this fails', async () => {
  expect(script.source).toBe(await chatScript());
});

describe('the script of the chat', () => {
  test(`takes at most ${BUDGET_BYTES} bytes compressed, and is the same uncompressed`, async () => {
    const { headers, bytes } = await served({ 'Accept-Encoding': 'gzip, deflate, br' });
    expect(headers?.['Content-Encoding']).toBe('gzip');
    expect(bytes.byteLength).toBeLessThanOrEqual(BUDGET_BYTES);
    expect(gunzipSync(bytes).toString()).toBe(script.source);
    const plain = await served();
    expect(plain.headers).not.toHaveProperty('Content-Encoding');
    expect(plain.bytes.toString()).toBe(script.source);
  });

  test.each([
    ['gzip', true],
    ['br, GZIP;q=0.5', true],
    ['gzip;q=0', false],
    ['gzip; q=0.0', false],
    ['identity', false],
    ['x-gzip-like', false],
  ])('is compressed by the Accept-Encoding %s: %s', async (accepted, compressed) => {
    const { isBase64Encoded = false } = await served({ 'accept-encoding': accepted });
    expect(isBase64Encoded).toBe(compressed);
  });

  test('is a script that caches for an hour and loads on every page', async () => {
    const { statusCode, headers } = await served();
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      'Content-Type': 'text/javascript; charset=utf-8',
      'Cache-Control': 'public, max-age=3600, stale-while-revalidate=86400',
      Vary: 'Accept-Encoding',
      'Access-Control-Allow-Origin': '*',
      'Cross-Origin-Resource-Policy': 'cross-origin',
      'X-Content-Type-Options': 'nosniff',
    });
  });

  test('loads on every page even if CORS_ORIGINS restricts callers', async () => {
    process.env.CORS_ORIGINS = 'https://a.example https://b.example';
    const { headers } = await served({ Origin: 'https://c.example' });
    delete process.env.CORS_ORIGINS;
    expect(headers?.['Access-Control-Allow-Origin']).toBe('*');
  });
});
