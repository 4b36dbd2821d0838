import { randomBytes, randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  createConversationReader,
  createCounterReader,
} from '../../../functions/shared/store/conversation-reader.ts';
import { KEYWORDS } from '../../engine/dialogue/bank.ts';
import { itemsOf } from '../../support/dynamodb.ts';
import { useCountedDynamoDb } from '../../support/wire.ts';
import { bankWith } from './support/assistant.ts';
import { createService } from './support/service.ts';

const db = useCountedDynamoDb();
let service: ReturnType<typeof createService>;
let reader: ReturnType<typeof createConversationReader>;
beforeEach(() => {
  service = createService(db);
  service.businessLogic = async () => ({ status: 'answered', body: {}, exactBody: {} });
  reader = createConversationReader({
    deploymentKey: async () => service.deploymentKey,
    client: db.uncounted,
  });
});

const KEPT = 'conversations: {keep: 30d, queries: true}';
const publish = (conversations = KEPT) => service.publish(['default'], bankWith(conversations));

const ask = async (query: string, fields: Record<string, unknown> = {}) => {
  const given = { query, dialog_seed: 's', external_user_id: 'ana', language: 'en', ...fields };
  const answer = await service.ask(given);
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
};

const turnsOf = async (sessionId: string) =>
  (await reader.turnsOf(service.institution, sessionId, { limit: 100, now: service.time })).items;
const DAY = '2026-11-21';
const sessions = async (institution = service.institution) =>
  (await reader.sessionsOf(institution, DAY, { limit: 100, now: service.time })).items;
const counts = async () => {
  const sums: Record<string, number> = {};
  for (const { counts } of await createCounterReader(db.uncounted).countsOf(service.institution, DAY, DAY))
    for (const [name, by] of Object.entries(counts)) sums[name] = (sums[name] ?? 0) + by;
  return Object.fromEntries(Object.entries(sums).filter(([, sum]) => sum !== 0));
};
const stored = async () =>
  (await itemsOf(db.uncounted(), 'CONVERSATIONS_TABLE')).filter(({ pk }) =>
    String(pk).startsWith(`${service.institution}#`),
  );

describe('a version without a conversations setting', () => {
  test('has no log, and its query writes once', async () => {
    await publish('');
    await ask('show my balance');
    expect(await stored()).toEqual([]);
    expect(db.roundTrips).toEqual([['BatchGetItem'], ['PutItem']]);
  });
});

