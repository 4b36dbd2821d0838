import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createOauthAuthorize } from '../../../functions/oauth-authorize/handler.ts';
import { STYLE, STYLE_SOURCE } from '../../../functions/shared/page/style.ts';
import { createCodeStore } from '../../../functions/shared/store/credentials-codes.ts';
import { createSignInStore } from '../../../functions/shared/store/directory-sign-in.ts';
import { formTokenOf } from '../../../infra/openapi/code-flow.ts';
import { CALLBACK, PASSWORD, useAuthorization } from '../../support/authorization.ts';
import { itemsOf } from '../../support/dynamodb.ts';
import { callForText } from '../../support/requests.ts';

const authorization = useAuthorization();
const { query, open, decide, answered } = authorization;

const ISSUER = 'https://parley.example';

describe('the page', () => {
  test('names the client, the institution and every scope, and escapes what operators typed', async () => {
    const { status, body } = await open(query('acme', { scope: 'query account_write' }));
    expect(status).toBe(200);
    expect(body).toContain('<h1>Sign in to Shop &#38; Co</h1>');
    expect(body).toContain('The &#60;acme&#62; bank');
    expect(body.match(/<li>[^<]*/g)).toEqual(['<li>Ask questions', '<li>Change account data']);
    expect(body).not.toMatch(/<script|<link|<img| on\w+=| style=/);
  });

  test('loads nothing, runs nothing, cannot be framed and is not cached', async () => {
    const { headers, body } = await open(query());
    expect(headers).toMatchObject({
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'no-referrer',
      'X-Frame-Options': 'DENY',
      'X-Content-Type-Options': 'nosniff',
      'Content-Security-Policy': `default-src 'none'; style-src ${STYLE_SOURCE}; form-action 'self' https:; frame-ancestors 'none'; base-uri 'none'`,
    });
    expect(body).toContain(`<style>${STYLE}</style>`);
    expect(Object.keys(headers).filter((name) => name.startsWith('Access-Control'))).toEqual([]);
  });

  test.each([
    ['acme', CALLBACK, "'self' https:"],
    ['acme-app', 'http://127.0.0.1:5000/callback', "'self' http://127.0.0.1:5000 https:"],
    ['acme-app', 'com.example.app:/callback', "'self' com.example.app:"],
  ])('lets the form of %s lead to %s', async (name, redirect_uri, targets) => {
    const { headers } = await open(query(name, { redirect_uri }));
    expect(headers['Content-Security-Policy']).toContain(`form-action ${targets};`);
  });

  test('is in the language that the browser prefers', async () => {
    const { headers, body } = await open(query(), { headers: { 'Accept-Language': 'es-MX, en;q=0.8' } });
    expect(body).toContain('<html lang="es">');
    expect(headers).toMatchObject({ 'Content-Language': 'es', Vary: 'Accept-Language' });
  });

  test('is shown in one round trip and writes nothing', async () => {
    await open(query());
    expect(authorization.store.operations).toEqual(['BatchGetItem']);
  });
});

describe('a request that cannot be trusted shows a page and does not redirect', () => {
  test.each([
    ['an unknown client', 'acme', { client_id: 'acme.AAAAAAAAAAAAAAAAAAAA' }],
    ['a redirect that only begins like the registered one', 'acme', { redirect_uri: `${CALLBACK}&x=1` }],
  ])('%s', async (_, name, changes) => {
    const { status, headers, body } = await open(query(name, changes as Record<string, string>));
    expect(status).toBe(400);
    expect(headers).not.toHaveProperty('Location');
    expect(headers).not.toHaveProperty('Set-Cookie');
    expect(body).toContain('This link does not work');
    expect(body).not.toContain('<form');
  });
});

describe('any other wrong request redirects to the client, with state and iss', () => {
  test.each([
    ['invalid_request', 'acme', { response_type: '' }],
    ['invalid_scope', 'acme', { scope: 'query everything' }],
    ['invalid_request', 'acme-app', { code_challenge_method: 'plain' }],
  ])('%s of %s for %o', async (error, name, changes) => {
    const answer = await open(query(name, changes as Record<string, string>));
    expect(answer.status).toBe(303);
    expect(answered(answer)).toEqual({
      ...(name === 'acme' ? { from: 'parley' } : {}),
      error,
      error_description: expect.stringMatching(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/),
      state: 'st&te',
      iss: ISSUER,
    });
  });
});

