import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { formTokenOf } from '../../infra/openapi/code-flow.ts';
import { send } from '../support/http.ts';
import { accepted, formOf, OAUTH } from './support/api.ts';
import {
  addUser,
  baseUrl,
  type CodeClient,
  canOperate,
  createCodeClient,
  useTenant,
} from './support/parley.ts';
import { tokenShape } from './support/shapes.ts';

const tenant = useTenant();
let client: CodeClient;
beforeAll(async () => {
  if (!canOperate()) return;
  client = await createCodeClient(tenant.account().institution, `https://${randomUUID()}.example/callback`);
});

/** Creates a minimal browser that keeps cookies and sends forms. */
function createBrowser() {
  const cookies = new Map<string, string>();
  const visit = async (path: string, form?: Record<string, string>) => {
    const answer = await send(new URL(path, baseUrl()), {
      method: form === undefined ? 'GET' : 'POST',
      headers: {
        Cookie: [...cookies].map((pair) => pair.join('=')).join('; '),
        ...(form === undefined ? {} : { 'Content-Type': 'application/x-www-form-urlencoded' }),
      },
      ...(form === undefined ? {} : { body: formOf(form) }),
    });
    for (const set of answer.headers['set-cookie'] ?? []) {
      const [name = '', value = ''] = set.split(';')[0]?.split('=') ?? [];
      if (set.includes('Max-Age=0')) cookies.delete(name);
      else cookies.set(name, value);
    }
    return { status: answer.status, location: answer.headers.location ?? '', body: answer.body.toString() };
  };
  return {
    visit,
    /** Opens a page and sends its form. */
    async submit(path: string, form: Record<string, string>) {
      const shown = await visit(path);
      return visit(path, { form_token: formTokenOf(shown.body), ...form });
    },
  };
}

const ACCOUNT = '/v1/oauth/account';
const authorizePath = (): string => {
  const { client_id, redirect_uri } = client;
  return `/v1/oauth/authorize?${formOf({ response_type: 'code', client_id, redirect_uri, scope: 'query' })}`;
};
const codeOf = (location: string): string => new URL(location).searchParams.get('code') ?? '';
const exchange = (code: string) => {
  const { client_id, client_secret, redirect_uri } = client;
  const form = { grant_type: 'authorization_code', client_id, client_secret, redirect_uri, code };
  return tenant.postForm(OAUTH, form);
};
const isSignedOut = (body: string): boolean => body.includes('name="password"');

async function signedIn() {
  const { institution } = tenant.account();
  const { username, password } = await addUser(institution);
  const browser = createBrowser();
  const answer = await browser.submit(ACCOUNT, { action: 'sign-in', institution, username, password });
  expect([answer.status, answer.location]).toEqual([303, '?']);
  return browser;
}

describe.runIf(canOperate())('a user whose browser is signed in', () => {
  test('is asked only for consent, and only once for each client', async () => {
    const browser = await signedIn();
    const asked = await browser.visit(authorizePath());
    expect([asked.status, asked.body.includes('name="password"')]).toEqual([200, false]);
    const allowed = await browser.submit(authorizePath(), { decision: 'allow' });
    accepted(await exchange(codeOf(allowed.location)), tokenShape);
    const again = await browser.visit(authorizePath());
    expect(again.status).toBe(303);
    accepted(await exchange(codeOf(again.location)), tokenShape);
  });

  test('withdraws a consent: its tokens and codes are refused at once, and consent is asked for again', async () => {
    const browser = await signedIn();
    const allowed = await browser.submit(authorizePath(), { decision: 'allow' });
    const { access_token } = accepted(await exchange(codeOf(allowed.location)), tokenShape);
    const code = codeOf((await browser.visit(authorizePath())).location);
    const query = () =>
      tenant.postQuery({ query: 'hi', external_user_id: 'u' }, { Authorization: `Bearer ${access_token}` });
    expect((await query()).status).not.toBe(401);
    const withdrawn = await browser.submit(ACCOUNT, { action: 'withdraw', client: client.client_id });
    expect(withdrawn.location).toBe('?done=withdrawn');
    expect((await query()).status).toBe(401);
    expect((await exchange(code)).status).toBe(400);
    expect((await browser.visit(authorizePath())).status).toBe(200);
  });

  test('signs out, and has to enter the password again', async () => {
    const browser = await signedIn();
    expect(isSignedOut((await browser.visit(ACCOUNT)).body)).toBe(false);
    await browser.submit(ACCOUNT, { action: 'sign-out-all' });
    expect(isSignedOut((await browser.visit(ACCOUNT)).body)).toBe(true);
    expect(isSignedOut((await browser.visit(authorizePath())).body)).toBe(true);
  });

  test('has one session in the browser after signing in again on a client’s page', async () => {
    const { institution } = tenant.account();
    const { username, password } = await addUser(institution);
    const browser = createBrowser();
    const typed = { username, password };
    await browser.submit(ACCOUNT, { action: 'sign-in', institution, ...typed });
    const page = await browser.submit(authorizePath(), { decision: 'switch' });
    const form = { form_token: formTokenOf(page.body), decision: 'allow', ...typed };
    expect((await browser.visit(authorizePath(), form)).status).toBe(303);
    const { body } = await browser.visit(ACCOUNT);
    expect(body.match(/name="session"/g)).toHaveLength(1);
  });
});

test('the account page rejects a form without its form token', async () => {
  const { status, body } = await createBrowser().visit(ACCOUNT, { action: 'sign-out-all' });
  expect([status, isSignedOut(body)]).toEqual([400, true]);
});
