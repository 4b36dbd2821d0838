import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  newHandoff,
  type WordsSeal,
  withMessages,
} from '../../../../../functions/shared/domain/handoffs/handoffs.ts';
import {
  type Attempt,
  deliverTo,
  RETRY_AFTER_MS,
  spreadEvents,
} from '../../../../../functions/shared/domain/webhooks/deliveries.ts';
import { EVENT_TYPES } from '../../../../../functions/shared/domain/webhooks/events.ts';
import { addWebhook } from '../../../../../functions/shared/domain/webhooks/webhooks.ts';
import { setting } from '../../../../../functions/shared/store/environment.ts';
import { handoffWrites } from '../../../../../functions/shared/store/handoff-items.ts';
import { transact } from '../../../../../functions/shared/store/transact.ts';
import { createWebhookQueue } from '../../../../../functions/shared/store/webhook-queue.ts';
import { createWebhookStore } from '../../../../../functions/shared/store/webhooks.ts';
import { useDynamoDb } from '../../../../support/dynamodb.ts';
import { DEPLOYMENT_KEY } from '../../../../support/rules.ts';

const store = useDynamoDb();
const START = Date.UTC(2030, 0, 1);
const ACME = 'acme';

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
  send: async (_webhook: unknown, id: string, body: string) => {
    const { type, data } = JSON.parse(body);
    sent.push({ id, type, session: data.session_id });
    return answer(id);
  },
};

let webhookId = '';
beforeEach(async () => {
  process.env.WEBHOOKS = 'on';
  now = START;
  sent = [];
  givenUp = [];
  answer = () => ({ delivered: true, status: 204 });
  webhookId = `w-${randomBytes(4).toString('hex')}`;
  for (const { id } of await webhooks.list(ACME)) await webhooks.remove(ACME, id, AUDITED);
  await addWebhook(
    { webhooks, deploymentKey, random: randomBytes },
    ACME,
    { id: webhookId, url: 'https://desk.example.com/', events: EVENT_TYPES, createdAt: now },
    { isAddress: () => true, event: AUDITED },
  );
});

const AUDITED = {
  at: START,
  action: 'webhook.add',
  outcome: 'done',
  institution: ACME,
  actor: { kind: 'operator' },
  requestId: 'r',
} as const;

/** A conversation that was handed over with one message. */
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
  test('are written with the change, hold no word, and are gone once they are delivered', async () => {
    await opened('one');
    expect(JSON.stringify(await queue.events(ACME))).not.toContain('help');
    await look();
    expect(types()).toEqual(['handoff.opened', 'message.created']);
    expect(await queue.events(ACME)).toEqual([]);
    expect(await queue.pending(ACME, webhookId)).toEqual([]);
  });

  test('are not written where the deployment sends none', async () => {
    delete process.env.WEBHOOKS;
    await opened('quiet');
    expect(await queue.events(ACME)).toEqual([]);
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

  test('are no more than three that fail in a run, so that a receiver that is down is not flooded', async () => {
    for (let count = 0; count < 12; count += 1) await opened(`many-${count}`);
    answer = failing;
    await look();
    expect(sent.length).toBeLessThan(8);
  });

  test('are sent again if what sends them ends before it has said so: at least once', async () => {
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

  test('whose message was erased are dropped', async () => {
    await opened('one');
    await spreadEvents(deps, ACME);
    const erased = { ...deps, queue: { ...queue, message: async () => undefined } };
    await deliverTo(erased, ACME, webhookId);
    expect(types()).toEqual(['handoff.opened']);
  });
});
