import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { openState, sealState } from '../../../functions/query/sealed.ts';
import { sessionKey } from '../../../functions/shared/domain/query/dialog.ts';
import { createSessionStore } from '../../../functions/shared/store/sessions.ts';
import { itemsOf } from '../../support/dynamodb.ts';
import { useCountedDynamoDb } from '../../support/wire.ts';
import { createService } from './support/service.ts';

const db = useCountedDynamoDb();
let service: ReturnType<typeof createService>;
beforeEach(async () => {
  service = createService(db);
  await service.publish();
});

const kept = async () => (await itemsOf(db.uncounted(), 'SESSIONS_TABLE')).length;

test('a conversation too large for an item is refused with advice', async () => {
  const { dialog } = (await service.ask()).body;
  const { store, session } = await storedSession(dialog);
  const key = { deploymentKey: service.deploymentKey, dialog };
  const grown = {
    ...JSON.parse(openState(session.state, key) ?? ''),
    // Sealing makes it a third larger.
    sessionInfo: { pad: 'x'.repeat(300_000) },
  };
  const state = sealState(JSON.stringify(grown), key, randomBytes(12));
  const next = { ...session, revision: session.revision + 1, state };
  expect(await store.commit({ session: next, previous: session, now: service.time })).toBe(true);
  const { status, body } = await service.ask({ dialog, query: 'hello' });
  expect([status, body.error]).toEqual([409, 'conflict']);
  expect(body.error_description).toContain('Start a new one');
});

const storedSession = async (dialog: string) => {
  const owner = { institution: service.institution, userId: 'ana' };
  const store = createSessionStore(() => db.uncounted());
  const selector = { target: 'default' };
  const { session } = await store.open(owner.institution, {
    sessionKey: sessionKey(owner, dialog),
    selector,
  });
  if (session === undefined) throw new Error('there is no session');
  return { store, session };
};

describe('the stored state of a conversation', () => {
  test('cannot be read without its dialog or the deployment’s key', async () => {
    const { dialog } = (await service.ask()).body;
    const { state } = (await storedSession(dialog)).session;
    const { deploymentKey } = service;
    expect(Buffer.from(state, 'base64').toString('latin1')).not.toContain('so far');
    expect(openState(state, { deploymentKey, dialog })).toContain('so far');
    expect(openState(state, { deploymentKey, dialog: 'x'.repeat(30) })).toBeUndefined();
    expect(openState(state, { deploymentKey: Buffer.from('another'), dialog })).toBeUndefined();
    expect(openState(state.slice(0, 20), { deploymentKey, dialog })).toBeUndefined();
  });

  test('is useless once the deployment has another key: the conversation begins anew', async () => {
    const { dialog, session_id } = (await service.ask()).body;
    const seeded = (await service.ask({ dialog_seed: 's' }, { headers: { 'Idempotency-Key': 'k' } })).body;
    service.deploymentKey = Buffer.from('b'.repeat(64));
    const next = await service.ask({ dialog });
    expect(next).toMatchObject({ status: 200, body: { visuals: { speakableResponse: '1 so far.' } } });
    expect(next.body.session_id).not.toBe(session_id);
    const again = await service.ask({ dialog_seed: 's' }, { headers: { 'Idempotency-Key': 'k' } });
    expect(again).toMatchObject({ status: 200, body: { visuals: { speakableResponse: '1 so far.' } } });
    expect(again.body.session_id).not.toBe(seeded.session_id);
  });
});

describe('the deployment’s key', () => {
  /** Calls `tell` before each request to the store; the returned function undoes that. */
  const onStore = (tell: () => void) => {
    const client = db.client();
    const send = client.send.bind(client);
    client.send = async (command: never) => {
      tell();
      return send(command);
    };
    return () => {
      client.send = send;
    };
  };

  test('is read in parallel with the store if a conversation continues by its dialog', async () => {
    const { dialog } = (await service.ask()).body;
    const asked = Promise.withResolvers<void>();
    const restore = onStore(asked.resolve);
    service.readDeploymentKey = () => asked.promise.then(() => service.deploymentKey);
    expect((await service.ask({ dialog })).body.visuals.speakableResponse).toBe('2 so far.');
    restore();
  });

  test('is read before the store if the conversation has a seed', async () => {
    const steps: string[] = [];
    const restore = onStore(() => steps.push('store'));
    service.readDeploymentKey = async () => {
      await new Promise((resolve) => setImmediate(resolve));
      steps.push('key');
      return service.deploymentKey;
    };
    await service.ask({ dialog_seed: 's' });
    expect(steps).toEqual(['key', 'store', 'store']);
    restore();
  });

  test('that cannot be read is a fault: nothing is revealed and nothing is stored', async () => {
    const before = await kept();
    service.readDeploymentKey = () => Promise.reject(new Error('arn:aws:secretsmanager:…'));
    for (const fields of [{}, { dialog_seed: 's' }]) {
      const { status, text } = await service.ask(fields);
      expect(status).toBe(500);
      expect(text).not.toContain('secretsmanager');
    }
    expect(await kept()).toBe(before);
  });
});
