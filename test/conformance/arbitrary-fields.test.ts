import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { accepted, refused, refusedField } from './support/api.ts';
import { useApi } from './support/parley.ts';
import { answerShape } from './support/shapes.ts';

const api = useApi();
const QUESTION = { query: 'hello', external_user_id: 'arbitrary' };
const nested = (levels: number): unknown => {
  let value: unknown = 'deep';
  for (let level = 0; level < levels; level += 1) value = level % 2 === 0 ? [value] : { in: value };
  return value;
};

describe('fields beyond the contract', () => {
  test.each([
    { trace: 'x-1' },
    { count: 0, ratio: -1.5e-7, list: [1, null, { four: {} }], 'ñandú-🦤': '', text: '</script> \u2028 🙂' },
    { Query: 'another letter case', EXTERNAL_USER_ID: 'not the field' },
  ])('come back under the same names: %j', async (fields) => {
    expect(await api.ask('hello', fields)).toMatchObject(fields);
  });

  test('come back where names are those of every object', async () => {
    const own =
      '"__proto__":{"admin":true},"constructor":{"prototype":{"x":1}},"toString":"s","hasOwnProperty":1';
    const answer = await api.postQuery(`{"query":"hello","external_user_id":"u",${own}}`);
    const body = accepted(answer, answerShape);
    const echoed: unknown = JSON.parse(answer.body.toString());
    expect(echoed).toBeTypeOf('object');
    for (const [name, value] of Object.entries(JSON.parse(`{${own}}`))) {
      expect(Object.getOwnPropertyDescriptor(echoed, name)?.value, name).toEqual(value);
    }
    expect(body.visuals).not.toHaveProperty('admin');
    const next: object = await api.ask('hello');
    expect(Object.hasOwn(next, 'admin') || 'admin' in next).toBe(false);
  });

  test('keep numbers digit for digit, also those that no double holds exactly', async () => {
    const own = '"id":12345678901234567890,"rate":0.1234567890123456789,"tiny":1e-400,"list":[-0,1.0]';
    const { status, body } = await api.postQuery(`{"query":"hello","external_user_id":"u",${own}}`);
    expect(status).toBe(200);
    for (const text of ['12345678901234567890', '0.1234567890123456789', '1e-400']) {
      expect(body.toString()).toContain(text);
    }
  });

  test('with the name of a field of the payload are overridden by it', async () => {
    const plain = await api.ask('hello', { external_user_id: 'override' });
    const mine = Object.fromEntries(Object.keys(plain).map((name) => [name, 'mine']));
    const { query: _q, dialog: _d, language: _l, ai_version: _v, application: _a, ...own } = mine;
    const answer = await api.ask('hello', { ...own, external_user_id: 'override' });
    expect(Object.keys(own)).toEqual(
      expect.arrayContaining([
        'competency',
        'classifier_state',
        'visuals',
        'qid',
        'session_id',
        'intent',
        'slots',
      ]),
    );
    for (const name of [
      'competency',
      'classifier_state',
      'visuals',
      'qid',
      'session_id',
      'intent',
      'slots',
    ]) {
      expect(answer[name], name).not.toBe('mine');
    }
    expect(answer.competency).toBe(plain.competency);
  });

  test('do not carry over to the next query', async () => {
    const { dialog } = await api.ask('hello', { once: 'only' });
    expect(await api.ask('hello', { dialog })).not.toHaveProperty('once');
  });
});

describe('the limits of a query body', () => {
  test('a field of nearly 64 KB comes back whole', async () => {
    const blob = 'x'.repeat(65_000);
    expect((await api.ask('hello', { blob })).blob).toBe(blob);
  });

  test('the fields of the contract do not count among the 64 KB', async () => {
    const fields = { blob: 'x'.repeat(64_000) };
    expect(await api.ask('a '.repeat(2_000), fields)).toMatchObject(fields);
  });

  test('a field of 20 levels comes back whole, one of 21 is refused', async () => {
    const deep = nested(20);
    expect((await api.ask('hello', { deep })).deep).toEqual(deep);
    refused(await api.postQuery({ ...QUESTION, deep: nested(21) }), 400, 'invalid_request');
  });

  test('a body of 256 KB is read, one byte more is 413', async () => {
    const text = JSON.stringify({ ...QUESTION, external_user_id: randomUUID() });
    const body = text.padEnd(256 * 1024, ' ');
    accepted(await api.postQuery(body), answerShape);
    refused(await api.postQuery(`${body} `), 413, 'payload_too_large');
  });

  test('a number of a quarter of a million digits is refused, and nobody waits for it', async () => {
    const body = (digits: string) => `{"query":"hello","external_user_id":"u","x":${digits}}`;
    const hostile = Array.from({ length: 4 }, () => api.postQuery(body(`1.${'0'.repeat(260_000)}1`)));
    await api.ask('hello');
    for (const answer of await Promise.all(hostile)) refused(answer, 413, 'payload_too_large');
    const number = `1.${'0'.repeat(65_000)}1`;
    expect((await api.postQuery(body(number))).body.toString()).toContain(`"x":${number}`);
    const { status, body: plain } = await api.postQuery(body(`1.${'0'.repeat(260_000)}`));
    expect([status, JSON.parse(plain.toString()).x]).toEqual([200, 1]);
  }, 20_000);

  test('FAQ filters of a hundred thousand values are refused, and of as many marks answered', async () => {
    const many = await api.postQuery({ ...QUESTION, ai_faq_filters: { tags: Array(120_000).fill(1) } });
    refusedField(many, 'ai_faq_filters');
    const marks = '\u0316\u0301'.repeat(30_000);
    const answer = await api.postQuery({ ...QUESTION, ai_faq_filters: { tags: [marks], title: [marks] } });
    expect(answer.status).toBe(200);
  }, 20_000);
});
