import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { useApi } from '../conformance/support/parley.ts';
import {
  answerNumber,
  answers,
  answerWith,
  inChat,
  input,
  messages,
  SITE,
  SITE_RULE,
  say,
  useShop,
  watchQueries,
} from './chat-page.ts';
import { axeViolations, hasOverflow, type Look, useBrowser } from './support.ts';

const openPage = useBrowser([SITE_RULE]);
const shop = useShop();
const newPage = (look?: Partial<Look>) => shop.sharedPage(openPage, look);
const api = useApi();
const KEYED = 'app-key="k"';

const option = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function choose(page: Page, name: string, options = 'Options'): Promise<void> {
  await option(page, options).press('Enter');
  await option(page, name).press('Enter');
}

/** Holds back the answers to queries until the returned function is called. */
async function holdAnswers(page: Page): Promise<() => void> {
  let go: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    go = resolve;
  });
  await answerWith(page, {});
  await page.route('**/v1/query', async (route) => {
    await held;
    await route.fallback();
  });
  return go;
}

/** Returns the name of the focused part of the chat. */
const focusedPart = (page: Page) =>
  page.evaluate("document.activeElement?.shadowRoot?.activeElement?.getAttribute('part')");

describe('a new conversation', () => {
  test('begins without earlier messages and without a dialog', async () => {
    const page = await newPage();
    const queries = watchQueries(page);
    await answerWith(page, {});
    await shop.open(page, { attributes: `${KEYED} greeting="Welcome to the shop"` });
    await say(page, 'my cards');
    await answerNumber(page, 2);
    await input(page).fill('by the way');
    await choose(page, 'New conversation');
    expect(await messages(page).allTextContents()).toEqual(['Assistant: Welcome to the shop']);
    expect(await focusedPart(page)).toBe('input');
    await page.reload();
    expect(await messages(page).count()).toBe(1);
    expect(await input(page).inputValue()).toBe('by the way');
    await input(page).press('Enter');
    await answerNumber(page, 2);
    expect(queries.map(({ body }) => body.dialog)).toEqual([undefined, undefined]);
    expect(queries[1]?.body.external_user_id).toBe(queries[0]?.body.external_user_id);
  });

  test('does not show a late answer of the previous one', async () => {
    const page = await newPage();
    const go = await holdAnswers(page);
    await shop.open(page, { attributes: KEYED });
    await say(page, 'my cards');
    await page.locator('.typing').waitFor();
    await choose(page, 'New conversation');
    go();
    await say(page, 'hello');
    await answerNumber(page, 1);
    await page.waitForTimeout(100);
    expect(await messages(page).allTextContents()).toEqual(['You: hello', 'Assistant: Said.']);
  });

  test('can be started by a script of the page', async () => {
    const page = await newPage();
    await answerWith(page, {});
    await shop.open(page, { attributes: KEYED });
    await say(page, 'my cards');
    await answerNumber(page, 1);
    await page.evaluate("document.querySelector('parley-chat').newConversation()");
    expect(await messages(page).count()).toBe(0);
    expect(await focusedPart(page)).toBe(undefined);
  });
});

