import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { ALL_ROLES, ROLES } from '../../functions/shared/domain/credentials/roles.ts';
import { changesResponse } from '../../functions/shared/http/audit-messages.ts';
import { type Api, accepted, appKey, KEYS, refused, refusedField } from './support/api.ts';
import { canOperate, changeUser, publishAssistant, useTenant } from './support/parley.ts';

const ana = useTenant();
const stranger = useTenant();
let version = '';
beforeAll(async () => {
  if (!canOperate()) return;
  version = await publishAssistant(ana.account().institution, { echoServer: false });
});

const asked = async (query = '', api: Api = ana) =>
  api.call('GET', `/v1/audit${query}`, { headers: await api.bearer() });
const list = async (query = '', api: Api = ana) => accepted(await asked(query, api), changesResponse);
const post = async (path: string, body: unknown) => ana.postJson(path, body, await ana.bearer());

describe.runIf(canOperate())('the list of changes', () => {
  test('shows each change with its actor and time, the latest first', async () => {
    const { service_user_id } = ana.account();
    const application = `prod:${randomUUID().slice(0, 8)}`;
    const { id } = await ana.newKey({ role: 'reader' });
    await post(`${KEYS}${id}`, { role: 'author' });
    await post('/v1/drafts/shop', { revision: 0, files: { 'assistant.yaml': 'schema: 1' } });
    await post('/v1/drafts/shop', {
      revision: 1,
      files: { 'assistant.yaml': 'schema: 2' },
      accepts: true,
    });
    await post('/v1/versions/assign', { application, ai_version: version });
    await changeUser(ana.account(), { scopes: ROLES.operator });
    const { changes } = await list('?limit=6');
    const who = { kind: 'token', service_user_id };
    expect(changes).toMatchObject([
      { action: 'user.set-scopes', target: service_user_id, role: 'operator', actor: { kind: 'operator' } },
      { action: 'version.assign', target: version, application, percent: null, actor: who },
      { action: 'draft.accept', target: 'shop', actor: who },
      { action: 'draft.write', target: 'shop', actor: who },
      { action: 'key.update', target: id, role: 'author', changed: ['scopes'], actor: who },
      { action: 'key.create', target: id, role: 'reader', actor: who },
    ]);
    const times = changes.map(({ at }) => at);
    expect(times).toEqual(times.toSorted().reverse());
    expect(Date.now() - Date.parse(times[0] ?? '')).toBeLessThan(60_000);
  });

  test('has each change once over all pages, and no issued tokens', async () => {
    const whole = (await list('?limit=100')).changes;
    const paged: typeof whole = [];
    let cursor: string | undefined = '';
    while (cursor !== undefined) {
      const page: Awaited<ReturnType<typeof list>> = await list(`?limit=2&cursor=${cursor}`);
      paged.push(...page.changes);
      cursor = page.next_cursor;
    }
    expect(paged).toEqual(whole);
    expect(whole.map(({ action }) => action)).not.toContain('token.issue');
  });

  test('shows only its own institution, and rejects invalid cursors and missing scopes', async () => {
    const { changes, next_cursor } = await list('?limit=1');
    const elsewhere = await list(`?limit=100&cursor=${next_cursor}`, stranger);
    expect(elsewhere.changes.map(({ request_id }) => request_id)).not.toContain(changes[0]?.request_id);
    expect((await list('?limit=100', stranger)).changes.map(({ action }) => action)).toEqual([
      'user.create',
      'client.create',
      'institution.set',
      'institution.create',
    ]);
    for (const cursor of ['x', Buffer.from('2026-01#').toString('base64url')]) {
      refusedField(await asked(`?cursor=${cursor}`), 'cursor');
    }
    const { key } = await ana.newKey({ role: 'author' });
    refused(await ana.call('GET', '/v1/audit', { headers: appKey(key) }), 403, 'insufficient_scope');
  });
});

describe.runIf(canOperate())('a role', () => {
  test.each(ALL_ROLES)(
    '%s gives a key its scopes, when it is created and when it is changed',
    async (role) => {
      expect((await ana.newKey({ role })).scopes.split(' ').toSorted()).toEqual(ROLES[role].toSorted());
      const { id } = await ana.newKey({ scopes: 'query' });
      expect((await post(`${KEYS}${id}`, { role })).status).toBe(200);
      expect((await ana.findKey(id))?.scopes.split(' ').toSorted()).toEqual(ROLES[role].toSorted());
    },
  );

  test('is rejected if unknown, beyond the caller’s scopes, or given together with scopes', async () => {
    const narrow = await ana.bearer('app_write query');
    refusedField(await ana.postJson(KEYS, { name: 'x', role: 'reader' }, narrow), 'scopes');
    refusedField(await post(KEYS, { name: 'x', role: 'reader', scopes: 'query' }), 'role');
    refusedField(await post(KEYS, { name: 'x', role: 'king' }), 'role');
  });
});
