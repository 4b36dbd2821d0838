import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { HttpAnswer } from '../support/http.ts';
import { type Api, accepted, appKey, KEYS, refused } from './support/api.ts';
import { canOperate, publishAssistant, useApi, useTenant } from './support/parley.ts';
import { createdKeyShape } from './support/shapes.ts';

const demo = useApi();
const other = useTenant();
beforeAll(async () => {
  if (canOperate()) await publishAssistant(other.account().institution);
});

/** Returns a refusal and its challenge without the request id. */
const refusalIn = (answer: HttpAnswer, status: number) => {
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

  test('cannot change or delete each other’s keys, which look like unknown ones', async () => {
    const { action: _action, key, ...before } = await demo.newKey({ name: 'mine' });
    const nothing = randomUUID();
    expect(refusalIn(await update(other, before.id), 404)).toEqual(
      refusalIn(await update(other, nothing), 404),
    );
    expect(refusalIn(await remove(other, before.id), 404)).toEqual(
      refusalIn(await remove(other, nothing), 404),
    );
    const theirs = await other.newKey({ scopes: 'app_write' });
    const byKey = await other.call('DELETE', `${KEYS}${before.id}`, { headers: appKey(theirs.key) });
    expect(refusalIn(byKey, 404)).toEqual(refusalIn(await remove(other, nothing), 404));
    expect(await demo.findKey(before.id)).toEqual(before);
    await demo.listKeys(appKey(key));
  });

  test('cannot use each other’s AI versions or applications, which look like unknown ones', async () => {
    const { ai_version, application } = demo.demo();
    const fields = { query: 'hello', external_user_id: 'u' };
    const named = (text: string, ...names: string[]) =>
      names.reduce((all, name) => all.replaceAll(name, '#'), text);
    const version = randomUUID();
    const [theirs, none] = await Promise.all([
      other.postQuery({ ...fields, ai_version }),
      other.postQuery({ ...fields, ai_version: version }),
    ]);
    expect(named(JSON.stringify(refusalIn(theirs, 400)), ai_version)).toBe(
      named(JSON.stringify(refusalIn(none, 400)), version),
    );
    const [theirApplication, noApplication] = await Promise.all([
      other.postQuery({ ...fields, application }),
      other.postQuery({ ...fields, application: 'none:none' }),
    ]);
    expect(named(JSON.stringify(refusalIn(theirApplication, 400)), application)).toBe(
      named(JSON.stringify(refusalIn(noApplication, 400)), 'none:none'),
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