describe('the transcript', () => {
  const SAID = {
    speakableResponse: 'Two cards.',
    formattedResponse: '**Two** cards.',
    card: { title: 'Debit card', text: 'Ends in 4321' },
    choices: ['Freeze it'],
  };
  const LINES = [
    /^Help$/,
    /^$/,
    /^Assistant:$/,
    /^Welcome$/,
    /^$/,
    /^You \(.+\d.+\):$/,
    /^my cards$/,
    /^$/,
    /^Assistant \(.+\d.+\):$/,
    /^Two cards\.$/,
    /^Debit card$/,
    /^Ends in 4321$/,
    /^• Freeze it$/,
    /^$/,
  ].map((line) => expect.stringMatching(line));

  async function talked(root = 'lang="en"'): Promise<Page> {
    const page = await newPage();
    await answerWith(page, SAID);
    await shop.open(page, { attributes: `${KEYED} chat-title="Help" greeting="Welcome"`, root });
    await say(page, 'my cards');
    await answerNumber(page, 2);
    return page;
  }

  test('downloads as a text with times and all that was shown', async () => {
    const page = await talked();
    const downloading = page.waitForEvent('download');
    await choose(page, 'Download conversation');
    const download = await downloading;
    expect(download.suggestedFilename()).toMatch(/^chat-\d{4}-\d\d-\d\d\.txt$/);
    expect((await readFile(await download.path(), 'utf8')).split('\n')).toEqual(LINES);
  });

  test('is copied, with a confirmation', async () => {
    const page = await talked();
    // The browser gives a page a clipboard only over https.
    await page.evaluate(
      "Object.defineProperty(navigator, 'clipboard', { value: { writeText: async (text) => { window.copied = text; } } })",
    );
    await page.evaluate("document.querySelector('parley-chat').setAttribute('lang', 'en')");
    await choose(page, 'Copy conversation');
    await page.getByText('Copied.').waitFor();
    expect(String(await page.evaluate('window.copied')).split('\n')).toEqual(LINES);
    expect(await focusedPart(page)).toBe('options');
  });

  test('reports that the browser refused to copy it', async () => {
    const page = await openPage();
    await page.addInitScript(
      "Object.defineProperty(navigator, 'clipboard', { value: { writeText: () => Promise.reject(new Error('no')) } })",
    );
    await shop.open(page, { attributes: KEYED, root: 'lang="es"' });
    await choose(page, 'Copiar la conversación', 'Opciones');
    await page.getByText('No se ha podido copiar.').waitFor();
  });

  test('cannot be copied on a page without a clipboard', async () => {
    const page = await shop.open(await newPage(), { attributes: KEYED });
    await option(page, 'Options').click();
    expect(await page.locator('.options button').allTextContents()).toEqual([
      'New conversation',
      'Download conversation',
    ]);
  });

  test('has times also in a language that the browser does not support', async () => {
    const page = await talked('lang="en_US"');
    expect(await page.evaluate("document.querySelector('parley-chat').transcript()")).toContain('You (');
  });
});

