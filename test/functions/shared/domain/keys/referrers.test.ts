import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ParleyError } from '../../../../../functions/shared/domain/errors.ts';
import {
  MAX_REFERRERS,
  MAX_REFERRERS_LENGTH,
  parseReferrers,
  referrerAllowed,
} from '../../../../../functions/shared/domain/keys/referrers.ts';

const elsewhere = { sourceIp: '198.51.100.9' };
const fromOrigin = (origin: string, referer?: string) => ({
  ...elsewhere,
  origin,
  ...(referer === undefined ? {} : { referer }),
});

describe('a list of approved places', () => {
  test.each([
    ['Example.COM, b.example', ['example.com', 'b.example']],
    ['example.com.,EXAMPLE.com', ['example.com']],
    ['*.Example.com', ['*.example.com']],
    ['bücher.de', ['xn--bcher-kva.de']],
    ['localhost,127.0.0.1,::1', ['localhost', '127.0.0.1', '::1']],
    ['10.0.0.0/8,FE80::/10,0.0.0.0/0', ['10.0.0.0/8', 'fe80::/10', '0.0.0.0/0']],
    ['a.b1,a.1b,a.0xg,12.com', ['a.b1', 'a.1b', 'a.0xg', '12.com']],
    ['  ', []],
  ])('%j is read into its canonical entries', (text, entries) => {
    expect(parseReferrers(text)).toEqual(entries);
  });

  test.each([
    'https://example.com',
    'example.com:443',
    'example.com/path',
    'user@example.com',
    '*',
    '*.*.com',
    'a.*.com',
    '*example.com',
    '*.10.0.0.1',
    'a..com',
    '.com',
    '-a.com',
    'a_b.com',
    '%61.com',
    `${'a'.repeat(64)}.com`,
    `${'a.'.repeat(127)}com`,
    '10.0.0.0/33',
    '10.0.0.0/08',
    '10.0.0.0/-1',
    '10.0.0.0/',
    '10.0.0',
    '0x7f.0.0.1',
    'a.12',
    'a.0x',
    'a.0xff',
    '１２７.0.0.1',
    '::1/129',
    'fe80::1%eth0',
    '[::1]',
    '\ud800.com',
    'a\0.com',
    'a.com,,b.com',
  ])('%j is rejected, and the entry is named by its place', (text) => {
    expect(() => parseReferrers(`fine.example,${text}`)).toThrow(ParleyError);
    expect(() => parseReferrers(`fine.example,${text}`)).toThrow(/entry [23]/);
  });

  test('has at most 50 entries', () => {
    const hosts = (count: number) => Array.from({ length: count }, (_, index) => `h${index}.example`).join();
    expect(parseReferrers(hosts(MAX_REFERRERS))).toHaveLength(50);
    expect(() => parseReferrers(hosts(MAX_REFERRERS + 1))).toThrow('at most 50');
  });

  test('has at most 4,096 characters', () => {
    const host = (length: number) => `${'a.'.repeat(100)}${'b'.repeat(length - 200)}`;
    const list = (last: number) =>
      [
        ...Array.from({ length: 16 }, (_, index) => `${index % 10}${index > 9 ? 'x' : 'y'}.${host(237)}`),
        host(last),
      ].join();
    const most = MAX_REFERRERS_LENGTH - list(201).length + 201;
    expect(parseReferrers(list(most)).join()).toHaveLength(4096);
    expect(() => parseReferrers(list(most + 1))).toThrow('at most 4096 characters');
  });

  test('is the same when read again', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.domain(), fc.ipV4(), fc.ipV6()), { minLength: 1, maxLength: 8 }),
        (list) => {
          const once = parseReferrers(list.join(', '));
          expect(parseReferrers(once.join(','))).toEqual(once);
        },
      ),
    );
  });

  test('is read or rejected, without any other error', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        try {
          parseReferrers(text);
        } catch (error) {
          expect(error).toBeInstanceOf(ParleyError);
        }
      }),
    );
  });
});

