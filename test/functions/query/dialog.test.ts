import { beforeEach, describe, expect, test } from 'vitest';
import { queryResponse } from '../../../functions/shared/domain/query/query-answer.ts';
import { useCountedDynamoDb } from '../../support/wire.ts';
import { createService } from './support/service.ts';

const db = useCountedDynamoDb();
let service: ReturnType<typeof createService>;
let version = '';
beforeEach(async () => {
  service = createService(db);
  version = await service.publish();
});

const said = async (fields: Record<string, unknown> = {}): Promise<string> =>
  (await service.ask(fields)).body.visuals?.speakableResponse;

describe('an answer', () => {
  test('carries every field of the contract', async () => {
    const { status, body } = await service.ask();
    expect(status).toBe(200);
    expect(queryResponse.safeParse(body).error).toBeUndefined();
    expect(body).toEqual({
      qid: expect.stringMatching(/^[0-9a-f-]{36}$/),
      session_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      dialog: expect.stringMatching(/^[0-9A-Za-z]{30}$/),
      query: 'count',
      competency: 'count',
      classifier_state: 'counted',
      visuals: { speakableResponse: '1 so far.', formattedResponse: expect.any(String) },
      intent: 'counted',
      intent_probability: 0.9,
      slots: {},
      ai_version: version,
      application: null,
      language: 'en',
      bl_resp: { session_info: { turns: 1 }, response_slots: { turns: 1 } },
    });
  });

  test('is in the requested language, else in English if supported, else in the default language', async () => {
    expect(await said({ query: 'hello' })).toBe('Hello.');
    expect(await said({ query: 'hello', language: 'es' })).toBe('Hola.');
    const { loadedAssistant } = await import('./support/assistant.ts');
    await service.publish(['default'], loadedAssistant({ languages: { default: 'es', supported: ['es'] } }));
    expect(await said({ query: 'hello' })).toBe('Hola.');
  });

  test('costs the store one read and one write', async () => {
    const { body } = await service.ask();
    db.operations.length = 0;
    await service.ask({ dialog: body.dialog });
    expect(db.operations).toEqual(['BatchGetItem', 'PutItem']);
    db.operations.length = 0;
    await service.ask({ dialog_seed: 's' }, { headers: { 'Idempotency-Key': 'k' } });
    expect(db.operations).toEqual(['BatchGetItem', 'TransactWriteItems']);
  });

  test('passes the caller’s fields to the business logic and back, but its own fields win', async () => {
    const fields =
      '"n":12345678901234567890,"__proto__":{"a":1},"qid":"mine","competency":"mine","o":[{"x":null}]';
    const { text, body } = await service.send(`{"query":"count","external_user_id":"u1",${fields}}`);
    expect(text).toContain('"n":12345678901234567890');
    expect(Object.keys(body)).toContain('__proto__');
    expect(body.o).toEqual([{ x: null }]);
    expect(body.competency).toBe('count');
    expect(body.qid).not.toBe('mine');
    const [call] = service.calls;
    expect(JSON.stringify(call)).toContain('"n":12345678901234567890');
    expect(call).toMatchObject({
      qid: body.qid,
      o: [{ x: null }],
      external_user_id: 'u1',
      ai_version: version,
    });
  });

  test('still comes if the business logic fails, without bl_resp', async () => {
    service.businessLogic = async () => ({ status: 'failed', reason: 'timeout' });
    const { status, body } = await service.ask();
    expect(status).toBe(200);
    expect(body.visuals.speakableResponse).toBe('Not now.');
    expect(body).not.toHaveProperty('bl_resp');
  });
});

describe('a dialog', () => {
  test('continues when it is passed back, and stays the same', async () => {
    const first = await service.ask();
    const second = await service.ask({ dialog: first.body.dialog });
    expect(second.body).toMatchObject({ dialog: first.body.dialog, session_id: first.body.session_id });
    expect(second.body.visuals.speakableResponse).toBe('2 so far.');
  });

  test.each([undefined, null, '', 'unknown', 'x'.repeat(30), 'é'.repeat(5000)])(
    'that is %j begins a new session',
    async (dialog) => {
      const first = await service.ask();
      const { status, body } = await service.ask({ dialog });
      expect(status).toBe(200);
      expect(body.visuals.speakableResponse).toBe('1 so far.');
      expect(body.dialog).not.toBe(first.body.dialog);
      expect(body.dialog).not.toBe(dialog);
    },
  );

  test('of another user of the institution begins a new session, and that user’s continues', async () => {
    const first = await service.ask();
    const stolen = await service.ask({ dialog: first.body.dialog }, { userId: 'eve' });
    expect(stolen).toMatchObject({ status: 200, body: { visuals: { speakableResponse: '1 so far.' } } });
    expect(stolen.body.dialog).not.toBe(first.body.dialog);
    expect(await said({ dialog: first.body.dialog })).toBe('2 so far.');
  });

  test('lives exactly 600 seconds from its last answer', async () => {
    const { dialog } = (await service.ask()).body;
    service.time += 599_999;
    expect(await said({ dialog })).toBe('2 so far.');
    service.time += 599_999;
    expect(await said({ dialog })).toBe('3 so far.');
    service.time += 600_000;
    const after = await service.ask({ dialog });
    expect(after.body.visuals.speakableResponse).toBe('1 so far.');
    expect(after.body.dialog).not.toBe(dialog);
  });

  test('is not kept alive by a refused query', async () => {
    const { dialog } = (await service.ask()).body;
    service.time += 599_999;
    expect((await service.ask({ dialog, language: 'xx' })).status).toBe(400);
    service.time += 1;
    expect(await said({ dialog })).toBe('1 so far.');
  });
});

