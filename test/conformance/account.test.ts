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

async function signedIn() {
  const { institution } = tenant.account();
  const { username, password } = await addUser(institution);
  const browser = createBrowser();
  const answer = await browser.submit(ACCOUNT, { action: 'sign-in', institution, username, password });
  expect([answer.status, answer.location]).toEqual([303, '?']);
  return browser;
}

describe.runIf(canOperate())('a user whose browser is signed in', () => {
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
});
