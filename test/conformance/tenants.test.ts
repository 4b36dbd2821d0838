import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { HttpAnswer } from '../support/http.ts';
import { type Api, accepted, appKey, createApi, KEYS, OAUTH, refused } from './support/api.ts';
import {
  addUser,
  baseUrl,
  canOperate,
  createTenant,
  publishAssistant,
  useApi,
  useTenant,
} from './support/parley.ts';
import { answerShape, createdKeyShape, deletedKeyShape, tokenShape } from './support/shapes.ts';

const demo = useApi();
const other = useTenant();
beforeAll(async () => {
  if (canOperate()) await publishAssistant(other.account().institution);
}, 60_000);

/** A refusal without what differs from request to request. */
const told = (answer: HttpAnswer, status: number) => {
  const { request_id: _request_id, ...rest } = refused(answer, status);
  return { ...rest, challenge: answer.headers['www-authenticate'] };
};
const update = async (api: Api, id: string) =>
  api.postJson(`${KEYS}${id}`, { name: 'stolen' }, await api.bearer());
const remove = async (api: Api, id: string) =>
  api.call('DELETE', `${KEYS}${id}`, { headers: await api.bearer() });

describe.runIf(canOperate())('two institutions', () => {
  test('do not see each other in the list of keys', async () => {
    const [mine, theirs] = await Promise.all([demo.newKey(), other.newKey()]);
    expect((await other.listKeys()).map(({ id }) => id)).toEqual(expect.not.arrayContaining([mine.id]));
    expect((await demo.listKeys()).map(({ id }) => id)).toEqual(expect.not.arrayContaining([theirs.id]));
  });

  test('cannot change or delete each other’s keys, which look like no keys at all', async () => {
    const { action: _action, key, ...before } = await demo.newKey({ name: 'mine' });
    const nothing = randomUUID();
    expect(told(await update(other, before.id), 404)).toEqual(told(await update(other, nothing), 404));
    expect(told(await remove(other, before.id), 404)).toEqual(told(await remove(other, nothing), 404));
    const theirs = await other.newKey({ scopes: 'app_write' });
    const byKey = await other.call('DELETE', `${KEYS}${before.id}`, { headers: appKey(theirs.key) });
    expect(told(byKey, 404)).toEqual(told(await remove(other, nothing), 404));
    expect(await demo.findKey(before.id)).toEqual(before);
    await demo.listKeys(appKey(key));
  });

  test('cannot obtain a token for each other’s users, who look like nobody', async () => {
    const theirUser = { ...other.clientGrant(), service_user_id: demo.account().service_user_id };
    const nobody = { ...other.clientGrant(), service_user_id: randomUUID() };
    const refusal = told(await other.postForm(OAUTH, theirUser), 400);
    expect(refusal).toEqual(told(await other.postForm(OAUTH, nobody), 400));
  });

  test('cannot sign in as each other’s users by naming another institution', async () => {
    const fields = { ...demo.passwordGrant(), institution: other.account().institution };
    const nobody = { ...fields, username: `nobody-${randomUUID()}` };
    expect(told(await demo.postForm(OAUTH, fields), 400)).toEqual(
      told(await demo.postForm(OAUTH, nobody), 400),
    );
  });

  test('cannot use each other’s client ids', async () => {
    const fields = { ...other.clientGrant(), client_id: demo.account().client_id };
    const throwaway = await createTenant();
    const crossed = { ...other.clientGrant(), client_id: throwaway.client_id };
    const unknown = { ...fields, client_id: `${other.account().institution}.${'A'.repeat(20)}` };
    const refusal = told(await other.postForm(OAUTH, unknown), 401);
    expect(told(await other.postForm(OAUTH, crossed), 401)).toEqual(refusal);
  });

  test('cannot continue each other’s dialogs: a foreign one begins anew, as an unknown one does', async () => {
    const seed = `shared-${randomUUID()}`;
    const mine = await demo.ask('I want to transfer money between my accounts', { dialog_seed: seed });
    const foreign = await other.ask('thank you', { dialog: mine.dialog });
    const unknown = await other.ask('thank you', { dialog: 'B'.repeat(30) });
    const seeded = await other.ask('thank you', { dialog_seed: seed });
    for (const answer of [foreign, unknown, seeded]) {
      expect(answer.dialog).not.toBe(mine.dialog);
      expect(answer.session_id).not.toBe(mine.session_id);
      expect(answer).toMatchObject({ competency: 'thanks', slots: {} });
    }
    const next = await demo.ask('50 dollars', { dialog: mine.dialog });
    expect(next).toMatchObject({ session_id: mine.session_id, competency: 'transfer' });
  });

  test('cannot read each other’s answers by an Idempotency-Key', async () => {
    const once = { 'Idempotency-Key': randomUUID() };
    const body = { query: 'thank you', external_user_id: 'u' };
    const mine = await demo.postQuery(body, once);
    const theirs = accepted(await other.postQuery(body, once), answerShape);
    expect(theirs.qid).not.toBe(accepted(mine, answerShape).qid);
    expect((await demo.postQuery(body, once)).body.equals(mine.body)).toBe(true);
  });

  test('cannot use each other’s AI versions or applications, which look like none', async () => {
    const { ai_version, application } = demo.demo();
    const fields = { query: 'hello', external_user_id: 'u' };
    const named = (text: string, ...names: string[]) =>
      names.reduce((all, name) => all.replaceAll(name, '#'), text);
    const version = randomUUID();
    const [theirs, none] = await Promise.all([
      other.postQuery({ ...fields, ai_version }),
      other.postQuery({ ...fields, ai_version: version }),
    ]);
    expect(named(JSON.stringify(told(theirs, 400)), ai_version)).toBe(
      named(JSON.stringify(told(none, 400)), version),
    );
    const [theirApplication, noApplication] = await Promise.all([
      other.postQuery({ ...fields, application }),
      other.postQuery({ ...fields, application: 'none:none' }),
    ]);
    expect(named(JSON.stringify(told(theirApplication, 400)), application)).toBe(
      named(JSON.stringify(told(noApplication, 400)), 'none:none'),
    );
  });

  test('gain nothing by naming the other in a body or header', async () => {
    const institution = demo.account().institution;
    const name = `planted-${randomUUID()}`;
    const headers = { ...(await other.bearer()), 'X-Institution': institution, institution };
    const body = { name, institution, user_id: demo.account().service_user_id };
    accepted(await other.postJson(KEYS, body, headers), createdKeyShape);
    expect((await demo.listKeys()).map((key) => key.name)).not.toContain(name);
    expect((await other.listKeys()).map((key) => key.name)).toContain(name);
  });
});

