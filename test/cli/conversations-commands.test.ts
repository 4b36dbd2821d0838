import { randomBytes, randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { packWords } from '../../functions/query/logged-turn.ts';
import { compactVector, wordsVector } from '../../functions/shared/domain/sentence-vectors.ts';
import { createConversationLog } from '../../functions/shared/store/conversation-log.ts';
import { DEPLOYMENT_KEY } from '../support/rules.ts';
import { parleyHere, useAcme } from './parley.ts';

const { client, folder, json } = useAcme();

/** Logs what was not understood, so many days ago. */
async function say(query: string, daysAgo = 0): Promise<void> {
  const log = createConversationLog({
    deploymentKey: async () => DEPLOYMENT_KEY,
    random: randomBytes,
    pack: packWords,
    client,
  });
  const at = Date.now() - daysAgo * 86_400_000;
  const outcome = 'out_of_scope' as const;
  const turn = {
    institution: 'acme',
    userId: 'ann',
    person: 'p',
    sessionId: randomUUID(),
    beganAt: at,
    at,
    qid: randomUUID(),
    ordinal: 1,
    versionId: randomUUID(),
    milliseconds: 5,
    expiresAt: Math.ceil(at / 1000) + 90 * 86_400,
    language: 'en',
    channel: null,
    outcome,
    competency: outcome,
    state: outcome,
    intent: null,
    keeps: 'whole' as const,
    words: { query, spoken: null, shown: null, slots: {} },
    vector: compactVector(wordsVector(query)),
  };
  const tally = { beganAt: at, turns: 1, unhandled: 1, outcome: 'failed' as const, competencies: [] };
  await log.write({ turn, tally, endsAt: at, isNewPerson: true });
}

beforeAll(async () => {
  const keyFile = path.join(folder(), 'deployment.key');
  await writeFile(keyFile, DEPLOYMENT_KEY);
  process.env.DEPLOYMENT_KEY = pathToFileURL(keyFile).href;
  await say('where is the nearest branch');
  await say('where is your nearest branch');
  await say('call me at •••');
  await say('sing me a song', 6);
  await say('open a new account', 7);
});
afterAll(() => {
  delete process.env.DEPLOYMENT_KEY;
});

const unhandled = ['conversations', 'unhandled', '--institution', 'acme'];

test('what was not understood is shown in groups, of as many days as were asked for', async () => {
  const week = await json(...unhandled);
  expect(week).toMatchObject({ code: 0, institution: 'acme', complete: true });
  expect(week.groups[0]).toMatchObject({ count: 2, sessions: 2, language: 'en' });
  const said = (document: { groups: { examples: string[] }[] }) =>
    new Set(document.groups.flatMap(({ examples }) => examples));
  expect(said(week)).toContain('sing me a song');
  expect(said(week)).not.toContain('open a new account');
  expect(said(await json(...unhandled, '--days', '8'))).toContain('open a new account');
  expect((await json(...unhandled, '--limit', '1')).groups).toHaveLength(1);
  expect((await json(...unhandled, '--language', 'es')).groups).toEqual([]);
  const { stdout } = await parleyHere(unhandled);
  expect(stdout).toMatch(/^2× in 2 sessions {2}en {2}where is/);
});

test('it is written as utterances to choose from, without what was masked, over no other file', async () => {
  const file = path.join(folder(), 'candidates.yaml');
  expect((await parleyHere([...unhandled, '--output', file])).code).toBe(0);
  const text = await readFile(file, 'utf8');
  const [first, ...others] = parse(text);
  expect(first).toMatchObject({ count: 2, nearest: [] });
  expect(new Set(first.utterances.en)).toEqual(
    new Set(['where is the nearest branch', 'where is your nearest branch']),
  );
  expect(others).toHaveLength(1);
  expect(text).not.toContain('•••');
  expect((await parleyHere([...unhandled, '--output', file])).code).toBe(1);
  expect(await readFile(file, 'utf8')).toBe(text);
});

test.each([
  ['--days', '0', 1],
  ['--days', '32', 1],
  ['--days', '31', 0],
  ['--limit', '0', 1],
  ['--limit', '101', 1],
  ['--limit', '100', 0],
])('%s %s ends with %i', async (option, value, code) => {
  expect((await parleyHere([...unhandled, option, value])).code).toBe(code);
});

test('an institution that there is not is named', async () => {
  const { code, stderr } = await parleyHere(['conversations', 'unhandled', '--institution', 'nobody']);
  expect(code).toBe(1);
  expect(stderr).toContain('There is no institution nobody');
});
