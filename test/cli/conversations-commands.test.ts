import { randomBytes } from 'node:crypto';
import { readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { compactVector, wordsVector } from '../../functions/shared/domain/conversations/sentence-vectors.ts';
import { dayOf } from '../../functions/shared/domain/days.ts';
import { personOf } from '../../functions/shared/domain/query/sessions.ts';
import { logSession, type SaidTurn } from '../support/conversation-log.ts';
import { DEPLOYMENT_KEY } from '../support/rules.ts';
import { eraseHere, parleyHere, useAcme } from './parley.ts';

const { client, folder, json } = useAcme();

const DAY_MS = 86_400_000;
const daysAgo = (days: number): number => Date.now() - days * DAY_MS;

/** Logs an out-of-scope query from `days` days ago. */
const miss = (query: string, days = 0) =>
  logSession(client, [{ query, at: daysAgo(days), outcome: 'out_of_scope' }]);

beforeAll(async () => {
  const keyFile = path.join(folder(), 'deployment.key');
  await writeFile(keyFile, DEPLOYMENT_KEY);
  process.env.DEPLOYMENT_KEY = pathToFileURL(keyFile).href;
  expect((await parleyHere(['institution', 'create', 'other'])).code).toBe(0);
});
afterAll(() => {
  delete process.env.DEPLOYMENT_KEY;
});

const acme = (command: string, ...args: string[]) => [
  'conversations',
  command,
  ...args,
  '--institution',
  'acme',
];

describe('conversations unhandled', () => {
  beforeAll(async () => {
    await miss('where is the nearest branch');
    await miss('where is your nearest branch');
    await miss('call me at •••');
    await miss('sing me a song', 6);
    await miss('open a new account', 7);
  });

  test('shows unhandled queries in groups, for the requested days', async () => {
    const week = await json(...acme('unhandled'));
    expect(week).toMatchObject({ code: 0, institution: 'acme', complete: true });
    expect(week.groups[0]).toMatchObject({ count: 2, sessions: 2, language: 'en' });
    const said = (document: { groups: { examples: string[] }[] }) =>
      new Set(document.groups.flatMap(({ examples }) => examples));
    expect(said(week)).toContain('sing me a song');
    expect(said(week)).not.toContain('open a new account');
    expect(said(await json(...acme('unhandled', '--from', '8d')))).toContain('open a new account');
    expect(said(await json(...acme('unhandled', '--days', '8')))).toContain('open a new account');
    const day = dayOf(daysAgo(7));
    const thatDay = await json(...acme('unhandled', '--from', day, '--to', day));
    expect(said(thatDay)).toEqual(new Set(['open a new account']));
    expect((await parleyHere(acme('unhandled', '--from', '8d', '--days', '8'))).code).toBe(1);
    expect((await json(...acme('unhandled', '--limit', '1'))).groups).toHaveLength(1);
    expect((await json(...acme('unhandled', '--language', 'es'))).groups).toEqual([]);
    await logSession(client, [{ query: 'paint my door', outcome: 'out_of_scope', application: 'prod:door' }]);
    expect((await json(...acme('unhandled', '--application', 'prod:door'))).groups).toMatchObject([
      { count: 1, made_up: 0, examples: ['paint my door'] },
    ]);
    const { stdout } = await parleyHere(acme('unhandled'));
    expect(stdout).toMatch(/^2× in 2 sessions {2}en {2}where is/);
  });

  test('shows why each group is listed and where to look, filtered by outcome on request', async () => {
    const listed = {
      query: 'from Seattle',
      nearest: [],
      slot: 'city',
      question: 'From which city?',
      vector: compactVector(wordsVector('from Seattle')),
    };
    const turn = {
      query: 'from Seattle',
      outcome: 'value_refused' as const,
      listed,
      application: 'prod:trains',
    };
    const session = await logSession(client, [turn]);
    const trains = acme('unhandled', '--application', 'prod:trains');
    const { stdout } = await parleyHere(trains);
    expect(stdout).toContain('value_refused of city, after “From which city?”');
    expect(stdout).toContain(`latest: ${session}, turn 1`);
    const { groups } = await json(...trains, '--outcome', 'value_refused');
    expect(groups).toMatchObject([
      { outcome: 'value_refused', days: [{ count: 1 }], turns: [{ session_id: session, ordinal: 1 }] },
    ]);
    expect((await json(...trains, '--outcome', 'out_of_scope')).groups).toEqual([]);
    const file = path.join(folder(), 'refused.yaml');
    await parleyHere([...trains, '--output', file]);
    expect(parse(await readFile(file, 'utf8'))).toEqual([]);
  });

  test('writes candidate utterances to a new file, without masked ones', async () => {
    const file = path.join(folder(), 'candidates.yaml');
    expect((await parleyHere(acme('unhandled', '--output', file))).code).toBe(0);
    const text = await readFile(file, 'utf8');
    const [first, ...others] = parse(text);
    expect(first).toMatchObject({ count: 2, nearest: [] });
    expect(new Set(first.utterances.en)).toEqual(
      new Set(['where is the nearest branch', 'where is your nearest branch']),
    );
    expect(others).toHaveLength(2);
    expect(text).not.toContain('•••');
    expect((await parleyHere(acme('unhandled', '--output', file))).code).toBe(1);
    expect(await readFile(file, 'utf8')).toBe(text);
  });

  test.each([
    ['--days', '0', 1],
    ['--days', '32', 1],
    ['--days', '31', 0],
    ['--from', '0d', 1],
    ['--from', '32d', 1],
    ['--from', '31d', 0],
    ['--limit', '0', 1],
    ['--limit', '101', 1],
    ['--limit', '100', 0],
  ])('%s %s ends with %i', async (option, value, code) => {
    expect((await parleyHere(acme('unhandled', option, value))).code).toBe(code);
  });
});

describe('conversations list', () => {
  /** A day without logs of other tests. */
  const BEGAN = daysAgo(20);
  const day = dayOf(BEGAN);
  const onThatDay = ['--from', day, '--to', day];
  const ids: string[] = [];
  const idsOf = ({ conversations }: { conversations: { session_id: string }[] }) =>
    conversations.map(({ session_id }) => session_id);
  beforeAll(async () => {
    const at = Date.parse(`${day}T08:00:00Z`);
    for (const [hour, turns] of (
      [
        [{ query: 'my balance' }],
        [
          { query: 'my balance', application: 'prod:bank' },
          { query: 'sing', outcome: 'out_of_scope' },
        ],
        [{ query: 'my balance', application: 'made-up:bank', competency: 'transfer' }],
      ] satisfies SaidTurn[][]
    ).entries()) {
      const [first, ...others] = turns;
      if (first === undefined) continue;
      ids.unshift(await logSession(client, [{ ...first, at: at + hour * 3_600_000 }, ...others]));
    }
  });

  test('lists the sessions of the days, latest first, and marks made-up ones', async () => {
    const listed = await json(...acme('list', ...onThatDay));
    expect(idsOf(listed)).toEqual(ids);
    expect(listed.conversations.map(({ made_up }: { made_up: boolean }) => made_up)).toEqual([
      true,
      false,
      false,
    ]);
    expect(listed.next_cursor).toBeUndefined();
    const { stdout } = await parleyHere(acme('list', ...onThatDay));
    const [madeUp, failed] = stdout.split('\n');
    expect(madeUp).toMatch(/made-up:bank {2}\(made up\)$/);
    expect(failed).toMatch(/failed .* 2 turns, 1 not understood .* prod:bank$/);
  });

  test('filters by application, version, outcome and competency', async () => {
    const of = async (...args: string[]) => idsOf(await json(...acme('list', ...onThatDay, ...args)));
    expect(await of('--application', 'prod:bank')).toEqual([ids[1]]);
    expect(await of('--outcome', 'failed')).toEqual([ids[1]]);
    expect(await of('--competency', 'transfer')).toEqual([ids[0]]);
    expect(await of('--version', '00000000-0000-4000-8000-000000000000')).toEqual([]);
  });

  test('continues at a cursor, and rejects one of another institution or other options', async () => {
    const first = await json(...acme('list', ...onThatDay, '--limit', '2'));
    expect(idsOf(first)).toEqual(ids.slice(0, 2));
    const cursor = ['--cursor', first.next_cursor];
    expect(idsOf(await json(...acme('list', ...onThatDay, '--limit', '2', ...cursor)))).toEqual(ids.slice(2));
    for (const args of [
      ['conversations', 'list', '--institution', 'other', ...onThatDay, ...cursor],
      acme('list', ...onThatDay, '--outcome', 'failed', ...cursor),
      acme('list', ...onThatDay, '--cursor', 'nonsense'),
    ]) {
      const { code, stdout, stderr } = await parleyHere(args);
      expect([code, stdout]).toEqual([1, '']);
      expect(stderr).toContain('cursor: send a cursor from an earlier answer');
    }
  });

  test('counts relative days back from the last day', async () => {
    const next = dayOf(BEGAN + DAY_MS);
    expect(idsOf(await json(...acme('list', '--from', '1', '--to', next)))).toEqual([]);
    expect(idsOf(await json(...acme('list', '--from', '2d', '--to', next)))).toEqual(ids);
  });

  test.each([
    [['--from', '93d'], 0, ''],
    [['--from', '94d'], 1, 'from: send at most 93 days'],
    [['--from', '2026-02-30'], 1, 'Use a day like 2030-01-31, or a number of days'],
    [['--to', 'today'], 1, 'to: send a day like 2030-01-31'],
    [['--to', '2999-01-01'], 1, 'to: send a day that is not in the future'],
    [['--to', '2001-01-01'], 1, 'to: send a day of the last 400'],
    [['--from', dayOf(Date.now()), '--to', dayOf(daysAgo(1))], 1, 'from: send a day on or before `to`'],
    [['--outcome', 'lost'], 1, 'Allowed choices are contained'],
    [['--limit', '1000'], 0, ''],
    [['--limit', '1001'], 1, 'Use a whole number from 1 to 1000'],
  ])('%j ends with %i %s', async (args, code, sentence) => {
    const outcome = await parleyHere(acme('list', ...args));
    expect(outcome.code).toBe(code);
    expect(outcome.stderr).toContain(sentence);
  });
});

describe('a session', () => {
  let session = '';
  beforeAll(async () => {
    session = await logSession(client, [
      {
        query: 'send 50 dollars',
        competency: 'transfer',
        state: 'transfer',
        businessLogic: { status: 'answered', milliseconds: 12 },
        words: { spoken: 'From which account?', slots: { _AMOUNT_: ['•••'], _ACCOUNT_: ['checking'] } },
      },
      { query: 'to ••• please', competency: 'transfer', state: 'transfer' },
      { query: null, outcome: 'failed', businessLogic: { status: 'failed', milliseconds: 4000 } },
    ]);
  });

  test('is shown as a chat with the outcome of each turn', async () => {
    const { code, stdout } = await parleyHere(acme('show', session.toUpperCase()));
    expect(code).toBe(0);
    expect(stdout).toContain('> send 50 dollars\nFrom which account?');
    expect(stdout).toMatch(/understood {2}transfer \/ transfer .* business logic answered in 12 ms/);
    expect(stdout).toContain('> to ••• please\n(not kept)');
    expect(stdout).toContain('> (not kept)');
    expect(stdout).not.toContain('Made up');
    const document = await json(...acme('show', session));
    expect(document).toMatchObject({ session_id: session, made_up: false });
    expect(document.turns).toHaveLength(3);
  });

  test('that is made up is marked as such', async () => {
    const madeUp = await logSession(client, [{ query: 'my balance', application: 'made-up:bank' }]);
    expect((await parleyHere(acme('show', madeUp))).stdout).toContain('This session is made up.');
    expect(await json(...acme('show', madeUp))).toMatchObject({ made_up: true });
  });

  test('of more than a page of large turns is shown whole, even with a turn of the largest size', async () => {
    const spoken = () => randomBytes(2000).toString('base64');
    const large = await logSession(
      client,
      Array.from({ length: 101 }, (_, index) => ({
        query: `query ${index}`,
        words: { spoken: spoken(), shown: spoken(), slots: { _A_: [spoken(), spoken()] } },
      })),
    );
    const { turns } = await json(...acme('show', large));
    expect(turns.map(({ query }: { query: string }) => query)).toEqual(
      Array.from({ length: 101 }, (_, index) => `query ${index}`),
    );
    const most = await logSession(client, [
      { query: 'x'.repeat(4096), words: { spoken: randomBytes(200_000).toString('base64') } },
    ]);
    expect((await parleyHere(acme('show', most))).stdout.length).toBeGreaterThan(260_000);
    await expect(
      logSession(client, [{ query: 'x', words: { spoken: randomBytes(500_000).toString('base64') } }]),
    ).rejects.toThrow();
    expect((await parleyHere(acme('list'))).code).toBe(0);
  });

  test('encrypted with another deployment’s key is shown without its words', async () => {
    const sealed = await logSession(client, [{ query: 'my secret' }], Buffer.from('x'.repeat(64)));
    const { code, stdout } = await parleyHere(acme('show', sealed));
    expect(code).toBe(0);
    expect(stdout).toContain('(encrypted with another deployment key)');
    expect(stdout).not.toContain('secret');
  });

  test.each(['show', 'export'])(
    'that is unknown or of another institution fails with a plain message (%s)',
    async (command) => {
      for (const args of [
        acme(command, '00000000-0000-4000-8000-000000000000'),
        acme(command, 'nonsense'),
        ['conversations', command, session, '--institution', 'other'],
      ]) {
        const { code, stdout, stderr } = await parleyHere(args);
        expect([code, stdout]).toEqual([1, '']);
        expect(stderr).toContain('has no session');
      }
    },
  );

  test('of an erased person is no longer shown', async () => {
    const person = personOf('acme', 'zoe');
    const erased = await logSession(client, [{ query: 'my balance', person }]);
    expect((await parleyHere(acme('show', erased))).code).toBe(0);
    await eraseHere('acme', 'zoe');
    const { code, stderr } = await parleyHere(acme('show', erased));
    expect(code).toBe(1);
    expect(stderr).toContain('the data of its person was erased');
  });

  test('is exported as a test that keeps masked text masked and says so', async () => {
    const file = path.join(folder(), 'session.yaml');
    const { code, stdout, stderr } = await parleyHere(acme('export', session, '--as-test', '--output', file));
    expect([code, stdout]).toEqual([0, '']);
    expect(stderr).toContain('2 turns are masked');
    expect(stderr).toContain('In 1 turns the business logic answered');
    const text = await readFile(file, 'utf8');
    expect(text).toContain('# Masked: replace ••• with your own words');
    expect(parse(text).turns).toEqual([
      {
        say: 'send 50 dollars',
        expect: { competency: 'transfer', state: 'transfer', slots: { account: 'checking' } },
      },
      { say: 'to ••• please', expect: { competency: 'transfer', state: 'transfer' } },
      { say: '•••', bls: 'fail', expect: { competency: 'balance', state: 'balance' } },
    ]);
    expect((await parleyHere(acme('export', session, '--as-test', '--output', file))).code).toBe(1);
    expect(await readFile(file, 'utf8')).toBe(text);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const whole = await parleyHere(acme('export', '--as-test'));
    expect(whole.stderr).toContain('--as-test requires the id of a session');
  });

  test('is exported with others, one session a line, in the same form as alone', async () => {
    const { stdout } = await parleyHere(acme('export', '--from', '1'));
    const lines = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.map(({ session_id }) => session_id)).toContain(session);
    const file = path.join(folder(), 'all.jsonl');
    await parleyHere(acme('export', '--from', '1', '--output', file));
    expect((await readFile(file, 'utf8')).split('\n')).toEqual(stdout.split('\n'));
    expect((await json(...acme('export', session))).conversations).toEqual([
      lines.find(({ session_id }) => session_id === session),
    ]);
  });
});

test.each(['list', 'unhandled', 'export'])(
  'an unknown institution fails with its name in the message (%s)',
  async (command) => {
    const { code, stderr } = await parleyHere(['conversations', command, '--institution', 'nobody']);
    expect(code).toBe(1);
    expect(stderr).toContain('There is no institution nobody');
  },
);
