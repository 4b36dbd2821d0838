import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  assignmentHistoryResponse,
  assignmentResponse,
  differencesResponse,
  noteResponse,
  versionsResponse,
} from '../../functions/shared/http/version-messages.ts';
import { type Api, accepted, refused, refusedField } from './support/api.ts';
import { APPLICATION, canOperate, publishAssistant, useTenant } from './support/parley.ts';

const ana = useTenant();
const stranger = useTenant();
let [first, second] = ['', ''];
beforeAll(async () => {
  if (!canOperate()) return;
  const { institution } = ana.account();
  first = await publishAssistant(institution, { echoServer: false });
  second = await publishAssistant(institution, {
    outOfScope: 'Not here.',
    onlyDefault: true,
    echoServer: false,
  });
});

const asked = async (query = '', api: Api = ana) =>
  api.call('GET', `/v1/versions${query}`, { headers: await api.bearer() });
const list = async (api: Api = ana, query = '') => accepted(await asked(query, api), versionsResponse);
const post = async (path: string, body: unknown, api: Api = ana) =>
  api.postJson(`/v1/versions/${path}`, body, await api.bearer());
const askedHistory = (query: Record<string, string>, headers: Record<string, string>, api: Api = ana) =>
  api.call('GET', `/v1/versions/history?${new URLSearchParams(query)}`, { headers });
const history = async (query: Record<string, string>, api: Api = ana) =>
  accepted(await askedHistory(query, await api.bearer(), api), assignmentHistoryResponse).history;
const askedDiff = async (query: Record<string, string>, api: Api = ana) =>
  api.call('GET', `/v1/versions/diff?${new URLSearchParams(query)}`, { headers: await api.bearer() });
const servedBy = async (application: string) =>
  (await ana.ask('who is the king of the moon', { application })).ai_version;

