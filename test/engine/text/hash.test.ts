import { expect, it } from 'vitest';
import { FNV_BASIS, fnv1a, fnvStep } from '../../../engine/text/hash.ts';

it('the hash is FNV-1a, with the published values', () => {
  expect(fnv1a('') >>> 0).toBe(0x811c9dc5);
  expect(fnv1a('a') >>> 0).toBe(0xe40c292c);
  expect(fnv1a('foobar') >>> 0).toBe(0xbf9cf968);
});

it('the hash can continue from that of the beginning', () => {
  expect(fnvStep(fnv1a('fooba'), 'r'.charCodeAt(0))).toBe(fnv1a('foobar'));
  expect(fnv1a('bar', fnv1a('foo'))).toBe(fnv1a('foobar'));
  expect(fnv1a('foo', FNV_BASIS)).toBe(fnv1a('foo'));
});
