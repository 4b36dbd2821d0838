import { appendFile, cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Locator, Page } from 'playwright-core';
import { afterAll, expect, test, vi } from 'vitest';
import { homeAddress } from '../../local/home-page.ts';
import { answerNumber, answers, messages, say } from '../browser/chat-page.ts';
import { complaintsOf, picture } from '../browser/console-page.ts';
import { useBrowser } from '../browser/support.ts';
import { removeFolder, temporaryFolder } from '../support/folder.ts';
import { type RunningService, startService } from '../support/service.ts';

vi.setConfig({ testTimeout: 300_000 });

const openPage = useBrowser();
const folder = await temporaryFolder();
const assistant = path.join(folder, 'assistant');
let service: RunningService | undefined;
afterAll(async () => {
  await service?.end();
  await removeFolder(folder);
});

/** The assistant's answer to a query while people own the conversation. */
const PASSED_ON = 'I have passed that on. To come back to me, choose “Back to the assistant”.';

const HELP = `---
title: Drying times
---
Fresh paint is dry after six hours.
`;

/** Writes an assistant that hands over after one failed turn, and that has a document. */
async function writeAssistant(): Promise<void> {
  await cp(fileURLToPath(new URL('../conformance/assistant', import.meta.url)), assistant, {
    recursive: true,
  });
  const paint = path.join(assistant, 'competencies', 'paint.yaml');
  await writeFile(paint, (await readFile(paint, 'utf8')).replace('business_logic: true\n', ''));
  await mkdir(path.join(assistant, 'faq', 'help'), { recursive: true });
  await writeFile(path.join(assistant, 'faq', 'help', 'drying.md'), HELP);
  await appendFile(
    path.join(assistant, 'assistant.yaml'),
    '\npeople: {within: 5m, after_failures: 1}\nfaq: [{ collection: help }]\n',
  );
}

/** Kills the service if it is running, and starts it with the same store and address. */
async function startAnew(): Promise<RunningService> {
  const port = service === undefined ? 0 : Number(new URL(service.demo.base_url).port);
  await service?.end('SIGKILL');
  service = await startService(path.join(folder, 'data'), port, {}, [assistant]);
  return service;
}

async function signIn(page: Page, { demo }: RunningService): Promise<void> {
  await page.goto(`${demo.base_url}/console?client=${demo.console_client_id}#/inbox`);
  await page.locator('form button[type=submit]').click();
  await page.locator('input[name=username]').fill(demo.username);
  await page.locator('input[name=password]').fill(demo.password);
  await page.locator('input[name=password]').press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor();
}

/** Retries sending until it succeeds, since the service was killed meanwhile. */
const sentAtLast = (isSent: () => Promise<boolean>, again: () => Promise<void>) =>
  expect.poll(async () => (await isSent()) || again().then(() => false)).toBe(true);

/** Returns the messages on a page in order, from one that ends with `first`. */
async function saidFrom(first: string, lines: Locator): Promise<string[]> {
  const texts = await lines.allTextContents();
  return texts.slice(texts.findIndex((text) => text.endsWith(first)));
}

test('a user and a person talk through kills of the service: no message is lost or doubled, in one order', async () => {
  await writeAssistant();
  const running = await startAnew();
  const user = await openPage();
  const person = await openPage({ viewport: { width: 1100, height: 800 } });
  const complaints = complaintsOf(person);
  const log = person.getByRole('log');
  await user.goto(homeAddress(running.demo));
  await say(user, 'paint the wall');
  expect(await answerNumber(user, 1)).toBe('Which color?');
  await signIn(person, running);
  await person.getByText('Nobody waits.').waitFor();
  await say(user, 'zxcv qwer uiop');
  const wait = await answerNumber(user, 2);

  // The user asks another question while the service is down.
  const away = startAnew();
  await say(user, 'when is the paint dry?');
  await away;
  const failed = user.getByRole('button', { name: 'Try again' });
  await sentAtLast(
    async () => (await answers(user).count()) === 3,
    async () => {
      if (await failed.isVisible()) await failed.click();
    },
  );

  // The list updates by itself.
  await person.getByRole('status').filter({ hasText: '1 waiting, 0 claimed' }).waitFor();
  await person.locator('tbody th a').press('Enter');
  await log.getByText('when is the paint dry').waitFor();
  await person.getByLabel('Your name').fill('Mia');
  await person.getByLabel('Your name').press('Enter');
  await person.getByText('Yours, as Mia').waitFor();
  await person.getByRole('button', { name: 'Put “Drying times” into the answer' }).press('Enter');
  const answer = person.getByLabel('Your answer');
  expect(await answer.inputValue()).toBe('Fresh paint is dry after six hours.');

  await picture(person, 'inbox');
  await answer.press('End');
  await answer.pressSequentially(' Or seven.');
  // A page that could not reach the service listens again only after a while.
  const isSeenToWrite = async () => {
    await answer.pressSequentially(' ');
    return (await user.getByText('Mia is writing…').count()) > 0;
  };
  await expect.poll(isSeenToWrite, { interval: 500 }).toBe(true);
  const killed = startAnew();
  await answer.press('Enter');
  await killed;
  await sentAtLast(
    async () => (await answer.inputValue()) === '',
    () => answer.press('Enter'),
  );
  await answers(user).filter({ hasText: 'Fresh paint is dry' }).waitFor();
  await answer.fill('Shall I hand you back?');
  await answer.press('Enter');
  await answers(user).filter({ hasText: 'Shall I hand you back?' }).waitFor();

  await say(user, 'thank you');
  await log.getByText('thank you').waitFor();
  await person.getByText('Hand back / Close').press('Enter');
  await person.getByLabel('color').fill('red');
  await person.getByRole('button', { name: 'Hand back', exact: true }).press('Enter');
  await person.getByText('With the assistant again').waitFor();
  await startAnew();
  const back = answers(user).filter({ hasText: 'I am back' });
  await back.waitFor();
  const isBack = (await back.textContent())?.replace(/^.*?: /, '');

  const talk = [
    'You: zxcv qwer uiop',
    `Assistant: ${wait}`,
    'You: when is the paint dry?',
    `Assistant: ${PASSED_ON}`,
    'MiaFresh paint is dry after six hours. Or seven.',
    'MiaShall I hand you back?',
    'You: thank you',
    `Assistant: ${PASSED_ON}`,
    `Assistant: ${isBack}`,
  ];
  expect(await saidFrom('zxcv qwer uiop', messages(user))).toEqual(talk);
  await log.locator('.words').filter({ hasText: 'I am back' }).waitFor();
  expect(await log.locator('.words').allTextContents()).toEqual([
    'zxcv qwer uiop',
    'when is the paint dry?',
    'Fresh paint is dry after six hours. Or seven.',
    'Shall I hand you back?',
    'thank you',
    isBack,
  ]);
  await say(user, 'yes');
  await answers(user).filter({ hasText: 'Painting it red.' }).waitFor();
  // The only complaints are about requests that the killed service did not answer.
  expect(complaints.filter((line) => !line.includes('net::ERR_'))).toEqual([]);
});
