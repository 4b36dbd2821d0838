import { expect, test } from 'vitest';
import { chanceOf } from '../../../cli/traffic/chance.ts';
import { converseFreely, type Heard } from '../../../cli/traffic/person.ts';
import type { Repertoire } from '../../../cli/traffic/repertoire.ts';

const REPERTOIRE: Repertoire = {
  language: 'en',
  utterances: [['show my balance'], ['move money']],
  answers: new Map([['account', ['savings']]]),
  wishes: [['buy me gold']],
  outOfScope: ['tell me a joke'],
  yes: ['yes'],
  no: ['no'],
};
const DONE: Heard = { asked: null, awaitsYes: false };

/** Returns the queries of 200 sessions, to which `hear` gives the answers. */
async function said(hear: (query: string) => Heard, repertoire = REPERTOIRE, seed = 1): Promise<string[][]> {
  const all: string[][] = [];
  for (let session = 0; session < 200; session += 1) {
    const queries: string[] = [];
    await converseFreely(repertoire, chanceOf('acme', seed, session), async (query) => {
      queries.push(query);
      return hear(query);
    });
    all.push(queries);
  }
  return all;
}

test('a made-up person has one to three wishes, some of which the assistant does not know', async () => {
  const sessions = await said(() => DONE);
  expect(new Set(sessions.map(({ length }) => length))).toEqual(new Set([1, 2, 3]));
  const counts = (query: string) => sessions.flat().filter((one) => one === query).length;
  for (const query of ['show my balance', 'move money', 'buy me gold', 'tell me a joke']) {
    expect(counts(query)).toBeGreaterThan(0);
  }
  expect(counts('show my balance')).toBeGreaterThan(counts('move money'));
  // Some of the four also occur with two letters swapped.
  expect(new Set(sessions.flat()).size).toBeGreaterThan(4);
});

test('a made-up person answers questions, confirms mostly with yes, and leaves after a while', async () => {
  const asking = await said(() => ({ asked: 'account', awaitsYes: false }));
  expect(asking.flat()).toContain('savings');
  const confirming = (await said(() => ({ asked: null, awaitsYes: true }))).flat();
  const [yes, no] = ['yes', 'no'].map((reply) => confirming.filter((query) => query === reply).length);
  expect(no).toBeGreaterThan(0);
  expect(yes).toBeGreaterThan(2 * (no ?? 0));
  const longest = Math.max(...asking.map(({ length }) => length));
  expect(longest).toBeLessThanOrEqual(3 * 9);
});

test('a made-up person says the same with the same seed, and other things with another', async () => {
  expect(await said(() => DONE)).toEqual(await said(() => DONE));
  expect(await said(() => DONE, REPERTOIRE, 2)).not.toEqual(await said(() => DONE));
});

test('a made-up person says nothing if the assistant has no utterances', async () => {
  const empty = { ...REPERTOIRE, utterances: [], wishes: [], outOfScope: [] };
  expect((await said(() => DONE, empty)).flat()).toEqual([]);
});
