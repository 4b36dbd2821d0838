import { randomBytes, randomUUID } from 'node:crypto';
import { GetCommand, QueryCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, test } from 'vitest';
import { packWords } from '../../../functions/query/logged-turn.ts';
import {
  FEW,
  type KeptGroupsStore,
  MAX_WAIT_MS,
  SETTLED_MS,
  takeInAll,
} from '../../../functions/shared/domain/conversations/kept-groups.ts';
import { MAX_READ, readUnhandled } from '../../../functions/shared/domain/conversations/read-unhandled.ts';
import {
  compactVector,
  wordsVector,
} from '../../../functions/shared/domain/conversations/sentence-vectors.ts';
import type { QueryExplanation } from '../../../functions/shared/domain/query/query-answer.ts';
import { eraseConversations } from '../../../functions/shared/store/conversation-erasure.ts';
import { createConversationLog } from '../../../functions/shared/store/conversation-log.ts';
import { createConversationReader } from '../../../functions/shared/store/conversation-reader.ts';
import { createDismissals } from '../../../functions/shared/store/dismissals.ts';
import { connect } from '../../../functions/shared/store/dynamodb.ts';
import { setting } from '../../../functions/shared/store/environment.ts';
import { createInstitutionContents } from '../../../functions/shared/store/institution-contents.ts';
import { createKeptGroupsStore } from '../../../functions/shared/store/unhandled-groups.ts';
import { writeBatch } from '../../../functions/shared/store/write.ts';
import { entryOf, logSession, type SaidTurn, turnOf } from '../../support/conversation-log.ts';
import { itemsOf, useDynamoDb } from '../../support/dynamodb.ts';
import { meteredClient } from '../../support/metered-client.ts';
import { DEPLOYMENT_KEY } from '../../support/rules.ts';

const db = useDynamoDb();
const deps = { deploymentKey: async () => DEPLOYMENT_KEY, client: db.client };
const store = createKeptGroupsStore({ ...deps, random: randomBytes });
const reader = { ...createConversationReader(deps), ...createDismissals(deps) };

const DAY = '2026-11-21';
const NOON = Date.parse(`${DAY}T12:00:00.000Z`);
const HOUR_MS = 3_600_000;
/** Late enough that all queries of the day are taken in. */
const NEXT_DAY = NOON + 24 * HOUR_MS;

let institution = '';
beforeEach(() => {
  institution = `i-${randomUUID()}`;
  at = NOON;
});

const versionId = randomUUID();
let at = NOON;
/** Logs a query, a millisecond after the previous one. */
const say = (query: string, given: Partial<SaidTurn> = {}) =>
  logSession(db.client, [
    { query, at: at++, outcome: 'out_of_scope', institution, versionId, person: 'other', ...given },
  ]);

/** Logs many queries, eight at a time. */
async function sayAll(queries: readonly string[], given: Partial<SaidTurn> = {}): Promise<void> {
  const queue = queries.values();
  const work = async () => {
    for (const query of queue) await say(query, given);
  };
  await Promise.all(Array.from({ length: 8 }, work));
}

/** Writes items of the log unchanged, in the largest batches that DynamoDB takes. */
async function putAll(items: readonly Record<string, unknown>[]): Promise<void> {
  for (let from = 0; from < items.length; from += 25) {
    const writes = items.slice(from, from + 25).map((Item) => ({ PutRequest: { Item } }));
    await writeBatch(db.client(), { [setting('CONVERSATIONS_TABLE')]: writes });
  }
}

const ranked = (label: string, probability: number) =>
  ({ ranked: [{ label, probability }] }) as unknown as QueryExplanation;

