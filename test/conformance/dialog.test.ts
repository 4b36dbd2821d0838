import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { appKey, refusedField } from './support/api.ts';
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

  test.each([
    '',
    'A'.repeat(30),
    'unknown',
    ' ',
    '🙂',
    'x'.repeat(1000),
    'a\u0000b',
    '../../etc',
    '__proto__',
    null,
  ])('that is %j begins a new session, never a refusal', async (dialog) => {
    const answer = await api.ask(START, { dialog });
    expect(answer.dialog).not.toBe(dialog);
    expect(answer.competency).toBe('transfer');
  });

  test.each([5, true, ['x'], {}])('that is %j, no text at all, is refused by name', async (dialog) => {
    refusedField(await api.postQuery({ query: 'hello', external_user_id: 'u', dialog }), 'dialog');
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

  test('supersedes a dialog sent beside it', async () => {
    const dialog_seed = `seed-${randomUUID()}`;
    const seeded = await api.ask(START, { dialog_seed });
    const other = await api.ask('hello');
    const both = await api.ask('50 dollars', { dialog_seed, dialog: other.dialog });
    expect(both).toMatchObject({ competency: 'transfer', session_id: seeded.session_id });
    const unseeded = await api.ask('hello', { dialog: other.dialog });
    expect(unseeded.session_id).toBe(other.session_id);
  });

  test('gives a dialog that continues the same conversation', async () => {
    const dialog_seed = `seed-${randomUUID()}`;
    const { dialog, session_id } = await api.ask(START, { dialog_seed });
    expect(await api.ask('50 dollars', { dialog })).toMatchObject({ competency: 'transfer', session_id });
  });

  test('of two values keeps two conversations', async () => {
    const name = randomUUID();
    const one = await api.ask(START, { dialog_seed: `${name}-1` });
    const two = await api.ask('hello', { dialog_seed: `${name}-2` });
    expect(two.dialog).not.toBe(one.dialog);
    expect(two.session_id).not.toBe(one.session_id);
  });

  test('may be 1,024 characters long and not 1,025', async () => {
    const dialog_seed = randomUUID().padEnd(1024, 's');
    await api.ask('hello', { dialog_seed });
    const longer = { query: 'hello', external_user_id: 'u', dialog_seed: `${dialog_seed}s` };
    refusedField(await api.postQuery(longer), 'dialog_seed');
  });

  test('that is empty counts as none: the dialog beside it is continued', async () => {
    const { dialog, session_id } = await api.ask(START);
    expect((await api.ask('50 dollars', { dialog, dialog_seed: '' })).session_id).toBe(session_id);
  });

  test.each(['ü🙂'.repeat(10), 'with spaces and\nlines', '__proto__', '0'])('may be %j', async (text) => {
    const dialog_seed = `${text}${randomUUID()}`;
    const { session_id } = await api.ask('hello', { dialog_seed });
    expect((await api.ask('hello', { dialog_seed })).session_id).toBe(session_id);
  });

  test.each([5, true, ['x'], {}])('that is %j, no text at all, is refused by name', async (dialog_seed) => {
    refusedField(await api.postQuery({ query: 'hello', external_user_id: 'u', dialog_seed }), 'dialog_seed');
  });
});
