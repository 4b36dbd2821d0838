import { beforeEach, describe, expect, test } from 'vitest';
import { loadFaq } from '../../../engine/faq/ask.ts';
import { buildCollection } from '../../../engine/train/faq.ts';
import { packWords } from '../../../functions/query/logged-turn.ts';
import { createConversationLog } from '../../../functions/shared/store/conversation-log.ts';
import {
  createConversationReader,
  createCounterReader,
} from '../../../functions/shared/store/conversation-reader.ts';
import { entryOf, turnOf } from '../../support/conversation-log.ts';
import { useCountedDynamoDb } from '../../support/wire.ts';
import { bankWith } from './support/assistant.ts';
import { createService } from './support/service.ts';

const db = useCountedDynamoDb();
let service: ReturnType<typeof createService>;
let reader: ReturnType<typeof createConversationReader>;
beforeEach(async () => {
  service = createService(db);
  service.businessLogic = async () => ({ status: 'answered', body: {}, exactBody: {} });
  reader = createConversationReader({
    deploymentKey: async () => service.deploymentKey,
    client: db.uncounted,
  });
  await service.publish(['default'], bank);
});

const bank = bankWith('conversations: {keep: 30d, queries: true}');
const DAY = '2026-11-21';

/** Sends queries in one conversation, a second apart. @returns the session's id */
async function say(...queries: string[]): Promise<string> {
  let session = '';
  for (const query of queries) {
    const given = { query, dialog_seed: 's', external_user_id: 'ana', language: 'en' };
    const { status, body, text } = await service.ask(given);
    expect(status, text).toBe(200);
    session = body.session_id;
    service.time += 1000;
  }
  return session;
}

const outcomes = async (session: string) =>
  (await reader.turnsOf(service.institution, session, { limit: 100, now: service.time })).items.map(
    ({ outcome }) => outcome,
  );
const listed = async () =>
  (await reader.unhandledOf(service.institution, DAY, { limit: 10, now: service.time })).queries.map(
    ({ ordinal, outcome, query, slot, question }) => ({ ordinal, outcome, query, slot, question }),
  );
const turnCounts = async () => {
  const sums: Record<string, number> = {};
  for (const { counts } of await createCounterReader(db.uncounted).countsOf(service.institution, DAY, DAY))
    for (const [name, by] of Object.entries(counts)) sums[name] = (sums[name] ?? 0) + by;
  return Object.fromEntries(
    Object.entries(sums).filter(([name, sum]) => name.startsWith('turn:') && sum !== 0),
  );
};

const refusing = (slot: string) => async () => {
  const values = [{ tokens: '', resolved: -1 as const, error: 'Closed.' }];
  const body = { slots: { [slot]: { type: 'string', values } } };
  return { status: 'answered' as const, body, exactBody: body };
};

describe('the outcome of a turn', () => {
  test('is a refused value if business logic refuses it, and not a miss of the assistant', async () => {
    await say('transfer money');
    service.businessLogic = refusing('_ACCOUNT_FROM_');
    const session = await say('checking');
    expect(await outcomes(session)).toEqual(['understood', 'value_refused']);
    expect(await listed()).toEqual([
      {
        ordinal: 2,
        outcome: 'value_refused',
        query: 'checking',
        slot: 'account_from',
        question: 'From which account?',
      },
    ]);
    const [line] = (await reader.sessionsOf(service.institution, DAY, { limit: 9, now: service.time })).items;
    expect(line).toMatchObject({ unhandled: 0, outcome: 'abandoned' });
  });

  test('is a refused value if the first request itself gave it', async () => {
    service.businessLogic = refusing('_ACCOUNT_FROM_');
    expect(await outcomes(await say('transfer it from checking'))).toEqual(['value_refused']);
  });

  test('is a refused value if the slot’s own rule refuses it, also at its last attempt', async () => {
    const session = await say('change the limit', '500', '600');
    expect(await outcomes(session)).toEqual(['understood', 'value_refused', 'value_refused']);
  });

  test('is “clarified” if the user says nothing', async () => {
    expect(await outcomes(await say('transfer money', ''))).toEqual(['understood', 'clarified']);
    expect(await listed()).toEqual([]);
  });

  test('tells a question with similar documents from an unexpected one', async () => {
    const document = {
      title: 'Opening hours',
      source: 'hours.md',
      tags: [],
      language: null,
      metadata: {},
      content: 'The branch opens at seven.',
      answer: null,
    };
    const faq = loadFaq(
      new Map([
        ['faq', new TextEncoder().encode('[{"collection":"help","topK":3,"threshold":0.9}]')],
        ['faq.help', buildCollection([document], { defaultLanguage: 'en' })],
      ]),
    );
    await service.publish(['default'], { ...bank, faq });
    expect(
      await outcomes(await say('is your branch in the harbour wheelchair friendly', 'sing a song')),
    ).toEqual(['not_in_documents', 'out_of_scope']);
  });
});