/** Logs a query that the next turn shows to have been misunderstood. */
async function correct(given: { sessionId: string; at: number; correctedAt: number; person?: string }) {
  const log = createConversationLog({ ...deps, random: randomBytes, pack: packWords });
  const query = 'a big taxi';
  const vector = compactVector(wordsVector(query));
  const listed = { query, nearest: [], slot: null, question: null, vector };
  const { correctedAt, at: beganAt, ...known } = { person: 'other', ...given };
  const turn = turnOf({ ...known, institution, versionId, beganAt, at: correctedAt, ordinal: 2 });
  const { tally, ...entry } = entryOf(turn);
  await log.write({
    ...entry,
    tally: { ...tally, turns: 2, unhandled: 1 },
    previous: tally,
    cause: { ...listed, at: given.at, language: 'en', outcome: 'understood', qid: randomUUID(), ordinal: 1 },
  });
}

const faults: unknown[] = [];
const group = (now: number, given: KeptGroupsStore = store) =>
  takeInAll(
    given,
    { now: () => now, until: Number.POSITIVE_INFINITY },
    { first: 0, onFault: (...fault) => faults.push(fault) },
  );

const read = (now = NEXT_DAY, filter = {}, of = institution) =>
  readUnhandled(reader, of, { from: DAY, to: '2026-11-22', now, filter });
/** Returns the count of each group by its first example. */
const said = async (now = NEXT_DAY, filter = {}) =>
  Object.fromEntries((await read(now, filter)).groups.map(({ examples, count }) => [examples[0], count]));
/** Returns the number of queries that are not in the kept groups yet. */
const waiting = async () => {
  const [kept] = await reader.keptGroups(institution, DAY, DAY, NEXT_DAY);
  const options = { limit: 9999, now: NEXT_DAY, ...(kept && { after: kept.upTo }) };
  return (await reader.unhandledOf(institution, DAY, options)).queries.length;
};
const keptItem = async () => {
  const Key = { pk: `${institution}#unhandled-groups`, sk: DAY };
  return (await db.client().send(new GetCommand({ TableName: setting('CONVERSATIONS_TABLE'), Key }))).Item;
};
const stored = async () =>
  (await itemsOf(db.client(), 'CONVERSATIONS_TABLE')).filter(
    ({ pk, sk }) => String(pk).startsWith(institution) || String(sk).endsWith(institution),
  );

