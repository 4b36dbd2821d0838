import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  digestsEqual,
  isAppKey,
  isToken,
  newAppKey,
  newToken,
  tokenDigest,
} from '../../../../../functions/shared/domain/credentials/secrets.ts';
import { BASE62, randomBase62 } from '../../../../../functions/shared/domain/random.ts';

/** Random sources that repeat bytes chosen by fast-check. */
const chosenBytes = fc
  .uint8Array({ minLength: 1, maxLength: 64 })
  .filter((bytes) => bytes.some((byte) => byte < 248))
  .map((bytes) => {
    let next = 0;
    return (size: number) => Uint8Array.from({ length: size }, () => bytes[next++ % bytes.length] ?? 0);
  });

describe('base62', () => {
  test('digits are equally likely: bytes from 248 on are ignored', () => {
    const all = Uint8Array.from({ length: 256 }, (_, byte) => byte);
    let next = 0;
    const random = (size: number) => {
      const bytes = all.slice(next, next + size);
      next += size;
      return bytes;
    };
    const text = randomBase62(248, random);
    for (const digit of BASE62) expect(text.split(digit)).toHaveLength(5);
  });
});

describe('a token', () => {
  test('is 30 base62 characters, whatever the random bytes', () => {
    fc.assert(
      fc.property(chosenBytes, (random) => {
        const token = newToken(random);
        expect(token).toMatch(/^[0-9A-Za-z]{30}$/);
        expect(isToken(token)).toBe(true);
      }),
    );
  });

  test.each([
    '',
    'a'.repeat(29),
    'a'.repeat(31),
    `${'a'.repeat(29)}-`,
    `${'a'.repeat(29)}\n`,
    'ä'.repeat(30),
  ])('%j is not a token', (text) => {
    expect(isToken(text)).toBe(false);
  });

  test('is different each time', () => {
    const tokens = Array.from({ length: 1000 }, () => newToken(randomBytes));
    expect(new Set(tokens).size).toBe(1000);
  });
});

describe('an App-Key', () => {
  test('is what secret scanners look for, 40 characters, and passes its own checksum', () => {
    fc.assert(
      fc.property(chosenBytes, (random) => {
        const key = newAppKey(random);
        expect(key).toMatch(/^cak_[0-9A-Za-z]{36}$/);
        expect(isAppKey(key)).toBe(true);
      }),
    );
  });

  test('has the CRC-32 of its random part as base62, so that other tools can check it', () => {
    const key = newAppKey((size) => new Uint8Array(size));
    expect(key).toMatch(/^cak_0{30}/);
    const value = [...key.slice(34)].reduce((sum, digit) => sum * 62 + BASE62.indexOf(digit), 0);
    expect(value).toBe(crc32('0'.repeat(30)));
  });

  test('with any one character changed, or two neighbours swapped, is invalid', () => {
    fc.assert(
      fc.property(chosenBytes, fc.nat(39), fc.constantFrom(...BASE62), (random, place, digit) => {
        const key = newAppKey(random);
        const changed = key.slice(0, place) + digit + key.slice(place + 1);
        expect(isAppKey(changed)).toBe(changed === key);
        const [one = '', two = ''] = key.slice(place, place + 2);
        const swapped = key.slice(0, place) + two + one + key.slice(place + 2);
        expect(isAppKey(swapped)).toBe(swapped === key);
      }),
    );
  });

  test('cut or with more after it is invalid', () => {
    const key = newAppKey(randomBytes);
    for (const text of [
      '',
      'cak_',
      key.slice(1),
      key.slice(0, 39),
      `${key}0`,
      key.toUpperCase(),
      ` ${key}`,
    ]) {
      expect(isAppKey(text)).toBe(false);
    }
  });

  test('is never a token, nor any other text', () => {
    fc.assert(fc.property(fc.string({ maxLength: 60 }), (text) => !isAppKey(text)));
    expect(isToken(newAppKey(randomBytes))).toBe(false);
  });
});

describe('a digest', () => {
  test('equals itself and no other', () => {
    expect(digestsEqual(tokenDigest('a'), tokenDigest('a'))).toBe(true);
    expect(digestsEqual(tokenDigest('a'), tokenDigest('b'))).toBe(false);
    expect(digestsEqual(tokenDigest('a'), '')).toBe(false);
  });
});

/** Computes CRC-32 bit by bit (ISO 3309), unlike zlib, which uses a table. */
function crc32(text: string): number {
  let crc = 0xffffffff;
  for (const byte of Buffer.from(text)) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}
