import { randomBytes } from 'node:crypto';
import { createOauthAccount } from '../../functions/oauth-account/handler.ts';
import { createUser } from '../../functions/shared/domain/institutions/operators.ts';
import { createAccountStore } from '../../functions/shared/store/account.ts';
import { createSignInStore } from '../../functions/shared/store/directory-sign-in.ts';
import { createUserStore } from '../../functions/shared/store/directory-users.ts';
import { createConsentStore } from '../../functions/shared/store/sign-ins-consents.ts';
import { formTokenOf } from '../../infra/openapi/code-flow.ts';
import { PASSWORD, useAuthorization } from './authorization.ts';
import { type Browser, createBrowser } from './cookie-jar.ts';
import { FIREFOX } from './signed-in.ts';

type Form = Readonly<Record<string, string>>;

/** The account page beside the authorization page, and what users of acme do there. */
export function useAccountPage() {
  const authorization = useAuthorization();
  const { store, clock, query, page: signInPage, answered } = authorization;
  const dependencies = {
    accounts: createAccountStore(store.client),
    signIns: createSignInStore(store.client),
    users: createUserStore(store.client),
    consents: createConsentStore(store.client),
    random: randomBytes,
    now: () => clock.now,
  };
  const page = createOauthAccount(dependencies);
  let users = 0;

  const open = (browser: Browser, pairs: [string, string][] = []) => browser.send(page, pairs);

  /** Sends a form of the page in its present state. */
  async function act(browser: Browser, form: Form, headers: Record<string, string> = {}) {
    const shown = await open(browser);
    return browser.send(page, [], { form_token: formTokenOf(shown.body), ...form }, { headers });
  }

  return {
    authorization,
    dependencies,
    page,
    open,
    act,
    /** The name and id of a new user for this test. */
    async newUser(): Promise<string> {
      users += 1;
      const username = `user-${users}`;
      const login = { institution: 'acme', userId: username, username, password: PASSWORD };
      await createUser(authorization.operator, { ...login, scopes: ['query', 'account_read'] });
      return username;
    },
    async signIn(username: string, form: Form = {}, userAgent = FIREFOX) {
      const browser = createBrowser({ 'User-Agent': userAgent });
      const typed = { institution: 'acme', username, password: PASSWORD, ...form };
      const answer = await act(browser, { action: 'sign-in', ...typed });
      return { browser, answer };
    },
    /** Gives a client consent in a signed-in browser, and returns the code. */
    async allow(browser: Browser, name: string): Promise<string> {
      const pairs = query(name, { scope: 'query' });
      const shown = await browser.send(signInPage, pairs);
      if (shown.status === 303) return answered(shown).code ?? '';
      const form = { form_token: formTokenOf(shown.body), decision: 'allow' };
      return answered(await browser.send(signInPage, pairs, form)).code ?? '';
    },
  };
}

const matches = (body: string, pattern: RegExp): string[] =>
  [...body.matchAll(pattern)].map(([, text = '']) => text);

/** Readers of the page: its sessions, their names in forms, and its consents. */
export const sessionsOn = (body: string): string[] => matches(body, /id="s-[0-9a-f]{16}">([^<]*)</g);
export const namesOn = (body: string): string[] => matches(body, /name="session" value="([0-9a-f]{16})"/g);
export const consentsOn = (body: string): string[] => matches(body, /id="c-\d+">([^<]*)</g);

export const isSignedOut = (body: string): boolean => body.includes('value="sign-in"');
