import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { newDeploymentKey, readDeploymentKey } from '../../../../functions/shared/domain/deployment-key.ts';

test('a new key is read back, and differs each time', () => {
  const keys = Array.from({ length: 20 }, () => newDeploymentKey(randomBytes));
  expect(new Set(keys).size).toBe(20);
  for (const key of keys) expect(Buffer.from(readDeploymentKey(`${key}\n`, 'file')).toString()).toBe(key);
});

test('a key has at least 43 characters, and the error does not reveal a shorter one', () => {
  expect(readDeploymentKey('k'.repeat(43), 'file:///key')).toHaveLength(43);
  for (const text of ['', 'k'.repeat(42), `${'k'.repeat(42)}\n`]) {
    expect(() => readDeploymentKey(text, 'file:///key')).toThrow(
      /^file:\/\/\/key contains no deployment key: the text is too short$/,
    );
  }
});
