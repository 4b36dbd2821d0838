import type { Locator, Page } from 'playwright-core';
import { describe, expect, test, vi } from 'vitest';
import { english } from '../../clients/console/texts/en.ts';
import { spanish } from '../../clients/console/texts/es.ts';
import type { Texts } from '../../clients/console/texts/texts.ts';
import { createApi, jsonOf } from '../conformance/support/api.ts';
import { COMPETENCIES, MISSED, SETTINGS } from '../conformance/support/desk.ts';
import { baseUrl, canOperate, hasBusinessLogic } from '../conformance/support/parley.ts';
import { sharedService } from '../support/shared-service.ts';
import { complaintsOf, loaded, signIn, speak, useScene } from './console-page.ts';
import { axeViolations, hasOverflow, useBrowser } from './support.ts';

// The test trains twice.
vi.setConfig({ testTimeout: 300_000 });

const openPage = useBrowser();

/** Opens a page from the menu with the keyboard, and waits until it has loaded. */
async function open(page: Page, name: string): Promise<void> {
  await page.locator('nav').first().getByRole('link', { name, exact: true }).press('Enter');
  await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
  await loaded(page);
}

async function isClean(page: Page, where: string): Promise<void> {
  expect(await axeViolations(page), where).toEqual([]);
  expect(await hasOverflow(page), where).toBe(false);
}

/** Replaces a file's text with the keyboard. */
async function writeText(page: Page, { drafts: words }: Texts, path: string, text: string): Promise<void> {
  await page.getByRole('heading', { level: 2, name: path }).waitFor();
  await page.getByRole('link', { name: words.asText, exact: true }).press('Enter');
  const editor = page.locator('.cm-content');
  await editor.waitFor();
  await editor.press('ControlOrMeta+a');
  await page.keyboard.press('Delete');
  await page.keyboard.insertText(text);
}

/** Changes the business-logic page with the keyboard, confirmed by the account's password. */
async function setServer(
  page: Page,
  texts: Texts,
  { username, password }: { username: string; password: string },
  fill: (field: (label: string) => Locator) => Promise<void>,
): Promise<void> {
  const heading = page.getByRole('heading', { level: 1, name: texts.pages['business-logic'], exact: true });
  if (!(await heading.isVisible())) await open(page, texts.pages['business-logic']);
  const field = (label: string) => page.getByLabel(label, { exact: true });
  await fill(field);
  await field(texts.keys.username).fill(username);
  await field(texts.keys.password).fill(password);
  await field(texts.keys.password).press('Enter');
  await page.locator('section .card').waitFor();
  expect(await field(texts.keys.password).inputValue()).toBe('');
}

