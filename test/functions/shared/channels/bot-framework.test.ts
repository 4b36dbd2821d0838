import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { beforeEach, expect, test } from 'vitest';
import type { CallPlatform } from '../../../../functions/shared/business-logic/channels/platform-call.ts';
import { tokenVerifier } from '../../../../functions/shared/channels/bot-framework.ts';

const APP = 'c9e8c047-2a74-40a2-b28a-b162d5f5327c';
const SERVER = 'https://smba.trafficmanager.net/amer/';
const METADATA = 'https://login.botframework.com/v1/.well-known/openidconfiguration';
const NOW = Date.parse('2026-11-28T12:00:00Z');
const MINUTE = 60_000;
const DAY = 86_400_000;

const [first, second] = await Promise.all([generateKeyPair('RS256'), generateKeyPair('RS256')]);
const documentOf = async (pairs: Record<string, typeof first>) => ({
  keys: await Promise.all(
    Object.entries(pairs).map(async ([kid, { publicKey }]) => ({
      ...(await exportJWK(publicKey)),
      kid,
      endorsements: ['msteams'],
    })),
  ),
});

let keys: unknown;
let metadata: unknown;
let read: string[] = [];
const call: CallPlatform = async ({ url }) => {
  read.push(url);
  if (url === METADATA) return metadata === undefined ? { reason: 'timeout' } : { answer: metadata };
  return { answer: keys };
};

beforeEach(async () => {
  keys = await documentOf({ first });
  metadata = {
    issuer: 'https://api.botframework.com',
    jwks_uri: 'https://login.botframework.com/v1/.well-known/keys',
  };
  read = [];
});

const signed = (claims: Record<string, unknown> = {}, { kid = 'first', pair = first } = {}) =>
  new SignJWT({
    iss: 'https://api.botframework.com',
    aud: APP,
    exp: NOW / 1000 + 3600,
    serviceurl: SERVER,
    ...claims,
  })
    .setProtectedHeader({ alg: 'RS256', kid })
    .sign(pair.privateKey);

const toCheck = async (token: string | Promise<string>, more: object = {}) => ({
  authorization: `Bearer ${await token}`,
  appId: APP,
  channelId: 'msteams',
  serviceUrl: SERVER,
  metadataUrl: METADATA,
  ...more,
});

test('a token is valid from five minutes before it begins until five minutes after it expires', async () => {
  const verify = tokenVerifier(call);
  const exp = NOW / 1000;
  const token = await toCheck(signed({ exp }));
  expect(await verify(token, NOW + 299_000)).toBe(true);
  expect(await verify(token, NOW + 301_000)).toBe(false);
  const later = await toCheck(signed({ nbf: exp }));
  expect(await verify(later, NOW - 299_000)).toBe(true);
  expect(await verify(later, NOW - 301_000)).toBe(false);
});

test('a key is found beside keys of other kinds', async () => {
  const { keys: ours } = await documentOf({ first });
  keys = { keys: [{ kty: 'EC', kid: 'other', crv: 'P-256' }, { kty: 'RSA', n: 'x', e: 'AQAB' }, ...ours] };
  expect(await tokenVerifier(call)(await toCheck(signed()), NOW)).toBe(true);
});

test('the server of a token must be that of the activity, in either spelling of the claim', async () => {
  const verify = tokenVerifier(call);
  expect(await verify(await toCheck(signed({ serviceurl: undefined, serviceUrl: SERVER })), NOW)).toBe(true);
  expect(await verify(await toCheck(signed({ serviceurl: undefined })), NOW)).toBe(false);
  expect(await verify(await toCheck(signed(), { serviceUrl: `${SERVER}x` }), NOW)).toBe(false);
});

test.each([
  ['no token', ''],
  ['another scheme', 'Basic YTpi'],
  ['no signature', 'Bearer eyJhbGciOiJSUzI1NiJ9.e30.'],
  ['rubbish', 'Bearer a.b.c'],
])('%s is refused without reading a key', async (_what, authorization) => {
  expect(await tokenVerifier(call)(await toCheck('', { authorization }), NOW)).toBe(false);
  expect(read).toEqual([]);
});

test.each([
  { aud: 'd9e8c047-2a74-40a2-b28a-b162d5f5327c' },
  { aud: [APP, 'another'] },
  { aud: undefined },
  { iss: 'https://api.botframework.com/' },
])('a token that says %j is refused without reading a key', async (claims) => {
  expect(await tokenVerifier(call)(await toCheck(signed(claims)), NOW)).toBe(false);
  expect(read).toEqual([]);
});

test('a token without an end, and one signed with a secret, are refused', async () => {
  const verify = tokenVerifier(call);
  expect(await verify(await toCheck(signed({ exp: undefined })), NOW)).toBe(false);
  const claims = { iss: 'https://api.botframework.com', aud: APP, serviceurl: SERVER };
  const symmetric = new SignJWT({ ...claims, exp: NOW / 1000 + 60 })
    .setProtectedHeader({ alg: 'HS256', kid: 'first' })
    .sign(Buffer.from('k'.repeat(32)));
  expect(await verify(await toCheck(symmetric), NOW)).toBe(false);
  expect(await verify(await toCheck(signed({}, { pair: second })), NOW)).toBe(false);
});

test('keys are read once a day, and for an unknown key', async () => {
  const verify = tokenVerifier(call);
  const token = () => signed({ exp: (NOW + 3 * DAY) / 1000 });
  const together = await Promise.all([1, 2, 3].map(async () => verify(await toCheck(token()), NOW)));
  expect(together).toEqual([true, true, true]);
  expect(read).toHaveLength(2);
  await verify(await toCheck(token()), NOW + DAY - 1);
  expect(read).toHaveLength(2);
  keys = await documentOf({ first, second });
  expect(await verify(await toCheck(signed({}, { kid: 'second', pair: second })), NOW + 2 * MINUTE)).toBe(
    true,
  );
  expect(read).toHaveLength(4);
  keys = await documentOf({ second });
  expect(await verify(await toCheck(token()), NOW + DAY + 3 * MINUTE)).toBe(false);
  expect(read).toHaveLength(6);
});

test('unknown keys cause at most one reading of the keys a minute', async () => {
  const verify = tokenVerifier(call);
  await verify(await toCheck(signed()), NOW);
  for (let second = 1; second <= 120; second += 1) {
    expect(await verify(await toCheck(signed({}, { kid: `no-${second}` })), NOW + second * 1000)).toBe(false);
  }
  expect(read).toHaveLength(2 + 2);
});

test('known keys stay valid if reading fails; without any, the platform should retry', async () => {
  const verify = tokenVerifier(call);
  const token = await toCheck(signed({ exp: (NOW + 3 * DAY) / 1000 }));
  expect(await verify(token, NOW)).toBe(true);
  metadata = undefined;
  expect(await verify(token, NOW + 2 * DAY)).toBe(true);
  await expect(tokenVerifier(call)(token, NOW)).rejects.toMatchObject({ code: 'temporarily_unavailable' });
  metadata = { issuer: 'https://evil.example', jwks_uri: 'https://evil.example/keys' };
  await expect(tokenVerifier(call)(token, NOW)).rejects.toMatchObject({ code: 'temporarily_unavailable' });
});
