import { randomBytes } from 'node:crypto';
import type { DynamoDBRecord } from 'aws-lambda';
import { beforeAll, describe, expect, test } from 'vitest';
import { giveFeedback } from '../../../functions/shared/domain/conversations/feedback.ts';
import type { LogLine } from '../../../functions/shared/domain/conversations/turn-lines.ts';
import type { Log } from '../../../functions/shared/http/log.ts';
import { eraseConversations } from '../../../functions/shared/store/conversation-erasure.ts';
import { createFeedbackStore } from '../../../functions/shared/store/conversation-feedback.ts';
import { createTurnLines } from '../../../functions/turn-lines/handler.ts';
import { logSession } from '../../support/conversation-log.ts';
import { useDynamoDb } from '../../support/dynamodb.ts';
import { DEPLOYMENT_KEY } from '../../support/rules.ts';
import { streamOf } from '../../support/table-stream.ts';

const db = useDynamoDb();
let read: () => Promise<DynamoDBRecord[]>;
let seen = 0;
beforeAll(async () => {
  read = await streamOf(db.client(), db.endpoint(), process.env.CONVERSATIONS_TABLE ?? '');
});

/** Returns the stream's changes since the last call. */
async function changes(): Promise<DynamoDBRecord[]> {
  const all = await read();
  const later = all.slice(seen);
  seen = all.length;
  return later;
}

/** Processes records, and returns the delivered lines and the logged errors. */
async function take(Records: DynamoDBRecord[]): Promise<{ lines: LogLine[]; errors: object[] }> {
  const lines: LogLine[] = [];
  const errors: object[] = [];
  const log: Log = {
    info: () => {},
    warn: () => {},
    error: (message, fields) => errors.push({ message, ...fields }),
  };
  const delivery = { deliver: async (given: readonly LogLine[]) => void lines.push(...given) };
  await createTurnLines({ delivery, log, now: () => 0 })({ Records });
  return { lines, errors };
}

const feedback = createFeedbackStore({
  deploymentKey: async () => DEPLOYMENT_KEY,
  random: randomBytes,
  client: db.client,
});
const ANN = { institution: 'acme', userId: 'ann' };

/** Just before midnight, so that the session's later turns fall on the next day. */
const AT = Date.parse('2026-11-21T23:59:59.500Z');