describe('a chat with a launcher', () => {
  const launcher = (page: Page) => page.locator('.launcher');
  const chat = (page: Page) => page.getByRole('dialog', { name: 'Chat' });

  test('opens and closes by the keyboard alone, and restores the focus', async () => {
    const page = await newPage();
    await answerWith(page, {});
    await shop.open(page, { attributes: `${KEYED} launcher` });
    expect(await chat(page).count()).toBe(0);
    await page.keyboard.press('Tab');
    expect(await focusedPart(page)).toBe('launcher');
    await page.keyboard.press('Enter');
    expect(await focusedPart(page)).toBe('input');
    await page.keyboard.type('hello');
    await page.keyboard.press('Enter');
    await answerNumber(page, 1);
    await option(page, 'Options').press('Enter');
    await page.keyboard.press('Escape');
    expect(await focusedPart(page)).toBe('options');
    expect(await chat(page).isVisible()).toBe(true);
    await page.keyboard.press('Escape');
    await chat(page).waitFor({ state: 'hidden' });
    expect(await focusedPart(page)).toBe('launcher');
    await page.keyboard.press('Enter');
    await chat(page).getByRole('button', { name: 'Close the chat' }).press('Enter');
    expect(await focusedPart(page)).toBe('launcher');
  });

  test('counts answers while it is closed, also over a reload, until it opens', async () => {
    const page = await newPage();
    const go = await holdAnswers(page);
    await shop.open(page, { attributes: `${KEYED} launcher` });
    await launcher(page).click();
    await say(page, 'hello');
    await page.keyboard.press('Escape');
    expect(await page.locator('.badge').textContent()).toBe('');
    go();
    const unread = page.getByRole('button', { name: 'Open the chat. New messages: 1' });
    await unread.waitFor();
    expect(await page.getByRole('status').textContent()).toBe('New messages: 1');
    expect(await axeViolations(page)).toEqual([]);
    await page.reload();
    await unread.waitFor();
    await unread.click();
    expect(await answers(page).count()).toBe(1);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Open the chat', exact: true }).waitFor();
  });

  test('shows the end of the conversation when it opens', async () => {
    const page = await newPage();
    await answerWith(page, { formattedResponse: 'Said.\n\n'.repeat(40) });
    await shop.open(page, { attributes: `${KEYED} launcher` });
    await launcher(page).click();
    await say(page, 'hello');
    await answerNumber(page, 1);
    await page.keyboard.press('Escape');
    await page.reload();
    await launcher(page).click();
    await expect
      .poll(() => inChat(page, '.log', 'part.scrollHeight - part.scrollTop - part.clientHeight < 2'))
      .toBe(true);
  });

  test('stays open on the next page, without taking the focus', async () => {
    const page = await newPage();
    await shop.open(page, { attributes: `${KEYED} launcher` });
    await launcher(page).click();
    await page.reload();
    expect(await chat(page).isVisible()).toBe(true);
    expect(await focusedPart(page)).toBe(undefined);
    await input(page).focus();
    await page.keyboard.press('Escape');
    expect(await focusedPart(page)).toBe('launcher');
    await page.reload();
    expect(await chat(page).count()).toBe(0);
  });

  test('can be opened and closed by the page, and dispatches an event for both', async () => {
    const page = await newPage();
    await shop.open(page, { attributes: `${KEYED} launcher open` });
    expect(await chat(page).isVisible()).toBe(true);
    expect(await focusedPart(page)).toBe(undefined);
    await page.evaluate(`(() => {
      const chat = document.querySelector('parley-chat');
      window.told = [];
      chat.addEventListener('parley-toggle', ({ detail }) => window.told.push(detail.open));
      chat.open = false;
      chat.show();
      chat.close();
    })()`);
    await page.waitForTimeout(100);
    expect(await page.evaluate('window.told')).toEqual([false, true, false]);
    expect(await chat(page).count()).toBe(0);
  });

  test('asks for the assistant’s welcome only once and only when it opens', async () => {
    const page = await newPage();
    const queries = watchQueries(page);
    await answerWith(page, {});
    await shop.open(page, { attributes: `${KEYED} launcher welcome` });
    await page.waitForTimeout(100);
    expect(queries).toHaveLength(0);
    await launcher(page).click();
    await answerNumber(page, 1);
    await page.keyboard.press('Escape');
    await launcher(page).click();
    expect(queries.map(({ body }) => body.query)).toEqual(['']);
  });

  describe.each([
    ['from left to right', 'lang="es"', 'Abrir el chat', 'launcher', false],
    ['at the other side', 'lang="es"', 'Abrir el chat', 'launcher="start"', true],
    ['from right to left', 'lang="ar" dir="rtl"', 'فتح المحادثة', 'launcher', true],
  ])('on a page %s', (_name, root, open, attribute, isLeft) => {
    test('opens at its side, in the page’s language, and leaves the page usable', async () => {
      const page = await newPage({ viewport: { width: 1000, height: 700 } });
      await answerWith(page, {});
      await shop.open(page, { attributes: `${KEYED} ${attribute}`, root });
      await page.getByRole('button', { name: open, exact: true }).click();
      const box = await page.locator('.chat').boundingBox();
      expect(box).toMatchObject({ width: 384, x: isLeft ? 16 : 1000 - 384 - 16 });
      expect((box?.y ?? -1) > 0).toBe(true);
      await page.getByRole('heading', { name: 'Shop' }).click();
      expect(await axeViolations(page)).toEqual([]);
    });
  });

  describe('on a phone', () => {
    const PHONE = { viewport: { width: 390, height: 700 }, isMobile: true, hasTouch: true } as const;

    test('covers the page, keeps the focus, and is clean for axe', async () => {
      const page = await openPage(PHONE);
      await answerWith(page, {});
      await shop.open(page, { attributes: `${KEYED} launcher` });
      expect(await hasOverflow(page)).toBe(false);
      await launcher(page).tap();
      expect(await page.locator('.chat').boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 700 });
      // Not the input: an on-screen keyboard would hide the conversation.
      expect(await focusedPart(page)).toBe('log');
      await say(page, 'hello');
      await answerNumber(page, 1);
      expect(await axeViolations(page)).toEqual([]);
      expect(await hasOverflow(page)).toBe(false);
      await option(page, 'Options').tap();
      await option(page, 'New conversation').tap();
      expect(await inChat(page, '.chat', "part.matches(':modal')")).toBe(true);
      await chat(page).getByRole('button', { name: 'Close the chat' }).tap();
      expect(await chat(page).count()).toBe(0);
    });

    test('does not cover the next page', async () => {
      const page = await openPage(PHONE);
      await shop.open(page, { attributes: `${KEYED} launcher` });
      await launcher(page).tap();
      await page.reload();
      expect(await chat(page).count()).toBe(0);
    });
  });

  test('applies its theme to its button too', async () => {
    const page = await newPage({ colorScheme: 'dark' });
    await shop.open(page, { attributes: `${KEYED} launcher theme="dark"` });
    const colour = () => inChat(page, '.launcher', 'getComputedStyle(part).backgroundColor');
    expect(await colour()).toBe('rgb(125, 180, 245)');
    expect(await axeViolations(page)).toEqual([]);
    await page.evaluate("document.querySelector('parley-chat').setAttribute('theme', 'light')");
    expect(await colour()).toBe('rgb(26, 95, 180)');
  });
});

