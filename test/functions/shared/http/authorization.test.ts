import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isBasic, parseAuthorization, parseBasic } from '../../../../functions/shared/http/authorization.ts';

const encode = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;

describe('Basic', () => {
  test('gives back any id and secret that were encoded as RFC 6749 has it', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 40 }).filter((value) => value.isWellFormed());
    fc.assert(
      fc.property(text, text, (clientId, clientSecret) => {
        const formEncode = (value: string) => new URLSearchParams({ v: value }).toString().slice(2);
        const header = encode(`${formEncode(clientId)}:${formEncode(clientSecret)}`);
        fc.pre(header.length <= 2048);
        expect(parseBasic(header)).toEqual({ clientId, clientSecret });
      }),
    );
  });

  test('accepts credentials that were not encoded, if they hold nothing to encode', () => {
    expect(parseBasic(encode('acme.x:se:cret'))).toEqual({ clientId: 'acme.x', clientSecret: 'se:cret' });
    expect(parseBasic(encode('a+b:c%20d'))).toEqual({ clientId: 'a b', clientSecret: 'c d' });
    expect(parseBasic(encode(':'))).toEqual({ clientId: '', clientSecret: '' });
  });

  test.each([
    ['no colon', encode('acme')],
    ['a broken escape', encode('a%zz:b')],
    ['an escape that is no UTF-8', encode('a%ff:b')],
    ['bytes that are no UTF-8', `Basic ${Buffer.from([0x61, 0xff, 0x3a]).toString('base64')}`],
    ['no base64', 'Basic !!!'],
    ['base64 with a bit too many', 'Basic YTpiYR=='],
    ['two words', `${encode('a:b')} x`],
    ['nothing', 'Basic'],
    ['another scheme', encode('a:b').replace('Basic', 'Bearer')],
    ['10 KB', encode(`a:${'b'.repeat(10_000)}`)],
  ])('with %s is malformed', (_, header) => {
    expect(parseBasic(header)).toBeUndefined();
  });

  test('is recognised by its scheme, well formed or not', () => {
    for (const header of ['Basic', 'BASIC !', ' basic x']) expect(isBasic(header)).toBe(true);
    for (const header of ['', 'Bearer x', 'Basics x', 'x Basic']) expect(isBasic(header)).toBe(false);
  });
});

describe('an Authorization header', () => {
  test('is read or rejected, whatever it contains', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (value) => {
        const parsed = parseAuthorization(value);
        if (parsed !== undefined) expect(value.trim().endsWith(parsed.secret)).toBe(true);
        parseBasic(value);
      }),
    );
  });

  test('is read up to 2,048 characters', () => {
    const secret = 'a'.repeat(2048 - 'Bearer '.length);
    expect(parseAuthorization(`Bearer ${secret}`)).toEqual({ scheme: 'Bearer', secret });
    expect(parseAuthorization(`Bearer ${secret}a`)).toBeUndefined();
  });
});
