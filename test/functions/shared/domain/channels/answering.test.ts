import { randomBytes, randomUUID } from 'node:crypto';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  ANSWER_RETRY_AFTER_MS,
  type Asked,
  type ChannelQuery,
  dueLines,
  externalUserOf,
  type Target,
  tellChannel,
  workOnLine,
} from '../../../../../functions/shared/domain/channels/answering.ts';
import {
  findPlace,
  lookAt,
  MOST_WAITING,
  openWork,
  type Place,
  takeMessage,
} from '../../../../../functions/shared/domain/channels/messages.ts';
import { newHandoff } from '../../../../../functions/shared/domain/handoffs/handoffs.ts';
import type { Attempt } from '../../../../../functions/shared/domain/webhooks/deliveries.ts';
import { findWebhook, hasChannel } from '../../../../../functions/shared/domain/webhooks/webhooks.ts';
import { createTaskStore } from '../../../../../functions/shared/store/channel-tasks.ts';
import { setting } from '../../../../../functions/shared/store/environment.ts';
import { createWebhookQueue } from '../../../../../functions/shared/store/webhook-queue.ts';
import { createWebhookStore } from '../../../../../functions/shared/store/webhooks.ts';
import { useDynamoDb } from '../../../../support/dynamodb.ts';
import { DEPLOYMENT_KEY, eventOf } from '../../../../support/rules.ts';
import { addUnchecked, SMS } from '../../../../support/webhooks.ts';

const store = useDynamoDb();
const ACME = 'acme';
const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;

let now = Date.UTC(2030, 0, 1);
let asked: (ChannelQuery & { key: string; userId: string })[] = [];
let sent: { user: string; text: string }[] = [];
let givenUp: string[] = [];
let targets: Target[] = [];
let typing: Place[] = [];
let answer: (query: ChannelQuery) => Asked | Promise<Asked>;
let take: () => Attempt | Promise<Attempt>;
let handoff: ReturnType<typeof newHandoff> | undefined;

const tasks = createTaskStore(store.client);
const webhooks = createWebhookStore(store.client);
const deps = {
  tasks,
  webhooks,
  claims: createWebhookQueue(store.client),
  deploymentKey: async () => DEPLOYMENT_KEY,
  random: randomBytes,
  handoffs: { find: async () => handoff },
  ask: async ({ userId }: { userId: string }, query: ChannelQuery, key: string) => {
    asked.push({ ...query, key, userId });
    return answer(query);
  },
  showTyping: async (_channel: unknown, place: Place) => {
    typing.push(place);
  },
  /** Sends each line as a part. */
  send: async (
    _channel: unknown,
    target: Target,
    visuals: Record<string, unknown>,
    from: number,
    keep?: (sent: number) => Promise<void>,
  ) => {
    const { user } = target;
    targets.push(target);
    const parts = String(visuals.speakableResponse).split('\n');
    let outcome: Attempt = { delivered: true, status: 200 };
    let count = from;
    for (const text of parts.slice(from)) {
      outcome = await take();
      if (!outcome.delivered) break;
      sent.push({ user, text });
      count += 1;
      await keep?.(count);
    }
    return { ...outcome, sent: count };
  },
  now: () => now,
  givenUp: ({ reason }: { reason: string }) => void givenUp.push(reason),
};

let channelId = '';
beforeEach(async () => {
  asked = [];
  sent = [];
  givenUp = [];
  targets = [];
  typing = [];
  handoff = undefined;
  answer = ({ query }) => ({
    sessionId: 's-1',
    isWithPeople: false,
    visuals: { speakableResponse: `re: ${query}` },
  });
  take = () => ({ delivered: true, status: 200 });
  channelId = await addChannel(ACME);
});

async function addChannel(institution: string): Promise<string> {
  const id = randomUUID();
  for (const { id: old } of await webhooks.list(institution)) {
    await webhooks.remove(institution, old, eventOf({ action: 'webhook.remove' }));
  }
  const url = 'https://api.twilio.com/Messages.json';
  await addUnchecked(deps, institution, {
    id,
    url,
    events: ['message.created'],
    createdAt: now,
    channel: SMS,
  });
  return id;
}

