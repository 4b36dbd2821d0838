import { describe, expect, test } from 'vitest';
import { Parley, type QueryAnswer, richAnswer } from '../../../clients/typescript/index.ts';
import { useApi } from '../../conformance/support/parley.ts';
import { sharedDemo } from '../../support/shared-service.ts';

const api = useApi();

/** Creates a client that records its requests and loses the first `loseAnswers` answers to queries. */
function client({ loseAnswers = 0, key }: { loseAnswers?: number; key?: string } = {}) {
  const { base_url, client_id, client_secret, service_user_id } = sharedDemo();
  const sent: { url: string; authorization: string }[] = [];
  const given: Promise<unknown>[] = [];
  let left = loseAnswers;
  const parley = new Parley({
    baseUrl: base_url,
    credential:
      key === undefined
        ? { clientId: client_id, clientSecret: client_secret, serviceUserId: service_user_id }
        : { appKey: key },
    surroundings: {
      wait: async () => undefined,
      fetch: async (input, init) => {
        sent.push({
          url: String(input),
          authorization: new Headers(init?.headers).get('Authorization') ?? '',
        });
        const response = await fetch(input, init);
        if (!String(input).endsWith('/query') || left === 0) return response;
        left -= 1;
        given.push(response.json());
        throw new TypeError('the connection was lost');
      },
    },
  });
  return { parley, sent, given };
}

const visualsOf = (answer: QueryAnswer) => richAnswer(answer).speak;

describe('the client with the real service', () => {
  test('keeps the dialog of a conversation', async () => {
    const { parley } = client({ key: sharedDemo().app_key });
    const conversation = parley.conversation({ external_user_id: 'client-dialog', application: 'demo:bank' });
    expect(visualsOf(await conversation.ask('move 50 dollars from checking'))).toBe('To which account?');
    expect(visualsOf(await conversation.ask('to savings'))).toContain('Move $50');
    const elsewhere = parley.conversation({
      external_user_id: 'client-dialog',
      ...(conversation.dialog !== undefined && { dialog: conversation.dialog }),
    });
    expect((await elsewhere.ask('no')).competency).toBe('transfer');
  });

  test('gets the same answer again after lost ones', async () => {
    const { parley, sent, given } = client({ loseAnswers: 2 });
    const answer = await parley.query({ query: 'hello', external_user_id: 'client-lost' });
    const lost = await Promise.all(given);
    expect(sent.filter(({ url }) => url.endsWith('/query'))).toHaveLength(3);
    expect(lost).toEqual([answer, answer]);
  });

  test('rates an answer with a key that allows only queries and ratings', async () => {
    const { key } = await api.newKey({ scopes: 'query conversation_write' });
    const { parley } = client({ key });
    const { session_id, qid } = await parley.query({
      query: 'hello',
      external_user_id: 'client-rates',
      application: 'demo:bank',
    });
    const stored = { session_id, qid, rating: 'good', words_kept: false };
    expect(await parley.giveFeedback({ session_id, qid, rating: 'good' })).toEqual(stored);
    await expect(parley.readConversation(session_id)).rejects.toMatchObject({ status: 403 });
  });

  test('continues with a new token after a revocation', async () => {
    const { parley, sent } = client();
    const ask = () => parley.query({ query: 'hello', external_user_id: 'client-revoked' });
    await ask();
    const token = sent.at(-1)?.authorization.replace('Bearer ', '') ?? '';
    const { client_id, client_secret } = sharedDemo();
    const revoked = await api.postForm('/v1/oauth/revoke', { token, client_id, client_secret });
    expect(revoked.status).toBe(200);
    await ask();
    expect(sent.at(-1)?.authorization).not.toBe(`Bearer ${token}`);
    expect(sent.filter(({ url }) => url.endsWith('/oauth/'))).toHaveLength(2);
  });

  test('throws an error for a key with another referrer', async () => {
    const { key } = await api.newKey({ scopes: 'query', referrer_addresses: 'pages.example' });
    const asked = client({ key }).parley.query({ query: 'hello', external_user_id: 'client-key' });
    await expect(asked).rejects.toMatchObject({ status: 403, code: 'referrer_not_allowed' });
  });

  test('creates, updates, lists and deletes keys', async () => {
    const { parley } = client();
    const { id, key } = await parley.createKey({ name: 'by the client', scopes: 'query' });
    expect(key).toHaveLength(40);
    expect(await parley.updateKey(id, { name: 'renamed' })).toMatchObject({ action: 'Update', id });
    expect((await parley.listKeys()).tokens).toContainEqual(expect.objectContaining({ id, name: 'renamed' }));
    expect(await parley.deleteKey(id)).toEqual({ deleted: id });
  });
});
