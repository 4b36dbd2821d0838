import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { deriveKey, NONCE_BYTES, seal, unseal } from '../../../../functions/shared/domain/sealing.ts';

const KEY = deriveKey(Buffer.from('secret'), 'test');
const nonce = () => randomBytes(NONCE_BYTES);

describe('what is sealed', () => {
  test('opens only with its own key and context', () => {
    const bytes = fc.uint8Array({ maxLength: 100 });
    fc.assert(
      fc.property(bytes, fc.string(), fc.string(), (plain, context, other) => {
        fc.pre(context !== other);
        const sealed = seal(plain, KEY, nonce(), context);
        expect(unseal(sealed, KEY, context)).toEqual(Buffer.from(plain));
        expect(unseal(sealed, KEY, other)).toBeUndefined();
        expect(unseal(sealed, deriveKey(Buffer.from('secret'), 'another'), context)).toBeUndefined();
      }),
    );
  });

  test('cannot be opened if any byte is changed or missing', () => {
    const sealed = seal(Buffer.from('plain'), KEY, nonce());
    for (let place = 0; place < sealed.byteLength; place += 1) {
      const altered = sealed.map((byte, at) => (at === place ? byte ^ 1 : byte));
      expect(unseal(altered, KEY), String(place)).toBeUndefined();
      expect(unseal(sealed.subarray(0, place), KEY), String(place)).toBeUndefined();
    }
  });

  test('reveals nothing of its content, and differs each time', () => {
    const plain = Buffer.from('canary canary canary');
    const [one, other] = [seal(plain, KEY, nonce()), seal(plain, KEY, nonce())];
    expect(Buffer.from(one).includes('canary')).toBe(false);
    expect(Buffer.from(one).equals(other)).toBe(false);
  });
});

test('a key differs by secret, purpose and salt', () => {
  const [secret, other] = [Buffer.from('a'.repeat(43)), Buffer.from('b'.repeat(43))];
  const keys = [
    deriveKey(secret, 'one'),
    deriveKey(secret, 'two'),
    deriveKey(secret, 'one', 'salt'),
    deriveKey(secret, 'one', Buffer.from('other')),
    deriveKey(other, 'one'),
  ].map((key) => Buffer.from(key).toString('hex'));
  expect(new Set(keys).size).toBe(keys.length);
  expect(keys.every((key) => key.length === 64)).toBe(true);
});