const message = (text: string, more: object = {}) => ({
  id: randomUUID(),
  user: '+15550111',
  address: '+15550111',
  text,
  at: now,
  ...more,
});
const arrives = (written: ReturnType<typeof message>) => takeMessage(deps, ACME, channelId, written, now);
async function look() {
  for (const { channelId: id, line } of await dueLines(deps, ACME)) await workOnLine(deps, ACME, id, line);
}

describe('a message of a channel', () => {
  test('is taken once by its id, even months after its answer', async () => {
    const written = message('hello');
    expect(await arrives(written)).toBeDefined();
    await look();
    expect(await arrives(written)).toBeUndefined();
    now += 20 * 24 * 60 * MINUTE_MS;
    expect(await arrives(written)).toBeUndefined();
    await look();
    expect(sent).toEqual([{ user: '+15550111', text: 're: hello' }]);
  });

  test('is found beside those of many other people, each with a limited number waiting', async () => {
    for (let index = 0; index < MOST_WAITING; index += 1) expect(await arrives(message('x'))).toBeDefined();
    expect(await arrives(message('one too many'))).toBeUndefined();
    expect(await tasks.pending(ACME, channelId, { most: 100 })).toHaveLength(MOST_WAITING);
    for (let index = 0; index < 110; index += 1) {
      await arrives(message('x', { user: `+${index}`, address: `+${index}` }));
    }
    await lookAt(deps, ACME, channelId, { sessionId: 's-1', place: message(''), at: now }, now);
    const lines = await dueLines(deps, ACME);
    expect(lines).toHaveLength(112);
    expect(new Set(lines.map(({ line }) => line)).size).toBe(112);
  });

  test('is answered after earlier ones that also wait', async () => {
    await arrives(message('second', { at: now - SECOND_MS }));
    await arrives(message('first', { at: now - 2 * SECOND_MS }));
    await arrives(message('third', { at: now + MINUTE_MS }));
    await look();
    expect(asked.map(({ query }) => query)).toEqual(['first', 'second', 'third']);
    expect(new Set(asked.map(({ dialog_seed }) => dialog_seed)).size).toBe(1);
    expect(new Set(asked.map(({ key }) => key)).size).toBe(3);
  });

  test('is answered in the order of its request among several of the same second', async () => {
    const texts = Array.from({ length: 12 }, (_, index) => `word ${index}`);
    for (const [index, text] of texts.entries()) {
      await takeMessage(deps, ACME, channelId, message(text), now, index);
    }
    await look();
    expect(asked.map(({ query }) => query)).toEqual(texts);
  });

  test('is asked again under the same key after a kill, and answered once', async () => {
    const line = await arrives(message('hello'));
    answer = () => new Promise(() => undefined);
    void workOnLine(deps, ACME, channelId, line ?? '');
    while (asked.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    answer = ({ query }) => ({
      sessionId: 's-1',
      isWithPeople: false,
      visuals: { speakableResponse: `re: ${query}` },
    });
    await look();
    expect(sent).toEqual([]);
    // The dead process's claim expires.
    now += 2 * MINUTE_MS;
    await look();
    expect(sent.map(({ text }) => text)).toEqual(['re: hello']);
    expect(asked.map(({ key }) => key)).toEqual([asked[0]?.key, asked[0]?.key]);
  });

  test('is given up after every attempt died, and its user is told', async () => {
    await arrives(message('hello'));
    answer = () => new Promise(() => undefined);
    for (const attempts of [1, 2, 3, 4]) {
      void look();
      while (asked.length < attempts) await new Promise((resolve) => setTimeout(resolve, 5));
      now += 2 * MINUTE_MS;
    }
    await look();
    expect(asked).toHaveLength(ANSWER_RETRY_AFTER_MS.length + 1);
    expect(sent.map(({ text }) => text)).toEqual([SMS.sorry]);
    expect(givenUp).toEqual(['died']);
    expect(await tasks.pending(ACME, channelId, { most: 1 })).toEqual([]);
  });

  test('gets only the remaining parts of an answer after a kill', async () => {
    await arrives(message('hello'));
    answer = () => ({
      sessionId: 's-1',
      isWithPeople: false,
      visuals: { speakableResponse: 'one\ntwo\nthree' },
    });
    let taken = 0;
    let isKilled = false;
    take = () => {
      taken += 1;
      if (taken < 3) return { delivered: true, status: 200 };
      isKilled = true;
      return new Promise(() => undefined);
    };
    void look();
    while (!isKilled) await new Promise((resolve) => setTimeout(resolve, 5));
    take = () => ({ delivered: true, status: 200 });
    now += 2 * MINUTE_MS;
    await look();
    expect(sent.map(({ text }) => text)).toEqual(['one', 'two', 'three']);
  });

  test('is worked on by one process at a time, which then looks for new messages', async () => {
    const line = (await arrives(message('hello'))) ?? '';
    let release: (asked: Asked) => void = () => undefined;
    answer = () => new Promise<Asked>((resolve) => (release = resolve));
    const first = workOnLine(deps, ACME, channelId, line);
    while (asked.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    await arrives(message('again'));
    await workOnLine(deps, ACME, channelId, line);
    expect(asked).toHaveLength(1);
    answer = ({ query }) => ({
      sessionId: 's-1',
      isWithPeople: false,
      visuals: { speakableResponse: `re: ${query}` },
    });
    release({ sessionId: 's-1', isWithPeople: false, visuals: { speakableResponse: 're: hello' } });
    await first;
    expect(sent.map(({ text }) => text)).toEqual(['re: hello', 're: again']);
  });

  test('is retried without an answer, and its user is told at the end', async () => {
    await arrives(message('hello'));
    answer = () => ({ reason: 'query_503' });
    for (const wait of [0, ...ANSWER_RETRY_AFTER_MS]) {
      now += wait;
      await look();
    }
    expect(asked).toHaveLength(ANSWER_RETRY_AFTER_MS.length + 1);
    expect(sent.map(({ text }) => text)).toEqual([SMS.sorry]);
    expect(givenUp).toEqual(['query_503']);
    await look();
    expect(asked).toHaveLength(ANSWER_RETRY_AFTER_MS.length + 1);
  });

  test('has its user told if the platform never accepts the answer', async () => {
    await arrives(message('hello'));
    take = () =>
      asked.length > ANSWER_RETRY_AFTER_MS.length && givenUp.length > 0
        ? { delivered: true, status: 200 }
        : { delivered: false, reason: 'status_503' };
    for (const wait of [0, ...ANSWER_RETRY_AFTER_MS]) {
      now += wait;
      await look();
    }
    expect(sent.map(({ text }) => text)).toEqual([SMS.sorry]);
  });

  test('holds up no other if the platform refuses its answer for good', async () => {
    await arrives(message('hello'));
    take = () => ({ delivered: false, reason: 'status_400', isFinal: true });
    await look();
    expect(givenUp).toEqual(['status_400']);
    take = () => ({ delivered: true, status: 200 });
    await arrives(message('again'));
    await look();
    expect(sent.map(({ text }) => text)).toEqual(['re: again']);
  });

  test('is stored sealed for its channel, without the words or the number in clear', async () => {
    await arrives(message('my secret words'));
    const [task] = await tasks.pending(ACME, channelId, { most: 10 });
    if (task === undefined) throw new Error('there is no task');
    expect(JSON.stringify({ ...task, sealed: Buffer.from(task.sealed).toString('latin1') })).not.toMatch(
      /secret words|5550111/,
    );
    expect(await openWork(deps, ACME, task)).toMatchObject({ text: 'my secret words' });
    expect(await openWork(deps, 'other', task)).toBeUndefined();
    expect(await openWork(deps, ACME, { ...task, channelId: 'other' })).toBeUndefined();
  });

  test('is deleted with its channel', async () => {
    await arrives(message('hello'));
    const line = (await tasks.pending(ACME, channelId, { most: 1 }))[0]?.line ?? '';
    const old = channelId;
    await addChannel(ACME);
    await workOnLine(deps, ACME, old, line);
    expect(asked).toEqual([]);
    expect(await tasks.pending(ACME, old, { most: 1 })).toEqual([]);
  });

  test('has a user that a query can name', () => {
    expect(externalUserOf('sms', '+15550111')).toBe('sms:+15550111');
    expect(externalUserOf('slack', 'ü'.repeat(90))).toMatch(/^[\x20-\x7e]{1,64}$/);
  });
});

describe('a conversation of a channel that people take over', () => {
  const unsent = { sent: 0, keep: async () => undefined };
  const waiting = (answerBy: number) => ({
    ...newHandoff({ institution: ACME, sessionId: 's-1', sessionKey: 'k', versionId: 'v' }, now),
    status: 'waiting' as const,
    answerBy,
  });

  test('is checked a single time when a person is overdue, without words of the user', async () => {
    handoff = waiting(now + 5 * MINUTE_MS);
    answer = () => ({ sessionId: 's-1', isWithPeople: true, visuals: { speakableResponse: 'wait' } });
    await arrives(message('a person, please'));
    await arrives(message('hello?'));
    await look();
    await look();
    expect(asked).toHaveLength(2);
    now += 5 * MINUTE_MS;
    answer = () => ({ sessionId: 's-1', isWithPeople: true, visuals: { speakableResponse: 'nobody' } });
    await look();
    await look();
    expect(asked.slice(2).map(({ query }) => query)).toEqual(['']);
    expect(sent.at(-1)).toEqual({ user: '+15550111', text: 'nobody' });
  });

  test('is left alone if somebody has come', async () => {
    handoff = waiting(now + MINUTE_MS);
    answer = () => ({ sessionId: 's-1', isWithPeople: true, visuals: { speakableResponse: 'wait' } });
    await arrives(message('a person, please'));
    await look();
    handoff = { ...handoff, status: 'claimed' as never };
    now += MINUTE_MS;
    await look();
    expect(asked).toHaveLength(1);
  });

  test('stays one conversation if its server changes', async () => {
    const [first, second] = ['https://a.example/', 'https://b.example/'];
    const hello = message('hello', { server: first });
    const more = message('more', { server: second });
    await arrives(hello);
    await look();
    await arrives(more);
    await look();
    expect(new Set(asked.map(({ dialog_seed }) => dialog_seed)).size).toBe(1);
    const place = { user: '+15550111', address: '+15550111' };
    expect(targets).toEqual([
      { ...place, server: first, replyTo: hello.id },
      { ...place, server: second, replyTo: more.id },
    ]);
    // Later messages from people go to the server of the last answer, and are not replies.
    expect(await findPlace(deps, ACME, channelId, 's-1')).toEqual({ ...place, server: second });
  });

  test('shows the typing indicator once, also if the answer is retried', async () => {
    take = () => ({ delivered: false, reason: 'status_503' });
    await arrives(message('hello'));
    await look();
    now += MINUTE_MS;
    take = () => ({ delivered: true, status: 200 });
    await look();
    expect(sent).toHaveLength(1);
    expect(typing).toEqual([{ user: '+15550111', address: '+15550111' }]);
  });

  test('hears people as long as they speak, even if its user stays silent', async () => {
    await arrives(message('hello'));
    await look();
    const webhook = await findWebhook(deps, ACME, channelId);
    if (!hasChannel(webhook)) throw new Error('there is no channel');
    const event = {
      type: 'message.created',
      sessionId: 's-1',
      order: 1,
      at: now,
      handoff: waiting(now),
    } as const;
    const kept = async () => {
      const Key = { pk: `${ACME}#channels`, sk: `${channelId}#place#s-1` };
      const TableName = setting('CONVERSATIONS_TABLE');
      return (await store.client().send(new GetCommand({ TableName, Key }))).Item?.expires_at;
    };
    const before = await kept();
    now += 30 * 60 * MINUTE_MS;
    const said = { sequence: 1, at: now, text: 'I am here.', from: 'person' } as const;
    await tellChannel(deps, ACME, webhook, event, said, unsent);
    expect((await kept()) - before).toBe(30 * 60 * 60);
  });

  test('hears people, but neither notes nor its own user', async () => {
    await arrives(message('hello'));
    await look();
    sent = [];
    const webhook = await findWebhook(deps, ACME, channelId);
    if (!hasChannel(webhook)) throw new Error('there is no channel');
    const facts = waiting(now);
    const event = { type: 'message.created', sessionId: 's-1', order: 1, at: now, handoff: facts } as const;
    const said = { sequence: 1, at: now, text: 'I am here.' };
    for (const from of ['person', 'note', 'user', 'assistant', 'business_logic'] as const) {
      await tellChannel(deps, ACME, webhook, event, { ...said, from, name: 'Mia' }, unsent);
    }
    await tellChannel(
      deps,
      ACME,
      webhook,
      { ...event, sessionId: 's-2' },
      { ...said, from: 'person' },
      unsent,
    );
    expect(sent.map(({ text }) => text)).toEqual(['Mia: I am here.', 'I am here.', 'I am here.']);
    expect(await findPlace(deps, ACME, 'another channel', 's-1')).toBeUndefined();
  });
});
