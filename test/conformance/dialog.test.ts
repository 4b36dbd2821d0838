import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { useApi } from './support/parley.ts';

const api = useApi();
const START = 'I want to transfer money between my accounts';

describe('a dialog', () => {
  test('is kept across calls by its token, which stays the same', async () => {
    const who = { external_user_id: randomUUID() };
    const first = await api.ask(START, who);
    const second = await api.ask('50 dollars', { ...who, dialog: first.dialog });
    const third = await api.ask('from checking', { ...who, dialog: second.dialog });
    expect(first.competency).toBe('transfer');
    expect([second, third].map(({ competency }) => competency)).toEqual(['transfer', 'transfer']);
    expect(new Set([first, second, third].map(({ dialog }) => dialog)).size).toBe(1);
    expect(new Set([first, second, third].map(({ session_id }) => session_id)).size).toBe(1);
    expect(new Set([first, second, third].map(({ qid }) => qid)).size).toBe(3);
  });
});
