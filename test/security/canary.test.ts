import { readFile } from 'node:fs/promises';
import { beforeAll, expect, test } from 'vitest';
import { openOperator } from '../../cli/operator.ts';
import { setServer } from '../../functions/shared/domain/institutions/business-logic-changes.ts';
import { rotateClientSecret } from '../../functions/shared/domain/institutions/client-changes.ts';
import { setUserPassword } from '../../functions/shared/domain/institutions/user-changes.ts';
import { newWebhookSecret } from '../../functions/shared/domain/institutions/webhook-secret.ts';
import { formTokenOf } from '../../infra/openapi/code-flow.ts';
import { KEYS, useWholeService } from './support.ts';

const service = useWholeService();
/** Secrets by description. */
const canaries = new Map<string, string>();

/** Creates a secret that occurs nowhere else, to send instead of a real value. */
function canary(what: string): string {
  const secret = `canary${canaries.size}x${what.replace(/[^a-z]/gi, '')}x4f9d7c21`;
  canaries.set(what, secret);
  return secret;
}

const found = (text: string): string[] =>
  [...canaries].filter(([, secret]) => text.includes(secret)).map(([what]) => what);

beforeAll(async () => {
  const { acme, ask, post, call, clientGrant } = service;
  canaries.set('client secret', acme.client_secret).set('password', acme.password);
  const ok = JSON.parse((await ask(clientGrant())).body.toString());
  canaries.set('access token', ok.access_token).set('refresh token', ok.refresh_token);
  const bearer = { Authorization: `Bearer ${ok.access_token}` };
  const password = { grant_type: 'password', username: acme.username, institution: 'acme' };
  const signedIn = JSON.parse((await ask({ ...password, password: acme.password })).body.toString());
  canaries.set('token by password', signedIn.access_token);
  const { id, key } = await service.newKey(ok.access_token);
  canaries.set('key', key);
  const byKey = { Authorization: `App-Key ${key}` };

  // Secrets in wrong values and in wrong places.
  await ask({ ...clientGrant(), client_secret: canary('wrong client secret') });
  await ask({ ...clientGrant(), client_id: canary('client id') });
  await ask({ ...clientGrant(), service_user_id: canary('user id') });
  await ask({ ...clientGrant(), scope: canary('scope') });
  await ask({ ...clientGrant(), grant_type: canary('grant type') });
  await ask({ ...clientGrant(), [canary('name')]: canary('value of an unknown parameter') });
  await ask({ ...password, password: canary('wrong password') });
  await ask({ ...password, username: canary('username'), password: canary('password of nobody') });
  await ask({ ...password, institution: canary('institution').toLowerCase(), password: 'x' });
  await ask({ grant_type: 'refresh_token', refresh_token: canary('refresh token sent') });
  const basic = Buffer.from(`${acme.client_id}:${canary('secret by Basic')}`).toString('base64');
  const { grant_type = '', service_user_id = '' } = clientGrant();
  await ask({ grant_type, service_user_id }, { Authorization: `Basic ${basic}` });
  await call('POST', '/v1/oauth', { body: canary('body without a type') });
  await call('POST', `/v1/oauth?client_secret=${canary('secret in the URL')}`);

  // Invalid credentials, and credentials without permission.
  for (const path of [KEYS, '/v1/query']) {
    await post(path, {}, { Authorization: `Bearer ${canary(`bearer at ${path}`)}` });
    await post(path, {}, { Authorization: `App-Key cak_${canary(`key at ${path}`)}` });
    await post(path, {}, { Authorization: canary(`scheme at ${path}`) });
    await call('POST', path, {
      headers: { ...bearer, 'Content-Type': 'application/json' },
      body: `{"${canary(`broken JSON at ${path}`)}`,
    });
  }
  await post(KEYS, { name: 'x', scopes: canary('scopes of a key') }, bearer);
  await post(KEYS, { name: 'x', expires_at: canary('expiry') }, bearer);
  await post(`${KEYS}${canary('key id')}`, {}, bearer);
  await call('DELETE', `${KEYS}${canary('key id to delete')}`, { headers: bearer });
  await post(KEYS, { name: 'x' }, byKey);
  await call('GET', KEYS, { headers: { ...byKey, Referer: `https://a.example/?k=${canary('referer')}` } });
  await post(`${KEYS}${id}`, { name: 'y' }, byKey);

  // Queries: additional fields from the caller are passed on, but never stored.
  const query = { query: 'hello', external_user_id: canary('end user') };
  await post('/v1/query', { ...query, bank_token: canary('arbitrary field') }, byKey);
  await post('/v1/query', { ...query, lat: canary('latitude') }, bearer);
  await post('/v1/query', { ...query, dialog: canary('dialog') }, bearer);
  await post('/v1/query', { ...query, dialog_seed: canary('seed') }, bearer);
  await post('/v1/query', { ...query, application: canary('application') }, bearer);
  await post('/v1/query', query, { ...bearer, 'Idempotency-Key': canary('idempotency key') });

  // A browser that signs in on the account page.
  const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const shown = await call('GET', '/v1/oauth/account');
  const cookieOf = ({ headers }: { headers: Record<string, unknown> }): string =>
    String(headers['set-cookie']).split(';')[0] ?? '';
  const typed = { action: 'sign-in', institution: 'acme', username: acme.username, password: acme.password };
  const form_token = formTokenOf(shown.body.toString());
  const entered = await call('POST', '/v1/oauth/account', {
    headers: { ...FORM, Cookie: cookieOf(shown) },
    body: new URLSearchParams({ form_token, ...typed }).toString(),
  });
  canaries.set('session', cookieOf(entered).split('.').at(-1) ?? '').set('form token', form_token);
  const own = await call('GET', `/v1/oauth/account?institution=${canary('institution typed')}`, {
    headers: { Cookie: cookieOf(entered), 'User-Agent': canary('user agent') },
  });
  expect(own.body.toString()).toContain('this browser');

  const operator = await openOperator();
  const random = operator.random;
  const secret = newWebhookSecret(random);
  canaries.set('secret of business logic', secret).set('its base64', secret.slice('whsec_'.length));
  canaries.set('key of the deployment', Buffer.from(await operator.deploymentKey()).toString());
  const url = `https://${canary('password in an address')}@127.0.0.1:1/`;
  await setServer(operator, { institution: 'acme' }, 'BLS_CONFORMANCE_URL', { url });
  await setServer(operator, { institution: 'acme' }, 'BLS_CONFORMANCE_SECRET', { secret });
  await post('/v1/query', { ...query, query: 'send a report' }, bearer);
  canaries.set('rotated secret', await rotateClientSecret({ ...operator, random }, acme.client_id));
  await setUserPassword(
    operator,
    { institution: 'acme', userId: acme.service_user_id },
    canary('new password'),
  );
  operator.close();
});

test('no wrong or right secret is in any log, wherever it was sent', () => {
  expect(service.logs()).toContain('answered');
  expect(service.logs()).toContain('business logic called');
  expect(found(service.logs())).toEqual([]);
});

test('no secret is in any item of any table', async () => {
  const items = await service.items();
  for (const table of [
    'DIRECTORY_TABLE',
    'CREDENTIALS_TABLE',
    'SIGN_INS_TABLE',
    'AUDIT_TABLE',
    'SESSIONS_TABLE',
    'VERSIONS_TABLE',
  ]) {
    expect(items[table]?.length, table).toBeGreaterThan(0);
  }
  const readable = (_name: string, value: unknown) =>
    value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value;
  expect(found(JSON.stringify(items, readable))).toEqual([]);
});

test('no request caused a fault', () => {
  expect(service.faults).toEqual([]);
  expect(service.logs()).not.toContain('"statusCode":500');
});

test('the search finds what is there', async () => {
  const source = await readFile(new URL(import.meta.url), 'utf8');
  canaries.set('a line of this file', 'the search finds what is there');
  expect(found(source)).toEqual(['a line of this file']);
});
