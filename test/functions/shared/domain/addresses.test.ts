import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  parseAddress,
  parseAddressRange,
  rangeHolds,
} from '../../../../functions/shared/domain/addresses.ts';

describe('an address', () => {
  test.each([
    ['192.0.2.1', [192, 0, 2, 1]],
    ['::ffff:192.0.2.1', [192, 0, 2, 1]],
    ['::ffff:c000:201', [192, 0, 2, 1]],
    ['::', Array(16).fill(0)],
    ['::1', [...Array(15).fill(0), 1]],
    ['2001:db8::1:2', [0x20, 1, 0xd, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 2]],
  ])('%s is parsed to its bytes', (text, bytes) => {
    expect(parseAddress(text)).toEqual(bytes);
  });

  test.each([
    '::192.0.2.1',
    '::fffe:c000:201',
    '::feff:c000:201',
    '1::ffff:c000:201',
    '0:0:0:0:1:ffff:c000:201',
  ])('%s is IPv6, although it resembles a mapped IPv4 address', (text) =>
    expect(parseAddress(text)).toHaveLength(16),
  );

  test.each([
    '',
    'x',
    '192.0.2',
    '192.0.2.256',
    '192.0.2.1/32',
    'fe80::1%eth0',
    ':::',
    '1:2:3:4:5:6:7',
    '[::1]',
  ])('%j is not an address', (text) => {
    expect(parseAddress(text)).toBeUndefined();
    if (!text.includes('/')) expect(parseAddressRange(text)).toBeUndefined();
  });

  test('has the same value in every form', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: 8, maxLength: 8 }), (groups) => {
        const text = groups.map((group) => group.toString(16)).join(':');
        const short = new URL(`http://[${text}]`).hostname.slice(1, -1);
        const bytes = groups.flatMap((group) => [group >> 8, group & 0xff]);
        expect(parseAddress(short)).toEqual(parseAddress(text));
        expect(parseAddress(text)?.slice(-4)).toEqual(bytes.slice(-4));
      }),
    );
  });
});

describe('a range', () => {
  test.each([
    ['192.0.2.1', 4, 32],
    ['2001:db8::1', 16, 128],
    ['192.0.2.0/0', 4, 0],
    ['192.0.2.0/32', 4, 32],
    ['2001:db8::/128', 16, 128],
    ['::ffff:192.0.2.1', 4, 32],
    ['::ffff:192.0.2.0/128', 4, 32],
    ['::ffff:0.0.0.0/96', 4, 0],
    ['::ffff:0.0.0.0/95', 16, 95],
  ])('%s has addresses of %i bytes and a prefix of %i', (text, bytes, prefix) => {
    const range = parseAddressRange(text);
    expect([range?.address.length, range?.prefix]).toEqual([bytes, prefix]);
  });

  test.each([
    '192.0.2.0/33',
    '2001:db8::/129',
    '::ffff:192.0.2.0/129',
    '192.0.2.0/',
    '192.0.2.0/08',
    '192.0.2.0/-1',
    '192.0.2.0/1.5',
    '192.0.2.0/8/8',
    '/8',
    'x/8',
    'fe80::%eth0/8',
  ])('%s is not a range', (text) => expect(parseAddressRange(text)).toBeUndefined());

  test.each([
    ['::ffff:0.0.0.0/95', '::ffff:1.2.3.4', false],
    ['::ffff:0.0.0.0/95', '::fffe:1:2', true],
    ['::/0', '2001:db8::1', true],
    ['::/0', '192.0.2.1', false],
    ['0.0.0.0/0', '2001:db8::1', false],
  ])('%s holds %s: %j', (range, address, answer) => {
    const [parsed, bytes] = [parseAddressRange(range), parseAddress(address)];
    expect(parsed && bytes && rangeHolds(parsed, bytes)).toBe(answer);
  });
});
