import { describe, expect, test } from 'vitest';
import {
  type AddressRule,
  isLoopback,
  mayCall,
  readAddressRule,
} from '../../../../functions/shared/business-logic/addresses.ts';

function ruleOf(environment: Record<string, string>): AddressRule {
  const rule = readAddressRule(environment);
  if (rule === undefined) throw new Error('a range is invalid');
  return rule;
}

const strict = ruleOf({});
const laptop = ruleOf({ BLS_ALLOW_LOOPBACK: '1' });
const vpc = ruleOf({ BLS_ALLOWED_RANGES: '10.20.0.0/16, fd12:3456::/32' });
const everything = ruleOf({ BLS_ALLOWED_RANGES: '0.0.0.0/0,::/0' });

test.each(['93.184.216.34', '1.1.1.1', '2606:4700::1111', '::ffff:1.1.1.1'])('%s is public', (address) => {
  expect(mayCall(address, strict)).toBe(true);
});

test.each([
  '10.0.0.1',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '100.64.0.1',
  '127.0.0.1',
  '127.255.255.254',
  '169.254.169.254',
  '0.0.0.0',
  '0.1.2.3',
  '192.0.0.192',
  '198.18.0.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:10.0.0.1',
  '::ffff:127.0.0.1',
  '::ffff:a9fe:a9fe',
  '::10.0.0.1',
  '64:ff9b::a00:1',
  '2002:a00:1::',
  'fe80::1',
  'fec0::1',
  'fd00:ec2::254',
  'ff02::1',
  'localhost',
  '',
])('%s is refused', (address) => {
  expect(mayCall(address, strict)).toBe(false);
});

test('allows loopback only if it is enabled, and no other private address with it', () => {
  expect(mayCall('127.0.0.1', laptop)).toBe(true);
  expect(mayCall('::1', laptop)).toBe(true);
  expect(mayCall('10.0.0.1', laptop)).toBe(false);
  expect(ruleOf({ BLS_ALLOW_LOOPBACK: 'true' }).allowLoopback).toBe(false);
});

test('an allowed range permits only its own addresses', () => {
  expect(mayCall('10.20.0.0', vpc)).toBe(true);
  expect(mayCall('10.20.255.255', vpc)).toBe(true);
  expect(mayCall('::ffff:10.20.0.1', vpc)).toBe(true);
  expect(mayCall('10.19.255.255', vpc)).toBe(false);
  expect(mayCall('10.21.0.0', vpc)).toBe(false);
  expect(mayCall('fd12:3456::1', vpc)).toBe(true);
  expect(mayCall('fd12:3457::1', vpc)).toBe(false);
});

test.each(['169.254.169.254', 'fe80::1', '224.0.0.1', '0.0.0.0', '127.0.0.1', '::1'])(
  'no range opens %s',
  (address) => {
    expect(mayCall(address, everything)).toBe(false);
  },
);

describe('no range allows the metadata service of a cloud', () => {
  test.each([
    ['AWS', ['169.254.169.254', '169.254.170.2', '169.254.170.23', 'fd00:ec2::254', 'fd00:ec2::23']],
    ['Google Cloud', ['169.254.169.254', 'fd20:ce::254']],
    ['Azure', ['169.254.169.254', '168.63.129.16']],
    ['Alibaba Cloud', ['100.100.100.200', 'fd00:100::100:200']],
    ['Oracle Cloud', ['192.0.0.192', 'fd00:c1::a9fe:a9fe']],
    ['Scaleway', ['169.254.42.42', 'fd00:42::42']],
  ])('of %s', (_, addresses) => {
    for (const address of addresses) expect(mayCall(address, everything), address).toBe(false);
  });

  test.each([
    ['mapped into IPv6', ['::ffff:100.100.100.200', '::ffff:192.0.0.192', '::ffff:a9fe:aa02']],
    ['written in IPv6 as of old', ['::100.100.100.200', '::169.254.169.254']],
    ['of 6to4', ['2002:6464:64c8::1', '2002:a9fe:a9fe::']],
    ['behind NAT64', ['64:ff9b::100.100.100.200', '64:ff9b::a9fe:a9fe', '64:ff9b::192.0.0.192']],
    ['behind NAT64 of a network of its own', ['64:ff9b:1::a9fe:a9fe', 'fd00:64::a9fe:a9fe']],
    // Examples of RFC 6052 §2.4, with 169.254.169.254 instead of 192.0.2.33.
    [
      'at each place of RFC 6052',
      [
        '2001:db8:a9fe:a9fe::',
        '2001:db8:1a9:fea9:fe::',
        '2001:db8:122:a9fe:a9:fe00::',
        '2001:db8:122:3a9:fe:a9fe::',
        '2001:db8:122:344:a9:fea9:fe00:0',
        '2001:db8:122:344::169.254.169.254',
      ],
    ],
    ['behind NAT64, with what is link-local or loopback there', ['64:ff9b::a9fe:1', '64:ff9b::7f00:1']],
  ])('%s', (_, addresses) => {
    for (const address of addresses) expect(mayCall(address, everything), address).toBe(false);
  });

  test('its neighbours are allowed if a range contains them', () => {
    const neighbours = [
      '100.100.100.201',
      '100.100.100.199',
      '192.0.0.193',
      'fd00:ec1:ffff::1',
      'fd00:ec3::254',
    ];
    for (const address of [...neighbours, 'fd20:ce::253', '64:ff9b::10.0.0.1', '64:ff9b::100.100.100.201'])
      expect(mayCall(address, everything), address).toBe(true);
    expect(mayCall('168.63.129.17', strict)).toBe(true);
  });
});

test.each(['10.0.0.0/33', '10.0.0.0', 'vpc', '10.0.0.0/8,::/129'])('rejects the range %j', (range) => {
  expect(readAddressRule({ BLS_ALLOWED_RANGES: range })).toBeUndefined();
});

test('recognises loopback in all its forms', () => {
  expect(['127.0.0.1', '127.1.2.3', '::1', '::ffff:127.0.0.1'].every(isLoopback)).toBe(true);
  expect(['128.0.0.1', '::2', 'localhost'].some(isLoopback)).toBe(false);
});
