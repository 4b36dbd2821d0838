import { beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { Directive } from './support/echo-server.ts';
import { hasBusinessLogic, publishAssistant, useTenant } from './support/parley.ts';
import type { Answer } from './support/shapes.ts';

const api = useTenant();
const OUT = 'The business logic is out.';

beforeAll(async () => {
  if (hasBusinessLogic()) await publishAssistant(api.account().institution);
});

const receivedShape = z.object({
  path: z.string(),
  headers: z.record(z.string(), z.string()),
  text: z.string(),
  again: z.boolean(),
});

/** Returns the request that the business-logic server received for this answer. */
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

  test('passes on the caller’s traceparent if it is valid', async () => {
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
    const sent = async (headers?: Record<string, string>) =>
      received(await api.ask('send a report', {}, headers)).headers.traceparent;
    expect(await sent({ traceparent })).toBe(traceparent);
    expect(await sent()).toBeUndefined();
    expect(await sent({ traceparent: `${traceparent}-more` })).toBeUndefined();
  });

  test('never carries the caller’s credential', async () => {
    const { Authorization } = await api.bearer();
    const { text, headers } = received(await report());
    expect(text + JSON.stringify(headers)).not.toContain(Authorization.slice('Bearer '.length));
    expect(headers.authorization).toBeUndefined();
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
  test('fills the response, and is returned to the caller', async () => {
    const answer = await report({ said: 'forty-two' });
    expect(answer.visuals.speakableResponse).toBe('Report forty-two, turn 1.');
    expect(answer.bl_resp).toMatchObject({ response_slots: { said: 'forty-two', turn: 1 } });
  });
});

describe.runIf(hasBusinessLogic())('a business-logic server that fails', () => {
  test.each(['status', 'hang', 'no_json', 'no_object', 'huge', 'redirect', 'drop'] as const)(
    'by "%s" never fails the query: the answer is the version’s fallback',
    async (fault) => {
      const answer = await report({ trace: 'kept' }, { fault });
      expect(answer.visuals.speakableResponse).toBe(OUT);
      expect(answer).toMatchObject({ competency: 'report', trace: 'kept' });
      expect(answer).not.toHaveProperty('bl_resp');
    },
  );

  test('in one turn does not end the conversation', async () => {
    const { dialog } = await report();
    await report({ dialog }, { fault: 'status' });
    expect((await report({ dialog })).visuals.speakableResponse).toContain('turn 2.');
  });
});
