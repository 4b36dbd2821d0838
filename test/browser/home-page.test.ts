import { writeFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { homeAddress } from '../../local/home-page.ts';
import { sharedDemo, sharedService } from '../support/shared-service.ts';
import { answerNumber, say } from './chat-page.ts';
import { expectClean, useBrowser, useCallback } from './support.ts';

const openPage = useBrowser();
const site = useCallback();

/** File for a new picture of the README; unset: no picture is taken. */
const { PARLEY_SCREENSHOT } = process.env;

// A deployed service has no such page.
describe.skipIf(sharedService().pid === 0)('the page at / of a service on a laptop', () => {
  test('holds a conversation at the address that the start prints', async () => {
    const page = await openPage({ viewport: { width: 560, height: 640 }, colorScheme: 'light' });
    const lines: string[] = [];
    page.on('console', (message) => lines.push(message.text()));
    await page.goto(homeAddress(sharedDemo()));
    await say(page, 'how much is in my savings account?');
    await answerNumber(page, 1);
    await say(page, 'move 50 dollars from checking');
    expect(await answerNumber(page, 2)).toBe('To which account?');
    await say(page, 'to savings');
    expect(await answerNumber(page, 3)).toContain('$50');
    expect(lines).toEqual([]);
    if (PARLEY_SCREENSHOT) await writeFile(PARLEY_SCREENSHOT, await page.screenshot());
  });

  test('is clean for axe and fits', async () => {
    const page = await openPage();
    await page.goto(homeAddress(sharedDemo()));
    await page.getByRole('textbox').waitFor();
    await expectClean(page);
  });

  test('says where to find its address if it has no key', async () => {
    const page = await openPage();
    await page.goto(sharedDemo().base_url);
    expect(await page.locator('main').textContent()).toContain('Open the address that npm start printed');
    expect(await page.locator('parley-chat').count()).toBe(0);
  });

  test('contains no secret, and cannot be read by another page', async () => {
    const { base_url, app_key, client_secret, password } = sharedDemo();
    const text = await (await fetch(base_url)).text();
    for (const secret of [app_key, client_secret, password]) expect(text).not.toContain(secret);
    const page = await openPage();
    await page.goto(site.uri());
    const read = `fetch(${JSON.stringify(`${base_url}/`)}).then((answer) => answer.text()).catch(() => '')`;
    expect(await page.evaluate(read)).toBe('');
  });
});