describe('the form', () => {
  const allowing = (page: string) =>
    new Map(
      Object.entries({
        ...{ form_token: formTokenOf(page), username: 'ann', password: PASSWORD },
        decision: 'allow',
      }),
    );

  test('returns a code if the user allows, in four round trips', async () => {
    await open(query());
    authorization.store.roundTrips.length = 0;
    const answer = await decide(query());
    expect(answer.status).toBe(303);
    expect(answer.headers.Location).toMatch(/^https:\/\/shop\.example\/callback\?from=parley&code=/);
    expect(answered(answer)).toMatchObject({
      code: expect.stringMatching(/^[0-9A-Za-z]{30}$/),
      state: 'st&te',
      iss: ISSUER,
    });
    const counts = ['UpdateItem', 'UpdateItem', 'UpdateItem', 'UpdateItem'];
    // The first round trip is the page's.
    expect(authorization.store.roundTrips.slice(1)).toEqual([
      ['BatchGetItem'],
      ['BatchGetItem'],
      counts,
      ['TransactWriteItems', ...counts],
    ]);
  });

  test('leaves no code and no password in any table', async () => {
    const { code = '' } = answered(await decide(query()));
    for (const table of ['CREDENTIALS_TABLE', 'CREDENTIAL_OWNERS_TABLE', 'THROTTLE_TABLE']) {
      const items = JSON.stringify(await itemsOf(authorization.store.uncounted(), table));
      expect([items.includes(code), items.includes(PASSWORD)]).toEqual([false, false]);
    }
  });

  test('returns access_denied if the user refuses', async () => {
    const answer = await decide(query(), { decision: 'refuse' });
    expect(answered(answer)).toMatchObject({ error: 'access_denied', state: 'st&te', iss: ISSUER });
  });

  test('returns invalid_scope if the user has none of the scopes', async () => {
    const answer = await decide(query('acme', { scope: 'account_write' }));
    expect(answered(answer)).toMatchObject({ error: 'invalid_scope', state: 'st&te' });
  });

  test('is rejected without the cookie of the page, or with another', async () => {
    const shown = await open(query());
    const other = (await open(query())).headers['Set-Cookie']?.split(';')[0] ?? '';
    for (const Cookie of ['', other, 'parley-sign-in=x', `${other}; ${other}`]) {
      const answer = await callForText(authorization.page, {
        query: query(),
        body: allowing(shown.body),
        headers: { Cookie },
      });
      expect(answer.status).toBe(400);
      expect(answer.body).toContain('role="alert"');
    }
  });

  test('is rejected for another request than its page’s', async () => {
    const shown = await open(query());
    const [Cookie = ''] = (shown.headers['Set-Cookie'] ?? '').split(';');
    const answers = [query(), query('acme', { state: 'other' }), query('rival')].map((pairs) =>
      callForText(authorization.page, {
        query: pairs,
        body: allowing(shown.body),
        headers: { Cookie },
      }),
    );
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([303, 400, 400]);
  });

  test('that is not form data gets a page with status 415', async () => {
    const answer = await callForText(authorization.page, { query: query(), body: '{}' });
    expect([answer.status, answer.headers['Content-Type']]).toEqual([415, 'text/html; charset=utf-8']);
  });
});

describe('a failed sign-in', () => {
  const source = { headers: {}, sourceIp: '203.0.113.7' };
  const guess = (username: string, password = 'wrong') =>
    decide(query('rival'), { username, password }, source);

  test('has the same answer for a wrong password, an unknown user and another institution', async () => {
    const pages = await Promise.all(['ann', 'nobody', 'demo'].map((name) => guess(name)));
    const texts = pages.map(({ body }) =>
      body.replace(/value="(ann|nobody|demo)"/, '').replace(/form_token" value="[^"]+"/, ''),
    );
    expect(new Set(texts).size).toBe(1);
    expect(pages.map(({ status }) => status)).toEqual([400, 400, 400]);
    expect(texts[0]).toContain('The user name or password is wrong.');
  });

  test('counts together with the failures of the password grant', async () => {
    const form = { grant_type: 'password', username: 'both', password: 'wrong', institution: 'rival' };
    for (let failure = 0; failure < 5; failure += 1) await authorization.exchange('rival', '', form);
    const { status } = await decide(query('rival'), { username: 'both', password: 'wrong' });
    expect(status).toBe(429);
  });
});

describe('a failure of the service', () => {
  const failing = createOauthAuthorize({
    clients: { readClient: () => Promise.reject(new Error('the store is down')) },
    signIns: createSignInStore(),
    codes: createCodeStore(),
    random: randomBytes,
  });

  test.each([
    ['en', 'Something went wrong', 'Something failed on our side'],
    ['es', 'Algo ha ido mal', 'El fallo es nuestro'],
  ])('shows a page in %s, with the number to quote, without its cause', async (language, title, text) => {
    const answer = await callForText(failing, {
      method: 'GET',
      query: query(),
      headers: { 'Accept-Language': language },
    });
    expect([answer.status, answer.headers['Content-Type']]).toEqual([500, 'text/html; charset=utf-8']);
    expect(answer.body).toContain(`<h1>${title}</h1>`);
    expect(answer.body).toContain(text);
    expect(answer.body).toContain(answer.headers['X-Request-Id']);
    expect(answer.body).not.toContain('the store is down');
    expect(answer.headers).not.toHaveProperty('Access-Control-Allow-Origin');
  });
});
