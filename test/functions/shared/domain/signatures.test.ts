import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  isSameSecret,
  isSignedByChatwoot,
  isSignedByMeta,
  isSignedBySlack,
  isSignedByTwilio,
} from '../../../../functions/shared/domain/signatures.ts';

describe('a signature of Twilio', () => {
  // The example of https://www.twilio.com/docs/usage/security, as Twilio's own libraries test it.
  const parameters = new Map([
    ['CallSid', 'CA1234567890ABCDE'],
    ['Caller', '+12349013030'],
    ['Digits', '1234'],
    ['From', '+12349013030'],
    ['To', '+18005551212'],
  ]);
  const url = 'https://mycompany.com/myapp.php?foo=1&bar=2';
  const signature = '0/KCTR6DLpKmkAf8muzZqo1nDgQ=';

  test('published by Twilio is accepted', () => {
    expect(isSignedByTwilio({ url, parameters, signature }, '12345')).toBe(true);
  });

  test.each([
    ['another address', { url: `${url}&more=1` }],
    ['another parameter', { parameters: new Map([...parameters, ['Digits', '1235']]) }],
    ['one more parameter', { parameters: new Map([...parameters, ['More', '']]), signature: '' }],
    ['another signature', { signature: signature.replace('0', '1') }],
    ['no signature', { signature: '' }],
  ])('is rejected with %s', (_what, changed) => {
    expect(isSignedByTwilio({ url, parameters, signature, ...changed }, '12345')).toBe(false);
  });

  test('is rejected with another token', () => {
    expect(isSignedByTwilio({ url, parameters, signature }, '12346')).toBe(false);
  });
});

describe('a signature of Meta', () => {
  // The example of https://docs.github.com/en/webhooks, whose scheme and header are the same.
  const body = Buffer.from('Hello, World!');
  const secret = "It's a Secret to Everybody";
  const signature = 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17';

  test('is the published one, and no other', () => {
    expect(isSignedByMeta({ body, signature }, secret)).toBe(true);
    expect(isSignedByMeta({ body: Buffer.from('Hello, World?'), signature }, secret)).toBe(false);
    expect(isSignedByMeta({ body, signature: signature.slice(7) }, secret)).toBe(false);
    expect(isSignedByMeta({ body, signature: '' }, secret)).toBe(false);
    expect(isSignedByMeta({ body, signature }, `${secret} `)).toBe(false);
  });
});

describe.each([
  { platform: 'Slack', isSigned: isSignedBySlack, prefix: 'v0=', signs: (at: string) => `v0:${at}:` },
  { platform: 'Chatwoot', isSigned: isSignedByChatwoot, prefix: 'sha256=', signs: (at: string) => `${at}.` },
])('a signature of $platform', ({ isSigned, prefix, signs }) => {
  const timestamp = '1531420618';
  const signedAt = 1_531_420_618_000;
  const body = Buffer.from('{"event":"hello"}');
  const signature =
    prefix + createHmac('sha256', 'secret').update(signs(timestamp)).update(body).digest('hex');
  const isSignedAt = (now: number, changed = {}): boolean =>
    isSigned({ timestamp, signature, body, ...changed }, 'secret', now);

  test('is valid for five minutes, and five minutes before its time', () => {
    const ages = [-300_001, -300_000, 0, 300_000, 300_001];
    expect(ages.map((age) => isSignedAt(signedAt + age))).toEqual([false, true, true, true, false]);
  });

  test('covers the time and the body', () => {
    expect(isSignedAt(signedAt, { timestamp: '1531420619' })).toBe(false);
    expect(isSignedAt(signedAt, { body: Buffer.from('{"event":"bye"}') })).toBe(false);
    expect(isSignedAt(signedAt, { timestamp: `${timestamp}.5` })).toBe(false);
  });
});

test('secrets of any length are compared for equality', () => {
  expect(isSameSecret('one', 'one')).toBe(true);
  expect(isSameSecret('one', 'other')).toBe(false);
  expect(isSameSecret('', 'other')).toBe(false);
});
