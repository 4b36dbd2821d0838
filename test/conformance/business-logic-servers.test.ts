import { randomUUID } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { changesResponse } from '../../functions/shared/http/audit-messages.ts';
import type { HttpAnswer } from '../support/http.ts';
import { sharedService } from '../support/shared-service.ts';
import { accepted, NOT_PUBLIC, refused, refusedField } from './support/api.ts';
import { APPLICATION, canOperate, hasBusinessLogic, publishAssistant, useTenant } from './support/parley.ts';
import { actedServerShape, serversShape } from './support/shapes.ts';

const URL_NAME = 'BLS_CONFORMANCE_URL';
const SECRET_NAME = 'BLS_CONFORMANCE_SECRET';
const MAY = 'business_logic_write';

const ana = useTenant();
const stranger = useTenant();
beforeAll(async () => {
  if (!canOperate()) return;
  for (const { account } of [ana, stranger]) {
    await publishAssistant(account().institution, { echoServer: false });
  }
});

const act = async (name: string, body: object, api = ana) =>
  api.postJson(`/v1/business-logic/${name}`, body, await api.bearer(MAY));
const setUrl = (url: string, more: object = {}, api = ana, name = URL_NAME) =>
  act(name, { action: 'set_url', url, ...more }, api);
const list = async (api = ana) =>
  accepted(await api.call('GET', '/v1/business-logic', { headers: await api.bearer(MAY) }), serversShape)
    .business_logic;
const remove = async (name: string, query = '', api = ana) =>
  api.call('DELETE', `/v1/business-logic/${name}${query}`, { headers: await api.bearer(MAY) });
const made = (answer: HttpAnswer) => accepted(answer, actedServerShape);

const receivedShape = z.object({
  headers: z.record(z.string(), z.string()),
  path: z.string(),
  text: z.string(),
});
const received = async (fields = {}, api = ana) =>
  receivedShape.safeParse((await api.ask('send a report', fields)).visuals.received).data;

