import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  newHandoff,
  type WordsSeal,
  withMessages,
} from '../../../../../functions/shared/domain/handoffs/handoffs.ts';
import { isInstitutionName } from '../../../../../functions/shared/domain/institutions/directory.ts';
import {
  type Attempt,
  type DeliveryDependencies,
  deliverTo,
  PAGE,
  RETRY_AFTER_MS,
  spreadEvents,
} from '../../../../../functions/shared/domain/webhooks/deliveries.ts';
import { EVENT_TYPES } from '../../../../../functions/shared/domain/webhooks/events.ts';
import { MAX_WEBHOOKS, type Webhook } from '../../../../../functions/shared/domain/webhooks/webhooks.ts';
import { setting } from '../../../../../functions/shared/store/environment.ts';
import { handoffWrites } from '../../../../../functions/shared/store/handoff-items.ts';
import { transact } from '../../../../../functions/shared/store/transact.ts';
import { createWebhookQueue } from '../../../../../functions/shared/store/webhook-queue.ts';
import { createWebhookStore, webhookCountKey } from '../../../../../functions/shared/store/webhooks.ts';
import { useDynamoDb } from '../../../../support/dynamodb.ts';
import { DEPLOYMENT_KEY, eventOf } from '../../../../support/rules.ts';
import { addUnchecked, SMS } from '../../../../support/webhooks.ts';

const store = useDynamoDb();
const START = Date.UTC(2030, 0, 1);
const ACME = 'acme';
const HOUR_MS = 3_600_000;

let now = START;
let sent: { id: string; type: string; session: string }[] = [];
let answer: (id: string) => Attempt = () => ({ delivered: true, status: 204 });
let givenUp: string[] = [];
const queue = createWebhookQueue(store.client);
const webhooks = createWebhookStore(store.client);
const deploymentKey = async () => DEPLOYMENT_KEY;
const deps = {
  queue,
  webhooks,
  deploymentKey,
  now: () => now,
  givenUp: ({ type, reason }: { type: string; reason: string }) => void givenUp.push(`${type} ${reason}`),
  toSlack: async () => ({ delivered: true as const, status: 200 }),
  toChatwoot: async () => ({ delivered: true as const, status: 200 }),
  toChannel: async () => ({ delivered: true as const, status: 200 }),
  send: async (_webhook: unknown, id: string, body: string) => {
    const { type, data } = JSON.parse(body);
    sent.push({ id, type, session: data.session_id });
    return answer(id);
  },
};

const adding = (institution: string, id: string, more: Partial<Webhook> = {}) =>
  addUnchecked({ webhooks, deploymentKey, random: randomBytes }, institution, {
    id,
    url: 'https://desk.example.com/',
    events: EVENT_TYPES,
    createdAt: now,
    ...more,
  });

let webhookId = '';
beforeEach(async () => {
  process.env.WEBHOOKS = 'on';
  now = START;
  sent = [];
  givenUp = [];
  answer = () => ({ delivered: true, status: 204 });
  webhookId = `w-${randomBytes(4).toString('hex')}`;
  for (const { id } of await webhooks.list(ACME)) await webhooks.remove(ACME, id, eventOf());
  await adding(ACME, webhookId);
});

/** Creates a conversation that was handed over with one message. */
async function opened(name: string) {
  const sessionId = `${name}-${webhookId}`;
  const place = { institution: ACME, sessionId, sessionKey: `session#${sessionId}`, versionId: 'v' };
  const seal: WordsSeal = {
    deploymentKey: DEPLOYMENT_KEY,
    institution: ACME,
    sessionId,
    nonce: () => randomBytes(12),
  };
  const said = [{ from: 'user' as const, text: 'help' }];
  const change = withMessages(newHandoff(place, now), { status: 'waiting' }, said, { seal, now, people: [] });
  await transact(store.client(), handoffWrites(setting('CONVERSATIONS_TABLE'), change));
  return change;
}

async function look(): Promise<void> {
  for (const id of await spreadEvents(deps, ACME)) await deliverTo(deps, ACME, id);
}

const failing = (): Attempt => ({ delivered: false, reason: 'timeout' });
const types = () => sent.map(({ type }) => type);

