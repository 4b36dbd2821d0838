import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { judge } from '../../bench/kills/judgement.ts';
import {
  type Dialog,
  nextTurn,
  obtainToken,
  takeTurn,
  type Written,
  type WrittenKey,
} from '../../bench/kills/writing.ts';
import { accepted, KEYS } from './support/api.ts';
import { useApi } from './support/parley.ts';
import { createdKeyShape } from './support/shapes.ts';

const api = useApi();
const NOTHING: Written = { tokens: [], keys: [], dialogs: [] };
let bearer = '';
let key: WrittenKey;
let dialog: Dialog;

beforeAll(async () => {
  bearer = await obtainToken(api.demo());
  const fields = { name: 'kept', scopes: 'query' };
  const headers = { Authorization: `Bearer ${bearer}` };
  const { id } = accepted(await api.postJson(KEYS, fields, headers), createdKeyShape);
  key = { id, names: ['kept'], gone: 'no' };
  dialog = { seed: randomUUID(), turns: [] };
  for (const _ of [1, 2]) {
    const turn = nextTurn(dialog);
    dialog.turns.push({ ...turn, answer: await takeTurn(api.demo(), dialog.seed, turn) });
  }
});

const lostOf = async (written: Partial<Written>) =>
  (await judge(api.demo(), bearer, { ...NOTHING, ...written }, { goesOn: true })).lost;

const withAnswers = (change: { qid?: string; session_id?: string }): Dialog => ({
  ...dialog,
  turns: dialog.turns.map(({ answer, ...turn }) => ({
    ...turn,
    ...(answer && { answer: { ...answer, ...change } }),
  })),
});

describe('the check of what was written before a kill', () => {
  test('finds everything that is stored, and retries the unanswered turn', async () => {
    const unanswered = { seed: randomUUID(), turns: [nextTurn(dialog)] };
    const written = { tokens: [bearer], keys: [key], dialogs: [dialog, unanswered] };
    expect(await judge(api.demo(), bearer, written, { goesOn: true })).toEqual({
      // A token, a key, its name, two turns, and the retried turn.
      acknowledged: 6,
      lost: [],
      stuck: [],
    });
  });

  test.each<[string, () => Partial<Written>]>([
    ['a token', () => ({ tokens: ['x'.repeat(30)] })],
    ['a key', () => ({ keys: [{ ...key, id: randomUUID() }] })],
    ['the name of a key', () => ({ keys: [{ ...key, names: ['another'] }] })],
    ['the deletion of a key', () => ({ keys: [{ ...key, gone: 'yes' }] })],
    ['a turn', () => ({ dialogs: [withAnswers({ qid: randomUUID() })] })],
    ['a conversation', () => ({ dialogs: [withAnswers({ session_id: randomUUID() })] })],
  ])('reports %s as lost', async (what, written) => {
    expect(new Set(await lostOf(written()))).toEqual(new Set([what]));
  });

  test.each<[string, Partial<WrittenKey>]>([
    ['the name of a key that nobody knows to be changed', { names: ['another', 'kept'] }],
    ['a key that nobody knows to be gone', { gone: 'perhaps' }],
  ])('does not report %s as lost', async (_, change) => {
    expect(await lostOf({ keys: [{ ...key, ...change }] })).toEqual([]);
  });
});
