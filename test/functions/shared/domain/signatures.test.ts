import { describe, expect, test } from 'vitest';
import {
  isSameSecret,
  isSignedByMeta,
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

test('secrets of any length are compared for equality', () => {
  expect(isSameSecret('one', 'one')).toBe(true);
  expect(isSameSecret('one', 'other')).toBe(false);
  expect(isSameSecret('', 'other')).toBe(false);
});