describe.runIf(canOperate())('two users of one institution', () => {
  const second = createApi(baseUrl, () => secondAccount);
  let secondAccount = {
    institution: '',
    client_id: '',
    client_secret: '',
    service_user_id: '',
    username: '',
    password: '',
  };
  beforeAll(async () => {
    secondAccount = { ...other.account(), ...(await addUser(other.account().institution)) };
  });

  test('see and change their own keys only', async () => {
    const mine = await other.newKey();
    const theirs = await second.newKey();
    expect((await second.listKeys()).map(({ id }) => id)).toEqual([theirs.id]);
    refused(await update(second, mine.id), 404, 'not_found');
    refused(await remove(second, mine.id), 404, 'not_found');
    accepted(await remove(other, mine.id), deletedKeyShape);
  });
});

describe.runIf(canOperate())('one user name in two institutions', () => {
  test('signs in to the institution that is named, and to none without a name', async () => {
    const username = `twin-${randomUUID()}`;
    const [one, two] = await Promise.all([createTenant({ username }), createTenant({ username })]);
    for (const { institution, password } of [one, two]) {
      const fields = { grant_type: 'password', institution, username, password };
      const { access_token } = accepted(await demo.postForm(OAUTH, fields), tokenShape);
      expect(await demo.listKeys({ Authorization: `Bearer ${access_token}` })).toEqual([]);
    }
    const fields = { grant_type: 'password', username, password: one.password };
    expect(['invalid_grant', 'invalid_request']).toContain(
      refused(await demo.postForm(OAUTH, fields), 400).error,
    );
    const crossed = {
      grant_type: 'password',
      institution: one.institution,
      username,
      password: two.password,
    };
    refused(await demo.postForm(OAUTH, crossed), 400, 'invalid_grant');
  });
});

