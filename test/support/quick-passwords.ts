import type * as crypto from 'node:crypto';

/**
 * `node:crypto` with a password hash that costs nothing, for tests that are not about hashing:
 * `vi.mock('node:crypto', async (original) => (await import('…/quick-passwords.ts')).quickPasswords(original))`.
 * @param onHash called for each password that is verified or hashed
 */
export async function quickPasswords(original: () => Promise<unknown>, onHash: () => void = () => undefined) {
  const real = (await original()) as typeof crypto;
  const argon2 = (...[, { message, nonce, tagLength }, done]: Parameters<typeof real.argon2>) => {
    onHash();
    const given = real.createHmac('sha256', bytes(nonce)).update(bytes(message)).digest();
    done(null, given.subarray(0, tagLength));
  };
  return { ...real, argon2 };
}

const bytes = (value: string | ArrayBuffer | ArrayBufferView): string | Uint8Array => {
  if (typeof value === 'string') return value;
  return value instanceof ArrayBuffer
    ? new Uint8Array(value)
    : new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
};
