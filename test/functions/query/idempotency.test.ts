import { beforeEach, describe, expect, test } from 'vitest';
import { openAnswer, sealAnswer } from '../../../functions/shared/domain/query/sealed-answer.ts';
import { itemsOf, valuesIn } from '../../support/dynamodb.ts';
import { DEPLOYMENT_KEY } from '../../support/rules.ts';
import { useCountedDynamoDb } from '../../support/wire.ts';
import { createService } from './support/service.ts';

const db = useCountedDynamoDb();
let service: ReturnType<typeof createService>;
beforeEach(async () => {
  service = createService(db);
  await service.publish();
});

describe('an Idempotency-Key', () => {
  const withKey = (key: string | string[]) => ({ headers: { 'Idempotency-Key': key } });

  test('makes a repeat return the same answer and change nothing', async () => {
    const { dialog } = (await service.ask()).body;
    const first = await service.ask({ dialog }, withKey('k1'));
    const again = await service.ask({ dialog }, withKey('k1'));
    expect(again).toEqual(first);
    expect(service.calls).toHaveLength(2);
    expect((await service.ask({ dialog })).body.visuals.speakableResponse).toBe('3 so far.');
  });

  test('returns the one answer to many simultaneous repeats', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => service.ask({}, withKey('k2'))));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    const [{ body } = { body: undefined }] = answers;
    expect((await service.ask({ dialog: body.dialog })).body.visuals.speakableResponse).toBe('2 so far.');
  });

  test('keeps the qid of a failed attempt, so that the business logic recognizes the repeat', async () => {
    const answer = service.businessLogic;
    service.businessLogic = async (...call) => {
      await answer(...call);
      throw new Error('the function dies here');
    };
    expect((await service.ask({}, withKey('k3'))).status).toBe(500);
    service.businessLogic = answer;
    await service.ask({}, withKey('k3'));
    await service.ask({ other: 1 }, withKey('k4'));
    const [first, second, third] = service.calls.map(({ qid }) => qid);
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  });

  test('is refused for another request, explained or not', async () => {
    await service.ask({}, withKey('k5'));
    const other = await service.ask({ query: 'hello' }, withKey('k5'));
    expect([other.status, other.body.error]).toEqual([409, 'idempotency_key_reused']);
    const explained = await service.ask(
      {},
      { ...withKey('k5'), explain: ['true'], scopes: ['query', 'ai_model_read'] },
    );
    expect(explained.status).toBe(409);
  });

  test('is separate for each user of a credential and each of their end users', async () => {
    const { text } = await service.ask({}, withKey('k6'));
    for (const [fields, as] of [
      [{}, { userId: 'eve' }],
      [{ external_user_id: 'u2' }, {}],
    ]) {
      const other = await service.ask(fields, { ...withKey('k6'), ...as });
      expect(other.status).toBe(200);
      expect(other.text).not.toBe(text);
    }
    expect((await service.ask({}, withKey('k6'))).text).toBe(text);
  });

  test('leaves nothing in the table that confirms a guessed request', async () => {
    await service.ask({ card_number: '4929' }, withKey('1'));
    const records = async () =>
      (await itemsOf(db.uncounted(), 'SESSIONS_TABLE')).filter(
        ({ fingerprint }) => fingerprint !== undefined,
      );
    const before = await records();
    // The same request in the same place, under another deployment key.
    service.deploymentKey = Buffer.from('b'.repeat(64));
    await service.ask({ card_number: '4929' }, withKey('1'));
    const after = await records();
    expect(after).toHaveLength(before.length + 1);
    expect(new Set(after.map(({ pk }) => pk)).size).toBe(after.length);
    expect(new Set(after.map(({ fingerprint }) => fingerprint)).size).toBe(after.length);
  });

  test('is free again after 24 hours', async () => {
    const first = await service.ask({}, withKey('k7'));
    service.time += 86_399_999;
    expect((await service.ask({}, withKey('k7'))).text).toBe(first.text);
    service.time += 1;
    const later = await service.ask({}, withKey('k7'));
    expect(later.status).toBe(200);
    expect(later.body.session_id).not.toBe(first.body.session_id);
    expect((await service.ask({}, withKey('k7'))).text).toBe(later.text);
  });

  test.each(['a', '~'.repeat(255)])('may be %.10s…', async (key) => {
    expect((await service.ask({}, withKey(key))).status).toBe(200);
  });

  test.each([[''], ['a b'], ['é'], ['~'.repeat(256)], [['a', 'b']]])('may not be %.10s…', async (key) => {
    const { status, body } = await service.ask({}, withKey(key));
    expect([status, body.errors?.[0]?.field]).toEqual([400, 'Idempotency-Key']);
  });
});

describe('the stored answer for a repeat', () => {
  const withKey = { headers: { 'Idempotency-Key': 'k8' } };

  test.each(['', 'x'.repeat(5000)])('is unreadable in the table (%.1s)', async (pad) => {
    const fields = { query: 'count', card_number: `canary-4929-1234${pad}`, dialog_seed: 'canary-seed' };
    const first = await service.ask(fields, withKey);
    expect(first.text).toContain('canary-4929-1234');
    const kept = (await itemsOf(db.uncounted(), 'SESSIONS_TABLE')).map((item) => valuesIn(item));
    expect(kept.some((item) => item.startsWith('idempotency#') || item.includes('idempotency#'))).toBe(true);
    for (const item of kept) for (const word of ['canary', 'so far']) expect(item).not.toContain(word);
    expect((await service.ask(fields, withKey)).text).toBe(first.text);
  });

  test('opens only with the deployment’s key and its own request', async () => {
    const key = { deploymentKey: DEPLOYMENT_KEY, request: new Uint8Array(32) };
    const sealed = await sealAnswer('{"said":"ünïcode"}', key, new Uint8Array(12));
    expect(await openAnswer(sealed, key)).toBe('{"said":"ünïcode"}');
    expect(await openAnswer(sealed, { ...key, request: new Uint8Array(32).fill(1) })).toBeUndefined();
    expect(await openAnswer(sealed, { ...key, deploymentKey: Buffer.from('another') })).toBeUndefined();
    const altered = sealed.map((byte, at) => (at === 20 ? byte ^ 1 : byte));
    expect(await openAnswer(altered, key)).toBeUndefined();
  });
});
