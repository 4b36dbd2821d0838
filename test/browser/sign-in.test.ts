import { randomBytes } from 'node:crypto';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { newPkce } from '../../infra/openapi/code-flow.ts';
import { ownLogin } from '../conformance/support/parley.ts';
import { sharedDemo } from '../support/shared-service.ts';
import { axeViolations, expectClean, useBrowser, useCallback } from './support.ts';

const openPage = useBrowser();
const callback = useCallback();

let user = { username: '', password: '' };
beforeAll(async () => {
  user = await ownLogin();
});

const { verifier, challenge } = newPkce();

/** Returns the authorization URL of the demo's public client. */
function authorizationUrl(changes: Record<string, string> = {}): string {
  const { base_url, public_client_id } = sharedDemo();
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: public_client_id,
    redirect_uri: callback.uri(),
    scope: 'query account_read',
    state: 'a state & more',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    ...changes,
  });
  return `${base_url}/v1/oauth/authorize?${query}`;
}

async function signIn(page: Page, password = user.password): Promise<void> {
  await page.getByLabel('User name').fill(user.username);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in and allow' }).click();
}

/** Returns the parameters of the latest call to the client's callback. */
const told = (): Record<string, string> => Object.fromEntries(callback.calls.at(-1)?.searchParams ?? []);

function exchange(code: string): Promise<Response> {
  const { base_url, public_client_id: client_id } = sharedDemo();
  const redirect_uri = callback.uri();
  const form = { grant_type: 'authorization_code', client_id, code, redirect_uri, code_verifier: verifier };
  return fetch(`${base_url}/v1/oauth`, { method: 'POST', body: new URLSearchParams(form) });
}

describe('in a browser', () => {
  test('a user signs in and allows, and the client obtains a token that works', async () => {
    const page = await openPage();
    await page.goto(authorizationUrl());
    expect(await page.title()).toBe('Sign in to Demo app');
    expect(await page.getByRole('listitem').allTextContents()).toEqual([
      'Ask questions',
      'Read account data',
    ]);
    await signIn(page);
    await page.waitForURL(`${callback.uri()}?*`);
    expect(told()).toEqual({
      code: expect.stringMatching(/^[0-9A-Za-z]{30}$/),
      state: 'a state & more',
      iss: sharedDemo().base_url,
    });
    const token = await exchange(told().code ?? '');
    expect(token.status).toBe(200);
    const { access_token, scope } = (await token.json()) as Record<string, string>;
    expect(scope).toBe('query account_read');
    const answer = await fetch(`${sharedDemo().base_url}/v1/query`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${access_token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ query: 'hello', external_user_id: 'browser' }),
    });
    expect(answer.status).toBe(200);
  });

  test('a wrong password is reported, and then the right one is accepted, all clean for axe', async () => {
    const page = await openPage();
    await page.goto(authorizationUrl());
    await expectClean(page);
    await signIn(page, `wrong ${randomBytes(8).toString('hex')}`);
    const alert = page.getByRole('alert');
    await alert.waitFor();
    expect(await alert.textContent()).toBe('The user name or password is wrong.');
    expect(await page.title()).toBe('Error: Sign in to Demo app');
    expect(await page.getByLabel('User name').inputValue()).toBe(user.username);
    expect(await page.getByLabel('Password').inputValue()).toBe('');
    expect(await page.evaluate('document.activeElement.name')).toBe('password');
    await expectClean(page, 'after a wrong password');
    await signIn(page);
    await page.waitForURL(`${callback.uri()}?*`);
    expect(told()).toHaveProperty('code');
  });

  test('a user can sign in, or refuse without typing anything, by the keyboard alone', async () => {
    const page = await openPage();
    await page.goto(authorizationUrl());
    // The first field gets the focus by itself once the page is drawn.
    await page.locator('input[name=username]:focus').waitFor();
    await page.keyboard.type(user.username);
    await page.keyboard.press('Tab');
    await page.keyboard.type(user.password);
    await page.keyboard.press('Enter');
    await page.waitForURL(`${callback.uri()}?*`);
    expect(told()).toHaveProperty('code');
    const other = await openPage();
    await other.goto(authorizationUrl());
    await other.locator('input[name=username]:focus').waitFor();
    for (let presses = 0; presses < 4; presses += 1) await other.keyboard.press('Tab');
    await other.keyboard.press('Space');
    await other.waitForURL(`${callback.uri()}?error=*`);
    expect(told()).toMatchObject({ error: 'access_denied', state: 'a state & more' });
    expect(told()).not.toHaveProperty('code');
  });

  test('the sign-in works without JavaScript', async () => {
    const page = await openPage({ javaScriptEnabled: false });
    await page.goto(authorizationUrl());
    await signIn(page);
    await page.waitForURL(`${callback.uri()}?*`);
    expect(told()).toHaveProperty('code');
  });

  test('a user whose browser speaks Spanish reads Spanish', async () => {
    const page = await openPage({ locale: 'es-MX' });
    await page.goto(authorizationUrl());
    expect(await page.locator('html').getAttribute('lang')).toBe('es');
    expect(await page.getByRole('heading').textContent()).toBe('Iniciar sesión en Demo app');
    expect(await page.getByRole('listitem').allTextContents()).toEqual([
      'Hacer preguntas',
      'Leer los datos de la cuenta',
    ]);
    await page.getByRole('button', { name: 'Rechazar' }).click();
    await page.waitForURL(`${callback.uri()}?*`);
    expect(told()).toMatchObject({ error: 'access_denied' });
  });

  test('a redirect address that is not registered is refused', async () => {
    const page = await openPage();
    const answer = await page.goto(authorizationUrl({ redirect_uri: `${callback.uri()}/other` }));
    expect(answer?.status()).toBe(400);
    expect(await page.getByRole('heading').textContent()).toBe('This link does not work');
    expect(await page.getByRole('button').count()).toBe(0);
    expect(callback.calls).toEqual([]);
    expect(await axeViolations(page)).toEqual([]);
  });

  test('another site can neither frame the page nor run a script in it', async () => {
    const page = await openPage();
    const refused: string[] = [];
    page.on('console', (message) => refused.push(message.text()));
    await page.goto(callback.uri().replace('/callback', '/'));
    await page.setContent(`<iframe src="${authorizationUrl().replaceAll('&', '&amp;')}"></iframe>`);
    await vi.waitFor(() => expect(refused.join()).toContain('frame-ancestors'), 10_000);
    await page.goto(authorizationUrl());
    await page.evaluate(`{
      const script = document.createElement('script');
      script.textContent = 'document.title = "taken"';
      document.body.append(script);
    }`);
    expect(await page.title()).toBe('Sign in to Demo app');
  });
});
