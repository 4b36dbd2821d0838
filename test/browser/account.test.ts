import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { newPkce } from '../../infra/openapi/code-flow.ts';
import { ownLogin } from '../conformance/support/parley.ts';
import { sharedDemo } from '../support/shared-service.ts';
import { expectClean, useBrowser, useCallback } from './support.ts';

const openPage = useBrowser();
const callback = useCallback();

let user = { username: '', password: '' };
beforeAll(async () => {
  user = await ownLogin();
});

const accountUrl = (): string => `${sharedDemo().base_url}/v1/oauth/account?institution=demo`;

/** Returns the authorization URL of one of the demo's clients. */
function authorizationUrl(client: 'confidential' | 'public'): string {
  const { base_url, client_id, public_client_id } = sharedDemo();
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: client === 'public' ? public_client_id : client_id,
    redirect_uri: callback.uri(),
    scope: 'query account_read',
    code_challenge: newPkce().challenge,
    code_challenge_method: 'S256',
  });
  return `${base_url}/v1/oauth/authorize?${query}`;
}

async function signIn(page: Page, button = 'Sign in', keep = false): Promise<void> {
  await page.getByLabel('User name').fill(user.username);
  await page.getByLabel('Password').fill(user.password);
  if (keep) await page.getByLabel('Keep me signed in on this device').check();
  await page.getByRole('button', { name: button, exact: true }).click();
}

async function openAccount(page: Page): Promise<void> {
  await page.goto(accountUrl());
  await signIn(page);
  await page.getByRole('heading', { name: 'Where you are signed in' }).waitFor();
}

/** Ends the user's sign-ins from earlier tests. */
async function signOutEverywhere(page: Page): Promise<void> {
  await page.goto(accountUrl());
  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  await page.getByRole('status').waitFor();
}

const came = (page: Page, what = '*') => page.waitForURL(`${callback.uri()}?${what}`);

describe('in a browser that signed in', () => {
  test('a second client needs only consent, and an allowed client nothing, all clean for axe', async () => {
    const page = await openPage();
    await page.goto(authorizationUrl('confidential'));
    await signIn(page, 'Sign in and allow');
    await came(page, 'code=*');
    await page.goto(authorizationUrl('confidential'));
    await came(page, 'code=*');
    await page.goto(authorizationUrl('public'));
    expect(await page.title()).toBe('Allow Demo app?');
    expect(await page.getByLabel('Password').count()).toBe(0);
    await expectClean(page, 'the page that asks for consent');
    await page.getByRole('button', { name: 'Allow', exact: true }).click();
    await came(page, 'code=*');
    expect(callback.calls).toHaveLength(3);
    await page.goto(`${accountUrl()}&done=withdrawn`);
    await expectClean(page, 'the page of sign-ins and consents');
    await signOutEverywhere(page);
    await expectClean(page, 'the page of a browser that is not signed in');
  });

  test('the user can continue with another account', async () => {
    const page = await openPage();
    await openAccount(page);
    await page.goto(authorizationUrl('public'));
    await page.getByRole('button', { name: 'Use another account' }).click();
    await page.getByLabel('User name').waitFor();
    await signIn(page, 'Sign in and allow');
    await came(page, 'code=*');
    await signOutEverywhere(page);
  });

  test('the cookie ends with the browser session unless the user chooses to keep it', async () => {
    const expires = async (keep: boolean) => {
      const page = await openPage();
      await page.goto(accountUrl());
      await signIn(page, 'Sign in', keep);
      await page.getByRole('heading', { name: 'Where you are signed in' }).waitFor();
      const cookies = await page.context().cookies();
      const session = cookies.find(({ name }) => name.endsWith('parley-session'));
      expect(session).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' });
      await signOutEverywhere(page);
      return session?.expires ?? 0;
    };
    expect(await expires(false)).toBe(-1);
    const days = ((await expires(true)) - Date.now() / 1000) / 86_400;
    expect(days).toBeGreaterThan(29);
    expect(days).toBeLessThan(31);
  });

  test('a page that frames the authorization page gets no code', async () => {
    const page = await openPage();
    await openAccount(page);
    await page.goto(authorizationUrl('confidential'));
    const allow = page.getByRole('button', { name: 'Allow', exact: true });
    // An earlier test's consent may be remembered.
    if (await allow.isVisible().catch(() => false)) await allow.click();
    await came(page, 'code=*');
    const calls = callback.calls.length;
    const refused: string[] = [];
    page.on('console', (message) => refused.push(message.text()));
    await page.goto(callback.uri().replace('/callback', '/'));
    const source = authorizationUrl('confidential').replaceAll('&', '&amp;');
    await page.setContent(`<iframe src="${source}"></iframe>`);
    await vi.waitFor(() => expect(refused.join()).toContain('frame-ancestors'), 10_000);
    expect(callback.calls).toHaveLength(calls);
    await signOutEverywhere(page);
  });
});

describe('the account page', () => {
  test('shows this browser and signs it out, by the keyboard alone', async () => {
    const page = await openPage();
    await openAccount(page);
    const own = page.getByRole('listitem').filter({ hasText: '(this browser)' });
    expect(await own.first().textContent()).toContain('Chrome');
    const button = own.getByRole('button', { name: 'Sign out' });
    const described = await button.getAttribute('aria-describedby');
    const focused = () => page.evaluate('document.activeElement.getAttribute("aria-describedby")');
    for (let presses = 0; presses < 50 && (await focused()) !== described; presses += 1) {
      await page.keyboard.press('Tab');
    }
    await page.keyboard.press('Enter');
    await page.getByRole('status').waitFor();
    expect(await page.getByRole('status').textContent()).toBe('Signed out.');
    expect(await page.getByLabel('Password').count()).toBe(1);
    // Reloading the page does not repeat the action.
    await page.reload();
    expect(await page.getByLabel('Password').count()).toBe(1);
  });

  test('withdraws a consent without JavaScript', async () => {
    const page = await openPage({ javaScriptEnabled: false });
    await openAccount(page);
    await page.goto(authorizationUrl('public'));
    await page.getByRole('button', { name: 'Allow', exact: true }).click();
    await came(page, 'code=*');
    await page.goto(accountUrl());
    const consent = page
      .getByRole('list', { name: 'What you have allowed' })
      .getByRole('listitem')
      .filter({ hasText: 'Demo app' });
    await consent.getByRole('button', { name: 'Withdraw' }).click();
    await page.getByRole('status').waitFor();
    expect(await page.getByRole('status').textContent()).toContain('Withdrawn');
    expect(await consent.count()).toBe(0);
    await signOutEverywhere(page);
  });

  test('is in Spanish in a Spanish browser', async () => {
    const page = await openPage({ locale: 'es-MX' });
    await page.goto(accountUrl());
    expect(await page.locator('html').getAttribute('lang')).toBe('es');
    await page.getByLabel('Usuario').fill(user.username);
    await page.getByLabel('Contraseña').fill(user.password);
    await page.getByRole('button', { name: 'Iniciar sesión', exact: true }).click();
    await page.getByRole('heading', { name: 'Dónde tiene la sesión iniciada' }).waitFor();
    await page.getByRole('button', { name: 'Cerrar todas las sesiones' }).click();
    await page.getByRole('status').waitFor();
    expect(await page.getByRole('status').textContent()).toBe('Sesión cerrada.');
  });
});
