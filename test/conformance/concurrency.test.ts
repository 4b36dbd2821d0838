import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { accepted, appKey, refused } from './support/api.ts';
import { useApi } from './support/parley.ts';
import { answerShape } from './support/shapes.ts';

const api = useApi();
const CONFIRM = 'transfer 100 dollars from checking to savings';
const BALANCE = "what's my balance";

describe('fifty queries at once on one dialog', () => {
  test('are all answered in that dialog, each as its own query', async () => {
    const dialog_seed = randomUUID();
    const user = { external_user_id: randomUUID(), dialog_seed };
    const first = await api.ask('hello', user);
    const answers = await Promise.all(Array.from({ length: 50 }, () => api.askAgain(BALANCE, user)));
    expect(new Set(answers.map(({ session_id }) => session_id))).toEqual(new Set([first.session_id]));
    expect(new Set(answers.map(({ dialog }) => dialog))).toEqual(new Set([first.dialog]));
    expect(new Set(answers.map(({ qid }) => qid)).size).toBe(50);
    expect(answers.filter(({ competency }) => competency !== 'balance')).toEqual([]);
  }, 30_000);

  test('are answered in some order: of fifty times yes, one confirms', async () => {
    const user = { external_user_id: randomUUID(), dialog_seed: randomUUID() };
    await api.ask(CONFIRM, user);
    const answers = await Promise.all(Array.from({ length: 50 }, () => api.askAgain('yes', user)));
    const confirmed = answers.filter(({ classifier_state }) => classifier_state === 'transfer_confirmed');
    expect(confirmed).toHaveLength(1);
    const { visuals } = await api.ask(BALANCE, user);
    expect(visuals.speakableResponse).toMatch(/1,140\.50.*5,400/s);
  }, 30_000);

  test('that say yes three times to freezing a card freeze it, and order no new one', async () => {
    const user = { external_user_id: randomUUID(), dialog_seed: randomUUID() };
    await api.ask('my debit card was stolen', user);
    const answers = await Promise.all([1, 2, 3].map(() => api.askAgain('yes', user)));
    expect(answers.filter(({ classifier_state }) => classifier_state === 'card_frozen')).not.toEqual([]);
    for (const { visuals } of answers) expect(visuals.speakableResponse).toMatch(/frozen.*new one/);
    const { visuals } = await api.ask('order me a new debit card', { ...user, dialog_seed: randomUUID() });
    expect(visuals.speakableResponse).not.toMatch(/on its way/);
  }, 30_000);

  test('that begin it with one seed begin one session', async () => {
    const user = { external_user_id: randomUUID(), dialog_seed: randomUUID() };
    const answers = await Promise.all(Array.from({ length: 20 }, () => api.askAgain('hello', user)));
    expect(new Set(answers.map(({ session_id }) => session_id)).size).toBe(1);
  });
});

describe('an Idempotency-Key', () => {
  const headers = () => ({ 'Idempotency-Key': randomUUID() });

  test('gives a repeat the same bytes and moves nothing', async () => {
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

  test('gives a repeat the same bytes where the first query began the dialog', async () => {
    const once = headers();
    const fields = { query: 'hello', external_user_id: 'u', trace: { id: [1, 2, 3] } };
    const first = await api.postQuery(fields, once);
    const repeat = await api.postQuery(fields, once);
    accepted(first, answerShape);
    expect(repeat.body.equals(first.body)).toBe(true);
  });

  test('sent ten times at once has one effect and one answer', async () => {
    const user = { external_user_id: randomUUID(), dialog_seed: randomUUID() };
    const once = headers();
    await api.ask(CONFIRM, user);
    const sent = Array.from({ length: 10 }, () => api.postQuery({ query: 'yes', ...user }, once));
    const bodies = (await Promise.all(sent)).map((answer) => {
      expect(accepted(answer, answerShape).classifier_state).toBe('transfer_confirmed');
      return answer.body.toString();
    });
    expect(new Set(bodies).size).toBe(1);
    const { visuals } = await api.ask(BALANCE, user);
    expect(visuals.speakableResponse).toContain('1,140.50');
  });

  test('with another body is 409, and that body moves nothing', async () => {
    const user = { external_user_id: randomUUID(), dialog_seed: randomUUID() };
    const once = headers();
    const first = await api.ask(CONFIRM, user, once);
    refused(await api.postQuery({ query: 'yes', ...user }, once), 409, 'idempotency_key_reused');
    const { visuals } = await api.ask(BALANCE, { external_user_id: user.external_user_id });
    expect(visuals.speakableResponse).toContain('1,240.50');
    expect((await api.ask('yes', user)).session_id).toBe(first.session_id);
  });

  test('is not spent by a query that was refused', async () => {
    const once = headers();
    refused(await api.postQuery({ query: 5, external_user_id: 'u' }, once), 400, 'invalid_request');
    await api.ask('hello', {}, once);
  });

  test('is the user’s, whichever credential sends it', async () => {
    const once = headers();
    const fields = { query: 'hello', external_user_id: 'u' };
    const { key } = await api.newKey({ scopes: 'query' });
    const first = await api.postQuery(fields, once);
    const repeat = await api.postQuery(fields, { ...once, ...appKey(key) });
    expect(repeat.body.equals(first.body)).toBe(true);
  });

  test('of two values gives two answers', async () => {
    const fields = { query: 'hello', external_user_id: 'u' };
    const [one, two] = await Promise.all([
      api.postQuery(fields, headers()),
      api.postQuery(fields, headers()),
    ]);
    expect(accepted(one, answerShape).qid).not.toBe(accepted(two, answerShape).qid);
  });

  test('may be 255 characters long and not 256', async () => {
    const fields = { query: 'hello', external_user_id: 'u' };
    const long = randomUUID().padEnd(255, 'x');
    accepted(await api.postQuery(fields, { 'Idempotency-Key': long }), answerShape);
    refused(await api.postQuery(fields, { 'Idempotency-Key': `${long}x` }), 400, 'invalid_request');
  });

  test.each(['', 'caf\u00e9'])('that is %j is refused', async (key) => {
    const fields = { query: 'hello', external_user_id: 'u' };
    refused(await api.postQuery(fields, { 'Idempotency-Key': key }), 400, 'invalid_request');
  });

  test('that is sent twice in one request is refused', async () => {
    const fields = { query: 'hello', external_user_id: 'u' };
    const answer = await api.postQuery(fields, { 'Idempotency-Key': ['one', 'two'] });
    refused(answer, 400, 'invalid_request');
  });
});
