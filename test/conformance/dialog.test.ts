import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { appKey } from './support/api.ts';
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

  test('is a new one for every query that names none', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => api.ask('hello')));
    expect(new Set(answers.map(({ dialog }) => dialog)).size).toBe(8);
    expect(new Set(answers.map(({ session_id }) => session_id)).size).toBe(8);
  });

  test('that is not passed back is not continued', async () => {
    const who = { external_user_id: randomUUID() };
    const first = await api.ask(START, { ...who, dialog: (await api.ask('hello', who)).dialog });
    const next = await api.ask('yes', who);
    expect(next.session_id).not.toBe(first.session_id);
    expect(next.dialog).not.toBe(first.dialog);
    expect(next.competency).not.toBe('transfer');
  });

  test('is continued by another credential of the same institution', async () => {
    const { dialog } = await api.ask(START);
    const { key } = await api.newKey({ scopes: 'query' });
    const answer = await api.ask('50 dollars', { dialog }, appKey(key));
    expect(answer).toMatchObject({ competency: 'transfer', dialog });
  });

  test('in another letter case is another dialog', async () => {
    const { dialog, session_id } = await api.ask(START);
    const other = await api.ask('hello', { dialog: dialog.toLowerCase() });
    expect(other.session_id).not.toBe(session_id);
  });
});

describe('dialog_seed', () => {
  test('keeps the conversation of a caller that keeps nothing', async () => {
    const dialog_seed = `seed-${randomUUID()}`;
    const first = await api.ask(START, { dialog_seed });
    const second = await api.ask('50 dollars', { dialog_seed });
    expect(second).toMatchObject({
      competency: 'transfer',
      session_id: first.session_id,
      dialog: first.dialog,
    });
  });
});