describe.runIf(canOperate() && hasBusinessLogic())('an author', () => {
  const scene = useScene({ assistant: false });
  const api = createApi(baseUrl, () => scene().account);

  test('creates, tests, improves and assigns an assistant by the keyboard on a phone', async () => {
    let texts: Texts = english;
    let { drafts: words } = texts;
    const began = Date.now();
    const page = await openPage({ locale: 'en-US', viewport: { width: 390, height: 844 } });
    const complaints = complaintsOf(page);
    await signIn(page, scene());

    await open(page, texts.pages.drafts);
    await page.getByLabel(words.name, { exact: true }).fill('shop');
    await page.getByLabel(words.language, { exact: true }).fill('ja');
    await page.getByRole('button', { name: words.create, exact: true }).press('Enter');
    await page.getByRole('heading', { level: 1, name: 'shop' }).waitFor();
    await writeText(page, texts, 'assistant.yaml', SETTINGS);
    for (const [name, text] of Object.entries(COMPETENCIES)) {
      const field = page.getByLabel(words.newNames.competency);
      if (!(await field.isVisible())) await page.locator('.new-files summary').press('Enter');
      await field.fill(name);
      await field.press('Enter');
      await writeText(page, texts, `competencies/${name}.yaml`, text);
    }
    // Removes the competency that every new draft begins with.
    await page.locator('a[href$="first.yaml"]').first().press('Enter');
    await page.getByRole('heading', { level: 2, name: 'competencies/first.yaml' }).waitFor();
    await page.getByRole('button', { name: words.removeFile }).press('Enter');
    await page.getByRole('button', { name: texts.sure.yes, exact: true }).press('Enter');
    await page.getByRole('button', { name: words.save, exact: true }).press('Enter');
    await page.getByText(words.savedAs(2)).waitFor();
    await isClean(page, 'the draft');

    // The check reports that the server is unset; the author, who is also the operator, sets it.
    await page.getByText('BLS_URL is not set for your institution').first().waitFor();
    await setServer(page, texts, scene().account, async (field) => {
      await field(texts.businessLogic.url).fill(sharedService().echoServer);
    });
    await page.getByText(texts.businessLogic.done.set_url('BLS_URL')).waitFor();
    await isClean(page, 'where the server is');
    await setServer(page, texts, scene().account, async (field) => {
      await field(texts.businessLogic.action).selectOption('rotate_secret');
    });
    expect(await page.locator('code.secret').textContent()).toMatch(/^whsec_/);
    await page.getByRole('button', { name: texts.keys.hide, exact: true }).press('Enter');
    await page.getByRole('cell').filter({ hasText: sharedService().echoServer }).waitFor();
    await isClean(page, 'what signs its calls');
    await open(page, texts.pages.drafts);
    await page.getByRole('link', { name: 'shop', exact: true }).press('Enter');

    await page.getByRole('button', { name: words.publish(2) }).press('Enter');
    await page.getByText(words.play.compared.none).waitFor({ timeout: 120_000 });
    await page.getByRole('button', { name: words.release.forAll }).press('Enter');
    await page.getByText(words.release.done('default')).waitFor();

    await open(page, texts.pages.try);
    const answers = page.locator('.bubble.assistant');
    const said: (string | null)[] = [];
    for (const query of ['何時に開きますか', 'レポートを送って', MISSED]) {
      await page.locator('form.ask input').fill(query);
      await page.locator('form.ask input').press('Enter');
      await expect.poll(() => answers.count(), { timeout: 30_000 }).toBe(said.length + 1);
      said.push(await answers.last().textContent());
    }
    expect(said[0]).toContain('九時から六時までです。');
    expect(said[1]).toContain('レポート');
    expect(said[2]).toContain('お店のことだけ分かります。');
    await isClean(page, 'trying it');

    texts = spanish;
    ({ drafts: words } = texts);
    const { improve } = texts;
    await speak(page, 'es');
    await open(page, texts.pages.improve);
    const group = page.locator('.card').filter({ hasText: MISSED });
    await group.getByLabel(improve.label, { exact: true }).fill('payment');
    await group.getByRole('button', { name: improve.tryFirst }).press('Enter');
    await group.getByRole('region', { name: improve.trial.title }).waitFor();
    await isClean(page, 'what was missed');
    await group.getByRole('button', { name: improve.acceptInto('shop') }).press('Enter');
    await group.getByText(improve.inDraft(1)).waitFor();

    await open(page, texts.pages.drafts);
    await page.getByRole('link', { name: 'shop', exact: true }).press('Enter');
    await page.getByRole('button', { name: words.publish(3) }).press('Enter');
    await page.getByText(words.play.sentencesOf(1, 1, 0)).waitFor({ timeout: 120_000 });
    const better = page.getByRole('row').filter({ hasText: words.play.kinds.better }).first();
    await better.getByRole('cell', { name: '1', exact: true }).waitFor();
    await isClean(page, 'the replay');
    await page.getByRole('button', { name: words.release.tryWith('10').slice(0, 8) }).press('Enter');
    await page.getByText(words.release.done('default')).waitFor();
    await page.getByRole('button', { name: words.release.forAll }).press('Enter');
    await expect.poll(() => page.getByRole('button', { name: words.release.forAll }).isDisabled()).toBe(true);

    await open(page, texts.pages.changes);
    const changes = page.getByRole('row').filter({ hasText: texts.changes.actions['version.assign'] ?? '-' });
    await expect.poll(() => changes.count()).toBe(3);
    const servers = page
      .getByRole('row')
      .filter({ hasText: texts.changes.actions['business-logic.set'] ?? '-' })
      .filter({ hasText: texts.changes.hosts('–', new URL(sharedService().echoServer).host) });
    await servers.waitFor();
    expect(await changes.nth(1).textContent()).toContain(texts.changes.percent(10, 'default'));
    await page
      .getByRole('row')
      .filter({ hasText: texts.changes.actions['draft.accept'] ?? '-' })
      .waitFor();
    await isClean(page, 'who did it');

    const answer = await api.ask(MISSED);
    expect(answer.visuals.speakableResponse).toBe('カードか現金です。');
    const headers = await api.bearer('ai_model_write');
    const { files } = jsonOf(await api.call('GET', '/v1/drafts/shop', { headers })) as {
      files: Record<string, string>;
    };
    expect(Object.keys(files)).toHaveLength(4);
    expect(files['assistant.yaml']).toBe(SETTINGS);
    expect(complaints).toEqual([]);
    expect(Date.now() - began).toBeLessThan(10 * 60_000);
  });
});
