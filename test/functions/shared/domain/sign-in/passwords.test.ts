import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { hashPassword, verifyPassword } from '../../../../../functions/shared/domain/sign-in/passwords.ts';

test('a hash is an Argon2id PHC string with 19 MiB, two passes, one lane and a salt of its own', async () => {
  const hashes = [await hashPassword('same', randomBytes), await hashPassword('same', randomBytes)];
  for (const hash of hashes) {
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  }
  expect(hashes[0]).not.toBe(hashes[1]);
});

test('a password verifies against its own hash only', async () => {
  const hash = await hashPassword('pässword ✓', randomBytes);
  expect(await verifyPassword('pässword ✓', hash)).toBe(true);
  expect(await verifyPassword('pa\u0308ssword ✓', hash)).toBe(true);
  for (const other of ['', 'pässword ', 'pässword ✓ ', 'PÄSSWORD ✓', 'pässword ✓\0']) {
    expect(await verifyPassword(other, hash)).toBe(false);
  }
});

test('a hash of other parameters still verifies, so that they can be raised', async () => {
  // The reference implementation's own test vector: version 19, 256 KiB, two passes, one lane.
  const hash = '$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4';
  expect(await verifyPassword('password', hash)).toBe(true);
  expect(await verifyPassword('passwore', hash)).toBe(false);
});

test('no password is right for an unknown user', async () => {
  expect(await verifyPassword('', undefined)).toBe(false);
  expect(await verifyPassword('password', undefined)).toBe(false);
});

test('a check takes as long for an unknown user as for a known one', async () => {
  const hash = await hashPassword('password', randomBytes);
  const timeOf = async (stored: string | undefined) => {
    const times = [];
    for (let count = 0; count < 7; count += 1) {
      const start = performance.now();
      await verifyPassword('wrong', stored);
      times.push(performance.now() - start);
    }
    return Math.min(...times);
  };
  const [somebody, nobody] = [await timeOf(hash), await timeOf(undefined)];
  expect(nobody / somebody).toBeGreaterThan(0.2);
  expect(nobody / somebody).toBeLessThan(5);
});

test('a stored string that is no hash is a fault, not a wrong password', async () => {
  const whole = await hashPassword('x', randomBytes);
  for (const stored of [
    'plain',
    '',
    ` ${whole}`,
    `${whole}$`,
    whole.replace('v=19', 'v=18'),
    whole.slice(0, 40),
  ]) {
    await expect(verifyPassword('x', stored)).rejects.toThrow('the stored password hash cannot be read');
  }
});

test('a password of 256 characters is right or wrong, a longer one always wrong', async () => {
  for (const [length, right] of [
    [256, true],
    [257, false],
  ] as const) {
    const password = 'x'.repeat(length);
    expect(await verifyPassword(password, await hashPassword(password, randomBytes))).toBe(right);
  }
});
