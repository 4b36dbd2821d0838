import { expect } from 'vitest';
import { signInByHttp } from '../../infra/openapi/code-flow.ts';
import { ownLogin } from '../conformance/support/parley.ts';
import type { Demo } from '../support/service.ts';
import { sharedDemo } from '../support/shared-service.ts';

/** Returns the settings for a client library. */
export function settings(): Demo & { token_url: string; authorize_url: string; callback: string } {
  const demo = sharedDemo();
  return {
    ...demo,
    token_url: `${demo.base_url}/v1/oauth`,
    authorize_url: `${demo.base_url}/v1/oauth/authorize`,
    callback: 'http://127.0.0.1:53999/callback',
  };
}

/** Signs in at a library's authorization URL, and returns the callback URL with the answer. */
export async function allow(authorizationUrl: string | URL): Promise<URL> {
  const { username, password } = await ownLogin();
  return signInByHttp(authorizationUrl, { username, password });
}

export const refuse = (authorizationUrl: string | URL): Promise<URL> =>
  signInByHttp(authorizationUrl, { decision: 'refuse' });

/** Expects that a query with a library's token succeeds. */
export async function expectWorks(accessToken: unknown): Promise<void> {
  expect((await ask(accessToken)).status).toBe(200);
}

export async function expectRefused(accessToken: unknown): Promise<void> {
  expect((await ask(accessToken)).status).toBe(401);
}

const ask = (accessToken: unknown): Promise<Response> =>
  fetch(`${sharedDemo().base_url}/v1/query`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${String(accessToken)}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ query: 'hello', external_user_id: 'library' }),
  });
