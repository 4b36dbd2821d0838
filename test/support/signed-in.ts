import { formTokenOf } from '../../infra/openapi/code-flow.ts';
import { PASSWORD, type useAuthorization } from './authorization.ts';
import { type Browser, createBrowser } from './cookie-jar.ts';

export const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; rv:128.0) Gecko/20100101 Firefox/128.0';
export const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Version/17.5 Mobile Safari/604.1';

type Pairs = [string, string][];
type Form = Readonly<Record<string, string>>;

/** Actions of users of acme on the authorization page. */
export function onThePage({ page, query }: ReturnType<typeof useAuthorization>) {
  /** Signs in and gives consent. */
  async function signIn(browser: Browser, pairs: Pairs = query(), form: Form = {}) {
    const shown = await browser.send(page, pairs);
    const typed = { username: 'ann', password: PASSWORD, ...form };
    const token = { form_token: formTokenOf(shown.body), decision: 'allow' };
    return browser.send(page, pairs, { ...token, ...typed });
  }
  return {
    signIn,
    /** Sends the form of the page in its present state. */
    async decide(browser: Browser, pairs: Pairs, decision: string) {
      const shown = await browser.send(page, pairs);
      return browser.send(page, pairs, { form_token: formTokenOf(shown.body), decision });
    },
    /** A browser whose user signed in and allowed acme's client to send queries. */
    async signedIn(form: Form = {}): Promise<Browser> {
      const browser = createBrowser({ 'User-Agent': FIREFOX });
      const { status } = await signIn(browser, query('acme', { scope: 'query' }), form);
      if (status !== 303) throw new Error('nobody was signed in');
      return browser;
    },
  };
}

interface Shown {
  status: number;
  body: string;
}

export const asksForPassword = ({ status, body }: Shown): boolean =>
  status === 200 && body.includes('name="password"');

export const asksForConsent = ({ status, body }: Shown): boolean =>
  status === 200 && body.includes('value="switch"') && !body.includes('name="password"');
