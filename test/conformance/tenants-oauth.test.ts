import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { newPkce, signInByHttp } from '../../infra/openapi/code-flow.ts';
import type { HttpAnswer } from '../support/http.ts';
import { accepted, formOf, OAUTH, refused } from './support/api.ts';
import { type CodeClient, canOperate, createCodeClient, useApi, useTenant } from './support/parley.ts';
import { tokenShape } from './support/shapes.ts';

const demo = useApi();
const other = useTenant();
const INTROSPECT = '/v1/oauth/introspect';
const REVOKE = '/v1/oauth/revoke';
const UNKNOWN_TOKEN = 'B'.repeat(30);

let ours: CodeClient;
let theirs: CodeClient;
beforeAll(async () => {
  if (!canOperate()) return;
  ours = await createCodeClient(demo.account().institution, `https://${randomUUID()}.example/callback`);
  theirs = await createCodeClient(other.account().institution, `https://${randomUUID()}.example/callback`);
});

const secretOf = ({ client_id, client_secret }: CodeClient) => ({ client_id, client_secret });
const pkce = newPkce();
const page = ({ client_id, redirect_uri }: CodeClient): URL => {
  const parameters = { response_type: 'code', client_id, redirect_uri, code_challenge: pkce.challenge };
  const query = formOf({ ...parameters, code_challenge_method: 'S256', state: 's' });
  return new URL(`/v1/oauth/authorize?${query}`, demo.demo().base_url);
};
const exchange = (client: CodeClient, code: string, redirect_uri = client.redirect_uri) =>
  demo.postForm(OAUTH, {
    grant_type: 'authorization_code',
    ...secretOf(client),
    code,
    redirect_uri,
    code_verifier: pkce.verifier,
  });
const newCode = async (): Promise<string> => {
  const { username, password } = demo.account();
  const back = await signInByHttp(page(ours), { username, password });
  return back.searchParams.get('code') ?? '';
};
const newToken = async (): Promise<string> =>
  accepted(await exchange(ours, await newCode()), tokenShape).access_token;

/** Returns an answer's status and body without the request id. */
const answerOf = ({ status, body }: HttpAnswer) => ({
  status,
  body: body.toString().replace(/"request_id":"[^"]*"/, ''),
});

describe.runIf(canOperate())('two institutions with clients that users sign in to', () => {
  test('cannot introspect each other’s tokens, which look like unknown ones', async () => {
    const token = await newToken();
    const ask = (client: CodeClient, text: string) =>
      demo.postForm(INTROSPECT, { ...secretOf(client), token: text });
    expect(answerOf(await ask(theirs, token))).toEqual(answerOf(await ask(theirs, UNKNOWN_TOKEN)));
    expect(JSON.parse((await ask(theirs, token)).body.toString())).toEqual({ active: false });
    expect(JSON.parse((await ask(ours, token)).body.toString())).toMatchObject({ active: true });
  });

  test('have clients that must authenticate for a revocation as their first request', async () => {
    const address = `https://${randomUUID()}.example/callback`;
    const fresh = secretOf(await createCodeClient(demo.account().institution, address));
    const revoke = (client_secret: string) =>
      demo.postForm(REVOKE, { ...fresh, client_secret, token: UNKNOWN_TOKEN });
    expect((await revoke('wrong')).status).toBe(401);
    expect((await revoke(fresh.client_secret)).status).toBe(200);
  });

  test('cannot exchange each other’s codes, which look like unknown ones and stay valid', async () => {
    const code = await newCode();
    const stolen = await exchange(theirs, code, ours.redirect_uri);
    expect(answerOf(stolen)).toEqual(answerOf(await exchange(theirs, UNKNOWN_TOKEN, ours.redirect_uri)));
    refused(stolen, 400, 'invalid_grant');
    accepted(await exchange(ours, code), tokenShape);
  });
});