describe('a version that logs conversations', () => {
  test('logs each turn with its details, in the round trip of the session’s write', async () => {
    const versionId = await publish();
    const first = await ask('show my balance', { device: 'alexa' });
    expect(db.roundTrips).toEqual([['BatchGetItem'], ['BatchWriteItem', 'PutItem', 'UpdateItem']]);
    service.time += 1000;
    await ask('transfer money');
    const turns = await turnsOf(first.session_id);
    expect(turns).toMatchObject([
      {
        qid: first.qid,
        outcome: 'understood',
        competency: 'balance',
        state: 'balance',
        intent: 'balance',
        device: 'alexa',
        language: 'en',
        versionId,
        words: {
          query: 'show my balance',
          spoken: 'You have 20.',
          explanation: { ranked: [{ label: 'balance', probability: 0.98 }], proposals: expect.any(Array) },
        },
      },
      { competency: 'transfer', outcome: 'understood', words: { query: 'transfer money' } },
    ]);
    expect(turns[0]?.words?.explanation?.proposals).toContainEqual(
      expect.objectContaining({ command: 'start', label: 'balance', became: 'applied' }),
    );
    expect(await sessions()).toEqual([
      {
        sessionId: first.session_id,
        versionId,
        language: 'en',
        beganAt: service.time - 1000,
        lastAt: service.time,
        endsAt: service.time + 600_000,
        turns: 2,
        unhandled: 0,
        outcome: 'abandoned',
        competencies: ['balance', 'transfer'],
      },
    ]);
    expect(service.lost).toEqual([]);
  });

  test('logs what the business logic did and how long it took', async () => {
    await publish();
    service.businessLogic = async () => {
      service.time += 70;
      return { status: 'failed', reason: 'timeout' };
    };
    const { session_id } = await ask('send 50 dollars from checking to savings');
    expect(await turnsOf(session_id)).toMatchObject([
      { outcome: 'failed', milliseconds: 70, businessLogic: { status: 'failed', milliseconds: 70 } },
    ]);
    expect(await sessions()).toMatchObject([{ outcome: 'failed' }]);
    expect(await counts()).toMatchObject({ bl_failed: 1, 'bl_ms:25': 1, 'ms:25': 1, 'turn:failed': 1 });
  });

  test('counts each session once, by its outcome, and each turn', async () => {
    await publish();
    await ask('transfer money');
    await ask('cancel');
    await ask('show my balance');
    expect(await counts()).toEqual({
      sessions: 1,
      turns: 3,
      'turn:understood': 3,
      'session:contained': 1,
      'competency:transfer': 2,
      'competency:balance': 1,
      'language:en': 3,
      'ms:0': 3,
      'bl_ms:0': 1,
    });
    await ask('show my balance', { dialog_seed: 'another' });
    expect(await counts()).toMatchObject({ sessions: 2, turns: 4, 'session:contained': 2 });
  });

  test('tells an unexpected query from a value not read, and keeps its vector', async () => {
    await publish();
    service.embed = (_loaded, _language, text) => Float32Array.of(text.length, -1);
    const { session_id } = await ask('sing me a song');
    await ask('transfer money');
    await ask('from the moon');
    const turns = await turnsOf(session_id);
    expect(turns.map(({ outcome }) => outcome)).toEqual(['out_of_scope', 'understood', 'value_not_read']);
    const unhandled = (await reader.unhandledOf(service.institution, DAY, { limit: 10, now: service.time }))
      .queries;
    expect(new Set(unhandled.map(({ query }) => query))).toEqual(
      new Set(['sing me a song', 'from the moon']),
    );
    expect(unhandled[0]?.nearest).toHaveLength(3);
    expect([...(unhandled[0]?.vector ?? [])]).toEqual([127, expect.any(Number)]);
  });

  test('counts a session as handed off once the user asked for a person', async () => {
    await publish();
    await ask('let me speak to a human agent');
    await ask('show my balance');
    const [line] = await sessions();
    expect(line?.outcome).toBe('handed_off');
  });

  describe('with a competency that hands over to a person', () => {
    const AGENT = `
competency: agent
title: {en: Talk to a person, es: Hablar con una persona}
slots:
  topic: {entity: account, required: true, ask: {en: About which account?, es: '¿De qué cuenta?'}, retries: 2, on_retries_exhausted: {to: agent_anyway}}
states:
  agent:
    hands_off: true
    utterances: {en: [colleague please], es: [un compañero]}
    terminal: true
    say: {en: I pass you on., es: Te paso.}
  agent_anyway: {terminal: true, hands_off: true, say: {en: Somebody will call., es: Te llamarán.}}
`;
    const publishAgent = () =>
      service.publish(
        ['default'],
        bankWith(KEPT, { 'competencies/agent.yaml': AGENT }, { ...KEYWORDS, colleague: 'agent' }),
      );
    const outcomes = async () => (await sessions()).map(({ outcome }) => outcome);

    test('counts a session as handed off when its state speaks, not while it still asks', async () => {
      await publishAgent();
      await ask('colleague please');
      expect(await outcomes()).toEqual(['abandoned']);
      await ask('checking');
      expect(await outcomes()).toEqual(['handed_off']);
      await ask('show my balance');
      expect(await outcomes()).toEqual(['handed_off']);
    });

    test('also counts it as handed off if the conversation returns to an interrupted competency', async () => {
      await publishAgent();
      await ask('transfer money');
      await ask('colleague please');
      const { visuals } = await ask('checking');
      expect(visuals.speakableResponse).toMatch(/^I pass you on\..*From which account\?$/);
      expect(await outcomes()).toEqual(['handed_off']);
    });

    test('also counts it as handed off if failed answers led there', async () => {
      await publishAgent();
      await ask('colleague please');
      await ask('from the moon');
      const { classifier_state } = await ask('from the moon');
      expect(classifier_state).toBe('agent_anyway');
      expect(await outcomes()).toEqual(['handed_off']);
    });
  });

  test('logs each session separately, and a dialog that ended starts another', async () => {
    await publish();
    await ask('show my balance');
    service.time += 600_000;
    await ask('show my balance');
    expect((await sessions()).map(({ turns }) => turns)).toEqual([1, 1]);
  });

  test('logs nothing for a repeat under an Idempotency-Key', async () => {
    await publish();
    const body = JSON.stringify({ query: 'show my balance', external_user_id: 'ana', language: 'en' });
    const headers = { 'Idempotency-Key': 'k' };
    await service.send(body, { headers });
    await service.send(body, { headers });
    expect((await sessions()).map(({ turns }) => turns)).toEqual([1]);
    expect((await counts()).turns).toBe(1);
  });

  test('hides an entry from the second its time is over, even if the table still has it', async () => {
    await publish('conversations: {keep: 2d, queries: true}');
    const { session_id } = await ask('show my balance');
    const read = (now: number) => reader.turnsOf(service.institution, session_id, { limit: 9, now });
    const end = service.time + 2 * 86_400_000;
    expect((await read(end - 1000)).items).toHaveLength(1);
    expect((await read(end)).items).toEqual([]);
    const items = await stored();
    const gone = items
      .filter(({ pk }) => !String(pk).includes('#counters#'))
      .map(({ expires_at }) => expires_at);
    expect(new Set(gone)).toEqual(new Set([end / 1000]));
  });

  test('keeps no readable words without the deployment’s key', async () => {
    await publish();
    await ask('sing me a song', { external_user_id: 'ursula' });
    const text = JSON.stringify(await stored());
    expect(text).not.toMatch(/sing|song|Ask me|ursula/);
    service.deploymentKey = Buffer.from('another key of sixty-four characters, which nobody has set here');
    const [line] = await sessions();
    expect((await turnsOf(line?.sessionId ?? ''))[0]?.words).toBeUndefined();
    expect(
      (await reader.unhandledOf(service.institution, DAY, { limit: 10, now: service.time })).queries,
    ).toEqual([]);
  });
});

