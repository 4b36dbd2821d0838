import { randomUUID } from 'node:crypto';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { createApi } from '../conformance/support/api.ts';
import { baseUrl, canOperate, publishAssistant } from '../conformance/support/parley.ts';
import {
  colleague,
  complaintsOf,
  consoleUrl,
  enter,
  expectCleanConsole,
  loaded,
  open,
  picture,
  signIn,
  useScene,
} from './console-page.ts';
import { type Look, useBrowser } from './support.ts';

const openPage = useBrowser();
const scene = useScene({ assistant: false });
const api = createApi(baseUrl, () => scene().account);
const enterConsole = (look: Partial<Look> = {}) => enter(openPage, scene(), look);
const SETTINGS =
  'people: {within: 5m, after_failures: 1, queues: {english: {languages: [en]}}}\nconversations: {keep: 30d, queries: true}\nfaq: [{collection: help}]';

const PASSAGE = 'Fresh paint is dry after six hours.';

beforeAll(async () => {
  if (!canOperate()) return;
  const folder = await mkdtemp(path.join(tmpdir(), 'parley-inbox-'));
  try {
    await cp(path.join(import.meta.dirname, '../conformance/assistant'), folder, { recursive: true });
    await mkdir(path.join(folder, 'faq/help'), { recursive: true });
    await writeFile(
      path.join(folder, 'faq/help/drying.en.md'),
      `---\ntitle: Drying times\nlanguage: en\n---\n${PASSAGE}\n`,
    );
    await publishAssistant(scene().account.institution, {
      settings: SETTINGS,
      echoServer: false,
      source: pathToFileURL(folder),
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

/** Begins a conversation, and hands it over to people. @returns its session and its user */
async function handOver(
  first = 'thank you',
): Promise<{ session: string; user: { external_user_id: string; dialog: string } }> {
  const user = { external_user_id: randomUUID() };
  const { dialog } = await api.ask(first, user);
  const { session_id: session, owner } = await api.ask('zxcv qwer uiop', { ...user, dialog });
  expect(owner).toBe('people');
  return { session, user: { ...user, dialog } };
}

async function claimed(page: Page, session: string, name = 'Mia'): Promise<Page> {
  await page.goto(`${consoleUrl()}#/inbox/${session}`);
  await page.getByLabel('Your name').fill(name);
  await page.getByRole('button', { name: 'Claim' }).click();
  await page.getByText(`Yours, as ${name}`).waitFor();
  return page;
}

const does = async (session: string, body: object) =>
  api.postJson(`/v1/handoffs/${session}`, body, await api.bearer());

describe.runIf(canOperate())('the inbox', () => {
  test('lists waiting conversations, shows their messages, and answers by the keyboard', async () => {
    const { session } = await handOver();
    const page = await enterConsole();
    const complaints = complaintsOf(page);
    await open(page, 'Inbox');
    await page.getByRole('status').filter({ hasText: 'waiting' }).waitFor();
    await page.getByLabel('Queue').selectOption('english');
    await page.waitForURL(/queue=english/);
    await page.locator(`a[href$="${session}"]`).press('Enter');
    const log = page.getByRole('log');
    await log.getByText('thank you').waitFor();
    await log.getByText('zxcv qwer uiop').waitFor();
    expect(await log.getByText('zxcv qwer uiop').count()).toBe(1);
    await claimed(page, session);
    expect(await page.evaluate('document.activeElement.id')).toBe('answer');
    await page.keyboard.type('Two');
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.type('lines');
    await page.keyboard.press('Enter');
    await log.getByText('Two\nlines').waitFor();
    await page.getByLabel('Your answer').fill('for us');
    await page.getByRole('button', { name: 'Leave as a note' }).press('Enter');
    await log.locator('.bubble.note').filter({ hasText: 'for us' }).waitFor();
    expect(complaints).toEqual([]);
  });

  test('puts a suggested passage into the answer, and does not send it on its own', async () => {
    const { session, user } = await handOver();
    await api.ask('when is the paint dry?', user);
    const page = await claimed(await enterConsole(), session);
    await page.getByRole('button', { name: 'Put “Drying times” into the answer' }).press('Enter');
    const answer = page.getByLabel('Your answer');
    expect(await answer.inputValue()).toBe(PASSAGE);
    const log = page.getByRole('log');
    expect(await log.getByText(PASSAGE).count()).toBe(0);
    await picture(page, 'inbox');
    await answer.press('Enter');
    await log.getByText(PASSAGE).waitFor();
  });

  test('gives a conversation to only one of two concurrent claims, and tells the other', async () => {
    const { session } = await handOver();
    const second = await colleague(scene(), ['conversation_answer']);
    const [mia, tom] = await Promise.all([
      enterConsole(),
      signIn(await openPage(), { ...scene(), account: second }),
    ]);
    for (const [page, name] of [
      [mia, 'Mia'],
      [tom, 'Tom'],
    ] as const) {
      await page.goto(`${consoleUrl()}#/inbox/${session}`);
      await page.getByLabel('Your name').fill(name);
    }
    await Promise.all([mia, tom].map((page) => page.getByRole('button', { name: 'Claim' }).click()));
    await Promise.all([mia, tom].map((page) => page.getByText(/Yours, as|Claimed by/).waitFor()));
    const standings = await Promise.all([mia, tom].map((page) => page.locator('.outcome').textContent()));
    const winner = standings[0] === 'Yours, as Mia' ? 'Mia' : 'Tom';
    const [loser, own] = winner === 'Mia' ? [tom, 'Tom'] : [mia, 'Mia'];
    expect(standings.toSorted()).toEqual([`Claimed by ${winner}`, `Yours, as ${winner}`]);
    expect(await loser.getByRole('alert').textContent()).toContain('Nothing was sent');
    expect(await loser.getByRole('button', { name: 'Send' }).count()).toBe(0);
    await loser.getByRole('button', { name: 'Take over' }).press('Enter');
    await loser.getByRole('button', { name: 'Yes' }).press('Enter');
    await loser.getByText(`Yours, as ${own}`).waitFor();
    // The other agent's typed text is not lost.
    const other = winner === 'Mia' ? mia : tom;
    await other.getByLabel('Your answer').fill('too late');
    await other.getByRole('button', { name: 'Send' }).click();
    await other.getByText(`Claimed by ${own}`).waitFor();
    expect(await other.getByLabel('Your note').inputValue()).toBe('too late');
  });

  test('reports that a conversation is closed or unknown', async () => {
    const { session } = await handOver();
    const page = await claimed(await enterConsole(), session);
    await does(session, { action: 'close', text: 'Bye.' });
    await page.getByText('Closed', { exact: true }).waitFor();
    await page.getByRole('log').getByText('Bye.').waitFor();
    expect(await page.getByRole('button', { name: 'Send' }).count()).toBe(0);
    await page.goto(`${consoleUrl()}#/inbox/${randomUUID()}`);
    await page.getByText('has ended, or was never handed over').waitFor();
  });

  test('sends no requests while it is hidden', async () => {
    const { session } = await handOver();
    const page = await signIn(await openPage(), scene());
    await page.clock.install();
    const asked: string[] = [];
    page.on('request', (request) => void asked.push(request.url()));
    const show = (state: 'hidden' | 'visible') =>
      page.evaluate(`Object.defineProperty(document, 'visibilityState', { value: '${state}', configurable: true });
        document.dispatchEvent(new Event('visibilitychange'))`);
    await page.goto(`${consoleUrl()}#/inbox`);
    await page.locator(`a[href$="${session}"]`).waitFor();
    await show('hidden');
    asked.length = 0;
    // Runs the page's timers; the next `evaluate` returns only after any request of theirs was reported.
    await page.clock.runFor(60_000);
    await page.evaluate('0');
    expect(asked).toEqual([]);
    await show('visible');
    await expect.poll(() => asked.length).toBeGreaterThan(0);
    await page.goto(`${consoleUrl()}#/inbox/${session}`);
    await page.getByRole('log').getByText('zxcv qwer uiop').waitFor();
    await expect.poll(() => asked.some((url) => url.includes('wait=20'))).toBe(true);
    const aborted = page.waitForEvent('requestfailed');
    await show('hidden');
    await aborted;
    asked.length = 0;
    await does(session, { action: 'note', text: 'meanwhile' });
    await new Promise((resolve) => setTimeout(resolve, 2000));
    expect(asked).toEqual([]);
    await show('visible');
    await page.getByRole('log').getByText('meanwhile').waitFor();
  });

  test('names the missing right to a person without it', async () => {
    const account = await colleague(scene(), ['query']);
    const page = await signIn(await openPage(), { ...scene(), account });
    await page.goto(`${consoleUrl()}#/inbox`);
    await page.getByText('You may not see “Inbox”: that needs the right conversation_answer.').waitFor();
  });

  test('is clean for axe and fits in all looks, and in Spanish', async () => {
    const { session } = await handOver();
    const page = await enterConsole();
    await open(page, 'Inbox');
    await page.locator(`a[href$="${session}"]`).waitFor();
    await expectCleanConsole(page, 'list');
    await page.goto(`${consoleUrl()}#/inbox/${session}`);
    await page.getByRole('textbox').first().fill('Mia');
    await expectCleanConsole(page, 'waiting');
    await page.getByRole('button', { name: 'Claim' }).click();
    await page.getByText('Yours, as Mia').waitFor();
    await page.locator('summary').press('Enter');
    await does(session, { action: 'note', text: `word${'y'.repeat(300)}` });
    await page.locator('.bubble.note').waitFor();
    await loaded(page);
    await expectCleanConsole(page, 'claimed');
  });
});
