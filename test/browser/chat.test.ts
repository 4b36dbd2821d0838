import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { useApi } from '../conformance/support/parley.ts';
import {
  answerNumber,
  answers,
  input,
  messages,
  SITE,
  SITE_RULE,
  say,
  useShop,
  watchQueries,
} from './chat-page.ts';
import { useBrowser } from './support.ts';

const openPage = useBrowser([SITE_RULE]);
const shop = useShop();
const newPage = () => shop.sharedPage(openPage);
const api = useApi();

let key = '';
let elsewhere = '';
beforeAll(async () => {
  key = (await api.newKey({ scopes: 'query', referrer_addresses: SITE })).key;
  elsewhere = (await api.newKey({ scopes: 'query', referrer_addresses: 'pages.example' })).key;
});

const attributes = (more = '') => `app-key="${key}" application="demo:bank" ${more}`;

/** Returns an array to which the page's console messages and uncaught errors are added. */
function watchConsole(page: Page): string[] {
  const lines: string[] = [];
  page.on('console', (message) => lines.push(message.text()));
  page.on('pageerror', (error) => lines.push(String(error)));
  return lines;
}

describe('a page of another origin, with a key for its host,', () => {
  test('holds a conversation, which continues after a reload', async () => {
    const page = await shop.open(await newPage(), { attributes: attributes() });
    const lines = watchConsole(page);
    await say(page, 'move 50 dollars from checking');
    expect(await answerNumber(page, 1)).toBe('To which account?');
    expect(await input(page).inputValue()).toBe('');
    await page.reload();
    expect(await messages(page).count()).toBe(2);
    await say(page, 'to savings');
    expect(await answerNumber(page, 2)).toContain(
      'Move $50 from your checking account to your savings account',
    );
    expect(lines).toEqual([]);
  });

  test('shows the assistant’s welcome once, if it asks for it', async () => {
    const page = await newPage();
    const queries = watchQueries(page);
    await shop.open(page, { attributes: attributes('welcome') });
    expect(await answerNumber(page, 1)).not.toBe('');
    await page.reload();
    expect(await messages(page).count()).toBe(1);
    await say(page, 'hello');
    await answerNumber(page, 2);
    expect(queries.map(({ body }) => body.query)).toEqual(['', 'hello']);
  });

  test('has one conversation per tab, and the same user in all', async () => {
    const first = await shop.open(await openPage(), { attributes: attributes() });
    const second = await first.context().newPage();
    await shop.open(second, { attributes: attributes() });
    const asked = [watchQueries(first), watchQueries(second)];
    await say(first, 'move 50 dollars from checking');
    await answerNumber(first, 1);
    await say(second, 'to savings');
    await answerNumber(second, 1);
    const [one, two] = asked.map(([query]) => query?.body);
    expect(two?.dialog).toBeUndefined();
    expect(two?.external_user_id).toBe(one?.external_user_id);
    expect(await answers(second).textContent()).not.toContain('Move $50');
  });

  test('retries a query under the same key if its answer was lost, and shows one answer', async () => {
    const page = await newPage();
    const queries = watchQueries(page);
    const qids: unknown[] = [];
    let lost = 0;
    await page.route('**/v1/query', async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      const response = await route.fetch();
      qids.push((await response.json()).qid);
      lost += 1;
      return lost === 1 ? route.abort() : route.fulfill({ response });
    });
    await shop.open(page, { attributes: attributes() });
    await say(page, 'hello');
    await answerNumber(page, 1);
    expect(queries).toHaveLength(2);
    expect(queries[1]).toEqual(queries[0]);
    expect(qids[1]).toBe(qids[0]);
    expect(await messages(page).count()).toBe(2);
  });

  test('sends a query that a reload interrupted again, unchanged', async () => {
    const page = await newPage();
    const queries = watchQueries(page);
    let reloaded = false;
    const asked = new Promise<void>((resolve) => {
      void page.route('**/v1/query', (route) => {
        if (reloaded || route.request().method() !== 'POST') return route.continue();
        resolve();
      });
    });
    await shop.open(page, { attributes: attributes() });
    await say(page, 'hello');
    await asked;
    await input(page).fill('and another thing');
    reloaded = true;
    await page.reload();
    await answerNumber(page, 1);
    expect(queries[1]).toEqual(queries[0]);
    expect(await messages(page).count()).toBe(2);
    expect(await input(page).inputValue()).toBe('and another thing');
  });

  test('reports a lost connection, keeps the query, and sends it on “Try again”', async () => {
    const page = await newPage();
    const lines = watchConsole(page);
    let away = true;
    await page.route('**/v1/query', (route) => (away ? route.abort() : route.continue()));
    await shop.open(page, { attributes: attributes() });
    await say(page, 'hello');
    const again = page.getByRole('button', { name: 'Try again' });
    await again.waitFor();
    expect(await page.locator('.failure').textContent()).toContain('There is no connection right now.');
    expect(await messages(page).last().textContent()).toBe('You: hello');
    expect(lines.join()).toContain(`let pages of ${shop.origin()} call it`);
    away = false;
    await again.press('Enter');
    await answerNumber(page, 1);
    expect(await again.count()).toBe(0);
    expect(await page.evaluate('document.activeElement.shadowRoot.activeElement.id')).toBe('query');
  });

  test('can be used by the keyboard alone', async () => {
    const page = await shop.open(await newPage(), { attributes: attributes() });
    const focused = () =>
      page.evaluate("(document.activeElement.shadowRoot ?? document).activeElement.getAttribute('part')");
    const reached: unknown[] = [];
    for (const _stop of [1, 2, 3, 4]) {
      await page.keyboard.press('Tab');
      reached.push(await focused());
    }
    expect(reached).toEqual(['options', 'log', 'input', 'send']);
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.type('how much is in');
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.type('my savings account');
    expect(await messages(page).count()).toBe(0);
    await page.keyboard.press('Enter');
    expect(await answerNumber(page, 1)).toContain('Savings');
    expect(await focused()).toBe('input');
  });

  test('shows that an answer is pending, and keeps another message in the input until then', async () => {
    const page = await newPage();
    let go: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      go = resolve;
    });
    await page.route('**/v1/query', async (route) => {
      await held;
      await route.continue();
    });
    await shop.open(page, { attributes: attributes() });
    await say(page, 'hello');
    await page.getByText('The assistant is writing').waitFor();
    await say(page, 'are you there');
    expect(await input(page).inputValue()).toBe('are you there');
    go();
    await answerNumber(page, 1);
    expect(await page.getByText('The assistant is writing').count()).toBe(0);
    await input(page).press('Enter');
    await answerNumber(page, 2);
    expect(await input(page).inputValue()).toBe('');
  });
});