describe('a seed', () => {
  test('keeps the conversation without a dialog, and takes precedence over one', async () => {
    const other = (await service.ask()).body.dialog;
    const first = await service.ask({ dialog_seed: 'end user 7' });
    expect(await said({ dialog_seed: 'end user 7', dialog: other })).toBe('2 so far.');
    expect(await said({ dialog: first.body.dialog })).toBe('3 so far.');
    expect(await said({ dialog_seed: 'end user 8' })).toBe('1 so far.');
    expect(await said({ dialog: other, dialog_seed: '' })).toBe('2 so far.');
  });

  test('begins a new session under the same dialog once its session has ended', async () => {
    const first = await service.ask({ dialog_seed: 's' });
    service.time += 600_000;
    const second = await service.ask({ dialog_seed: 's' });
    expect(second.body.visuals.speakableResponse).toBe('1 so far.');
    expect(second.body.dialog).toBe(first.body.dialog);
    expect(second.body.session_id).not.toBe(first.body.session_id);
    expect(await said({ dialog: first.body.dialog })).toBe('2 so far.');
  });
});

describe('the AI version', () => {
  test('is that of the application, else of ai_version, else the default', async () => {
    const own = await service.publish([]);
    const assigned = await service.publish(['prod:bank']);
    const of = async (fields: object) => {
      const { body } = await service.ask({ query: 'hello', ...fields });
      return [body.ai_version, body.application];
    };
    expect(await of({})).toEqual([version, null]);
    expect(await of({ ai_version: own.toUpperCase() })).toEqual([own, null]);
    expect(await of({ application: 'prod:bank' })).toEqual([assigned, 'prod:bank']);
    expect(await of({ application: 'prod:bank', ai_version: own })).toEqual([assigned, 'prod:bank']);
  });

  test('stays the same until the session ends, despite new assignments or requests', async () => {
    const { dialog } = (await service.ask({ query: 'hello', application: null })).body;
    const later = await service.publish(['default', 'prod:bank']);
    for (const fields of [{}, { application: 'prod:bank' }, { ai_version: later }]) {
      const { body } = await service.ask({ dialog, ...fields });
      expect([body.ai_version, body.application, body.dialog]).toEqual([version, null, dialog]);
    }
    service.time += 600_000;
    expect((await service.ask({ dialog })).body.ai_version).toBe(later);
  });

  test('that can no longer be loaded ends its session', async () => {
    const { dialog } = (await service.ask()).body;
    const later = await service.publish();
    service.loaded.delete(version);
    const { body } = await service.ask({ dialog });
    expect(body.ai_version).toBe(later);
    expect(body.visuals.speakableResponse).toBe('1 so far.');
  });

  test('that is unknown is refused by its field, even in a live session', async () => {
    const { dialog } = (await service.ask()).body;
    const foreign = createService(db);
    const theirs = await foreign.publish(['prod:bank']);
    for (const session of [{}, { dialog }]) {
      for (const fields of [{ ai_version: theirs }, { application: 'prod:bank' }]) {
        const { status, body } = await service.ask({ ...session, ...fields });
        expect(status).toBe(400);
        expect(body).toMatchObject({ error: 'invalid_request', errors: [{ field: Object.keys(fields)[0] }] });
      }
    }
  });

  test('that is missing gives an error that says what an operator must do', async () => {
    const empty = createService(db);
    const none = await empty.ask();
    expect(none.status).toBe(409);
    expect(none.body).toMatchObject({
      error: 'conflict',
      error_description: expect.stringContaining('parley ai default'),
    });
    service.loaded.clear();
    const lost = await service.ask();
    expect(lost.status).toBe(503);
    expect(lost.body.error).toBe('temporarily_unavailable');
  });
});