describe('a turn that the next one corrects', () => {
  test('is listed and counted, unlike the phrase after it', async () => {
    const session = await say('transfer it from checking', 'no, from savings');
    expect(await outcomes(session)).toEqual(['corrected', 'understood']);
    expect(await listed()).toMatchObject([
      { ordinal: 1, outcome: 'corrected', query: 'transfer it from checking', question: null },
    ]);
    expect(await turnCounts()).toEqual({ 'turn:corrected': 1, 'turn:understood': 1 });
    expect(service.lost).toEqual([]);
  });

  test('is not one whose value is merely repeated', async () => {
    expect(await outcomes(await say('transfer it from checking', 'from checking to savings'))).toEqual([
      'understood',
      'understood',
    ]);
  });

  test('is listed if the same question is asked again', async () => {
    expect(await outcomes(await say('what is my balance', 'what is my balance'))).toEqual([
      'corrected',
      'understood',
    ]);
  });

  test('is not one whose question got an answer, nor one of two equal answers', async () => {
    expect(await outcomes(await say('transfer money', 'from checking', 'to savings'))).toEqual([
      'understood',
      'understood',
      'understood',
    ]);
    expect(await listed()).toEqual([]);
  });

  test('is not listed by a version that keeps no words', async () => {
    await service.publish(['default'], bankWith('conversations: {keep: 30d, queries: false}'));
    await say('transfer it from checking', 'no, from savings');
    expect(await listed()).toEqual([]);
  });

  test('is erased with its person', async () => {
    await say('transfer it from checking', 'no, from savings');
    await service.erase('ana');
    expect(await listed()).toEqual([]);
  });

  test('gets its outcome back once the correcting turn is withdrawn', async () => {
    const session = await say('transfer it from checking');
    const [first] = (await reader.turnsOf(service.institution, session, { limit: 1, now: service.time }))
      .items;
    if (first === undefined) throw new Error('the turn is not in the log');
    const { sessionId, versionId, beganAt, qid, ordinal } = first;
    const log = createConversationLog({
      deploymentKey: async () => service.deploymentKey,
      random: (length) => new Uint8Array(length),
      pack: packWords,
      client: db.uncounted,
    });
    const { institution, time: at } = service;
    const turn = turnOf({ institution, sessionId, versionId, beganAt, at, qid: 'second', ordinal: 2 });
    const { tally, ...second } = entryOf(turn);
    const entry = {
      ...second,
      tally: { ...tally, turns: 2 },
      previous: tally,
      isNewPerson: false,
      cause: {
        ...{ qid, ordinal, at: first.at, language: 'en', outcome: first.outcome },
        ...{ query: 'transfer it from checking', nearest: [], slot: null, question: null },
        vector: new Int8Array(4),
      },
    };
    await log.write(entry);
    expect(await outcomes(session)).toEqual(['corrected', 'understood']);
    await log.withdraw(entry);
    expect(await outcomes(session)).toEqual(['understood']);
    expect(await listed()).toEqual([]);
    expect(await turnCounts()).toEqual({ 'turn:understood': 1 });
  });
});
