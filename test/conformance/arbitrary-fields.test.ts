import { describe, expect, test } from 'vitest';
import { refused, refusedField } from './support/api.ts';
import { useApi } from './support/parley.ts';

const api = useApi();
const QUESTION = { query: 'hello', external_user_id: 'arbitrary' };

describe('fields beyond the contract', () => {
  test.each([
    { trace: 'x-1' },
    { count: 0, ratio: -1.5e-7, list: [1, null, { four: {} }], 'ñandú-🦤': '', text: '</script> \u2028 🙂' },
    { Query: 'another letter case', EXTERNAL_USER_ID: 'not the field' },
  ])('come back under the same names: %j', async (fields) => {
    expect(await api.ask('hello', fields)).toMatchObject(fields);
  });

  test('do not carry over to the next query', async () => {
    const { dialog } = await api.ask('hello', { once: 'only' });
    expect(await api.ask('hello', { dialog })).not.toHaveProperty('once');
  });
});

describe('the limits of a query body', () => {
  test('rejects a number of 260,000 digits without delaying other queries', async () => {
    const body = (digits: string) => `{"query":"hello","external_user_id":"u","x":${digits}}`;
    const hostile = Array.from({ length: 4 }, () => api.postQuery(body(`1.${'0'.repeat(260_000)}1`)));
    await api.ask('hello');
    for (const answer of await Promise.all(hostile)) refused(answer, 413, 'payload_too_large');
    const number = `1.${'0'.repeat(65_000)}1`;
    expect((await api.postQuery(body(number))).body.toString()).toContain(`"x":${number}`);
    const { status, body: plain } = await api.postQuery(body(`1.${'0'.repeat(260_000)}`));
    expect([status, JSON.parse(plain.toString()).x]).toEqual([200, 1]);
  });

  test('rejects FAQ filters of 120,000 values, and accepts values of 60,000 combining marks', async () => {
    const many = await api.postQuery({ ...QUESTION, ai_faq_filters: { tags: Array(120_000).fill(1) } });
    refusedField(many, 'ai_faq_filters');
    const marks = '\u0316\u0301'.repeat(30_000);
    const answer = await api.postQuery({ ...QUESTION, ai_faq_filters: { tags: [marks], title: [marks] } });
    expect(answer.status).toBe(200);
  });
});