describe('the delivered lines', () => {
  test('have one line per turn, on the day when its session began, with its outcome', async () => {
    const call = { status: 'failed', milliseconds: 12.5 } as const;
    const sessionId = await logSession(db.client, [
      {
        query: 'my balance',
        at: AT,
        application: 'prod:bank',
        device: 'phone',
        businessLogic: call,
        intent: 'balance',
      },
      {
        query: 'paint my door',
        outcome: 'not_understood',
        competency: 'fallback',
        state: 'fallback',
        milliseconds: 7,
      },
    ]);
    const { lines, errors } = await take(await changes());
    expect(errors).toEqual([]);
    const common = {
      kind: 'turn',
      institution: 'acme',
      day: '2026-11-21',
      deleted: false,
      session_id: sessionId,
    };
    expect(lines).toEqual([
      {
        ...common,
        sequence: expect.stringMatching(/^\d{40}$/),
        qid: expect.any(String),
        ai_version: expect.any(String),
        ordinal: 1,
        happened_at: '2026-11-21T23:59:59.500Z',
        application: 'prod:bank',
        language: 'en',
        channel: 'phone',
        outcome: 'understood',
        session_outcome: 'contained',
        competency: 'balance',
        state: 'balance',
        intent: 'balance',
        milliseconds: 5,
        business_logic: 'failed',
        business_logic_milliseconds: 12.5,
      },
      expect.objectContaining({
        ...common,
        ordinal: 2,
        happened_at: '2026-11-22T00:00:00.500Z',
        outcome: 'not_understood',
        session_outcome: 'failed',
        competency: 'fallback',
        milliseconds: 7,
      }),
    ]);
  });

  test('contain no words, slot, user or end user, not even sealed', async () => {
    const words = { slots: { _ACCOUNT_: ['checking'] }, spoken: 'You have 5 dollars.' };
    await logSession(db.client, [
      { query: 'what is in my checking account', userId: 'agent-7', person: 'p7', words },
    ]);
    const records = await changes();
    const { lines } = await take(records);
    expect(lines).toHaveLength(1);
    const [turn] = records.filter(({ dynamodb }) => dynamodb?.Keys?.sk?.S?.startsWith('turn#'));
    const sealed = String(turn?.dynamodb?.NewImage?.words?.B);
    expect(sealed.length).toBeGreaterThan(40);
    const text = JSON.stringify(lines);
    for (const secret of ['checking', 'dollars', 'agent-7', 'p7', sealed, 'words'])
      expect(text).not.toContain(secret);
  });

  test('of feedback name the application of their session, and are sent again after a change', async () => {
    const turn = { query: 'my balance', at: AT, application: 'prod:bank', qid: crypto.randomUUID() };
    const sessionId = await logSession(db.client, [turn]);
    const target = { sessionId, qid: turn.qid };
    await giveFeedback(feedback, ANN, { ...target, rating: 'good', words: 'quick' }, AT + 1000);
    await giveFeedback(feedback, ANN, { ...target, rating: 'bad' }, AT + 2000);
    await giveFeedback(feedback, ANN, { sessionId, rating: 'good' }, AT + 3000);
    const { lines } = await take(await changes());
    const [, good, bad, whole] = lines;
    const common = {
      kind: 'feedback',
      institution: 'acme',
      day: '2026-11-21',
      session_id: sessionId,
      deleted: false,
    };
    expect(good).toMatchObject({ ...common, qid: turn.qid, rating: 'good', application: 'prod:bank' });
    expect(bad).toMatchObject({
      ...common,
      qid: turn.qid,
      rating: 'bad',
      happened_at: '2026-11-22T00:00:01.500Z',
    });
    expect(whole).toMatchObject({ ...common, rating: 'good' });
    expect(whole).not.toHaveProperty('qid');
    expect(bad?.ai_version).toBe(lines[0]?.ai_version);
    expect(String(bad?.sequence) > String(good?.sequence)).toBe(true);
    expect(JSON.stringify(lines)).not.toContain('quick');
  });

  test('mark turns and feedback of an erased person as deleted', async () => {
    const turn = { query: 'my balance', at: AT, person: 'erased', qid: crypto.randomUUID() };
    const sessionId = await logSession(db.client, [turn]);
    await giveFeedback(feedback, ANN, { sessionId, qid: turn.qid, rating: 'good' }, AT + 1000);
    await changes();
    await eraseConversations(db.client(), process.env.CONVERSATIONS_TABLE ?? '', 'acme', 'erased', AT);
    const { lines } = await take(await changes());
    expect(
      lines.map(({ kind, deleted, session_id, day }) => [kind, deleted, session_id, day]).sort(),
    ).toEqual([
      ['feedback', true, sessionId, '2026-11-21'],
      ['turn', true, sessionId, '2026-11-21'],
    ]);
  });

  test('ignore items that have only expired', async () => {
    await logSession(db.client, [{ query: 'my balance', at: AT, person: 'expired' }]);
    await changes();
    await eraseConversations(db.client(), process.env.CONVERSATIONS_TABLE ?? '', 'acme', 'expired', AT);
    const expired = { type: 'Service', principalId: 'dynamodb.amazonaws.com' };
    const erased = await changes();
    expect((await take(erased)).lines).not.toEqual([]);
    const records = erased.map((record) => ({ ...record, userIdentity: expired }));
    expect((await take(records)).lines).toEqual([]);
  });
});

test('an unreadable change is counted, and the others are delivered', async () => {
  await logSession(db.client, [{ query: 'one', at: AT }, { query: 'two' }]);
  const records = await changes();
  const [first] = records.filter(({ dynamodb }) => dynamodb?.Keys?.sk?.S?.startsWith('turn#'));
  delete first?.dynamodb?.NewImage?.competency;
  const { lines, errors } = await take(records);
  expect(lines.map((line) => line.kind === 'turn' && line.ordinal)).toEqual([2]);
  expect(errors).toEqual([
    expect.objectContaining({
      message: 'turn not delivered',
      sequence: first?.dynamodb?.SequenceNumber,
      TurnsUndelivered: 1,
    }),
  ]);
});

test('a failed delivery throws, so that it is repeated', async () => {
  const refused = new Error('not taken');
  const delivery = { deliver: () => Promise.reject(refused) };
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  await expect(createTurnLines({ delivery, log, now: () => 0 })({ Records: [] })).rejects.toBe(refused);
});