describe('a host entry', () => {
  test.each([
    ['example.com', 'https://example.com', true],
    ['example.com', 'http://EXAMPLE.com:8080', true],
    ['example.com', 'https://example.com.', true],
    ['example.com', 'https://www.example.com', false],
    ['example.com', 'https://notexample.com', false],
    ['example.com', 'https://example.com.evil.net', false],
    ['example.com', 'https://example.com@evil.net', false],
    ['example.com', 'https://evil.net@example.com', false],
    ['example.com', 'https://evil.net\\@example.com', false],
    ['example.com', 'https://exampleXcom', false],
    ['example.com', 'chrome-extension://example.com', false],
    ['example.com', 'null', false],
    ['example.com', '', false],
    ['xn--bcher-kva.de', 'https://bücher.de', true],
    ['*.example.com', 'https://a.example.com', true],
    ['*.example.com', 'https://a.b.example.com', true],
    ['*.example.com', 'https://example.com', false],
    ['*.example.com', 'https://aexample.com', false],
    ['*.example.com', 'https://a.evil.com', false],
    ['*.example.com', 'https://a.example.net', false],
    ['example.com', 'https://:secret@example.com', false],
    ['*.example.com', 'https://example.com.evil.net', false],
  ])('%j with Origin %j: %j', (entry, origin, allowed) => {
    expect(referrerAllowed([entry], fromOrigin(origin))).toBe(allowed);
  });

  test('matches the Referer only if no Origin was sent', () => {
    const referer = 'https://example.com/page?x=1#y';
    expect(referrerAllowed(['example.com'], { ...elsewhere, referer })).toBe(true);
    expect(referrerAllowed(['example.com'], fromOrigin('https://evil.net', referer))).toBe(false);
    expect(referrerAllowed(['example.com'], fromOrigin('', referer))).toBe(false);
    expect(referrerAllowed(['example.com'], fromOrigin('null', referer))).toBe(false);
  });

  test('is enough among several, wherever it stands', () => {
    const entries = ['a.example.com', 'example.com', '10.0.0.0/8'];
    expect(referrerAllowed(entries, fromOrigin('https://example.com'))).toBe(true);
    expect(referrerAllowed(entries, { sourceIp: '10.1.2.3' })).toBe(true);
    expect(referrerAllowed(entries, fromOrigin('https://b.example.com'))).toBe(false);
  });

  test('does not match a request without Origin and Referer', () => {
    expect(referrerAllowed(['example.com'], elsewhere)).toBe(false);
  });

  test('allows any host below its wildcard and no host that merely ends alike', () => {
    fc.assert(
      fc.property(fc.domain(), fc.domain(), (host, other) => {
        fc.pre(host.length + other.length < 200);
        expect(referrerAllowed([`*.${host}`], fromOrigin(`https://x.${host}`))).toBe(true);
        expect(referrerAllowed([`*.${host}`], fromOrigin(`https://x${host}`))).toBe(false);
        expect(referrerAllowed([host], fromOrigin(`https://${host}.${other}`))).toBe(false);
      }),
    );
  });
});

describe('an address entry', () => {
  test.each([
    ['198.51.100.9', '198.51.100.9', true],
    ['198.51.100.9', '198.51.100.8', false],
    ['198.51.100.8/31', '198.51.100.9', true],
    ['198.51.100.9/31', '198.51.100.8', true],
    ['198.51.100.8/31', '198.51.100.10', false],
    ['0.0.0.0/0', '203.0.113.1', true],
    ['0.0.0.0/0', '2001:db8::1', false],
    ['::/0', '203.0.113.1', false],
    ['2001:db8::/33', '2001:db8:7fff::1', true],
    ['2001:db8::/33', '2001:db8:8000::1', false],
    ['2001:db8:0:0::1', '2001:DB8::1', true],
    ['10.0.0.0/8', '::ffff:10.1.2.3', true],
    ['::ffff:10.0.0.0/104', '10.1.2.3', true],
    ['::ffff:10.0.0.0/104', '11.1.2.3', false],
    ['::ffff:10.0.0.1', '10.0.0.1', true],
    ['10.0.0.0/8', 'test-invoke-source-ip', false],
  ])('%j from %j: %j', (entry, sourceIp, allowed) => {
    expect(parseReferrers(entry)).toHaveLength(1);
    expect(referrerAllowed([entry], { sourceIp })).toBe(allowed);
  });

  test('never matches a header', () => {
    const from = { ...fromOrigin('http://10.0.0.1', 'http://10.0.0.1/'), referer: 'http://10.0.0.1/' };
    expect(referrerAllowed(['10.0.0.1', '10.0.0.0/8'], from)).toBe(false);
  });

  test('holds exactly the addresses that share its prefix', () => {
    const bits = (address: string) =>
      address
        .split('.')
        .map((part) => Number(part).toString(2).padStart(8, '0'))
        .join('');
    fc.assert(
      fc.property(fc.ipV4(), fc.ipV4(), fc.integer({ min: 0, max: 32 }), (base, address, prefix) => {
        const shared = bits(base).slice(0, prefix) === bits(address).slice(0, prefix);
        expect(referrerAllowed([`${base}/${prefix}`], { sourceIp: address })).toBe(shared);
      }),
    );
  });
});

test('a key without entries may be used from anywhere', () => {
  expect(referrerAllowed([], elsewhere)).toBe(true);
});