describe.runIf(canOperate())('the scopes of a token and a key', () => {
  test('go no further than the user’s', async () => {
    const account = await createTenant({ scopes: ['query', 'app_write'] });
    const api = createApi(baseUrl, () => account);
    expect((await api.newToken()).scope.split(' ').sort()).toEqual(['app_write', 'query']);
    refused(
      await api.postForm(OAUTH, { ...api.clientGrant(), scope: 'query app_read' }),
      400,
      'invalid_scope',
    );
    refused(
      await api.postJson(KEYS, { name: 'x', scopes: 'app_read' }, await api.bearer()),
      400,
      'invalid_request',
    );
    expect((await api.newKey()).scopes).toBe('query');
  });

  test('go no further than the client’s', async () => {
    const account = await createTenant({ clientScopes: ['query'] });
    const api = createApi(baseUrl, () => account);
    expect((await api.newToken()).scope).toBe('query');
    refused(await api.postForm(OAUTH, { ...api.clientGrant(), scope: 'app_read' }), 400, 'invalid_scope');
  });

  test('of a key go no further than the institution allows', async () => {
    const account = await createTenant({ allowedKeyScopes: ['query'] });
    const api = createApi(baseUrl, () => account);
    expect((await api.newKey()).scopes).toBe('query');
    const { id } = await api.newKey({ scopes: 'query' });
    for (const path of [KEYS, `${KEYS}${id}`]) {
      const answer = await api.postJson(path, { name: 'x', scopes: 'query app_read' }, await api.bearer());
      expect(refused(answer, 400, 'invalid_request').errors).toMatchObject([{ field: 'scopes' }]);
    }
    expect((await api.listKeys()).map(({ scopes }) => scopes)).toEqual(['query', 'query']);
  });
});

describe.runIf(canOperate())('wrong secrets', () => {
  const wrong = 'not the right one at all';

  test('of a known and an unknown user are refused in the same words', async () => {
    const account = await createTenant();
    const api = createApi(baseUrl, () => account);
    const known = told(await api.postForm(OAUTH, { ...api.passwordGrant(), password: wrong }), 400);
    const unknown = { ...api.passwordGrant(), username: `nobody-${randomUUID()}`, password: wrong };
    expect(told(await api.postForm(OAUTH, unknown), 400)).toEqual(known);
    expect(known.error).toBe('invalid_grant');
  });

  test('of a known and an unknown client are refused in the same words', async () => {
    const account = await createTenant();
    const api = createApi(baseUrl, () => account);
    const known = told(await api.postForm(OAUTH, { ...api.clientGrant(), client_secret: wrong }), 401);
    const unknown = { ...api.clientGrant(), client_id: `${account.institution}.${'Z'.repeat(20)}` };
    expect(told(await api.postForm(OAUTH, unknown), 401)).toEqual(known);
    expect(known.error).toBe('invalid_client');
  });

  test('many times over are slowed down, the right one then too, and no other account is', async () => {
    const account = await createTenant();
    const api = createApi(baseUrl, () => account);
    let answer = await api.postForm(OAUTH, { ...api.passwordGrant(), password: wrong });
    for (let attempt = 0; attempt < 30 && answer.status !== 429; attempt += 1) {
      answer = await api.postForm(OAUTH, { ...api.passwordGrant(), password: wrong });
    }
    refused(answer, 429, 'too_many_requests');
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    refused(await api.postForm(OAUTH, api.passwordGrant()), 429, 'too_many_requests');
    accepted(await demo.postForm(OAUTH, demo.passwordGrant()), tokenShape);
  });
});
