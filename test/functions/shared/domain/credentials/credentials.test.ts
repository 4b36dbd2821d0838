import { describe, expect, test } from 'vitest';
import { isExpired, toSeconds } from '../../../../../functions/shared/domain/clock.ts';
import { examineCredential } from '../../../../../functions/shared/domain/credentials/credentials.ts';
import type { Principal } from '../../../../../functions/shared/domain/credentials/principal.ts';
import {
  appKeyDigest,
  newAppKey,
  newToken,
  tokenDigest,
} from '../../../../../functions/shared/domain/credentials/secrets.ts';
import { resolveCredential } from '../../../../support/credentials.ts';
import { CALLER, countingBytes } from '../../../../support/rules.ts';

const token = newToken(countingBytes());
const key = newAppKey(countingBytes());

/** Creates a reader that knows one digest, and records the digests asked for. */
function readerOf(known: string, changes: Partial<Principal> = {}, suspended = false) {
  const asked: string[] = [];
  const find = async (digest: string) => {
    asked.push(digest);
    return digest === known ? { principal: { ...CALLER, ...changes }, suspended } : undefined;
  };
  return { find, asked };
}

describe('a credential', () => {
  test('is resolved to the principal of its digest', async () => {
    const tokens = readerOf(tokenDigest(token));
    expect(await resolveCredential(tokens, { scheme: 'Bearer', secret: token }, 0)).toEqual(CALLER);
    const keys = readerOf(appKeyDigest(key));
    expect(await resolveCredential(keys, { scheme: 'App-Key', secret: key }, 0)).toEqual(CALLER);
  });

  test('that is unknown has no principal', async () => {
    expect(await resolveCredential(readerOf('x'), { scheme: 'Bearer', secret: token }, 0)).toBeUndefined();
  });

  test.each([
    ['Bearer', key],
    ['Bearer', token.slice(1)],
    ['Bearer', `${token}0`],
    ['App-Key', token],
    ['App-Key', `${key.slice(0, -1)}-`],
    ['App-Key', ''],
  ] as const)('of the wrong form is refused before any read: %s %s', async (scheme, secret) => {
    const reader = readerOf('x');
    expect(await resolveCredential(reader, { scheme, secret }, 0)).toBeUndefined();
    expect(reader.asked).toEqual([]);
  });

  test('expires with its last second, not before', async () => {
    const reader = readerOf(tokenDigest(token), { expiresAt: 100 });
    const at = (now: number) => resolveCredential(reader, { scheme: 'Bearer', secret: token }, now);
    expect(await at(99_999)).toMatchObject({ userId: 'user' });
    expect(await at(100_000)).toBeUndefined();
    expect(await at(100_001)).toBeUndefined();
  });

  test('is distinguished as expired, suspended or unknown', async () => {
    const bearer = { scheme: 'Bearer' as const, secret: token };
    const examine = (...found: Parameters<typeof readerOf>) =>
      examineCredential(readerOf(...found), bearer, 0);
    const digest = tokenDigest(token);
    expect(await examine(digest)).toEqual({ principal: CALLER });
    expect(await examine(digest, { expiresAt: 0 })).toMatchObject({ refusal: 'expired' });
    expect(await examine(digest, { expiresAt: 1 }, true)).toMatchObject({ refusal: 'user_disabled' });
    expect(await examine('x')).toBeUndefined();
    expect(await resolveCredential(readerOf(digest, {}, true), bearer, 0)).toBeUndefined();
  });
});

test('seconds are whole, and rounded down', () => {
  expect(toSeconds(1999)).toBe(1);
  expect(toSeconds(2000)).toBe(2);
  expect(isExpired(2, 1999)).toBe(false);
  expect(isExpired(2, 2000)).toBe(true);
});
