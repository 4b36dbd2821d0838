import path from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, test, vi } from 'vitest';
import { createApi, jsonOf } from '../conformance/support/api.ts';
import { baseUrl, canOperate } from '../conformance/support/parley.ts';
import {
  CONSOLE_LOOKS,
  colleague,
  complaintsOf,
  loaded,
  open,
  picture,
  signIn,
  useScene,
} from './console-page.ts';
import { axeViolations, hasOverflow, useBrowser } from './support.ts';

// A browser that starts on a busy machine takes its time.
vi.setConfig({ testTimeout: 90_000, hookTimeout: 120_000 });

const openPage = useBrowser();
const scene = useScene({ assistant: false });
const api = createApi(baseUrl, () => scene().account);

const WIDE = { viewport: { width: 1100, height: 800 } };

const SETTINGS = `schema: 1
name: shop
languages: { default: en, supported: [en, es] }
out_of_scope:
  say: { en: I sell books., es: Vendo libros. }
`;

/** A file written as no printer of YAML would write it. */
const ORDER = `# What is sold, and how.
competency: order
title:   { en: "Order a book",   es: 'Pedir un libro' }

slots:
  copies:   # how many
      entity: number
      required: true
      ask: { en: How many copies?, es: ¿Cuántos ejemplares? }
states:
  order:
    terminal: true
    utterances:
      en:
        - order a book   # the plainest
        - "I need [two](copies) books"
        - 'send me [3](copies) copies'
      es: [pedir un libro, "quiero [dos](copies) libros"]
    say:
      en: Ordered {{copies}}.
      es: Pedidos {{copies}}.
`;

const FILES = { 'assistant.yaml': SETTINGS, 'competencies/order.yaml': ORDER };

const write = async (draft: string, body: unknown) =>
  jsonOf(await api.postJson(`/v1/drafts/${draft}`, body, await api.bearer('ai_model_write')));

const filesOf = async (draft: string) => {
  const headers = await api.bearer('ai_model_write');
  return jsonOf(await api.call('GET', `/v1/drafts/${draft}`, { headers })) as {
    revision: number;
    files: Record<string, string>;
  };
};

/** Opens a file of a draft that is made for the test, in one of its views. */
async function openDraft(
  page: Page,
  draft: string,
  {
    file = 'competencies/order.yaml',
    view = 'text',
    files = FILES,
  }: {
    file?: string;
    view?: 'form' | 'text';
    files?: Record<string, string>;
  } = {},
): Promise<void> {
  await write(draft, { revision: 0, files });
  await signIn(page, scene());
  await page.evaluate(`location.hash = '#/drafts/${draft}?${new URLSearchParams({ file, view })}'`);
  await page.getByRole('heading', { level: 2, name: file }).waitFor();
}

const editor = (page: Page) => page.getByRole('textbox', { name: /^Text of / });
const status = (page: Page, text: string | RegExp) =>
  page.getByRole('status').filter({ hasText: text }).waitFor();
const save = async (page: Page) => {
  await page.getByRole('button', { name: 'Save', exact: true }).click();
};
/** Puts the cursor at the end of a line of the editor. */
async function goToEndOf(page: Page, line: string): Promise<void> {
  await editor(page).getByText(line, { exact: false }).first().click();
  await page.keyboard.press('End');
}

