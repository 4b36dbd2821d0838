import { createServer } from 'node:http';
import { beforeAll, describe, expect, test } from 'vitest';
import { Parley } from '../../../clients/typescript/index.ts';
import { tokenUrl } from '../../../examples/channels/token-url.ts';
import { useServer } from '../../support/server.ts';
import { sharedDemo } from '../../support/shared-service.ts';

const reports: unknown[] = [];
let secret = '';
const server = createServer((request, response) => {
  const { base_url, client_id, service_user_id } = sharedDemo();
  const users: Readonly<Record<string, string>> = { 'session=bo': service_user_id, 'session=gone': 'nobody' };
  return tokenUrl({
    baseUrl: base_url,
    client: { clientId: client_id, clientSecret: secret },
    userOf: async ({ headers }) => users[headers.cookie ?? ''],
    ...(request.url === '/rating-token' && { scope: 'query conversation_write' }),
    report: (error) => reports.push(error),
  })(request, response);
});
const origin = useServer(server);
beforeAll(() => {
  secret = sharedDemo().client_secret;
});

const ask = (headers: Record<string, string>, method = 'POST') =>
  fetch(`${origin()}/token`, { method, headers });
const signedIn = () => ({ Origin: origin(), Cookie: 'session=bo' });

describe('the token-url of a site', () => {
  test('gives a signed-in user a token that allows only queries', async () => {
    const answer = await ask(signedIn());
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const body: Record<string, unknown> = Object(await answer.json());
    expect(body).toEqual({ access_token: expect.any(String), expires_in: 36_000 });
    const token = async () => ({ access_token: String(body.access_token), expires_in: 36_000 });
    const parley = new Parley({ baseUrl: sharedDemo().base_url, credential: { token } });
    const said = await parley.query({ query: 'hello', external_user_id: 'token-url' });
    expect(said.visuals.speakableResponse).not.toBe('');
    await expect(parley.listKeys()).rejects.toMatchObject({ status: 403, code: 'insufficient_scope' });
  });

  test('gives a token that also allows ratings, if the site enables it', async () => {
    const answer = await fetch(`${origin()}/rating-token`, { method: 'POST', headers: signedIn() });
    const { access_token, expires_in } = Object(await answer.json());
    const token = async () => ({ access_token: String(access_token), expires_in });
    const parley = new Parley({ baseUrl: sharedDemo().base_url, credential: { token } });
    const { session_id, qid } = await parley.query({
      query: 'hello',
      external_user_id: 'token-url',
      application: 'demo:bank',
    });
    expect(await parley.giveFeedback({ session_id, qid, rating: 'bad' })).toMatchObject({ rating: 'bad' });
  });

  test.each([
    ['nobody who is signed in', { Cookie: '' }, 401],
    ['a page of another site', { Origin: 'https://evil.example' }, 403],
    ['a page whose origin is hidden', { Origin: 'null' }, 403],
  ])('gives no token to %s', async (_name, headers, status) => {
    const answer = await ask({ ...signedIn(), ...headers });
    expect(answer.status).toBe(status);
    expect(await answer.json()).not.toHaveProperty('access_token');
  });

  test('gives no token without an Origin or to a GET request', async () => {
    expect((await ask({ Cookie: 'session=bo' })).status).toBe(403);
    expect((await ask(signedIn(), 'GET')).status).toBe(405);
  });

  test('reports only to its owner why the service gave no token', async () => {
    const answer = await ask({ ...signedIn(), Cookie: 'session=gone' });
    expect(answer.status).toBe(502);
    expect(await answer.text()).toBe('{"error":"no_token"}');
    expect(reports).toEqual([expect.objectContaining({ name: 'CallError' })]);
  });
});
