import { describe, expect, test } from 'vitest';
import { setUserScopes } from '../../../functions/shared/domain/institutions/user-changes.ts';
import { formTokenOf } from '../../../infra/openapi/code-flow.ts';
import { useAuthorization } from '../../support/authorization.ts';
import { createBrowser } from '../../support/cookie-jar.ts';
import { asksForConsent, onThePage } from '../../support/signed-in.ts';

const authorization = useAuthorization();
const { query, answered, page, operator } = authorization;
const { signIn, decide, signedIn } = onThePage(authorization);

const SESSION_COOKIE = '__Host-parley-session';

describe('a consent', () => {
  test('is remembered for the same or fewer scopes, and requested again for more', async () => {
    const browser = createBrowser();
    await signIn(browser, query('acme', { scope: 'query account_read' }));
    authorization.store.operations.length = 0;
    for (const scope of ['query account_read', 'account_read']) {
      const answer = await browser.send(page, query('acme', { scope }));
      expect(answered(answer)).toMatchObject({
        code: expect.any(String),
        state: 'st&te',
        iss: expect.any(String),
      });
    }
    expect(new Set(authorization.store.operations)).toEqual(new Set(['BatchGetItem', 'TransactWriteItems']));
    await setUserScopes(operator, { institution: 'acme', userId: 'ann-id' }, [
      'query',
      'account_read',
      'account_write',
    ]);
    await signIn(browser, query('acme-app'));
    expect(asksForConsent(await browser.send(page, query('acme', { scope: 'query account_write' })))).toBe(
      true,
    );
    expect((await browser.send(page, query('acme', { scope: 'query' }))).status).toBe(303);
  });

  test('adds to the scopes allowed before', async () => {
    const browser = await signedIn();
    const { client } = await authorization.newClient();
    const ask = (scope: string) => query('acme', { client_id: client.clientId, scope });
    await decide(browser, ask('query'), 'allow');
    expect(asksForConsent(await browser.send(page, ask('account_read')))).toBe(true);
    await decide(browser, ask('account_read'), 'allow');
    expect((await browser.send(page, ask('query account_read'))).status).toBe(303);
  });

  test('also covers the code of a request that began before the consent was given', async () => {
    const { client, secret } = await authorization.newClient();
    const { clock, exchange } = authorization;
    const began = clock.now;
    const pairs = query('acme', { client_id: client.clientId, scope: 'query' });
    const codeOf = (answer: { headers: Record<string, string> }) => answered(answer).code ?? '';
    const slow = await signedIn();
    try {
      clock.now = began + 5000;
      const first = codeOf(await signIn(createBrowser(), pairs));
      clock.now = began;
      const given = codeOf(await signIn(createBrowser(), pairs));
      const remembered = codeOf(await slow.send(page, pairs));
      clock.now = began + 6000;
      const own = { client_id: client.clientId, client_secret: secret };
      for (const code of [first, given, remembered]) {
        expect(await exchange('acme', code, own)).toMatchObject({ status: 200 });
      }
    } finally {
      clock.now = began;
    }
  });

  test('is requested every time if any program of the device could pose as the client', async () => {
    const browser = await signedIn();
    for (let round = 0; round < 2; round += 1) {
      const shown = await browser.send(page, query('acme-app'));
      expect(asksForConsent(shown)).toBe(true);
      await browser.send(page, query('acme-app'), {
        form_token: formTokenOf(shown.body),
        decision: 'allow',
      });
    }
  });

  test.each([
    ['iframe', 200],
    ['empty', 200],
    ['document', 303],
  ])('is used without a page only in a top-level window: %s', async (destination, status) => {
    const browser = await signedIn();
    const request = { headers: { 'Sec-Fetch-Dest': destination } };
    const answer = await browser.send(page, query('acme', { scope: 'query' }), undefined, request);
    expect(answer.status).toBe(status);
  });
});

describe('the form of a signed-in user', () => {
  const allow = (body: string) => ({ form_token: formTokenOf(body), decision: 'allow' });

  test('is rejected from another browser, from another session, or without a session', async () => {
    const [browser, other] = [await signedIn(), await signedIn()];
    const pairs = query('acme-app');
    const shown = await browser.send(page, pairs);
    expect((await other.send(page, pairs, allow(shown.body))).status).toBe(400);
    const session = browser.cookies.get(SESSION_COOKIE) ?? '';
    browser.cookies.set(SESSION_COOKIE, other.cookies.get(SESSION_COOKIE) ?? '');
    expect((await browser.send(page, pairs, allow(shown.body))).status).toBe(400);
    browser.cookies.delete(SESSION_COOKIE);
    expect((await browser.send(page, pairs, allow(shown.body))).status).toBe(400);
    browser.cookies.set(SESSION_COOKIE, session);
    expect((await browser.send(page, pairs, allow(shown.body))).status).toBe(303);
  });

  test('is rejected for another request, or from another site', async () => {
    const browser = await signedIn();
    const shown = await browser.send(page, query('acme-app'));
    const elsewhere = query('acme-app', { state: 'other' });
    expect((await browser.send(page, elsewhere, allow(shown.body))).status).toBe(400);
    for (const site of ['cross-site', 'same-site', 'none']) {
      const request = { headers: { 'Sec-Fetch-Site': site } };
      expect((await browser.send(page, query('acme-app'), allow(shown.body), request)).status).toBe(400);
    }
  });
});

describe('a client that must use PKCE', () => {
  test('gets an error without PKCE, and its code needs the verifier', async () => {
    const { client, secret } = await authorization.newClient({ requiresPkce: true });
    const browser = await signedIn();
    const pairs = query('acme', { client_id: client.clientId });
    expect(answered(await browser.send(page, pairs))).toMatchObject({ error: 'invalid_request' });
    const { challenge, verifier } = authorization.pkce;
    const begun = [...pairs, ['code_challenge', challenge], ['code_challenge_method', 'S256']];
    const { code = '' } = answered(await decide(browser, begun as [string, string][], 'allow'));
    const credentials = { client_id: client.clientId, client_secret: secret };
    expect((await authorization.exchange('acme', code, credentials)).status).toBe(400);
    const right = { ...credentials, code_verifier: verifier };
    expect((await authorization.exchange('acme', code, right)).status).toBe(200);
  });
});
