import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { accepted, appKey, refused } from './support/api.ts';
import { useApi } from './support/parley.ts';
import { answerShape } from './support/shapes.ts';

const api = useApi();
const CONFIRM = 'transfer 100 dollars from checking to savings';
const BALANCE = "what's my balance";

describe('concurrent queries in one dialog', () => {
  test('are answered one by one: of fifty yeses, only one confirms', async () => {
    const user = { external_user_id: randomUUID(), dialog_seed: randomUUID() };
    await api.ask(CONFIRM, user);
    const answers = await Promise.all(Array.from({ length: 50 }, () => api.askAgain('yes', user)));
    const confirmed = answers.filter(({ classifier_state }) => classifier_state === 'transfer_confirmed');
    expect(confirmed).toHaveLength(1);
    const { visuals } = await api.ask(BALANCE, user);
    expect(visuals.speakableResponse).toMatch(/1,140\.50.*5,400/s);
  });

  test('that say yes three times freeze the card, but do not order a new one', async () => {
    const user = { external_user_id: randomUUID(), dialog_seed: randomUUID() };
    await api.ask('my debit card was stolen', user);
    const answers = await Promise.all([1, 2, 3].map(() => api.askAgain('yes', user)));
    expect(answers.filter(({ classifier_state }) => classifier_state === 'card_frozen')).not.toEqual([]);
    for (const { visuals } of answers) expect(visuals.speakableResponse).toMatch(/frozen.*new one/);
    const { visuals } = await api.ask('order me a new debit card', { ...user, dialog_seed: randomUUID() });
    expect(visuals.speakableResponse).not.toMatch(/on its way/);
  });
});

describe('an Idempotency-Key', () => {
  const headers = () => ({ 'Idempotency-Key': randomUUID() });

  test('gives a repeat the same answer, and does nothing again', async () => {
    const user = { external_user_id: randomUUID(), dialog_seed: randomUUID() };
    const once = headers();
    await api.ask(CONFIRM, user);
    const fields = { query: 'yes', ...user };
    const first = await api.postQuery(fields, once);
    expect(accepted(first, answerShape).classifier_state).toBe('transfer_confirmed');
    for (let round = 0; round < 3; round += 1) {
      const repeat = await api.postQuery(fields, once);
      expect(repeat.status).toBe(200);
      expect(repeat.body.equals(first.body)).toBe(true);
    }
    const { visuals } = await api.ask(BALANCE, user);
    expect(visuals.speakableResponse).toContain('1,140.50');
  });

  test('can be used again after a refused query', async () => {
    const once = headers();
    refused(await api.postQuery({ query: 5, external_user_id: 'u' }, once), 400, 'invalid_request');
    await api.ask('hello', {}, once);
  });

  test('works across all credentials of its user', async () => {
    const once = headers();
    const fields = { query: 'hello', external_user_id: 'u' };
    const { key } = await api.newKey({ scopes: 'query' });
    const first = await api.postQuery(fields, once);
    const repeat = await api.postQuery(fields, { ...once, ...appKey(key) });
    expect(repeat.body.equals(first.body)).toBe(true);
  });
});