describe('queries that went wrong, once grouped', () => {
  test('give the same answer as before, without being read again', async () => {
    await say('where is the nearest branch', { words: { explanation: ranked('branch', 0.25) } });
    await say('where is the nearest branch', { words: { explanation: ranked('branch', 0.75) } });
    await say('open a new account', { application: 'demo:bank' });
    const before = await read();
    await group(NEXT_DAY);
    expect(await waiting()).toBe(0);
    expect(await read()).toEqual(before);
    expect(before.groups[0]).toMatchObject({
      count: 2,
      sessions: 2,
      days: [{ day: DAY, count: 2 }],
      nearest: [{ label: 'branch', probability: 0.5 }],
    });
    expect(faults).toEqual([]);
  });

  test('are merged with those of other days and with later ones', async () => {
    await say('open a new account');
    await group(NEXT_DAY);
    await say('open a new account', { at: NEXT_DAY });
    await say('open a new account');
    const { groups, grouped } = await read(NEXT_DAY + 1);
    expect(groups).toMatchObject([
      {
        count: 3,
        days: [
          { day: DAY, count: 2 },
          { day: '2026-11-22', count: 1 },
        ],
      },
    ]);
    expect(grouped).toBe(3);
  });

  test('can be filtered by version, application, language and outcome', async () => {
    const other = randomUUID();
    await say('taxi', { application: 'demo:one' });
    await say('taxi', { application: 'demo:two', versionId: other });
    await say('taxi', { language: 'es', outcome: 'not_understood' });
    await group(NEXT_DAY);
    expect((await read(NEXT_DAY, {})).grouped).toBe(3);
    for (const filter of [
      { application: 'demo:one' },
      { versionId: other },
      { language: 'es' },
      { outcome: 'not_understood' },
    ]) {
      expect((await read(NEXT_DAY, filter)).grouped, JSON.stringify(filter)).toBe(1);
    }
  });

  test('are hidden once their phrase is dismissed, and listed again once it is restored', async () => {
    for (const query of ['sing', 'sing', 'Sing ', 'sing it']) await say(query);
    await group(NEXT_DAY);
    const phrase = { outcome: 'out_of_scope', language: 'en', slot: null, query: 'sing' } as const;
    await reader.dismiss(institution, [phrase], NEXT_DAY);
    expect(await read()).toMatchObject({ groups: [{ count: 1, examples: ['sing it'] }], leftOut: 3 });
    expect((await read(NEXT_DAY, { dismissed: true })).groups).toMatchObject([
      { count: 3, examples: ['sing'], turns: [{}, {}, {}] },
    ]);
    await reader.restore(institution, [phrase]);
    expect((await read()).grouped).toBe(4);
  });

  test('cost the same to read, however many there are', async () => {
    const read = async (queries: number) => {
      await sayAll(Array.from({ length: queries }, (_, index) => `question ${index % 40}`));
      await group(NEXT_DAY);
      const { client, used } = meteredClient();
      const metered = { ...deps, client: () => client };
      const reader = { ...createConversationReader(metered), ...createDismissals(metered) };
      const { grouped } = await readUnhandled(reader, institution, {
        from: DAY,
        to: DAY,
        now: NEXT_DAY,
        filter: {},
      });
      client.destroy();
      return { grouped, units: used.units };
    };
    const few = await read(80);
    const many = await read(240);
    expect([few.grouped, many.grouped]).toEqual([80, 320]);
    expect(many.units).toBeLessThan(few.units + 2);
  });

  test('are gone when the log forgets them, even if the item of their day still exists', async () => {
    const until = NEXT_DAY / 1000 + 60;
    await say('sing', { expiresAt: until });
    await say('dance', { expiresAt: until + 60 });
    await group(NEXT_DAY);
    expect(await said((until - 1) * 1000)).toEqual({ sing: 1, dance: 1 });
    expect(await said(until * 1000)).toEqual({ dance: 1 });
    expect(await said((until + 60) * 1000)).toEqual({});
  });

  test('cannot be read without the deployment’s key or by another institution', async () => {
    await say('sing me a song');
    await group(NEXT_DAY);
    const item = await keptItem();
    expect(Buffer.from(item?.words).toString('latin1')).not.toContain('song');
    expect(await read(NEXT_DAY, {}, `i-${randomUUID()}`)).toMatchObject({ groups: [], grouped: 0 });
  });
});

