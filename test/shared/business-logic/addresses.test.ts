import { expect, test } from 'vitest';
import {
  type AddressRule,
  isLoopback,
  mayCall,
  readAddressRule,
} from '../../../functions/shared/business-logic/addresses.ts';

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

test('loopback is called only where it is allowed, and nothing else with it', () => {
  expect(mayCall('127.0.0.1', laptop)).toBe(true);
  expect(mayCall('::1', laptop)).toBe(true);
  expect(mayCall('10.0.0.1', laptop)).toBe(false);
  expect(ruleOf({ BLS_ALLOW_LOOPBACK: 'true' }).allowLoopback).toBe(false);
});

test('an allowed range opens itself alone', () => {
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

test.each(['10.0.0.0/33', '10.0.0.0', 'vpc', '10.0.0.0/8,::/129'])('the range %j is none', (range) => {
  expect(readAddressRule({ BLS_ALLOWED_RANGES: range })).toBeUndefined();
});

test('loopback is known in all its forms', () => {
  expect(['127.0.0.1', '127.1.2.3', '::1', '::ffff:127.0.0.1'].every(isLoopback)).toBe(true);
  expect(['128.0.0.1', '::2', 'localhost'].some(isLoopback)).toBe(false);
});
