import { appendFile, cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, expect, test, vi } from 'vitest';
import { homeAddress } from '../../local/home-page.ts';
import { answerNumber, answers, say } from '../browser/chat-page.ts';
import { complaintsOf, picture } from '../browser/console-page.ts';
import { useBrowser } from '../browser/support.ts';
import { removeFolder, temporaryFolder } from '../support/folder.ts';
import { type RunningService, startService } from '../support/service.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 60_000 });

const openPage = useBrowser();
const folder = await temporaryFolder();
const assistant = path.join(folder, 'assistant');
let service: RunningService | undefined;
afterAll(async () => {
  await service?.end();
  await removeFolder(folder);
});

const HELP = `---
title: Drying times
---
Fresh paint is dry after six hours.
`;

/** An assistant that hands over after one turn that failed, and has a document. */
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

/** Kills the service, if it runs, and starts it over the same store and at the same address. */
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

test('a user and a person talk to each other from two pages, with the service killed in between', async () => {
  await writeAssistant();
  const running = await startAnew();
  const user = await openPage();
  const person = await openPage({ viewport: { width: 1100, height: 800 } });
  const complaints = complaintsOf(person);
  await user.goto(homeAddress(running.demo));
  await say(user, 'paint the wall');
  expect(await answerNumber(user, 1)).toBe('Which color?');
  await signIn(person, running);
  await person.getByText('Nobody waits.').waitFor();
  await say(user, 'zxcv qwer uiop');
  await answerNumber(user, 2);
  await say(user, 'when is the paint dry?');
  await answerNumber(user, 3);

  // The list shows it by itself.
  await person.getByRole('status').filter({ hasText: '1 waiting, 0 claimed' }).waitFor();
  await person.locator('tbody th a').press('Enter');
  await person.getByRole('log').getByText('when is the paint dry').waitFor();
  await person.getByLabel('Your name').fill('Mia');
  await person.getByLabel('Your name').press('Enter');
  await person.getByText('Yours, as Mia').waitFor();
  await person.getByRole('button', { name: 'Put “Drying times” into the answer' }).press('Enter');
  const answer = person.getByLabel('Your answer');
  expect(await answer.inputValue()).toBe('Fresh paint is dry after six hours.');

  await picture(person, 'inbox');
  await answer.press('End');
  await answer.pressSequentially(' Or seven.');
  await user.getByText('Mia is writing…').waitFor({ state: 'attached' });
  const killed = startAnew();
  await answer.press('Enter');
  await killed;
  const said = answers(user).filter({ hasText: 'Fresh paint is dry' });
  await expect
    .poll(async () => (await answer.inputValue()) === '' || answer.press('Enter').then(() => false))
    .toBe(true);
  await said.waitFor();
  expect(await said.textContent()).toBe('MiaFresh paint is dry after six hours. Or seven.');

  await say(user, 'thank you');
  await person.getByRole('log').getByText('thank you').waitFor();
  await startAnew();
  await person.getByText('Hand back / Close').press('Enter');
  await person.getByLabel('color').fill('red');
  await person.getByRole('button', { name: 'Hand back', exact: true }).press('Enter');
  await person.getByText('With the assistant again').waitFor();
  await answers(user).filter({ hasText: 'I am back' }).waitFor();
  await say(user, 'yes');
  await answers(user).filter({ hasText: 'Painting it red.' }).waitFor();
  expect(await said.count()).toBe(1);
  // The browser tells of requests that the killed service did not answer, and nothing else.
  expect(complaints.filter((line) => !line.includes('net::ERR_'))).toEqual([]);
});
