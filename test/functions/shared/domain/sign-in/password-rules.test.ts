import { describe, expect, test } from 'vitest';
import { hashNewPassword } from '../../../../../functions/shared/domain/sign-in/password-rules.ts';
import { verifyPassword } from '../../../../../functions/shared/domain/sign-in/passwords.ts';
import { countingBytes, refusalOf } from '../../../../support/rules.ts';

const owner = { username: 'ann.lee', institution: { name: 'acme', displayName: 'The Acme Bank' } };
const rules = { isCommonPassword: (text: string) => text === 'trustno1', random: countingBytes() };
const hash = (password: string, about = owner) => hashNewPassword(password, about, rules);

const refused = (why: string) => {
  const advice = 'choose one that is hard to guess, such as four unrelated words';
  const message = why.startsWith('use') ? why : `${why}; ${advice}`;
  return {
    code: 'invalid_request',
    message: `password: ${message}`,
    fields: [{ field: 'password', message }],
  };
};

describe('a new password', () => {
  test.each([
    [`${'x'.repeat(6)}y`, false],
    [`${'x'.repeat(7)}y`, true],
    ['😀🐎😀🐎', false],
    ['😀🐎😀🐎😀🐎😀🐎', true],
    [`${'x'.repeat(255)}y`, true],
    [`${'x'.repeat(256)}y`, false],
  ])('of 8 to 256 characters is accepted: %j, %j', async (password, taken) => {
    if (taken) expect(await verifyPassword(password, await hash(password))).toBe(true);
    else expect(await refusalOf(() => hash(password))).toEqual(refused('use 8 to 256 characters'));
  });

  test.each(['trustno1', 'TrustNo1', 'ｔｒｕｓｔｎｏ１'])(
    'that everybody tries is rejected: %s',
    async (password) => {
      const why = 'this is a common password';
      expect(await refusalOf(() => hash(password))).toEqual(refused(why));
    },
  );

  test.each([
    ['zzzzzzzzzzzz', true],
    ['zzzzzzzzzzzy', false],
    ['23456789', true],
    ['hgfedcba', true],
    ['hgfedcbb', false],
    ['acegikmo', false],
  ])('that is one character or a row of them is rejected: %s, %j', async (password, isRow) => {
    const why = 'this is a repeated character or a simple sequence';
    if (isRow) expect(await refusalOf(() => hash(password))).toEqual(refused(why));
    else expect(await hash(password)).toMatch(/^\$argon2id\$/);
  });

  test.each([
    'ann.lee1',
    'Ann Lee!!',
    'acme2024',
    '2024-acme',
    'ACME-acme',
    'The Acme Bank',
    'theacmebank1',
    'parley123',
    'Parley.Acme',
    'acme1acme',
  ])('of names and digits is rejected: %s', async (password) => {
    const why = 'this is little more than the name of the user, the institution or the service';
    expect(await refusalOf(() => hash(password))).toEqual(refused(why));
  });

  test.each(['acme horse', 'my parley', '82736451', 'annleex1'])(
    'that holds more than names and digits, or no name, is accepted: %s',
    async (password) => {
      expect(await hash(password)).toMatch(/^\$argon2id\$/);
    },
  );

  test('is accepted beside a name that has no letter or digit', async () => {
    const nameless = { username: '.', institution: { name: 'a', displayName: '—' } };
    expect(await hash('correct horse', nameless)).toMatch(/^\$argon2id\$/);
  });
});