describe.runIf(canOperate())('the list of drafts', () => {
  test('makes a draft of nothing, which has one competency, opens it and lists it', async () => {
    const page = await openPage(WIDE);
    const complaints = complaintsOf(page);
    await signIn(page, scene());
    await open(page, 'Drafts');
    await page.getByLabel('Name').fill('from-nothing');
    await page.getByLabel('Language', { exact: true }).fill('en');
    await page.getByRole('button', { name: 'Create' }).press('Enter');
    await page.getByRole('heading', { level: 1, name: 'from-nothing' }).waitFor();
    await page.getByRole('navigation', { name: 'Files' }).getByRole('link', { name: 'first' }).waitFor();
    // What it lacks is said: nobody can be understood without utterances.
    await page.getByText('2 errors').waitFor();
    await page.getByRole('link', { name: 'All drafts' }).press('Enter');
    await page.getByRole('row').filter({ hasText: 'from-nothing' }).waitFor();
    expect(Object.keys((await filesOf('from-nothing')).files)).toEqual([
      'assistant.yaml',
      'competencies/first.yaml',
    ]);
    expect(complaints).toEqual([]);
  });

  test('imports a folder byte for byte, and says what it leaves out', async () => {
    const page = await signIn(await openPage(WIDE), scene());
    await open(page, 'Drafts');
    await page.getByLabel('Name').fill('bank');
    await page
      .getByLabel('Import a folder')
      .setInputFiles(path.join(import.meta.dirname, '../../examples/bank-assistant'));
    await page.getByText('Left out, since an assistant has no such files: README.md').waitFor();
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('heading', { level: 1, name: 'bank' }).waitFor();
    await page.getByRole('link', { name: 'transfer', exact: true }).waitFor();
    const { files } = await filesOf('bank');
    expect(files).toHaveProperty(['faq/help/overdraft.en.md']);
    expect(files).not.toHaveProperty(['README.md']);
    await picture(page, 'draft');
  });

  test('does not make a draft of a name that is taken, which is said', async () => {
    await write('taken', { revision: 0, files: FILES });
    const page = await signIn(await openPage(WIDE), scene());
    await open(page, 'Drafts');
    await page.getByLabel('Name').fill('taken');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('alert').filter({ hasText: 'There is a draft taken already' }).waitFor();
    expect((await filesOf('taken')).files).toEqual(FILES);
  });

  test('is shown to nobody without the right to drafts', async () => {
    const account = await colleague(scene(), ['query', 'ai_model_read']);
    const page = await signIn(await openPage(WIDE), { ...scene(), account });
    expect(await page.getByRole('navigation', { name: 'Pages' }).getByRole('link').allTextContents()).toEqual(
      ['Try it'],
    );
  });
});

describe.runIf(canOperate())('the text of a file', () => {
  test('shows what the check finds at its line, and once it is saved mended finds nothing there', async () => {
    const page = await openPage(WIDE);
    const complaints = complaintsOf(page);
    await openDraft(page, 'finding', {
      files: { ...FILES, 'competencies/order.yaml': ORDER.replace('entity: number', 'entity: book') },
    });
    const finding = page.locator('.findings li').filter({ hasText: 'book' }).first();
    expect(await finding.textContent()).toMatch(/^Error competencies\/order.yaml, line 7: /);
    await page.locator('.cm-lintRange-error').first().waitFor();
    await finding.getByRole('link').press('Enter');
    await page.locator('.cm-focused').waitFor();
    await page.keyboard.press('End');
    for (const _ of 'book') await page.keyboard.press('Backspace');
    await page.keyboard.type('number');
    await page.keyboard.press('Control+s');
    await status(page, 'Saved as revision 2.');
    await page.getByText('0 errors').waitFor();
    await page.locator('.cm-lintRange-error').waitFor({ state: 'detached' });
    // All else is as it was, byte for byte.
    expect((await filesOf('finding')).files).toEqual(FILES);
    expect(complaints).toEqual([]);
  });

  test('is completed from the schema of its file', async () => {
    const page = await openPage(WIDE);
    await openDraft(page, 'completing');
    await goToEndOf(page, 'required: true');
    await page.keyboard.press('Enter');
    await page.keyboard.type('sens');
    await page.getByRole('option', { name: 'sensitive' }).waitFor();
    await page.getByRole('option', { name: 'sensitive' }).click();
    await page.keyboard.type('tr');
    await page.getByRole('option', { name: 'true' }).click();
    await save(page);
    await status(page, 'Saved as revision 2.');
    expect((await filesOf('completing')).files['competencies/order.yaml']).toBe(
      ORDER.replace('      required: true\n', '      required: true\n      sensitive: true\n'),
    );
  });

  test('that is no YAML says so at the line while it is written', async () => {
    const page = await openPage(WIDE);
    await openDraft(page, 'broken');
    await goToEndOf(page, 'competency: order');
    await page.keyboard.type(': [');
    await page.locator('.cm-lintRange-error').first().waitFor();
  });

  test('is left by the Tab key', async () => {
    const page = await openPage(WIDE);
    await openDraft(page, 'leaving');
    await goToEndOf(page, 'competency: order');
    await page.keyboard.press('Tab');
    await page.locator('.cm-focused').waitFor({ state: 'detached' });
    expect((await filesOf('leaving')).files).toEqual(FILES);
  });
});