describe('queries are grouped', () => {
  test(`at an age of ${SETTLED_MS / 1000} seconds, or in small numbers once one has waited for an hour`, async () => {
    await say('sing');
    await group(NOON + MAX_WAIT_MS - 1);
    expect(await waiting()).toBe(1);
    await group(NOON + MAX_WAIT_MS);
    expect(await waiting()).toBe(0);
    await sayAll(
      Array.from({ length: FEW - 1 }, () => 'sing'),
      { at: NOON + 2 * HOUR_MS },
    );
    await group(NOON + 2 * HOUR_MS + SETTLED_MS);
    expect(await waiting()).toBe(FEW - 1);
    await say('sing', { at: NOON + 2 * HOUR_MS });
    await group(NOON + 2 * HOUR_MS + SETTLED_MS - 1);
    expect(await waiting()).toBe(FEW);
    await group(NOON + 2 * HOUR_MS + SETTLED_MS + 1);
    expect(await waiting()).toBe(0);
    expect(await said()).toEqual({ sing: FEW + 1 });
  });

  test('once each, even by two runs at once and after a killed run', async () => {
    for (let index = 0; index < 5; index += 1) await say('sing');
    const killed = { ...store, keep: () => Promise.reject(new Error('killed')) };
    await group(NEXT_DAY, killed);
    await Promise.all([group(NEXT_DAY), group(NEXT_DAY)]);
    await group(NEXT_DAY);
    expect(await said()).toEqual({ sing: 5 });
    expect(faults.splice(0)).toMatchObject([[institution, { message: 'killed' }]]);
  });

  test('for every institution, even if one of them fails', async () => {
    const [first, second] = [institution, `i-${randomUUID()}`];
    await say('sing');
    await say('sing', { institution: second });
    const read = store.read;
    await group(NEXT_DAY, {
      ...store,
      read: (of, day) => (of === first ? Promise.reject(new Error('broken')) : read(of, day)),
    });
    expect(await waiting()).toBe(1);
    institution = second;
    expect(await waiting()).toBe(0);
    expect(faults.splice(0)).toHaveLength(1);
  });

  test('until the day is over and none waits, and then no more', async () => {
    await say('sing');
    const due = async () => (await store.dueDays()).filter((day) => day.institution === institution);
    await group(NOON + MAX_WAIT_MS);
    await group(NOON + MAX_WAIT_MS);
    expect(await due()).toHaveLength(1);
    await group(NEXT_DAY);
    expect(await due()).toEqual([]);
    // The day's first query in another process makes it due again.
    await say('dance');
    expect(await due()).toHaveLength(1);
  });

  test('under the turn that was corrected, however late its correction came', async () => {
    const sessionId = randomUUID();
    await group(NEXT_DAY);
    await correct({ sessionId, at: NOON, correctedAt: NOON + 2 * HOUR_MS });
    await group(NEXT_DAY);
    expect((await read()).groups).toMatchObject([
      { outcome: 'corrected', turns: [{ sessionId, at: NOON, ordinal: 1 }] },
    ]);
  });

  test('with a limited size per day, however different they are', async () => {
    const text = (index: number) =>
      `${randomBytes(40).toString('hex')} ${index}`.replaceAll(/(.{7})/g, '$1 ');
    await sayAll(Array.from({ length: 320 }, (_, index) => text(index)));
    for (let index = 0; index < 3; index += 1) await say('sing me a song');
    await group(NEXT_DAY);
    const item = await keptItem();
    expect(Buffer.from(item?.words).byteLength).toBeLessThan(128 * 1024);
    const { groups, isComplete } = await read();
    expect(groups[0]).toMatchObject({ count: 3, examples: ['sing me a song'] });
    expect(isComplete).toBe(false);
  });

  test('so that a hundred long queries, each sent twice, do not drop fifty short ones', async () => {
    const long = (index: number) =>
      `${index} ${randomBytes(2000).toString('hex')}`.replaceAll(/(.{7})/g, '$1 ');
    const short = (index: number) => `${randomBytes(8).toString('hex')} ${index}`;
    const longOnes = Array.from({ length: 100 }, (_, index) => long(index).slice(0, 4096));
    await sayAll(Array.from({ length: 50 }, (_, index) => short(index)));
    await sayAll([...longOnes, ...longOnes]);
    await group(NEXT_DAY);
    expect(await read()).toMatchObject({ grouped: 250, isComplete: true });
  });

  test('in one run, even if a page has fewer than the limit', async () => {
    for (let index = 0; index < 5; index += 1) await say(`question ${index}`);
    await group(NEXT_DAY, {
      ...store,
      waiting: (of, day, options) => store.waiting(of, day, { ...options, most: 2 }),
    });
    expect(await waiting()).toBe(0);
  });

  test('and none before the point that another run reached is waiting', async () => {
    const options = { after: `${new Date(NOON).toISOString()}#s`, before: NOON - 1, most: 10, now: NOON };
    expect(await store.waiting(institution, DAY, options)).toEqual({ waiting: [], hasMore: false });
  });
});

