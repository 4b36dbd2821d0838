import { describe, expect, test } from 'vitest';
import { parleyHere, useAcme } from './parley.ts';

useAcme();

describe('a password', () => {
  const typing = (password: string, ...args: string[]) =>
    parleyHere([...args, '--institution', 'acme'], password);
  const create = (name: string, password: string) =>
    typing(password, 'user', 'create', name, '--username', name);

  test.each([
    ['PassWord1', 'a common password'],
    ['The Acme bank', 'the name of the user, the institution or the service'],
    ['marie-1987', 'the name of the user, the institution or the service'],
    ['zyxwvuts', 'a simple sequence'],
    ['short7!', 'use 8 to 256 characters'],
  ])('%s is refused for a new user with the reason', async (password, sentence) => {
    const { code, stderr } = await create('marie', `${password}\n`);
    expect([code, stderr]).toEqual([1, expect.stringContaining(sentence)]);
    expect(stderr).not.toContain(password);
  });

  test('that is hard to guess is accepted, and cannot be replaced by a common one', async () => {
    expect((await create('bob', 'seven frogs sing late\n')).code).toBe(0);
    const set = (password: string) => typing(password, 'user', 'set-password', 'bob');
    for (const password of ['sunshine', 'bob-acme-1']) {
      const { code, stderr } = await set(`${password}\n`);
      expect([code, stderr]).toEqual([1, expect.stringContaining('choose one that is hard to guess')]);
    }
    expect((await set('eight frogs sing later\n')).code).toBe(0);
  });
});
