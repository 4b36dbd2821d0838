import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, test } from 'vitest';
import { formTokenOf } from '../../../infra/openapi/code-flow.ts';
import { PASSWORD, useAuthorization } from '../../support/authorization.ts';
import { createBrowser } from '../../support/cookie-jar.ts';
import { asksForConsent, asksForPassword, onThePage } from '../../support/signed-in.ts';

const authorization = useAuthorization();
const { query, answered, page, clock } = authorization;
const { decide, signedIn } = onThePage(authorization);

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Moves the clock to a whole second, since lifetimes are whole seconds. */
const startSecond = () => {
  clock.now = Math.ceil(clock.now / 1000) * 1000;
};

/** Returns all stored sign-in items of acme's ann. */
async function kept(): Promise<Record<string, unknown>[]> {
  const { Items = [] } = await authorization.store.uncounted().send(
    new QueryCommand({
      TableName: process.env.SIGN_INS_TABLE,
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': 'acme#ann-id' },
    }),
  );
  return Items;
}

const SESSION_COOKIE = '__Host-parley-session';

describe('a browser that signed in', () => {
  test('is asked for consent only by a second client, in the same round trips', async () => {
    const browser = await signedIn();
    const pairs = query('acme-app');
    authorization.store.operations.length = 0;
    const shown = await browser.send(page, pairs);
    expect(asksForConsent(shown)).toBe(true);
    expect(shown.body).toContain('You are signed in as ann (The &#60;acme&#62; bank).');
    expect(authorization.store.operations).toEqual(['BatchGetItem']);
    authorization.store.operations.length = 0;
    const form = { form_token: formTokenOf(shown.body), decision: 'allow' };
    const answer = await browser.send(page, pairs, form);
    expect(answered(answer)).toMatchObject({ code: expect.stringMatching(/^[0-9A-Za-z]{30}$/) });
    expect(authorization.store.operations).toEqual(['BatchGetItem', 'TransactWriteItems']);
    expect((await authorization.exchange('acme-app', answered(answer).code ?? '')).status).toBe(200);
  });

  test('may refuse, which the client is told and nothing remembers', async () => {
    const browser = await signedIn();
    const { client } = await authorization.newClient();
    const pairs = query('acme', { client_id: client.clientId });
    const answer = await decide(browser, pairs, 'refuse');
    expect(answered(answer)).toMatchObject({ error: 'access_denied' });
    expect(asksForConsent(await browser.send(page, pairs))).toBe(true);
  });

  test('can switch to another user, whose session replaces the first', async () => {
    const browser = await signedIn();
    const before = browser.cookies.get(SESSION_COOKIE);
    const pairs = query('acme-app');
    const shown = await decide(browser, pairs, 'switch');
    expect(asksForPassword(shown)).toBe(true);
    const form = { form_token: formTokenOf(shown.body), username: 'ann', password: PASSWORD };
    const answer = await browser.send(page, pairs, { ...form, decision: 'allow' });
    expect(answer.status).toBe(303);
    expect(browser.cookies.get(SESSION_COOKIE)).not.toBe(before);
    browser.cookies.set(SESSION_COOKIE, before ?? '');
    expect(asksForPassword(await browser.send(page, pairs))).toBe(true);
  });

  test('is not signed in at another institution', async () => {
    const browser = await signedIn();
    expect(asksForPassword(await browser.send(page, query('rival')))).toBe(true);
  });

  test('is not signed in with a ticket of another secret, user or institution', async () => {
    const browser = await signedIn();
    const [owner = '', secret = ''] = (browser.cookies.get(SESSION_COOKIE) ?? '').split('.');
    const ownerOf = (text: string) => Buffer.from(text).toString('base64url');
    for (const ticket of [
      `${owner}.${'A'.repeat(40)}`,
      `${ownerOf('acme#bob-id')}.${secret}`,
      `${ownerOf('rival#ann-id')}.${secret}`,
      secret,
      'x',
    ]) {
      browser.cookies.set(SESSION_COOKIE, ticket);
      expect(asksForPassword(await browser.send(page, query()))).toBe(true);
    }
  });

  test('has a cookie that is Secure, HttpOnly, SameSite=Lax and bound to the host', async () => {
    const browser = await signedIn();
    expect(browser.setCookies.at(-1)).toMatch(
      /^__Host-parley-session=[A-Za-z0-9_-]+\.[0-9A-Za-z]{40}; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
    );
  });

  test('to be remembered has a cookie that lasts as long as its session can', async () => {
    const browser = await signedIn({ keep: 'yes' });
    expect(browser.setCookies.at(-1)).toMatch(
      /^__Host-parley-session=[^;]+; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure$/,
    );
  });

  test('on a laptop has a cookie that browsers take without https', async () => {
    const browser = createBrowser();
    const laptop = { host: '127.0.0.1:3000' };
    const shown = await browser.send(page, query(), undefined, laptop);
    const form = { form_token: formTokenOf(shown.body), username: 'ann', password: PASSWORD };
    await browser.send(page, query(), { ...form, decision: 'allow' }, laptop);
    expect(browser.setCookies.at(-1)).toMatch(/^parley-session=[^;]+; Path=\/; HttpOnly; SameSite=Lax$/);
    expect((await browser.send(page, query(), undefined, laptop)).status).toBe(303);
  });

  test('is stored as a digest, with browser and address, without its secret', async () => {
    const before = new Set((await kept()).map(({ sk }) => sk));
    const browser = await signedIn();
    const items = await kept();
    const session = items.find(({ sk }) => String(sk).startsWith('session#') && !before.has(sk));
    expect(session).toMatchObject({ browser: 'Firefox, Windows', source_ip: '198.51.100.1', kept: false });
    const [, secret = 'none'] = (browser.cookies.get(SESSION_COOKIE) ?? '').split('.');
    expect(JSON.stringify(items)).not.toContain(secret);
  });
});

describe('a session ends', () => {
  test.each([
    ['of a browser that is not kept, after half an hour without use', {}, 30 * MINUTE],
    ['of one that is kept, after a week without use', { keep: 'yes' }, 7 * DAY],
  ])('%s', async (_, form, idle) => {
    startSecond();
    const browser = await signedIn(form);
    clock.now += idle - 1000;
    expect((await browser.send(page, query('acme', { scope: 'query' }))).status).toBe(303);
    clock.now += idle - 1;
    expect((await browser.send(page, query('acme', { scope: 'query' }))).status).toBe(303);
    clock.now += idle;
    expect(asksForPassword(await browser.send(page, query('acme', { scope: 'query' })))).toBe(true);
  });

  test('while its page is open, and the form says so and asks for the password', async () => {
    const browser = await signedIn();
    const pairs = query('acme-app');
    const shown = await browser.send(page, pairs);
    clock.now += 30 * MINUTE;
    const form = { form_token: formTokenOf(shown.body), decision: 'allow' };
    const answer = await browser.send(page, pairs, form);
    expect(answer.status).toBe(400);
    expect(answer.body).toContain('role="alert"');
    expect(answer.body).toContain('name="password"');
  });
});