describe('a sensitive value', () => {
  const AMOUNT = 'send 4929 dollars from checking to savings';

  test('is masked in queries and slots, and answers that may contain it are not kept', async () => {
    await publish();
    const { session_id } = await ask(AMOUNT);
    const [turn] = await turnsOf(session_id);
    expect(turn?.words?.query).toBe('send ••• from checking to savings');
    expect(turn?.words?.slots).toMatchObject({ _ACCOUNT_FROM_: ['checking'], _AMOUNT_: ['•••'] });
    expect(turn?.words).toMatchObject({ spoken: null, shown: null });
    expect(JSON.stringify(turn?.words)).not.toContain('4929');
  });

  test('is masked for another competency, unless that used it for its own slot', async () => {
    await publish();
    const { session_id } = await ask('balance of checking before I spent 4929 dollars');
    await ask('set my limit to 70');
    const turns = await turnsOf(session_id);
    expect(turns.map(({ competency, words }) => [competency, words?.query])).toEqual([
      ['balance', 'balance of checking before I spent •••'],
      ['limit', 'set my limit to 70'],
    ]);
    expect(turns[0]?.words?.spoken).toContain('Your checking holds');
  });

  test.each(['4929 dollars', 'four nine to nine'])(
    'is not kept at all as an answer to its question: %s',
    async (said) => {
      await publish();
      for (const query of ['transfer money', 'from checking', 'to savings']) await ask(query);
      const { session_id } = await ask(said);
      const turns = await turnsOf(session_id);
      expect(turns).toHaveLength(4);
      expect(turns[3]?.words?.query).toBeNull();
      expect(turns[2]?.words?.query).toBe('to savings');
      // Ids are hexadecimal, so any number may occur in them.
      expect(JSON.stringify(turns.map(({ words }) => words))).not.toMatch(/4929|nine/);
      const unhandled = (await reader.unhandledOf(service.institution, DAY, { limit: 9, now: service.time }))
        .queries;
      expect(unhandled).toEqual([]);
    },
  );

  test('and every other value and number is masked if the version says so', async () => {
    await publish('conversations: {keep: 30d, queries: masked}');
    const { session_id } = await ask('balance of checking');
    await ask('call me at +34 600 123 456 or ana@example.com');
    const turns = await turnsOf(session_id);
    expect(turns[0]?.words).toMatchObject({ query: 'balance of •••', spoken: 'Your checking holds •••.' });
    expect(turns[0]?.words?.slots).toEqual({ _ACCOUNT_: ['•••'] });
    expect(turns[1]?.words?.query).toBe('call me at +••• or •••');
  });

  test('and all words are left out if the version says so', async () => {
    await publish('conversations: {keep: 30d, queries: false}');
    const { session_id } = await ask('balance of checking');
    await ask('sing me a song');
    const turns = await turnsOf(session_id);
    expect(turns[0]).toMatchObject({
      competency: 'balance',
      words: { query: null, spoken: null, slots: {} },
    });
    expect(turns[1]?.outcome).toBe('out_of_scope');
    expect(
      (await reader.unhandledOf(service.institution, DAY, { limit: 9, now: service.time })).queries,
    ).toEqual([]);
  });
});