describe.runIf(canOperate())('changes that are not saved', () => {
  test('outlive a reload and another page, and are forgotten when their user signs out', async () => {
    const page = await openPage(WIDE);
    await openDraft(page, 'kept');
    await goToEndOf(page, 'competency: order');
    await page.keyboard.type(' # mine');
    await status(page, '1 file not saved.');
    await page.reload();
    await page.getByRole('button', { name: 'Allow' }).click();
    await status(page, 'Your changes that were not saved are here again.');
    await editor(page).getByText('# mine').waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    const left = await page.evaluate(`Object.keys(sessionStorage).filter((key) => key.includes('draft'))`);
    expect(left).toEqual([]);
  });

  test('go into what somebody else has saved meanwhile, where they have not changed the same file', async () => {
    const page = await openPage(WIDE);
    await openDraft(page, 'together');
    await goToEndOf(page, 'competency: order');
    await page.keyboard.type(' # mine');
    const theirs = { ...FILES, 'assistant.yaml': `${SETTINGS}# theirs\n` };
    await write('together', { revision: 1, files: theirs });
    await save(page);
    await status(page, /Taken over from .*: assistant\.yaml\..*|Saved as revision 3\./);
    await status(page, 'Saved as revision 3.');
    expect((await filesOf('together')).files).toEqual({
      'assistant.yaml': `${SETTINGS}# theirs\n`,
      'competencies/order.yaml': ORDER.replace('competency: order', 'competency: order # mine'),
    });
  });

  test.each([
    ['Keep mine of', '# mine'],
    ['Take theirs of', '# theirs'],
  ])(
    'of a file that somebody else has changed too are shown beside theirs, and nothing is written before a choice: %s',
    async (choice, kept) => {
      const name = choice.startsWith('Keep') ? 'mine' : 'theirs';
      const page = await openPage(WIDE);
      const complaints = complaintsOf(page);
      await openDraft(page, name);
      await goToEndOf(page, 'competency: order');
      await page.keyboard.type(' # mine');
      const theirs = ORDER.replace('competency: order', 'competency: order # theirs');
      await write(name, { revision: 1, files: { 'competencies/order.yaml': theirs } });
      await save(page);
      await page.getByRole('heading', { name: 'Somebody else has changed the same' }).waitFor();
      const side = (title: string) => page.getByRole('region', { name: `${title}: competencies/order.yaml` });
      expect(await side('Yours').locator('mark').textContent()).toBe('competency: order # mine');
      expect(await side('Theirs').locator('mark').textContent()).toBe('competency: order # theirs');
      expect(await page.getByRole('button', { name: 'Save', exact: true }).isDisabled()).toBe(true);
      expect(await axeViolations(page)).toEqual([]);
      expect(await filesOf(name)).toMatchObject({
        revision: 2,
        files: { 'competencies/order.yaml': theirs },
      });
      await page.getByRole('button', { name: choice }).press('Enter');
      await editor(page).getByText(kept).waitFor();
      if (name === 'mine') {
        await save(page);
        await status(page, 'Saved as revision 3.');
      }
      expect((await filesOf(name)).files['competencies/order.yaml']).toBe(
        ORDER.replace('competency: order', `competency: order ${kept}`),
      );
      // The browser itself tells of the 409.
      expect(complaints.filter((line) => !line.includes('409'))).toEqual([]);
    },
  );
});

describe.runIf(canOperate())('a page of drafts', () => {
  test.each([...CONSOLE_LOOKS, ['at 390 px', { viewport: { width: 390, height: 844 } }] as const])(
    'is clean for axe and fits: %s',
    async (name, options) => {
      const draft = `look-${name.replaceAll(' ', '-').toLowerCase()}`;
      await write(draft, { revision: 0, files: FILES });
      const page = await signIn(await openPage(options), scene());
      await page.evaluate(`location.hash = '#/drafts'`);
      await page.locator('table').waitFor();
      await loaded(page);
      expect(await axeViolations(page), 'list').toEqual([]);
      expect(await hasOverflow(page), 'list').toBe(false);
      for (const file of Object.keys(FILES)) {
        for (const view of ['text']) {
          await page.evaluate(`location.hash = '#/drafts/${draft}?${new URLSearchParams({ file, view })}'`);
          await page.getByRole('heading', { level: 2, name: file }).waitFor();
          await page.locator('.findings, .cm-content').first().waitFor();
          expect(await axeViolations(page), `${file} ${view}`).toEqual([]);
          expect(await hasOverflow(page), `${file} ${view}`).toBe(false);
        }
      }
    },
  );
});
