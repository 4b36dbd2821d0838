import { createHmac, randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { accepted, QUERY } from './support/api.ts';
import type { Directive } from './support/echo-server.ts';
import { hasBusinessLogic, publishAssistant, secretOf, useTenant } from './support/parley.ts';
import { type Answer, answerShape } from './support/shapes.ts';

const api = useTenant();
const OUT = 'The business logic is out.';

beforeAll(async () => {
  if (hasBusinessLogic()) await publishAssistant(api.account().institution);
}, 60_000);

const receivedShape = z.object({
  path: z.string(),
  headers: z.record(z.string(), z.string()),
  text: z.string(),
  again: z.boolean(),
});

/** The request that the business-logic server was sent for this answer. */
function received(answer: Answer) {
  const { text, ...rest } = receivedShape.parse(answer.visuals.received);
  const body: Record<string, unknown> = JSON.parse(text);
  return { ...rest, text, body };
}

const report = (fields: Record<string, unknown> = {}, bls?: Directive): Promise<Answer> =>
  api.ask('send a report', { ...fields, ...(bls === undefined ? {} : { bls }) });

describe.runIf(hasBusinessLogic())('the request to the business-logic server', () => {
  test('carries the query and its analysis under the names of the contract', async () => {
    const fields = { external_user_id: 'someone', device: 'web', lat: 41.5, lon: -2.25, time_offset: '-300' };
    const answer = await report(fields);
    const { body, headers } = received(answer);
    expect(headers['content-type']).toMatch(/^application\/json/);
    expect(body).toMatchObject({
      query: 'send a report',
      external_user_id: 'someone',
      device: 'web',
      lat: 41.5,
      lon: -2.25,
      language: 'en',
      qid: answer.qid,
      ai_version: answer.ai_version,
      dialog: answer.dialog,
      session_id: answer.session_id,
      intent: answer.intent,
      intent_probability: answer.intent_probability,
      state: 'report',
      slots: {},
    });
    expect(String(body.time_offset)).toBe('-300');
    expect(body).toHaveProperty('session_info');
  });

  test('is a part of the caller’s trace, where there is one that can be read', async () => {
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
    const sent = async (headers?: Record<string, string>) =>
      received(await api.ask('send a report', {}, headers)).headers.traceparent;
    expect(await sent({ traceparent })).toBe(traceparent);
    expect(await sent()).toBeUndefined();
    expect(await sent({ traceparent: `${traceparent}-more` })).toBeUndefined();
  });

  test('carries the caller’s own fields as they came', async () => {
    const fields = {
      user_token: 'for the retrieval behind',
      nested: { list: [1, null, { deep: true }], ñ: '🙂' },
      number: 1e21,
      empty: '',
      nothing: null,
    };
    expect(received(await report(fields)).body).toMatchObject(fields);
  });

  test('carries fields with the names of every object as data', async () => {
    const own = '"__proto__":{"admin":true},"constructor":1';
    const answer = await api.postJson(
      QUERY,
      `{"query":"send a report","external_user_id":"u",${own}}`,
      await api.bearer(),
    );
    expect(answer.status).toBe(200);
    const { visuals } = JSON.parse(answer.body.toString());
    expect(JSON.parse(visuals.received.text)).toHaveProperty('constructor', 1);
    expect(visuals.received.text).toContain('"__proto__":{"admin":true}');
  });

  test('carries numbers digit for digit', async () => {
    const body = '{"query":"send a report","external_user_id":"u","id":12345678901234567890}';
    const answer = accepted(await api.postQuery(body), answerShape);
    expect(received(answer).text).toContain('"id":12345678901234567890');
  });

  test('is not changed by a caller’s field with the name of one of its own', async () => {
    const fields = {
      qid: 'mine',
      session_id: 'mine',
      intent: 'mine',
      state: 'mine',
      session_info: { turn: 99 },
    };
    const answer = await report(fields);
    const { body } = received(answer);
    expect(body).toMatchObject({ qid: answer.qid, session_id: answer.session_id, state: 'report' });
    expect(body.intent).not.toBe('mine');
    expect(body.session_info).not.toEqual({ turn: 99 });
  });

  test('never carries the caller’s credential', async () => {
    const { Authorization } = await api.bearer();
    const { text, headers } = received(await report());
    expect(text + JSON.stringify(headers)).not.toContain(Authorization.slice('Bearer '.length));
    expect(headers.authorization).toBeUndefined();
  });

  test('is signed as a Standard Webhook', async () => {
    const answer = await report();
    const { headers, text } = received(answer);
    expect(headers['webhook-id']).toBe(answer.qid);
    expect(Math.abs(Number(headers['webhook-timestamp']) - Date.now() / 1000)).toBeLessThan(60);
    const secret = Buffer.from(secretOf(api.account().institution).replace(/^whsec_/, ''), 'base64');
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${text}`;
    const signature = createHmac('sha256', secret).update(signed).digest('base64');
    expect(String(headers['webhook-signature']).split(' ')).toContain(`v1,${signature}`);
  });

  test('is not made for a competency that has no business logic', async () => {
    const answer = await api.ask('thank you', { bls: { fault: 'status' } });
    expect(answer.visuals.speakableResponse).toBe('You are welcome.');
    expect(answer.visuals).not.toHaveProperty('received');
    expect(answer).not.toHaveProperty('bl_resp');
  });

  test('carries the slots of the competency under their wire names', async () => {
    const answer = await api.ask('paint the wall crimson');
    expect(received(answer).body.slots).toEqual({
      _COLOR_: {
        type: 'string',
        values: [{ tokens: 'crimson', resolved: -1, status: 'EXTRACTED', value: 'red' }],
      },
    });
  });
});

describe.runIf(hasBusinessLogic())('the answer of the business-logic server', () => {
  test('fills the response, and is given to the caller', async () => {
    const answer = await report({ said: 'forty-two' });
    expect(answer.visuals.speakableResponse).toBe('Report forty-two, turn 1.');
    expect(answer.bl_resp).toMatchObject({ response_slots: { said: 'forty-two', turn: 1 } });
  });

  test('is escaped in what is shown', async () => {
    const answer = await report({ said: '<b onclick=x>&' });
    expect(answer.visuals.formattedResponse).not.toContain('<b');
    expect(answer.visuals.formattedResponse).toMatch(/&(lt|#60|#x3c);b/i);
  });

  test('may take a declared transition and no other', async () => {
    const other = await report({ said: 'x' }, { answer: { state: 'report_other' } });
    expect(other).toMatchObject({ competency: 'report', classifier_state: 'report_other' });
    expect(other.visuals.speakableResponse).toBe('Another report x.');
    const undeclared = await report({ said: 'x' }, { answer: { state: 'thanks' } });
    expect(undeclared.competency).toBe('report');
    expect(undeclared.visuals.speakableResponse).not.toBe('You are welcome.');
  });

  test('keeps session_info to the session’s end and not beyond', async () => {
    const { dialog } = await report();
    const turns = [2, 3];
    for (const turn of turns) {
      expect((await report({ dialog })).visuals.speakableResponse).toContain(`turn ${turn}.`);
    }
    expect((await report()).visuals.speakableResponse).toContain('turn 1.');
  });

  test('may keep a slot, or drop it so that it is asked for again', async () => {
    const slots = (resolved: number) => ({
      _COLOR_: { type: 'string', values: [{ tokens: 'red', resolved, value: 'red', error: 'not in stock' }] },
    });
    const kept = await api.ask('paint the wall red', { bls: { answer: { slots: slots(1) } } });
    expect(kept.visuals.speakableResponse).toBe('Painting it red.');
    const dropped = await api.ask('paint the wall red', { bls: { answer: { slots: slots(-1) } } });
    expect(dropped.visuals.speakableResponse).toMatch(/Which color\?$/);
  });

  test('may fill a slot that the user did not give', async () => {
    const slots = { _COLOR_: { type: 'string', values: [{ tokens: 'green', resolved: 1, value: 'green' }] } };
    const answer = await api.ask('paint the wall', { bls: { answer: { slots } } });
    expect(answer.visuals.speakableResponse).toBe('Painting it green.');
  });

  test('cannot replace the payload’s own visuals', async () => {
    const visual_payload = { speakableResponse: 'pwned', formattedResponse: 'pwned', card: { id: 7 } };
    const { visuals } = await report({}, { answer: { visual_payload } });
    expect(visuals.card).toEqual({ id: 7 });
    expect(visuals.speakableResponse).not.toBe('pwned');
  });
});

describe.runIf(hasBusinessLogic())('a business-logic server that fails', () => {
  test.each(['status', 'hang', 'no_json', 'no_object', 'huge', 'redirect', 'drop'] as const)(
    'by "%s" never fails the query: the version’s fallback is said',
    async (fault) => {
      const started = Date.now();
      const answer = await report({ trace: 'kept' }, { fault });
      expect(answer.visuals.speakableResponse).toBe(OUT);
      expect(answer).toMatchObject({ competency: 'report', trace: 'kept' });
      expect(answer).not.toHaveProperty('bl_resp');
      expect(Date.now() - started).toBeLessThan(4_000);
    },
  );

  test.each([
    { response_slots: 'text' },
    { slots: 5 },
    { slots: { _COLOR_: 'red' } },
    { session_info: [] },
    { visual_payload: 'text' },
    { state: 5 },
    { slots: { _NOT_A_SLOT_: { type: 'string', values: [] } } },
  ])('by an answer with %j never fails the query', async (answer) => {
    await report({}, { answer });
  });

  test('to answer once on a dropped connection is asked again with the same qid', async () => {
    const answer = await report({ said: 'again' }, { fault: 'drop_once' });
    expect(answer.visuals.speakableResponse).toContain('Report again');
    expect(received(answer)).toMatchObject({ again: true, body: { qid: answer.qid } });
  });

  test('in one turn does not end the conversation', async () => {
    const { dialog } = await report();
    await report({ dialog }, { fault: 'status' });
    expect((await report({ dialog })).visuals.speakableResponse).toContain('turn 2.');
  });
});

describe.runIf(hasBusinessLogic())('fifty queries at once on one dialog with business logic', () => {
  test('are all counted in one order: none is lost and none counted twice', async () => {
    const dialog_seed = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => api.askAgain('send a report', { dialog_seed })),
    );
    const turns = answers.map(({ visuals }) => Number(/turn (\d+)\./.exec(visuals.speakableResponse)?.[1]));
    expect(turns.sort((one, other) => one - other)).toEqual(
      Array.from({ length: 50 }, (_, index) => index + 1),
    );
  }, 30_000);
});

describe.runIf(hasBusinessLogic())('an assistant of its own', () => {
  test('serves its institution only, and says what is out of its scope', async () => {
    const answer = await api.ask('who won the game last night');
    expect(answer.visuals.speakableResponse).toBe('That is out of scope.');
    expect(answer).toMatchObject({ competency: 'out_of_scope', intent: 'out_of_scope' });
  });
});
