import { afterEach, describe, expect, test, vi } from 'vitest';
import { ParleyError } from '../../../../functions/shared/domain/errors.ts';
import { corsHeaders, readOrigins } from '../../../../functions/shared/http/cors.ts';
import { publicEndpoint } from '../../../../functions/shared/http/endpoint.ts';
import { call } from '../../../support/requests.ts';

const [A, B] = ['https://a.example', 'https://b.example'];
const SEVERAL = `${A} ${B}`;

describe('the origins of the environment', () => {
  test.each([
    [undefined, ['*']],
    ['', ['*']],
    [A, [A]],
    [SEVERAL, [A, B]],
  ])('from %j are %j', (text, origins) => {
    expect(readOrigins(text)).toEqual(origins);
  });
});

describe('an answer names', () => {
  test('every origin if all may call, and is the same for each', () => {
    expect(corsHeaders(['*'], A)).not.toHaveProperty('Vary');
    expect(corsHeaders(['*'], A)).toEqual(corsHeaders(['*'], undefined));
  });

  test.each([
    [A, A],
    [B, B],
    [undefined, A],
    ['https://evil.example', A],
    [`${B}.evil.example`, A],
    [`${B}/`, A],
    [B.toUpperCase(), A],
    ['null', A],
    ['*', A],
    [SEVERAL, A],
  ])('to %j the origin %j of two, and varies by origin', (asking, named) => {
    const headers = corsHeaders([A, B], asking);
    expect(headers).toMatchObject({ 'Access-Control-Allow-Origin': named, Vary: 'Origin' });
    expect(headers).not.toHaveProperty('Access-Control-Allow-Credentials');
  });
});

describe('an endpoint', () => {
  afterEach(() => vi.unstubAllEnvs());
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

  test.each([
    ['an answer', async () => ({ body: {} })],
    ['a refusal', () => Promise.reject(new ParleyError('not_found', 'There is none.'))],
    ['a failure', () => Promise.reject(new Error('lost'))],
  ])('tells the asking origin with %s', async (_, work) => {
    vi.stubEnv('CORS_ORIGINS', SEVERAL);
    const handler = publicEndpoint({ name: 'x', log }, work);
    const { headers } = await call(handler, { headers: { origin: B } });
    expect(headers).toMatchObject({ 'Access-Control-Allow-Origin': B, Vary: 'Origin' });
  });
});