describe('an answer', () => {
  const up = (page: Page) => page.getByRole('button', { name: 'Good answer' });
  const down = (page: Page) => page.getByRole('button', { name: 'Bad answer' });
  const pressed = async (page: Page) => [
    await up(page).getAttribute('aria-pressed'),
    await down(page).getAttribute('aria-pressed'),
  ];
  let rates = '';
  let asks = '';
  beforeAll(async () => {
    const keyOf = async (scopes: string) => (await api.newKey({ scopes, referrer_addresses: SITE })).key;
    [rates, asks] = [await keyOf('query conversation_write'), await keyOf('query')];
  });

  /** Opens a chat, and gets an answer from the real service. */
  async function answered(key: string, more = 'feedback'): Promise<Page> {
    const page = await newPage();
    await shop.open(page, { attributes: `app-key="${key}" application="demo:bank" ${more}` });
    await say(page, 'what is in my savings account');
    await answerNumber(page, 1);
    return page;
  }

  test('can be rated and rated again with the scope conversation_write', async () => {
    const page = await answered(rates);
    expect(await pressed(page)).toEqual(['false', 'false']);
    await page.evaluate(
      "document.addEventListener('parley-feedback', ({ detail }) => { window.rated = detail; })",
    );
    await up(page).press('Enter');
    await page.getByText('Thank you for rating the answer.').waitFor();
    await page.reload();
    expect(await pressed(page)).toEqual(['true', 'false']);
    const sending = page.waitForRequest(
      (request) => request.url().endsWith('/v1/feedback') && request.method() === 'POST',
    );
    await down(page).click();
    const { session_id, qid } = (await sending).postDataJSON();
    await expect.poll(() => pressed(page)).toEqual(['false', 'true']);
    expect(await axeViolations(page)).toEqual([]);
    const headers = await api.bearer('conversation_read');
    const logged = await api.call('GET', `/v1/conversations/${session_id}`, { headers });
    expect(JSON.parse(logged.body.toString())).toMatchObject({
      turns: [{ qid, feedback: { rating: 'bad' } }],
    });
  });

  test('cannot be rated without that scope, which is reported to the user and in the console', async () => {
    const page = await newPage();
    const lines: string[] = [];
    page.on('console', (message) => lines.push(message.text()));
    await shop.open(page, { attributes: `app-key="${asks}" application="demo:bank" feedback` });
    await say(page, 'what is in my savings account');
    await answerNumber(page, 1);
    await up(page).click();
    await page.getByText('Your rating could not be stored.').waitFor();
    expect(await pressed(page)).toEqual(['false', 'false']);
    expect(lines.join()).toContain('The key needs the scope conversation_write');
  });

  test('has no rating buttons without the attribute', async () => {
    const page = await answered(rates, '');
    expect(await up(page).count()).toBe(0);
  });

  test('has rating buttons, unlike the greeting and the welcome', async () => {
    const page = await newPage();
    await shop.open(page, {
      attributes: `app-key="${rates}" application="demo:bank" feedback welcome greeting="Hello"`,
    });
    await answerNumber(page, 2);
    expect(await up(page).count()).toBe(0);
    await say(page, 'what is in my savings account');
    await answerNumber(page, 3);
    expect(await up(page).count()).toBe(1);
  });
});