describe('a page that is refused', () => {
  const refused = async (attributes: string) => {
    const page = await newPage();
    const lines = watchConsole(page);
    const queries = watchQueries(page);
    await shop.open(page, { attributes });
    await say(page, 'hello');
    await page.locator('.failure').waitFor();
    expect(await page.locator('.failure').textContent()).toContain('cannot answer here right now');
    expect(await messages(page).last().textContent()).toBe('You: hello');
    return { owner: lines.filter((line) => line.startsWith('<parley-chat>')), queries };
  };

  test('because the key does not list its host reports that host in the console', async () => {
    const { owner, queries } = await refused(`app-key="${elsewhere}"`);
    expect(owner).toEqual([expect.stringContaining(`and ${SITE} among its referrer_addresses`)]);
    expect(queries).toHaveLength(1);
  });

  test('because its key is invalid reports that in the console', async () => {
    const { owner } = await refused(`app-key="${'x'.repeat(40)}"`);
    expect(owner).toEqual([expect.stringMatching(/: 401 .*Give the element an app-key/)]);
  });

  test('because it has no key reports that in the console', async () => {
    const { owner, queries } = await refused('');
    expect(owner).toEqual([expect.stringContaining('Give the element app-key or token-url')]);
    expect(queries).toEqual([]);
  });
});

test.each([
  ['a page', { body: '<!doctype html><title>Hotel Wi-Fi</title>' }],
  ['an answer without visuals', { json: { dialog: 'd' } }],
])('%s instead of an answer is reported to the user and in the console', async (_name, content) => {
  const page = await newPage();
  const lines = watchConsole(page);
  const headers = { 'Access-Control-Allow-Origin': '*' };
  await page.route('**/v1/query', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ ...content, headers }) : route.continue(),
  );
  await shop.open(page, { attributes: attributes() });
  await say(page, 'hello');
  await page.getByText('The assistant cannot answer here right now.').waitFor();
  expect(lines.join()).toContain('unreadable');
});

describe('with a token-url of the page’s own server,', () => {
  test('a query uses its token, and fetches another if that is refused', async () => {
    const { access_token, expires_in } = await api.newToken({ scope: 'query' });
    const given = ['a'.repeat(30), access_token];
    shop.serve((path) =>
      path === '/token' ? { status: 200, body: { access_token: given.shift(), expires_in } } : undefined,
    );
    const page = await newPage();
    const queries = watchQueries(page);
    await shop.open(page, { attributes: 'token-url="/token" application="demo:bank"' });
    await say(page, 'hello');
    await answerNumber(page, 1);
    expect(queries.map(({ authorization }) => authorization)).toEqual([
      `Bearer ${'a'.repeat(30)}`,
      `Bearer ${access_token}`,
    ]);
    expect(queries[1]?.key).toBe(queries[0]?.key);
  });

  test('a missing token is reported in the console', async () => {
    shop.serve((path) => (path === '/token' ? { status: 401, body: {} } : undefined));
    const page = await newPage();
    const lines = watchConsole(page);
    await shop.open(page, { attributes: 'token-url="/token"' });
    await say(page, 'hello');
    await page.locator('.failure').waitFor();
    expect(lines.join('\n')).toContain('The token-url /token gave no token.');
  });
});
