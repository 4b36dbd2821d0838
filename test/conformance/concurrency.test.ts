import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { appKey, refused } from './support/api.ts';
import { useApi } from './support/parley.ts';

const api = useApi();

describe('concurrent queries in one dialog', () => {
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
