import { describe, expect, test } from 'vitest';
import { createUser } from '../../../functions/shared/domain/institutions/operators.ts';
import { STYLE, STYLE_SOURCE } from '../../../functions/shared/page/style.ts';
import { isSignedOut, sessionsOn, useAccountPage } from '../../support/account.ts';
import { PASSWORD } from '../../support/authorization.ts';
import { createBrowser } from '../../support/cookie-jar.ts';

const { authorization, page, open, act, newUser, signIn } = useAccountPage();
const { store } = authorization;

describe('a browser that is not signed in', () => {
  test('is asked to sign in, and nothing is written', async () => {
    const { status, headers, body } = await open(createBrowser(), [['institution', 'ac"me']]);
    expect([status, isSignedOut(body)]).toEqual([200, true]);
    expect(body).toContain('value="ac&#34;me"');
    expect(headers).toMatchObject({
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'no-referrer',
      'X-Frame-Options': 'DENY',
      'Content-Security-Policy': `default-src 'none'; style-src ${STYLE_SOURCE}; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
    });
    expect(body).toContain(`<style>${STYLE}</style>`);
    expect(body).not.toMatch(/<script|<link|<img| on\w+=| style=/);
    expect(Object.keys(headers).filter((name) => name.startsWith('Access-Control'))).toEqual([]);
    expect(store.operations).toEqual([]);
  });

  test('signs in and is redirected to the page, with a session cookie', async () => {
    const { browser, answer } = await signIn(await newUser());
    expect([answer.status, answer.headers.Location]).toEqual([303, '?']);
    expect(browser.setCookies.at(-1)).toMatch(
      /^__Host-parley-session=[^;]+; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
    );
    const { body } = await open(browser);
    expect(sessionsOn(body)).toEqual(['Firefox, Windows, 198.51.100.1 (this browser)']);
    expect(body).toContain('You have not allowed any application anything.');
  });

  test('may write the institution in upper or lower case', async () => {
    const { answer } = await signIn(await newUser(), { institution: ' Acme ' });
    expect(answer.status).toBe(303);
  });

  test.each([
    ['a wrong password', { password: 'wrong' }, 'The user name or password is wrong.'],
    ['another institution', { institution: 'rival' }, 'The user name or password is wrong.'],
    ['no password', { password: '' }, 'Enter your user name and password.'],
  ])('with %s gets a message and keeps the user name that was typed', async (_, form, message) => {
    const username = await newUser();
    const { browser, answer } = await signIn(username, form);
    expect(answer.status).toBe(400);
    expect(answer.body).toContain(message);
    expect(answer.body).toContain(`value="${username}"`);
    expect(browser.cookies.has('__Host-parley-session')).toBe(false);
  });

  test('is throttled like the password grant', async () => {
    const username = await newUser();
    for (let failure = 0; failure < 5; failure += 1) await signIn(username, { password: 'wrong' });
    const { answer } = await signIn(username);
    expect([answer.status, Number(answer.headers['Retry-After']) > 0]).toEqual([429, true]);
    expect(answer.body).toContain('Too many failed attempts.');
  });

  test('of a user without permissions gets a message', async () => {
    const login = {
      institution: 'acme',
      userId: 'nobody',
      username: 'nobody',
      password: PASSWORD,
      scopes: [],
    };
    await createUser(authorization.operator, login);
    const { answer } = await signIn('nobody');
    expect([answer.status, answer.body.includes('Your account has no permissions at present.')]).toEqual([
      400,
      true,
    ]);
  });

  test('cannot sign in from another site or without the page’s form', async () => {
    const typed = { action: 'sign-in', institution: 'acme', username: await newUser(), password: PASSWORD };
    const crossSite = await act(createBrowser(), typed, { 'Sec-Fetch-Site': 'cross-site' });
    const bare = await createBrowser().send(page, [], typed);
    for (const answer of [crossSite, bare]) {
      expect([answer.status, isSignedOut(answer.body)]).toEqual([400, true]);
      expect(answer.body).toContain('role="alert"');
    }
  });
});
