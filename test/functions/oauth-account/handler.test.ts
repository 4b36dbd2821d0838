import { describe, expect, test } from 'vitest';
import { createOauthAccount } from '../../../functions/oauth-account/handler.ts';
import { setUserPassword } from '../../../functions/shared/domain/institutions/user-changes.ts';
import { createAuditReader } from '../../../functions/shared/store/audit.ts';
import { formTokenOf } from '../../../infra/openapi/code-flow.ts';
import { consentsOn, isSignedOut, sessionsOn, useAccountPage } from '../../support/account.ts';
import { callForText } from '../../support/requests.ts';
import { SAFARI } from '../../support/signed-in.ts';

const { authorization, page, open, act, newUser, signIn, allow, dependencies } = useAccountPage();
const { store, clock } = authorization;

describe('a user sees', () => {
  test('all browsers that are signed in, the latest first, with this one named', async () => {
    const username = await newUser();
    const { browser } = await signIn(username);
    clock.now += 60_000;
    const { browser: phone } = await signIn(username, { keep: 'yes' }, SAFARI);
    const { body } = await open(browser);
    expect(sessionsOn(body)).toEqual([
      'Safari, iOS, 198.51.100.1',
      'Firefox, Windows, 198.51.100.1 (this browser)',
    ]);
    expect(body.match(/Stays signed in on this device\./g)).toHaveLength(1);
    expect(body).toContain(`<time datetime="${new Date(clock.now).toISOString()}">`);
    expect(sessionsOn((await open(phone)).body)[0]).toContain('(this browser)');
  });

  test('no session that has ended', async () => {
    const username = await newUser();
    await signIn(username);
    clock.now += 31 * 60_000;
    const { browser } = await signIn(username);
    expect(sessionsOn((await open(browser)).body)).toHaveLength(1);
  });

  test('no session of another user', async () => {
    const [one, other] = [await signIn(await newUser()), await signIn(await newUser())];
    await allow(other.browser, 'acme');
    const { body } = await open(one.browser);
    expect([sessionsOn(body).length, consentsOn(body)]).toEqual([1, []]);
  });

  test('what each application was allowed, and since when', async () => {
    const { browser } = await signIn(await newUser());
    await allow(browser, 'acme');
    const since = clock.now;
    clock.now += 60_000;
    await allow(browser, 'acme-app');
    const { body } = await open(browser);
    expect(consentsOn(body)).toEqual(['App', 'Shop &#38; Co']);
    expect(body.match(/<li>Ask questions/g)).toHaveLength(2);
    expect(body).toContain(`<time datetime="${new Date(since).toISOString()}">`);
  });

  test('the page in Spanish if the browser prefers it', async () => {
    const { browser } = await signIn(await newUser());
    const shown = await browser.send(page, [], undefined, { headers: { 'Accept-Language': 'es' } });
    expect(shown.body).toContain('<html lang="es">');
    expect(shown.body).toContain('Dónde tiene la sesión iniciada');
    expect(shown.body).toMatch(/1 de enero de 2030|enero de 2030/);
  });
});

describe('a form', () => {
  test('is accepted only from the page shown to this browser in this session', async () => {
    const username = await newUser();
    const { browser } = await signIn(username);
    const { browser: other } = await signIn(username);
    const form = { form_token: formTokenOf((await open(browser)).body), action: 'sign-out-all' };
    expect((await other.send(page, [], form)).status).toBe(400);
    expect((await browser.send(page, [], { action: 'sign-out-all' })).status).toBe(400);
    const crossSite = { headers: { 'Sec-Fetch-Site': 'cross-site' } };
    expect((await browser.send(page, [], form, crossSite)).status).toBe(400);
    expect(sessionsOn((await open(browser)).body)).toHaveLength(2);
  });

  test('of an ended session says so and asks for the password', async () => {
    const username = await newUser();
    const { browser } = await signIn(username);
    const { body } = await open(browser);
    await setUserPassword(authorization.operator, { institution: 'acme', userId: username }, 'another horse');
    const answer = await browser.send(page, [], { form_token: formTokenOf(body), action: 'sign-out-all' });
    expect([answer.status, isSignedOut(answer.body)]).toEqual([400, true]);
  });

  test('with an unknown action or no form data changes nothing', async () => {
    const { browser } = await signIn(await newUser());
    expect((await act(browser, { action: 'explode' })).status).toBe(400);
    await act(browser, { action: 'sign-out' });
    expect(isSignedOut((await open(browser)).body)).toBe(false);
    const answer = await callForText(page, { body: '{}' });
    expect([answer.status, answer.headers['Content-Type']]).toEqual([415, 'text/html; charset=utf-8']);
  });
});

test('the trail records a user’s sign-in, consent, withdrawal and sign-out, with the address', async () => {
  clock.now += 40 * 86_400_000;
  const username = await newUser();
  const { browser } = await signIn(username);
  await allow(browser, 'acme');
  const { client_id } = authorization.client('acme');
  await act(browser, { action: 'withdraw', client: client_id });
  await act(browser, { action: 'sign-out-all' });
  const trail = await createAuditReader(store.uncounted).read(
    'acme',
    new Date(clock.now).toISOString().slice(0, 10),
  );
  const own = trail.filter(({ actor }) => actor.kind === 'user');
  expect(own.map(({ action, target }) => [action, target].join(' ')).toSorted()).toEqual(
    [
      'session.begin ',
      `code.issue ${client_id}`,
      `consent.withdraw ${client_id}`,
      'session.end all',
    ].toSorted(),
  );
  expect(new Set(own.map(({ sourceIp }) => sourceIp))).toEqual(new Set(['198.51.100.1']));
});

test('a failure of the service shows a page with the number to quote, without its cause', async () => {
  const failing = createOauthAccount({
    ...dependencies,
    accounts: { ...dependencies.accounts, readOwner: () => Promise.reject(new Error('the store is down')) },
  });
  const { browser } = await signIn(await newUser());
  const answer = await browser.send(failing, []);
  expect(answer.status).toBe(500);
  expect(answer.body).toContain('Something went wrong');
  expect(answer.body).toContain(answer.headers['X-Request-Id']);
  expect(answer.body).not.toContain('the store is down');
});