describe('a log that cannot be written', () => {
  test('does not fail a query and is counted', async () => {
    await publish();
    service.conversations.write = async () => {
      throw new Error('no table');
    };
    await ask('show my balance');
    await ask('transfer money');
    expect(service.lost).toHaveLength(2);
  });

  test('does not fail a query whose overtaken turn cannot be withdrawn', async () => {
    await publish();
    await ask('show my balance');
    service.conversations.withdraw = async () => {
      throw new Error('no table');
    };
    await Promise.all([ask('show my balance'), ask('show my balance')]);
    expect(service.lost).toHaveLength(1);
  });

  test('does not fail a query whose turn cannot be described', async () => {
    await publish();
    service.embed = () => {
      throw new Error('no encoder');
    };
    expect((await ask('sing me a song')).competency).toBe('out_of_scope');
    expect(service.lost).toHaveLength(1);
  });

  test('a query of the maximum length is kept', async () => {
    await publish();
    // Letters only: digits and signs could be an amount of money, which is masked. Random, so that it hardly compresses.
    const letters = randomBytes(6000)
      .toString('base64')
      .replace(/[^a-z]/gi, '')
      .slice(0, 4096);
    const { session_id } = await ask(letters);
    expect((await turnsOf(session_id))[0]?.words?.query).toHaveLength(4096);
  });
});

describe('simultaneous turns of one dialog', () => {
  test('are each logged once and counted once', async () => {
    await publish();
    await ask('show my balance');
    // Four at once are all answered in any order; a turn overtaken three times would have to be resent.
    const answers = await Promise.all(Array.from({ length: 4 }, () => ask('show my balance')));
    const turns = await turnsOf(answers[0].session_id);
    expect(turns.map(({ ordinal }) => ordinal)).toEqual([1, 2, 3, 4, 5]);
    expect(new Set(turns.slice(1).map(({ qid }) => qid))).toEqual(new Set(answers.map(({ qid }) => qid)));
    expect(await counts()).toMatchObject({ sessions: 1, turns: 5, 'session:contained': 1 });
    expect(service.waits.length).toBeGreaterThan(0);
  });

  test('that each begin the session of a seed leave one session', async () => {
    await publish();
    await Promise.all(Array.from({ length: 4 }, () => ask('show my balance')));
    expect(await sessions()).toHaveLength(1);
    expect(await counts()).toMatchObject({ sessions: 1, turns: 4, 'session:contained': 1 });
  });
});

describe('institutions', () => {
  test('see only their own conversations, even with the same seed and person', async () => {
    await publish();
    const { session_id } = await ask('sing me a song');
    const other = createService(db);
    expect(await reader.sessionsOf(other.institution, DAY, { limit: 9, now: service.time })).toMatchObject({
      items: [],
    });
    expect(await reader.turnsOf(other.institution, session_id, { limit: 9, now: service.time })).toEqual({
      items: [],
    });
    expect(await createCounterReader(db.uncounted).countsOf(other.institution, DAY, DAY)).toEqual([]);
    expect(
      (await reader.unhandledOf(other.institution, DAY, { limit: 9, now: service.time })).queries,
    ).toEqual([]);
  });
});

describe('erasing a person', () => {
  test('removes their conversations from the log, and keeps those of others and the counters', async () => {
    await publish();
    const mine = await ask('sing me a song', { external_user_id: 'me' });
    await ask('show my balance', { external_user_id: 'me' });
    const theirs = await ask('sing a duet', { external_user_id: 'other', dialog_seed: 'o' });
    expect(await service.erase('me', { institution: `bank-${randomUUID()}` })).toBe(0);
    expect(await service.erase('me')).toBeGreaterThan(2);
    expect(await turnsOf(mine.session_id)).toEqual([]);
    expect((await sessions()).map(({ sessionId }) => sessionId)).toEqual([theirs.session_id]);
    const unhandled = (await reader.unhandledOf(service.institution, DAY, { limit: 9, now: service.time }))
      .queries;
    expect(unhandled.map(({ query }) => query)).toEqual(['sing a duet']);
    expect((await counts()).turns).toBe(3);
    const left = (await stored()).filter(({ pk }) => !String(pk).includes('#counters#'));
    expect(JSON.stringify(left)).not.toContain(mine.session_id);
    expect(await service.erase('me')).toBe(0);
  });

  test('removes a session in which they spoke second', async () => {
    await publish();
    const { session_id } = await ask('show my balance', { external_user_id: 'first' });
    await ask('show my balance', { external_user_id: 'second' });
    await service.erase('second');
    expect(await turnsOf(session_id)).toEqual([]);
  });
});
