import { describe, expect, test } from 'vitest';
import { createOauthAccount } from '../../../functions/oauth-account/handler.ts';
import { createAuditReader } from '../../../functions/shared/store/audit.ts';
import { formTokenOf } from '../../../infra/openapi/code-flow.ts';
import { consentsOn, isSignedOut, namesOn, sessionsOn, useAccountPage } from '../../support/account.ts';
import { SAFARI } from '../../support/signed-in.ts';

const { authorization, open, act, newUser, signIn, allow, dependencies } = useAccountPage();
const { store, clock, query, page: signInPage } = authorization;

describe('a user signs out', () => {
  test('of this browser, which loses its cookie', async () => {
    const username = await newUser();
    const [{ browser }, { browser: phone }] = [await signIn(username), await signIn(username, {}, SAFARI)];
    const { body } = await open(browser);
    const own = namesOn(body)[sessionsOn(body).findIndex((text) => text.includes('this browser'))] ?? '';
    const answer = await act(browser, { action: 'sign-out', session: own });
    expect(answer.headers.Location).toBe('?done=signed_out');
    expect(browser.setCookies.at(-1)).toMatch(/^__Host-parley-session=; Path=\/; Max-Age=0;/);
    const after = await open(browser, [['done', 'signed_out']]);
    expect([isSignedOut(after.body), after.body.includes('role="status">Signed out.')]).toEqual([true, true]);
    expect(sessionsOn((await open(phone)).body)).toHaveLength(1);
  });

  test('of another browser, at once and for good', async () => {
    const username = await newUser();
    const [{ browser }, { browser: phone }] = [await signIn(username), await signIn(username, {}, SAFARI)];
    const ticket = phone.cookies.get('__Host-parley-session') ?? '';
    const { body } = await open(browser);
    const other = namesOn(body)[sessionsOn(body).findIndex((text) => text.includes('Safari'))] ?? '';
    await act(browser, { action: 'sign-out', session: other });
    phone.cookies.set('__Host-parley-session', ticket);
    expect(isSignedOut((await open(phone)).body)).toBe(true);
    expect(isSignedOut((await open(browser)).body)).toBe(false);
  });

  test('everywhere', async () => {
    const username = await newUser();
    const browsers = await Promise.all([signIn(username), signIn(username), signIn(username)]);
    const [{ browser } = await signIn(username)] = browsers;
    await act(browser, { action: 'sign-out-all' });
    for (const one of browsers) expect(isSignedOut((await open(one.browser)).body)).toBe(true);
  });

  test('without affecting another user', async () => {
    const [one, other] = [await signIn(await newUser()), await signIn(await newUser())];
    const [name = ''] = namesOn((await open(other.browser)).body);
    await act(one.browser, { action: 'sign-out', session: name });
    expect(isSignedOut((await open(other.browser)).body)).toBe(false);
  });
});

describe('a consent that is withdrawn', () => {
  test('revokes only this user’s tokens and codes of the client, and is asked for again', async () => {
    const username = await newUser();
    const { browser } = await signIn(username);
    const { browser: neighbour } = await signIn(await newUser());
    const tokenOf = async (code: string, name = 'acme') =>
      (await authorization.exchange(name, code)).body.access_token;
    const taken = await tokenOf(await allow(browser, 'acme'));
    const others = [
      await tokenOf(await allow(browser, 'acme-app'), 'acme-app'),
      await tokenOf(await allow(neighbour, 'acme')),
    ];
    const code = await allow(browser, 'acme');
    const { client_id: client } = authorization.client('acme');
    const answer = await act(browser, { action: 'withdraw', client });
    expect(answer.headers.Location).toBe('?done=withdrawn');
    expect(await authorization.resolve(taken)).toBeUndefined();
    for (const token of others) expect(await authorization.resolve(token)).toBeDefined();
    expect((await authorization.exchange('acme', code)).status).toBe(400);
    const { body } = await open(browser, [['done', 'withdrawn']]);
    expect(consentsOn(body)).toEqual(['App']);
    expect(body).toContain('role="status"');
    const asked = await browser.send(signInPage, query('acme', { scope: 'query' }));
    expect([asked.status, asked.body.includes('value="switch"')]).toEqual([200, true]);
  });

  test('only halfway is still shown, and is completed by the next attempt', async () => {
    const { browser } = await signIn(await newUser());
    await allow(browser, 'acme');
    const { client_id: client } = authorization.client('acme');
    const failing = createOauthAccount({
      ...dependencies,
      users: {
        ...dependencies.users,
        credentials: () => {
          throw new Error('down');
        },
      },
    });
    const shown = await browser.send(failing, []);
    const form = { form_token: formTokenOf(shown.body), action: 'withdraw', client };
    expect((await browser.send(failing, [], form)).status).toBe(500);
    expect((await open(browser)).body).toContain('Not fully withdrawn yet. Please withdraw it once more.');
    await act(browser, { action: 'withdraw', client });
    expect(consentsOn((await open(browser)).body)).toEqual([]);
  });

  test('that the user never gave leaves no event in the trail', async () => {
    const username = await newUser();
    const { browser } = await signIn(username);
    const { client_id: client } = authorization.client('acme');
    const day = new Date(clock.now).toISOString().slice(0, 10);
    await act(browser, { action: 'withdraw', client });
    const trail = await createAuditReader(store.uncounted).read('acme', day);
    const own = trail.filter(({ actor }) => actor.userId === username);
    expect(own.map(({ action }) => action)).toEqual(['session.begin']);
  });
});
