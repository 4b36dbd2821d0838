import type { Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { useApi } from '../conformance/support/parley.ts';
import { answerNumber, answers, answerWith, SITE_RULE, say, useShop } from './chat-page.ts';
import { useBrowser } from './support.ts';

const openPage = useBrowser([SITE_RULE]);
const shop = useShop();
useApi();

const SESSION = 'c1a7d8e2-3b64-4f95-a0de-8b52f6c7d914';

/** Gives the dialog to people, sends their messages one by one, and gives it back to the assistant. */
async function answerByPeople(page: Page, texts: readonly string[]) {
  const asked: { dialog: string | undefined; after: string | null }[] = [];
  await answerWith(page, { choices: ['Back to the assistant'] }, 'en', { owner: 'people' });
  await page.route('**/v1/dialog/messages*', async (route: Route) => {
    const request = route.request();
    const headers = { 'Access-Control-Allow-Origin': '*', 'Access-Control-Allow-Headers': '*' };
    if (request.method() === 'OPTIONS') return route.fulfill({ status: 204, headers });
    const { dialog } = request.headers();
    const text = texts[asked.length];
    asked.push({ dialog, after: new URL(request.url()).searchParams.get('after') });
    const at = '2026-01-31T12:00:00.000Z';
    const own = { sequence: 1, at, from: 'user', name: null, text: 'mine' };
    const said = { sequence: asked.length + 1, at, from: 'person', name: 'Mia', text };
    const json = {
      ...{ session_id: SESSION, person: 'Mia', cursor: `${SESSION}.${asked.length}` },
      owner: text === undefined ? 'assistant' : 'people',
      typing: false,
      ask_after_seconds: null,
      messages: text === undefined ? [] : [own, said],
    };
    return route.fulfill({ json, headers });
  });
  return asked;
}

test('a person’s messages appear once under their name, in order', async () => {
  const page = await openPage();
  const asked = await answerByPeople(page, ['Hello, I am <b>Mia</b>.', 'How can I help?']);
  await shop.open(page, { attributes: 'app-key="k"' });
  await say(page, 'a person please');
  expect(await answerNumber(page, 1)).toBe('Said.');
  await answers(page).nth(2).waitFor();
  expect(await answers(page).allTextContents()).toEqual([
    'Assistant: Said.',
    'MiaHello, I am <b>Mia</b>.',
    'MiaHow can I help?',
  ]);
  expect(asked.slice(0, 3)).toEqual([
    { dialog: 'd'.repeat(30), after: null },
    { dialog: 'd'.repeat(30), after: `${SESSION}.1` },
    { dialog: 'd'.repeat(30), after: `${SESSION}.2` },
  ]);
  await page.reload();
  await answers(page).nth(2).waitFor();
  expect(await page.locator('.person').allTextContents()).toEqual(['Mia', 'Mia']);
  // The assistant owns the dialog again, so the page no longer asks for messages of people.
  expect(asked).toHaveLength(3);
});

test('a person’s message is counted in the badge of a closed chat', async () => {
  const page = await openPage();
  await answerByPeople(page, ['Are you still there?']);
  await shop.open(page, { attributes: 'app-key="k" launcher open' });
  await page.evaluate("document.querySelector('parley-chat').show()");
  await page.route('**/v1/query', async (route) => {
    await page.evaluate("document.querySelector('parley-chat').close()");
    await route.fallback();
  });
  await say(page, 'a person please');
  await page.getByRole('button', { name: 'Open the chat. New messages: 2' }).waitFor();
});

test('the chat shows that a person is typing until the answer arrives', async () => {
  const page = await openPage();
  await answerWith(page, {}, 'en', { owner: 'people' });
  const known: (string | null)[] = [];
  let isAnswered = () => {};
  const answered = new Promise<void>((resolve) => {
    isAnswered = resolve;
  });
  await page.route('**/v1/dialog/messages*', async (route: Route) => {
    const headers = { 'Access-Control-Allow-Origin': '*', 'Access-Control-Allow-Headers': '*' };
    if (route.request().method() === 'OPTIONS') return route.fulfill({ status: 204, headers });
    known.push(new URL(route.request().url()).searchParams.get('typing'));
    const look = known.length;
    if (look === 2) await answered;
    const said = { sequence: 1, at: '2026-01-31T12:00:00.000Z', from: 'person', name: 'Mia', text: 'Here.' };
    const json = {
      ...{ session_id: SESSION, person: 'Mia', cursor: `${SESSION}.${look}`, typing: look === 1 },
      owner: look > 2 ? 'assistant' : 'people',
      messages: look === 2 ? [said] : [],
    };
    return route.fulfill({ json, headers });
  });
  await shop.open(page, { attributes: 'app-key="k"' });
  await say(page, 'a person please');
  await page.getByText('Mia is writing…').waitFor({ state: 'attached' });
  await page.locator('.typing').waitFor();
  isAnswered();
  await answers(page).filter({ hasText: 'Here.' }).waitFor();
  expect(await page.locator('.typing').count()).toBe(0);
  expect(await page.getByText('Mia is writing…').count()).toBe(0);
  await expect.poll(() => known).toEqual(['false', 'true', 'false']);
});

test('the chat polls again only after the delay that the service names', async () => {
  const page = await openPage();
  await answerWith(page, {}, 'en', { owner: 'people' });
  const looks: number[] = [];
  await page.route('**/v1/dialog/messages*', async (route: Route) => {
    const headers = { 'Access-Control-Allow-Origin': '*', 'Access-Control-Allow-Headers': '*' };
    if (route.request().method() === 'OPTIONS') return route.fulfill({ status: 204, headers });
    looks.push(Date.now());
    const json = {
      ...{ session_id: SESSION, person: null, cursor: `${SESSION}.0`, typing: false, messages: [] },
      owner: looks.length > 1 ? 'assistant' : 'people',
      ask_after_seconds: 2,
    };
    return route.fulfill({ json, headers });
  });
  await shop.open(page, { attributes: 'app-key="k"' });
  await say(page, 'a person please');
  await expect.poll(() => looks.length).toBe(2);
  const [first = 0, second = 0] = looks;
  expect(second - first).toBeGreaterThanOrEqual(1900);
});