describe.runIf(canOperate())('AI versions', () => {
  test('have a note that only their institution can write and remove', async () => {
    const noteOf = async () => (await list()).versions.find(({ ai_version }) => ai_version === first)?.note;
    const note = async (fields: Record<string, unknown>, api: Api = ana) =>
      post('note', { ai_version: first, ...fields }, api);
    expect(await noteOf()).toBeNull();
    const kept = accepted(await note({ note: ' With the fees\nof May ' }), noteResponse);
    expect(kept).toEqual({ ai_version: first, note: 'With the fees\nof May' });
    refused(await note({ note: 'x' }, stranger), 404, 'not_found');
    refused(await note({ ai_version: randomUUID(), note: 'x' }), 404, 'not_found');
    for (const wrong of ['x'.repeat(501), 'a\u0000b', 7]) refusedField(await note({ note: wrong }), 'note');
    refusedField(await note({ ai_version: 'x', note: 'x' }), 'ai_version');
    const headers = await ana.bearer('ai_model_write conversation_read');
    const body = { ai_version: first, note: 'x' };
    refused(await ana.postJson('/v1/versions/note', body, headers), 403, 'insufficient_scope');
    expect(await noteOf()).toBe('With the fees\nof May');
    accepted(await note({ note: '' }), noteResponse);
    expect(await noteOf()).toBeNull();
  });

  test('are assigned, rolled out to a part and rolled back, with effect on the next session', async () => {
    const application = `prod:${randomUUID().slice(0, 8)}`;
    const assign = async (fields: Record<string, unknown>) =>
      accepted(await post('assign', { application, ...fields }), assignmentResponse);
    const begun = await assign({ ai_version: first });
    expect(begun).toMatchObject({ application, ai_version: first, canary: null, revision: 1 });
    expect(begun.assigned_by).toBe(ana.account().service_user_id);
    expect(await servedBy(application)).toBe(first);
    expect(await assign({ ai_version: second, canary_percent: 12.5 })).toMatchObject({
      ai_version: first,
      canary: { ai_version: second, percent: 12.5 },
      revision: 2,
    });
    await assign({ ai_version: second });
    expect(await servedBy(application)).toBe(second);
    const { versions, assignments } = await list();
    expect(versions.map(({ ai_version }) => ai_version)).toEqual([first, second]);
    expect(versions[1]?.serves).toContain(application);
    expect(assignments).toContainEqual(expect.objectContaining({ application, ai_version: second }));
    const back = accepted(await post('rollback', { application }), assignmentResponse);
    expect(back).toMatchObject({ ai_version: first, canary: { ai_version: second } });
    const further = accepted(await post('rollback', { application }), assignmentResponse);
    expect(further).toMatchObject({ ai_version: first, canary: null });
    expect(await servedBy(application)).toBe(first);
    refused(await post('rollback', { application }), 409, 'conflict');
    const events = await history({ application });
    expect(events.map(({ revision, restores, assigned_by }) => [revision, restores, assigned_by])).toEqual(
      [
        [5, 1],
        [4, 2],
        [3, null],
        [2, null],
        [1, null],
      ].map((one) => [...one, ana.account().service_user_id]),
    );
    expect(events[1]).toEqual({ ...back, restores: 2 });
    expect((await history({ application, limit: '2' })).map(({ revision }) => revision)).toEqual([5, 4]);
    expect(await history({ application }, stranger)).toEqual([]);
  });

  test('have a history per application, with a limit of lines', async () => {
    const ask = async (query: Record<string, string>) => askedHistory(query, await ana.bearer());
    refusedField(await ask({}), 'application');
    refusedField(await ask({ application: 'x' }), 'application');
    refusedField(await ask({ application: 'default', limit: '0' }), 'limit');
    refusedField(await ask({ application: 'default', limit: '101' }), 'limit');
    expect((await history({ application: 'default', limit: '100' }))[0]).toMatchObject({
      ai_version: second,
    });
    expect(await history({ application: `prod:${randomUUID().slice(0, 8)}` })).toEqual([]);
  });

  test('are listed page by page, each once, with all assignments on every page', async () => {
    const whole = await list();
    expect(whole.next_cursor).toBeUndefined();
    const one = await list(ana, '?limit=1');
    expect(one).toMatchObject({ versions: whole.versions.slice(0, 1), assignments: whole.assignments });
    const two = await list(ana, `?limit=1&cursor=${one.next_cursor}`);
    expect(two).toEqual({ versions: whole.versions.slice(1), assignments: whole.assignments });
    expect(await list(ana, '?limit=100')).toEqual(whole);
    for (const query of ['?limit=0', '?limit=101']) refusedField(await asked(query), 'limit');
    // An unknown version and another institution's cursor are both refused.
    refusedField(await asked(`?cursor=${randomUUID()}`), 'cursor');
    refusedField(await asked(`?cursor=${one.next_cursor}`, stranger), 'cursor');
  });

  test('are compared in both directions', async () => {
    const place = ['out_of_scope', 'say', 'en'];
    const [says, said] = ['"That is out of scope."', '"Not here."'];
    const differ = async (before: string, after: string) =>
      accepted(await askedDiff({ before, after }), differencesResponse);
    expect(await differ(first, second.toUpperCase())).toEqual({
      before: first,
      after: second,
      differences: [{ change: 'changed', place, before: says, after: said }],
      left_off: 0,
    });
    expect((await differ(second, first)).differences).toEqual([
      { change: 'changed', place, before: said, after: says },
    ]);
  });

  test.each([
    ['before', () => ({ after: second })],
    ['before', () => ({ before: 'x', after: second })],
    ['after', () => ({ before: first })],
    ['after', () => ({ before: first, after: `${second}0` })],
    ['after', () => ({ before: first, after: first })],
    ['after', () => ({ before: first, after: first.toUpperCase() })],
  ])('cannot be compared with a wrong %s', async (field, query) => {
    refusedField(await askedDiff(query()), field);
  });

  test('of another institution cannot be compared, and look like unknown ones', async () => {
    const nobodys = randomUUID();
    const refusalOf = async (query: Record<string, string>) => {
      const { request_id: _id, ...refusal } = refused(await askedDiff(query, stranger), 404, 'not_found');
      return JSON.stringify(refusal).replaceAll(first, '#').replaceAll(nobodys, '#');
    };
    const theirs = await refusalOf({ before: first, after: second });
    expect(theirs).toBe(await refusalOf({ before: nobodys, after: second }));
    expect(theirs).not.toContain(ana.account().institution);
  });

  test('of another institution cannot be listed or assigned', async () => {
    expect(await list(stranger)).toEqual({ versions: [], assignments: [] });
    refused(
      await post('assign', { application: APPLICATION, ai_version: first }, stranger),
      404,
      'not_found',
    );
    refused(await post('rollback', { application: APPLICATION }, stranger), 409, 'conflict');
  });

  test.each([
    ['ai_version', { application: 'prod:x', ai_version: 'x' }],
    ['ai_version', { application: 'prod:x' }],
    ['application', { application: 'x', ai_version: randomUUID() }],
    ['application', { ai_version: randomUUID() }],
    ['canary_percent', { application: 'prod:x', ai_version: randomUUID(), canary_percent: 0 }],
    ['canary_percent', { application: 'prod:x', ai_version: randomUUID(), canary_percent: 100 }],
  ])('cannot be assigned with a wrong %s: %j', async (field, body) => {
    refusedField(await post('assign', body), field);
  });

  test('cannot be assigned if they are unknown', async () => {
    refused(await post('assign', { application: 'prod:x', ai_version: randomUUID() }), 404, 'not_found');
  });
});