describe('the events of a conversation', () => {
  test('are written with the change, contain no words, and are deleted after delivery', async () => {
    await opened('one');
    expect(JSON.stringify(await queue.events(ACME, PAGE))).not.toContain('help');
    await look();
    expect(types()).toEqual(['handoff.opened', 'message.created']);
    expect(await queue.events(ACME, PAGE)).toEqual([]);
    expect(await queue.pending(ACME, webhookId, { most: PAGE })).toEqual([]);
  });

  test('are not written if the deployment sends none', async () => {
    delete process.env.WEBHOOKS;
    await opened('quiet');
    expect(await queue.events(ACME, PAGE)).toEqual([]);
  });

  test('wait for the one that failed, and hold up no other conversation', async () => {
    await opened('one');
    await opened('two');
    answer = (id) => (id.startsWith('evt_one-') ? failing() : { delivered: true, status: 200 });
    await look();
    expect(sent.filter(({ session }) => session.startsWith('one')).map(({ type }) => type)).toEqual([
      'handoff.opened',
    ]);
    expect(sent.filter(({ session }) => session.startsWith('two'))).toHaveLength(2);
  });

  test('are tried at each wait and not before, under one id, and then given up', async () => {
    await opened('one');
    answer = failing;
    await look();
    for (const wait of RETRY_AFTER_MS) {
      now += wait - 1;
      await look();
      const before = sent.length;
      now += 1;
      await look();
      expect(sent.length).toBeGreaterThan(before);
    }
    const ofFirst = sent.filter(({ type }) => type === 'handoff.opened');
    expect(ofFirst).toHaveLength(RETRY_AFTER_MS.length + 1);
    expect(new Set(ofFirst.map(({ id }) => id)).size).toBe(1);
    expect(givenUp).toEqual(['handoff.opened timeout']);
  });

  test('stop after a few failures in a run, so that a receiver that is down is not flooded', async () => {
    for (let count = 0; count < 12; count += 1) await opened(`many-${count}`);
    answer = failing;
    await look();
    expect(sent.length).toBeLessThan(8);
  });

  test('are sent again if the sender ends before it has recorded the delivery: at least once', async () => {
    await opened('one');
    await spreadEvents(deps, ACME);
    const died = deliverTo(
      { ...deps, queue: { ...queue, forget: async () => Promise.reject(new Error('killed')) } },
      ACME,
      webhookId,
    );
    await expect(died).rejects.toThrow('killed');
    now += 91_000;
    await look();
    expect(sent.filter(({ type }) => type === 'handoff.opened')).toHaveLength(2);
    expect(new Set(sent.map(({ id }) => id)).size).toBe(2);
  });

  test('are delivered by one process at a time', async () => {
    await opened('one');
    await spreadEvents(deps, ACME);
    await Promise.all([1, 2, 3].map(() => deliverTo(deps, ACME, webhookId)));
    expect(types()).toEqual(['handoff.opened', 'message.created']);
  });

  test('do not return after a late spread or a late failed attempt', async () => {
    await opened('one');
    const [event] = await queue.events(ACME, PAGE);
    if (event === undefined) throw new Error('nothing was written');
    await look();
    expect(await queue.spread(ACME, event, [webhookId])).toBe(false);
    await queue.retryLater(ACME, { webhookId, event, attempts: 1, nextAt: now });
    expect(await queue.pending(ACME, webhookId, { most: PAGE })).toEqual([]);
  });

  test('are all delivered if there are more than one read returns', async () => {
    for (let count = 0; count < 70; count += 1) await opened(`${count.toString(16).padStart(2, '0')}`);
    await look();
    expect(sent).toHaveLength(140);
    expect(new Set(sent.map(({ id }) => id)).size).toBe(140);
    expect(await queue.pending(ACME, webhookId, { most: PAGE })).toEqual([]);
  });

  test('that wait for their next attempt do not hide the others, though they fill a page', async () => {
    for (let count = 0; count < PAGE / 2; count += 1)
      await opened(`00${count.toString(16).padStart(2, '0')}`);
    await spreadEvents(deps, ACME);
    for (const { event } of await queue.pending(ACME, webhookId, { most: PAGE })) {
      await queue.retryLater(ACME, { webhookId, event, attempts: 3, nextAt: START + 1e9 });
    }
    await opened('80');
    let reads = 0;
    const counting = {
      ...queue,
      pending: async (...asked: Parameters<typeof queue.pending>) => {
        const read = await queue.pending(...asked);
        reads += read.length;
        return read;
      },
    };
    for (let second = 0; second < 256 && sent.length === 0; second += 16) {
      now += 16_000;
      reads = 0;
      for (const id of await spreadEvents({ ...deps, queue: counting }, ACME))
        await deliverTo(deps, ACME, id);
      expect(reads).toBeLessThanOrEqual(2 * PAGE);
    }
    expect(types()).toEqual(['handoff.opened', 'message.created']);
  });

  test('are not sent to a webhook that was removed while others of its events were sent', async () => {
    for (const name of ['one', 'two', 'three', 'four', 'five', 'six']) await opened(name);
    await spreadEvents(deps, ACME);
    let removed = false;
    const send = async (webhook: unknown, id: string, body: string) => {
      if (!removed) await webhooks.remove(ACME, webhookId, eventOf());
      removed = true;
      return deps.send(webhook, id, body);
    };
    await deliverTo({ ...deps, send }, ACME, webhookId);
    // At most the four conversations whose events were already being sent.
    expect(new Set(sent.map(({ session }) => session)).size).toBeLessThanOrEqual(4);
    expect(await queue.pending(ACME, webhookId, { most: PAGE })).toEqual([]);
  });

  test('continue in a channel from the first unsent part, after a failure or a kill', async () => {
    const id = `c-${webhookId}`;
    await adding(ACME, id, { events: ['message.created'], channel: SMS });
    const from: number[] = [];
    let isKilled = false;
    const toChannel: DeliveryDependencies['toChannel'] = async (...[, , , , parts]) => {
      from.push(parts.sent);
      if (from.length === 1) return { delivered: false, reason: 'timeout', sent: 1 };
      if (from.length === 3) return { delivered: true, status: 200 };
      await parts.keep(2);
      isKilled = true;
      return new Promise(() => undefined);
    };
    await opened('parts');
    await spreadEvents(deps, ACME);
    await deliverTo({ ...deps, toChannel }, ACME, id);
    now += HOUR_MS;
    void deliverTo({ ...deps, toChannel }, ACME, id);
    while (!isKilled) await new Promise((resolve) => setTimeout(resolve, 5));
    now += HOUR_MS;
    await deliverTo({ ...deps, toChannel }, ACME, id);
    expect(from).toEqual([0, 1, 2]);
    expect(await queue.pending(ACME, id, { most: PAGE })).toEqual([]);
  });

  test('wait as long as the receiver asks, an hour at most', async () => {
    await opened('one');
    answer = () => ({ delivered: false, reason: 'status_429', retryAfterMs: 60_000 });
    await look();
    now += 59_999;
    await look();
    expect(sent).toHaveLength(1);
    now += 1;
    answer = () => ({ delivered: false, reason: 'status_429', retryAfterMs: 1e12 });
    await look();
    expect(sent).toHaveLength(2);
    now += 3_600_000;
    await look();
    expect(sent).toHaveLength(3);
  });

  test('whose message was erased are dropped', async () => {
    await opened('one');
    await spreadEvents(deps, ACME);
    const erased = { ...deps, queue: { ...queue, message: async () => undefined } };
    await deliverTo(erased, ACME, webhookId);
    expect(types()).toEqual(['handoff.opened']);
  });
});

describe('webhooks', () => {
  test('are counted separately from the versions of any institution', async () => {
    await adding('webhooks', 'w');
    expect(await webhooks.institutions()).toContain('webhooks');
    const { pk } = webhookCountKey('acme');
    expect(isInstitutionName(pk)).toBe(false);
  });

  test('are at most ten, also if they are added at the same moment', async () => {
    const wanted = Array.from({ length: MAX_WEBHOOKS + 4 }, (_, count) => adding('many', `w-${count}`));
    const settled = await Promise.allSettled(wanted);
    const kept = await webhooks.list('many');
    expect(kept.length).toBeLessThanOrEqual(MAX_WEBHOOKS);
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(kept.length);
    for (let count = kept.length; count < MAX_WEBHOOKS; count += 1) await adding('many', `x-${count}`);
    await expect(adding('many', 'too-many')).rejects.toMatchObject({ code: 'conflict' });
    await webhooks.remove('many', kept[0]?.id ?? '', eventOf());
    await adding('many', 'again');
  });
});