describe('erasing a person', () => {
  const erase = () =>
    eraseConversations(db.client(), setting('CONVERSATIONS_TABLE'), institution, 'me', NEXT_DAY);

  test('removes their texts from the groups at once, and keeps those of others', async () => {
    await say('sing for me', { person: 'me' });
    await say('sing for her');
    await group(NEXT_DAY);
    await erase();
    expect(await said()).toEqual({ 'sing for her': 1 });
    for (let run = 0; run < 2; run += 1) await group(NEXT_DAY);
    expect(await waiting()).toBe(0);
    expect(await said()).toEqual({ 'sing for her': 1 });
    expect(await store.dueDays()).not.toContainEqual(expect.objectContaining({ institution }));
  });

  test('removes them from groups that are being made at the same time', async () => {
    await say('sing for me', { person: 'me' });
    await say('sing for her');
    await group(NEXT_DAY, {
      ...store,
      async keep(...change) {
        await erase();
        return store.keep(...change);
      },
    });
    expect(await said()).toEqual({ 'sing for her': 1 });
  });

  test('removes a corrected query too', async () => {
    await correct({ sessionId: randomUUID(), at: NOON, correctedAt: NOON + 60_000, person: 'me' });
    await group(NEXT_DAY);
    expect((await read()).grouped).toBe(1);
    await erase();
    await group(NEXT_DAY);
    expect((await read()).grouped).toBe(0);
    expect(JSON.stringify(await stored())).not.toContain('#corrected');
  });
});

test(`the latest ${MAX_READ} ungrouped queries are read, and the answer says if there are more`, async () => {
  await say('sing', { at: NOON - 1 });
  await say('dance', { at: NOON });
  const { Items = [] } = await db.client().send(
    new QueryCommand({
      TableName: setting('CONVERSATIONS_TABLE'),
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': `${institution}#unhandled#${DAY}` },
    }),
  );
  const last = Items.at(-1);
  const later = Array.from({ length: MAX_READ - 2 }, (_, index) => ({
    ...last,
    sk: `${new Date(NOON + 1 + index).toISOString()}#${randomUUID()}`,
  }));
  await putAll(later);
  expect(await read()).toMatchObject({ grouped: MAX_READ, isComplete: true });
  expect(await said()).toEqual({ dance: MAX_READ - 1, sing: 1 });
  await putAll([{ ...last, pk: `${institution}#unhandled#2026-11-22`, sk: '2026-11-22T00:00:00.000Z#q' }]);
  expect(await read()).toMatchObject({ grouped: MAX_READ, isComplete: false });
  expect(await said()).toEqual({ dance: MAX_READ });
});

test('a day without groups, as of an earlier release, is read query by query', async () => {
  await say('sing');
  for (const { institution: of, day, mark } of await store.dueDays()) {
    await store.settle({ institution: of, day, mark });
  }
  await group(NEXT_DAY);
  expect(await waiting()).toBe(1);
  expect(await said()).toEqual({ sing: 1 });
});

test('a newer request to group a day is not settled by a run that read an older one', async () => {
  await say('sing', { person: 'me' });
  const [due] = (await store.dueDays()).filter((day) => day.institution === institution);
  if (due === undefined) throw new Error('the day is due');
  await eraseConversations(db.client(), setting('CONVERSATIONS_TABLE'), institution, 'me', NEXT_DAY);
  await store.settle(due);
  expect((await store.dueDays()).filter((day) => day.institution === institution)).toHaveLength(1);
});

test('deleting an institution removes its groups and requests, even one that is written meanwhile', async () => {
  const other = institution;
  await say('sing');
  institution = `i-${randomUUID()}`;
  await say('sing');
  const kept = { groups: [], upTo: '', ungrouped: 1 };
  const keep = () => store.keep(institution, DAY, { kept, revision: undefined, expiresAt: NEXT_DAY / 1000 });
  const client = connect(process.env.DYNAMODB_ENDPOINT);
  const send = client.send.bind(client) as (command: object) => Promise<unknown>;
  const late = async (command: object) => {
    const answer = await send(command);
    // A step that began before the deletion writes after the deletion's scan.
    if (command instanceof ScanCommand) await keep();
    return answer;
  };
  const contents = createInstitutionContents(
    () => Object.assign(client, { send: late }),
    async () => undefined,
  );
  expect((await contents.empty(institution)).conversation_items).toBeGreaterThan(0);
  expect(await stored()).toEqual([]);
  expect(await keep()).toBe(false);
  expect(await stored()).toEqual([]);
  expect((await store.dueDays()).map((due) => due.institution)).toContain(other);
});