describe.runIf(canOperate() && hasBusinessLogic())('the server of business logic', () => {
  const echo = () => sharedService().echoServer;

  test('is set over the API, and gets signed calls from the next query on', async () => {
    expect(await list()).toEqual([]);
    expect(await received()).toBeUndefined();
    const begun = await ana.ask('hello');
    expect(made(await setUrl(echo()))).toEqual({
      name: URL_NAME,
      application: null,
      url: echo(),
      secrets: [],
    });
    const { secret = '' } = made(await act(SECRET_NAME, { action: 'rotate_secret' }));
    const first = await received({ dialog: begun.dialog });
    expect(first && new Webhook(secret).verify(first.text, first.headers)).toBeDefined();

    const { secret: later = '', secrets } = made(await act(SECRET_NAME, { action: 'rotate_secret' }));
    expect(secrets).toHaveLength(2);
    expect(await list()).toContainEqual({ name: SECRET_NAME, application: null, url: null, secrets });
    expect((await act(SECRET_NAME, { action: 'rotate_secret' })).status).toBe(409);
    const both = await received();
    for (const signing of [secret, later]) {
      expect(both && new Webhook(signing).verify(both.text, both.headers)).toBeDefined();
    }
    made(await act(SECRET_NAME, { action: 'retire_secret' }));
    const last = await received();
    expect(() => last && new Webhook(secret).verify(last.text, last.headers)).toThrow();

    made(await setUrl(`${echo()}/moved`));
    expect((await received())?.path).toBe('/bls/moved');
    made(await setUrl(`${echo()}/prod`, { application: APPLICATION }));
    expect((await received({ application: APPLICATION }))?.path).toBe('/bls/prod');
    expect((await received())?.path).toBe('/bls/moved');
    expect((await remove(URL_NAME, `?application=${APPLICATION}`)).status).toBe(200);
    expect((await received({ application: APPLICATION }))?.path).toBe('/bls/moved');
    expect((await remove(URL_NAME)).status).toBe(200);
    expect(await received()).toBeUndefined();
    expect((await remove(URL_NAME)).status).toBe(404);
  });

  test('has its changes audited with actor and hosts, but no path or secret', async () => {
    const path = randomUUID();
    const token = `${randomUUID()}`;
    await setUrl(`https://one.example:8443/${path}?code=${token}`, {}, ana, 'BLS_TOLD');
    await setUrl(`https://two.example/${path}`, {}, ana, 'BLS_TOLD');
    const { secret = '' } = made(await act('BLS_TOLD', { action: 'rotate_secret' }));
    await remove('BLS_TOLD');
    const answer = await ana.call('GET', '/v1/audit?limit=4', { headers: await ana.bearer('audit_read') });
    const { changes } = changesResponse.parse(JSON.parse(answer.body.toString()));
    expect(changes.map(({ action, host_before, host }) => [action, host_before, host])).toEqual([
      ['business-logic.remove', 'two.example', null],
      ['business-logic.set', null, null],
      ['business-logic.set', 'one.example:8443', 'two.example'],
      ['business-logic.set', null, 'one.example:8443'],
    ]);
    for (const { target, actor } of changes) {
      expect(target).toBe('BLS_TOLD');
      expect(actor).toMatchObject({ kind: 'token', service_user_id: ana.account().service_user_id });
    }
    const text = answer.body.toString();
    for (const hidden of [path, token, secret.slice(6)]) expect(text).not.toContain(hidden);
  });

  test('never shows its secret again, nor the query of its address', async () => {
    const token = randomUUID();
    await setUrl(`https://hidden.example/bls?code=${token}`, {}, ana, 'BLS_HIDDEN');
    const { secret = '' } = made(await act('BLS_HIDDEN', { action: 'rotate_secret' }));
    const headers = await ana.bearer(MAY);
    const listed = (await ana.call('GET', '/v1/business-logic', { headers })).body.toString();
    expect(listed).toContain('https://hidden.example/bls?***');
    expect(listed).not.toContain(token);
    expect(listed).not.toContain(secret.slice(6, -1));
    await remove('BLS_HIDDEN');
  });

  test('cannot be changed by an author, a publisher or an App-Key, even with the scope', async () => {
    const before = await list();
    const author = await ana.bearer('conversation_read ai_model_read query ai_model_write');
    const publisher = await ana.bearer('ai_model_write version_write audit_read webhook_write app_write');
    const { key } = await ana.newKey({ scopes: `${MAY} ai_model_write version_write` });
    const byKey = { Authorization: `App-Key ${key}` };
    const change = { action: 'set_url', url: 'https://evil.example/' };
    const path = `/v1/business-logic/${URL_NAME}`;
    for (const headers of [author, publisher, byKey]) {
      const tried = [
        await ana.postJson(path, change, headers),
        await ana.postJson(path, { action: 'rotate_secret' }, headers),
        await ana.postJson(path, { action: 'retire_secret' }, headers),
        await ana.call('DELETE', path, { headers }),
      ];
      expect(tried.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
    }
    expect((await ana.call('GET', '/v1/business-logic', { headers: author })).status).toBe(403);
    expect((await ana.call('GET', '/v1/business-logic', { headers: byKey })).status).toBe(200);
    expect(await list()).toEqual(before);
  });

  test('cannot be seen, changed or removed by another institution', async () => {
    made(await setUrl(`${echo()}/mine`, {}, ana));
    expect(await list(stranger)).toEqual([]);
    expect((await remove(URL_NAME, '', stranger)).status).toBe(404);
    made(await setUrl(`${echo()}/theirs`, {}, stranger));
    expect((await list()).map(({ url }) => url)).toContain(`${echo()}/mine`);
    await remove(URL_NAME);
    expect((await list(stranger)).map(({ url }) => url)).toEqual([`${echo()}/theirs`]);
  });

  test.each([...NOT_PUBLIC, `https://example.com/${'x'.repeat(2048)}`])(
    'cannot be set to %.60s',
    async (url) => {
      refusedField(await setUrl(url), 'url');
    },
  );

  test('rejects a wrong name, action, address or application', async () => {
    const url = 'https://example.com/';
    refusedField(await setUrl(url, {}, ana, 'AWS_SECRET'), 'name');
    refusedField(await act(URL_NAME, { action: 'test' }), 'action');
    refusedField(await act(URL_NAME, { action: 'set_url' }), 'url');
    refusedField(await setUrl(url, { application: 'bank' }), 'application');
    refused(await act('BLS_NONE', { action: 'retire_secret' }), 409, 'conflict');
  });

  test('does not allow drafts to call its host by another address', async () => {
    made(await setUrl('https://own.example/', {}, ana, 'BLS_OWN'));
    const settings = `schema: 1
name: shop
languages: { default: en, supported: [en] }
out_of_scope: { say: { en: No. } }
business_logic: { url: "https://own.example/other", sign: false }
`;
    const files = { 'assistant.yaml': settings };
    const headers = await ana.bearer('ai_model_write');
    await ana.postJson('/v1/drafts/own', { revision: 0, files }, headers);
    const check = (await ana.call('GET', '/v1/drafts/own/check', { headers })).body.toString();
    expect(check).toContain('this host is not your institution’s business logic');
    await ana.postJson(
      '/v1/drafts/own',
      {
        revision: 1,
        files: { 'assistant.yaml': settings.replace('"https://own.example/other"', 'env:BLS_OWN') },
      },
      headers,
    );
    const named = (await ana.call('GET', '/v1/drafts/own/check', { headers })).body.toString();
    expect(named).not.toContain('business logic');
    await remove('BLS_OWN');
  });
});
