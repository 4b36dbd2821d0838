import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { describe, expect, test, vi } from 'vitest';
import { createApi, jsonOf } from '../conformance/support/api.ts';
import { baseUrl, canOperate, publishAssistant } from '../conformance/support/parley.ts';
import { removeFolder, temporaryFolder } from '../support/folder.ts';
import {
  colleague,
  complaintsOf,
  enter,
  expectCleanConsole,
  logSession,
  open,
  picture,
  signIn,
  speak,
  useScene,
} from './console-page.ts';
import { axeViolations, hasOverflow, type Look, useBrowser } from './support.ts';

// A browser starts slowly on a busy machine.
vi.setConfig({ testTimeout: 180_000 });

const openPage = useBrowser();
const scene = useScene({ assistant: false });
const api = createApi(baseUrl, () => scene().account);

const PHONE = { viewport: { width: 390, height: 844 } };

const enterConsole = (look: Partial<Look> = {}) => enter(openPage, scene(), look);

const SETTINGS = `schema: 1
name: shop
languages: { default: en, supported: [en, es] }
out_of_scope:
  say: { en: I sell books., es: Vendo libros. }
`;

/** File in a style that no YAML printer would produce. */
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

const ENTITY = `entity: genre   # of books
values:
  crime: { en: [crime, "whodunit"], es: [policíaca] }
  poetry:
    en: [poems]
`;

const DOCUMENT = `---
title:  "Delivery"
language: en
---
Two days.

Three in winter.
`;

const ASKING = `competency: ask
states:
  ask:
    utterances: { en: [ask me, "ask [me]"] }
    say: { en: Shall I?, es: ¿Sí? }
    transitions:
      - { on: "yes", to: asked }
      - { on: "no", to: root }
  asked:
    terminal: true
    say: { en: { speak: Done., show: "**Done**" }, es: [Hecho., Ya está.] }
`;

const ALL_FILES = {
  ...FILES,
  'competencies/ask.yaml': ASKING,
  'entities/genre.yaml': ENTITY,
  'faq/help/delivery.md': DOCUMENT,
};

const write = async (draft: string, body: unknown) =>
  jsonOf(await api.postJson(`/v1/drafts/${draft}`, body, await api.bearer('ai_model_write')));

const filesOf = async (draft: string) => {
  const headers = await api.bearer('ai_model_write');
  return jsonOf(await api.call('GET', `/v1/drafts/${draft}`, { headers })) as {
    revision: number;
    files: Record<string, string>;
  };
};

/** Creates a draft, and opens one of its files in one of the two views. */
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
  test('creates an empty draft with one competency, opens it and lists it', async () => {
    const page = await enterConsole();
    const complaints = complaintsOf(page);
    await open(page, 'Drafts');
    await page.getByLabel('Name').fill('from-nothing');
    await page.getByLabel('Language', { exact: true }).fill('en');
    await page.getByRole('button', { name: 'Create' }).press('Enter');
    await page.getByRole('heading', { level: 1, name: 'from-nothing' }).waitFor();
    await page.getByRole('navigation', { name: 'Files' }).getByRole('link', { name: 'first' }).waitFor();
    // The new draft lacks utterances, which the check reports.
    await page.getByText('2 errors').waitFor();
    await page.getByRole('link', { name: 'All drafts' }).press('Enter');
    await page.getByRole('row').filter({ hasText: 'from-nothing' }).waitFor();
    expect(Object.keys((await filesOf('from-nothing')).files)).toEqual([
      'assistant.yaml',
      'competencies/first.yaml',
    ]);
    expect(complaints).toEqual([]);
  });

  test('imports a folder, and reports what it leaves out', async () => {
    const page = await enterConsole();
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
    await page.getByRole('link', { name: 'transfer', exact: true }).click();
    await page.getByRole('list', { name: 'Utterances of transfer (en)' }).scrollIntoViewIfNeeded();
    await picture(page, 'draft-form');
  });

  test('reports a name that is taken, and changes nothing', async () => {
    await write('taken', { revision: 0, files: FILES });
    const page = await enterConsole();
    await open(page, 'Drafts');
    await page.getByLabel('Name').fill('taken');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('alert').filter({ hasText: 'There is a draft taken already' }).waitFor();
    expect((await filesOf('taken')).files).toEqual(FILES);
  });

  test('is not in the menu without the scope ai_model_write', async () => {
    const account = await colleague(scene(), ['query', 'ai_model_read']);
    const page = await signIn(await openPage(), { ...scene(), account });
    expect(await page.getByRole('navigation', { name: 'Pages' }).getByRole('link').allTextContents()).toEqual(
      ['Try it'],
    );
  });
});

describe.runIf(canOperate())('the text of a file', () => {
  test('shows a finding at its line until its correction is saved', async () => {
    const page = await enterConsole();
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
    // Everything is as before, byte for byte.
    expect((await filesOf('finding')).files).toEqual(FILES);
    expect(complaints).toEqual([]);
  });

  test('is completed from the schema of its file', async () => {
    const page = await enterConsole();
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

  test('marks the line of a YAML error while it is typed', async () => {
    const page = await enterConsole();
    await openDraft(page, 'broken');
    await goToEndOf(page, 'competency: order');
    await page.keyboard.type(': [');
    await page.locator('.cm-lintRange-error').first().waitFor();
  });

  test('releases the focus on the Tab key', async () => {
    const page = await enterConsole();
    await openDraft(page, 'leaving');
    await goToEndOf(page, 'competency: order');
    await page.keyboard.press('Tab');
    await page.locator('.cm-focused').waitFor({ state: 'detached' });
    expect((await filesOf('leaving')).files).toEqual(FILES);
  });
});

describe.runIf(canOperate())('the form of a file', () => {
  const utterances = (page: Page, name: string) => page.getByRole('list', { name, exact: true });
  const saved = async (page: Page, draft: string, file = 'competencies/order.yaml') => {
    await save(page);
    await status(page, 'Saved as revision 2.');
    return (await filesOf(draft)).files[file];
  };

  test('changes nothing when it is opened', async () => {
    const page = await enterConsole();
    const complaints = complaintsOf(page);
    await openDraft(page, 'looking', { view: 'form', files: ALL_FILES });
    for (const [file, heading] of [
      ['genre', 'entities/genre.yaml'],
      ['help/delivery.md', 'faq/help/delivery.md'],
      ['assistant', 'assistant.yaml'],
      ['ask', 'competencies/ask.yaml'],
      ['order', 'competencies/order.yaml'],
    ] as const) {
      await page.getByRole('navigation', { name: 'Files' }).getByRole('link', { name: file }).click();
      await page.getByRole('heading', { level: 2, name: heading }).waitFor();
      await page.locator('.form').waitFor();
    }
    await status(page, 'Revision 1, with nothing to save.');
    expect(complaints).toEqual([]);
  });

  test('of a competency has a picture of its states and transitions', async () => {
    const page = await enterConsole();
    await openDraft(page, 'picture', { view: 'form', file: 'competencies/ask.yaml', files: ALL_FILES });
    const shown = page.getByRole('region', { name: 'Picture of the states' });
    expect(await shown.locator('text').allTextContents()).toEqual(['ask', 'asked', 'yes', 'no → root']);
    expect(await shown.locator('path.way').count()).toBe(1);
  });

  test('of a competency counts how often users reached its states, on a phone too', async () => {
    await logSession(scene(), {
      daysAgo: 0.01,
      outcome: 'contained',
      turns: [
        { query: 'ask me', says: 'Shall I?', competency: 'ask' },
        { query: 'what', says: 'Shall I?', competency: 'ask' },
      ],
    });
    const page = await enterConsole(PHONE);
    await openDraft(page, 'walked', { view: 'form', file: 'competencies/ask.yaml', files: ALL_FILES });
    await page.getByRole('button', { name: 'Count how often each was walked' }).press('Enter');
    await page.getByText('In 1 conversation of the last week that reached it.').waitFor();
    const shown = page.getByRole('region', { name: 'Picture of the states' });
    const texts = await shown.locator('text').allTextContents();
    expect(texts).toEqual(['ask (2)', 'asked (0)', 'yes (0)', 'no → root (0)']);
    await page.getByRole('row').filter({ hasText: 'ask' }).getByRole('cell', { name: '2' }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    expect(await hasOverflow(page)).toBe(false);
  });

  test('marks the selected text of an utterance as a slot’s value, by the keyboard alone', async () => {
    const page = await enterConsole();
    await openDraft(page, 'marking', { view: 'form' });
    const list = utterances(page, 'Utterances of order (en)');
    await list.getByRole('button', { name: 'Edit: order a book' }).press('Enter');
    const words = list.getByRole('textbox', { name: 'Words' });
    await words.press('End');
    for (const _ of 'a book') await words.press('Shift+ArrowLeft');
    await words.press('Tab');
    await page.keyboard.press('Enter');
    await list.getByRole('button', { name: 'Remove the mark of a book' }).waitFor();
    await list.getByRole('button', { name: 'Done' }).press('Enter');
    expect(await list.locator('mark').allTextContents()).toEqual(['a book', 'two', '3']);
    await list.locator('button:focus').and(list.getByLabel('Edit: order a book')).waitFor();
    // Only its line has changed, and kept its comment.
    expect(await saved(page, 'marking')).toBe(ORDER.replace('- order a book ', '- order [a book](copies) '));
  });

  test('opens an utterance for marking when a part is selected with the mouse', async () => {
    const page = await enterConsole();
    await openDraft(page, 'selecting', { view: 'form' });
    const list = utterances(page, 'Utterances of order (es)');
    await list.getByText('pedir un libro').dblclick({ position: { x: 5, y: 8 } });
    const words = list.getByRole('textbox', { name: 'Words' });
    await words.waitFor();
    await list.getByRole('button', { name: 'copies', exact: true }).click();
    await list.getByRole('button', { name: 'Done' }).click();
    expect(await saved(page, 'selecting')).toBe(
      ORDER.replace('[pedir un libro,', '["[pedir](copies) un libro",'),
    );
  });

  test('adds and removes utterances, and both views show the same file', async () => {
    const page = await enterConsole();
    await openDraft(page, 'adding', { view: 'form' });
    await page.getByLabel('New in Utterances of order (en)').fill('a book: please');
    await page.keyboard.press('Enter');
    const list = utterances(page, 'Utterances of order (en)');
    await list.getByText('a book: please').waitFor();
    await list.getByRole('button', { name: 'Remove: I need two books' }).click();
    await page.getByRole('link', { name: 'Text', exact: true }).click();
    await goToEndOf(page, 'a book: please');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.type('!');
    await page.getByRole('link', { name: 'Form', exact: true }).click();
    await list.getByText('a book: please!').waitFor();
    const mended = ORDER.replace('        - "I need [two](copies) books"\n', '').replace(
      "copies'\n",
      'copies\'\n        - "a book: please!"\n',
    );
    expect(await saved(page, 'adding')).toBe(mended);
  });

  test('changes a text, a slot and a state, each only in its own lines', async () => {
    const page = await enterConsole();
    await openDraft(page, 'saying', { view: 'form' });
    await page.getByRole('group', { name: 'What it says' }).getByLabel('en').fill('Done: {{copies}}.');
    await page.getByRole('group', { name: 'Question' }).getByLabel('es').fill('¿Cuántos?');
    await page.getByLabel('Name of a new slot').fill('City');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').filter({ hasText: 'Use lower-case letters' }).waitFor();
    await page.getByLabel('Name of a new slot').fill('city');
    await page.keyboard.press('Enter');
    await page.getByText('city (text)').waitFor();
    await page.getByLabel('Name of a new state').fill('help');
    await page.keyboard.press('Enter');
    await page.locator('summary').getByText('help', { exact: true }).waitFor();
    const mended = ORDER.replace('en: Ordered {{copies}}.', 'en: "Done: {{copies}}."')
      .replace('es: ¿Cuántos ejemplares?', 'es: ¿Cuántos?')
      .replace('states:\n', '  city:\n    entity: text\n    required: true\nstates:\n');
    const text = await saved(page, 'saying');
    expect(text?.startsWith(mended)).toBe(true);
    expect(text?.slice(mended.length)).toMatch(/^ {2}help:\n {4}terminal: true\n {4}say:\n/);
  });

  test('saves a text that is still in its field when saved by the keyboard', async () => {
    const page = await enterConsole();
    await openDraft(page, 'typing', { view: 'form' });
    await page.getByRole('group', { name: 'What it says' }).getByLabel('en').fill('Typed.');
    await page.keyboard.press('Control+s');
    await status(page, 'Saved as revision 2.');
    expect((await filesOf('typing')).files['competencies/order.yaml']).toBe(
      ORDER.replace('en: Ordered {{copies}}.', 'en: Typed.'),
    );
  });

  test('saves an unfinished edit and a new utterance, and keeps an edit over a reload', async () => {
    const page = await enterConsole();
    await openDraft(page, 'halfway', { view: 'form' });
    const list = utterances(page, 'Utterances of order (en)');
    const edit = async (from: string, to: string) => {
      await list.getByRole('button', { name: `Edit: ${from}` }).press('Enter');
      await list.getByRole('textbox', { name: 'Words' }).fill(to);
    };
    await edit('order a book', 'order a novel');
    await page.getByLabel('New in Utterances of order (en)').fill('send me a novel');
    await page.keyboard.press('Control+s');
    await status(page, 'Saved as revision 2.');
    const { files } = await filesOf('halfway');
    expect(files['competencies/order.yaml']).toContain('- order a novel ');
    expect(files['competencies/order.yaml']).toContain('- send me a novel');
    await edit('order a novel', 'order a tale');
    await page.reload();
    await page.getByRole('button', { name: 'Allow' }).click();
    await status(page, 'Your changes that were not saved are here again.');
    await list.getByText('order a tale').waitFor();
  });

  test('of an entity or a document changes only the edited lines', async () => {
    const page = await enterConsole();
    await openDraft(page, 'values', { view: 'form', file: 'entities/genre.yaml', files: ALL_FILES });
    await page.getByText('crime', { exact: false }).first().click();
    await page.getByLabel('New in Synonyms of crime (en)').fill('thriller');
    await page.keyboard.press('Enter');
    await page.getByRole('list', { name: 'Synonyms of crime (en)' }).getByRole('listitem').nth(2).waitFor();
    await page.getByLabel('Name of a new value').fill('novel');
    await page.keyboard.press('Enter');
    await page.locator('summary').filter({ hasText: 'novel' }).waitFor();
    await page.getByRole('navigation', { name: 'Files' }).getByRole('link', { name: 'delivery' }).click();
    await page.getByRole('heading', { level: 2, name: 'faq/help/delivery.md' }).waitFor();
    await page.getByLabel('New in Questions').fill('how long does it take');
    await page.keyboard.press('Enter');
    await page.getByRole('list', { name: 'Questions' }).getByRole('listitem').waitFor();
    await page.getByLabel('Answer').fill('Two days.\n\nFour in winter.\n');
    await save(page);
    await status(page, 'Saved as revision 2.');
    const { files } = await filesOf('values');
    expect(files['entities/genre.yaml']).toBe(
      `${ENTITY.replace('"whodunit"]', '"whodunit", thriller]')}  novel:\n    en:\n      - novel\n    es:\n      - novel\n`,
    );
    expect(files['faq/help/delivery.md']).toBe(
      DOCUMENT.replace('language: en\n', 'language: en\nquestions:\n  - how long does it take\n').replace(
        'Three',
        'Four',
      ),
    );
  });

  test('adds a competency and a language', async () => {
    const page = await enterConsole();
    await openDraft(page, 'making', { view: 'form', file: 'assistant.yaml' });
    await page.getByLabel('Language', { exact: true }).fill('de');
    await page.keyboard.press('Enter');
    await page.getByText('en, es, de').waitFor();
    await page.locator('.new-files summary').press('Enter');
    await page.getByLabel('Name of a competency').fill('opening_hours');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 2, name: 'competencies/opening_hours.yaml' }).waitFor();
    await page.getByLabel('New in Utterances of opening_hours (de)').waitFor();
    expect(await saved(page, 'making', 'assistant.yaml')).toBe(SETTINGS.replace('[en, es]', '[en, es, de]'));
  });

  test('of ten thousand utterances shows 50, searches them all and accepts another', async () => {
    const page = await enterConsole();
    const lines = (from: number) =>
      Array.from({ length: 5000 }, (_, index) => `        - send [${from + index}](copies)\n`).join('');
    const many = (name: string, from: number) =>
      ORDER.replace('competency: order', `competency: ${name}`)
        .replace('  order:\n', `  ${name}:\n`)
        .replace('      en:\n', `      en:\n${lines(from)}`);
    await write('many', { revision: 0, files: { ...FILES, 'competencies/one.yaml': many('one', 10_000) } });
    await write('many', { revision: 1, files: { 'competencies/two.yaml': many('two', 20_000) } });
    await page.evaluate(`location.hash = '#/drafts/many?file=competencies/two.yaml'`);
    const list = utterances(page, 'Utterances of two (en)');
    await list.getByRole('listitem').first().waitFor();
    expect(await list.getByRole('listitem').count()).toBe(50);
    await page.getByLabel('New in Utterances of two (en)').fill('one more');
    await page.keyboard.press('Enter');
    await list.getByText('one more').waitFor();
    await page.getByLabel('Find in Utterances of two (en)').fill('24999');
    await list.getByText('24999').waitFor();
    expect(await list.getByRole('listitem').count()).toBe(1);
    await save(page);
    await status(page, 'Saved as revision 3.');
  });
});

describe.runIf(canOperate())('unsaved changes', () => {
  test('survive a reload, and are deleted at sign-out', async () => {
    const page = await signIn(await openPage(), scene());
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

  test('are merged with another person’s changes of other files', async () => {
    const page = await enterConsole();
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
    'in conflict with another person’s are shown beside them, and saved only after a choice: %s',
    async (choice, kept) => {
      const name = choice.startsWith('Keep') ? 'mine' : 'theirs';
      const page = await enterConsole();
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
      // The browser itself logs the 409.
      expect(complaints.filter((line) => !line.includes('409'))).toEqual([]);
    },
  );
});

describe.runIf(canOperate())('a page of drafts', () => {
  test('is clean for axe and fits in all looks, and in Spanish', async () => {
    await write('look', { revision: 0, files: ALL_FILES });
    const page = await enterConsole();
    await open(page, 'Drafts');
    await expectCleanConsole(page, 'list');
    const forms = Object.keys(ALL_FILES).map((file) => [file, 'form']);
    // The text editor is the same for all files of a kind, so one of each is enough.
    const texts = ['competencies/order.yaml', 'faq/help/delivery.md'].map((file) => [file, 'text']);
    for (const [file = '', view = ''] of [...forms, ...texts]) {
      await page.evaluate(`location.hash = '#/drafts/look?${new URLSearchParams({ file, view })}'`);
      await page.getByRole('heading', { level: 2, name: file }).waitFor();
      await page.locator(view === 'form' ? '.form' : '.cm-content').waitFor();
      await page
        .getByText(/^Found in /)
        .or(page.locator('.findings li'))
        .first()
        .waitFor();
      await expectCleanConsole(page, `${file} ${view}`);
    }
  });
});

describe.runIf(canOperate())('publishing a draft', () => {
  const publish = (page: Page) => page.getByRole('button', { name: /^Train and publish revision/ });

  test('reports that a draft has errors', async () => {
    const page = await enterConsole();
    await openDraft(page, 'with-errors', {
      files: { ...FILES, 'competencies/order.yaml': ORDER.replace('entity: number', 'entity: numbr') },
    });
    await publish(page).click();
    await page.getByRole('alert').filter({ hasText: 'The draft has errors' }).waitFor();
  });

  test('is disabled until everything is saved', async () => {
    const page = await enterConsole();
    await openDraft(page, 'unsaved');
    await goToEndOf(page, '# What is sold, and how.');
    await page.keyboard.type(' And why.');
    await page.getByText('Save your changes first').waitFor();
    expect(await publish(page).isDisabled()).toBe(true);
    await save(page);
    await page.getByRole('button', { name: 'Train and publish revision 2' }).waitFor();
    expect(await publish(page).isDisabled()).toBe(false);
  });
});

/** Returns a draft in a language that the encoder cannot read, so that training takes a moment. */
const shopWith = (utterances: string) => ({
  'assistant.yaml':
    'schema: 1\nname: shop\nlanguages: { default: ja, supported: [ja] }\nout_of_scope: { say: { ja: 本だけです。 } }\n' +
    'conversations: { keep: 30d, queries: true }\n',
  'competencies/hours.yaml':
    'competency: hours\nstates:\n  hours:\n    terminal: true\n' +
    `    utterances: { ja: [${utterances}] }\n    say: { ja: 九時から五時までです。 }\n`,
});

describe.runIf(canOperate())('the replay of a draft', () => {
  const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
  const outcome = (page: Page, text: RegExp) => page.getByRole('status').filter({ hasText: text });

  const jobOf = (draft: string, job: Record<string, unknown>) => {
    const at = new Date().toISOString();
    return { draft, job: 'j', revision: 1, started_by: 'ann', started_at: at, updated_at: at, ...job };
  };

  /** Makes the service report a job of a draft. */
  async function tellJob(page: Page, draft: string, job: Record<string, unknown>): Promise<void> {
    await page.route(`**/v1/drafts/${draft}/job`, (route) => route.fulfill({ json: jobOf(draft, job) }));
    await page.route(`**/v1/drafts/${draft}`, async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ json: { ...(await answer.json()), has_job: true } });
    });
  }

  /** Publishes a shop with these utterances beside the drafts, as the version that serves. */
  async function serve(utterances: string): Promise<void> {
    const folder = await temporaryFolder();
    for (const [file, text] of Object.entries(shopWith(utterances))) {
      await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
      await writeFile(path.join(folder, file), text);
    }
    const { institution } = scene().account;
    await publishAssistant(institution, {
      source: pathToFileURL(folder),
      onlyDefault: true,
      echoServer: false,
    });
    await removeFolder(folder);
  }

  test('shows the differences, and assigns the version to some, back and to all', async () => {
    await serve('営業時間, 何時に開きますか');
    for (const query of ['ロケットで月まで', ...Array(11).fill('ラストオーダー')])
      await logSession(scene(), {
        daysAgo: 0.01,
        outcome: 'failed',
        application: 'prod:shop',
        language: 'ja',
        turns: [{ query, says: '本だけです。', outcome: 'out_of_scope' }],
      });
    const page = await enterConsole(PHONE);
    const complaints = complaintsOf(page);
    await openDraft(page, 'improved', {
      file: 'competencies/hours.yaml',
      files: shopWith('営業時間, 何時に開きますか, ラストオーダー'),
    });
    await button(page, /^Train and publish/).press('Enter');
    await outcome(page, /^(Training and playing r|R)evision 1/).waitFor();
    await page.reload();
    await button(page, 'Allow').click();
    await outcome(page, /^Revision 1, started by .*, is published/).waitFor({ timeout: 120_000 });
    await page.getByText('1 of 1 new sentence is answered as you want').waitFor({ timeout: 120_000 });
    const better = page.getByRole('row').filter({ hasText: 'Understand more than before' }).first();
    await page.getByText(/^12 conversations from /).waitFor();
    await page.getByText('The new version understands more.').waitFor();
    expect(await better.textContent()).toMatch(/% to .*%/);
    await page.getByText('What was said').first().click();
    await page.getByRole('link', { name: 'ラストオーダー' }).first().waitFor();
    expect(await axeViolations(page)).toEqual([]);
    expect(await hasOverflow(page)).toBe(false);

    const release = page.getByRole('region', { name: 'Who gets it' });
    await release.getByRole('button', { name: 'Try it with 10% of the users' }).press('Enter');
    await release.getByText(/serves 10% of the users beside it/).waitFor();
    await release.getByRole('button', { name: 'Take it back' }).press('Enter');
    await release.getByRole('button', { name: 'Yes' }).press('Enter');
    await release.getByText(/beside it/).waitFor({ state: 'detached' });
    await release.getByLabel('Application').fill('prod:shop');
    await release.getByRole('button', { name: 'Serve it to everybody' }).press('Enter');
    await release.getByText('Done: what serves prod:shop has changed.').waitFor();

    const headers = await api.bearer('ai_model_write');
    const { ai_version } = jsonOf(await api.call('GET', '/v1/drafts/improved/job', { headers })) as {
      ai_version: string;
    };
    await outcome(page, /is published/)
      .getByRole('link')
      .press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Versions' }).waitFor();
    await page
      .locator('option')
      .filter({ hasText: ai_version.slice(0, 8) })
      .first()
      .waitFor({ state: 'attached' });
    expect(complaints).toEqual([]);
  });

  test('with failed tests is followed by a publication only after a confirmation', async () => {
    const page = await enterConsole();
    const complaints = complaintsOf(page);
    await speak(page, 'es');
    const test = 'name: hours\nturns: [{ say: 営業時間, expect: { said: never } }]\n';
    const failure = { file: 'tests/hours.yaml', turn: 1, said: '営業時間', message: 'not said: never' };
    const tests = { passed: 0, failed: 1, failures: [failure], left_off: 0 };
    await tellJob(page, 'failing', {
      ...{ state: 'failed', stage: 'failed', progress: 1, failure: failure.message },
      play: { compared_with: null, comparison: 'none', tests },
    });
    await openDraft(page, 'failing', {
      file: 'competencies/hours.yaml',
      files: { ...shopWith('営業時間'), 'tests/hours.yaml': test },
    });
    await page.getByText('0 bien, 1 mal.').waitFor();
    await page.getByText(/tests\/hours.yaml, turno 1/).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    const asked = page.waitForRequest(
      (request) => request.method() === 'POST' && request.url().includes('/v1/drafts/failing/'),
    );
    await page.route('**/v1/drafts/failing/publish', (route) =>
      route.fulfill({ json: jobOf('failing', { state: 'training', stage: 'training', progress: 0 }) }),
    );
    await button(page, 'Publicar aunque fallen pruebas').press('Enter');
    expect((await asked).postDataJSON()).toEqual({ revision: 1, despite_failed_tests: true });
    expect(complaints).toEqual([]);
  });

  test('makes a conversation a test with one click, and runs only the tests', async () => {
    const page = await enterConsole(PHONE);
    const complaints = complaintsOf(page);
    await openDraft(page, 'from-log', { file: 'competencies/hours.yaml', files: shopWith('営業時間') });
    const session = await logSession(scene(), {
      daysAgo: 0.02,
      outcome: 'contained',
      application: 'prod:shop',
      language: 'ja',
      turns: [{ query: '営業時間', says: '九時から五時までです。', competency: 'hours' }],
    });
    const make = async () => {
      await page.evaluate(`location.hash = '#/conversations/${session}'`);
      const part = page.getByRole('region', { name: 'Make this conversation a test' });
      const toMake = part.getByRole('button', { name: 'Make it a test' });
      await toMake.waitFor();
      // With one draft there is no choice.
      const choice = part.getByLabel('Draft');
      if ((await choice.count()) > 0) await choice.selectOption('from-log');
      await toMake.press('Enter');
      return part;
    };
    const path = `tests/session-${session.slice(0, 8)}.yaml`;
    const part = await make();
    await part.getByText(`${path} is in the draft from-log now.`).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    expect(await hasOverflow(page)).toBe(false);
    expect((await filesOf('from-log')).files[path]).toContain('say: 営業時間');
    await (await make()).getByText('was in the draft from-log already').waitFor();
    await part.getByRole('link', { name: 'Open the test' }).click();
    await page.getByRole('heading', { level: 2, name: path }).waitFor();
    await button(page, 'Run the tests only').press('Enter');
    await page.getByText('1 passed, 0 failed.').waitFor({ timeout: 120_000 });
    await page.getByRole('status').filter({ hasText: 'Nothing was published.' }).waitFor();
    expect(complaints).toEqual([]);
  });

  test('counts new values that reach their slot, and shows the wrong ones', async () => {
    const page = await enterConsole(PHONE);
    const wrong = { text: 'paint it mauve', language: 'en', slot: 'color', wanted: 'purple', before: null };
    const values = { played: 3, right_before: 0, right: 1, wrong: [{ ...wrong, after: 'red' }], left_off: 0 };
    const tests = { passed: 0, failed: 0, failures: [], left_off: 0 };
    const sentences = { played: 0, right_before: 0, right: 0, wrong: [], left_off: 0, values };
    await tellJob(page, 'values', {
      ...{ state: 'published', stage: 'published', progress: 1, ai_version: crypto.randomUUID() },
      play: { compared_with: crypto.randomUUID(), comparison: 'done', tests, sentences },
    });
    await openDraft(page, 'values');
    await page.getByText('1 of 3 new values reaches its slot; with the other version, 0.').waitFor();
    const told = page.getByRole('listitem').filter({ hasText: 'paint it mauve' });
    expect(await told.textContent()).toContain('gives color red, not purple');
    expect(await axeViolations(page)).toEqual([]);
    expect(await hasOverflow(page)).toBe(false);
  });

  test('that died is reported, and can be started again', async () => {
    const page = await enterConsole();
    await tellJob(page, 'dead', { state: 'dead', stage: 'en: training', progress: 0.4 });
    await openDraft(page, 'dead');
    await page.getByText(/^The job of revision 1, started by ann, is dead/).waitFor();
    expect(await button(page, 'Train and publish revision 1').isDisabled()).toBe(false);
  });
});

describe.runIf(canOperate())('deleting a draft', () => {
  test('asks for a confirmation with its name, and leads to the list', async () => {
    const page = await enterConsole();
    await openDraft(page, 'unwanted');
    await page.getByRole('button', { name: 'Delete the draft' }).press('Enter');
    const question = page.getByRole('group', { name: /^Delete the draft unwanted\?/ });
    await question.getByRole('button', { name: 'No' }).press('Enter');
    expect(await filesOf('unwanted')).toHaveProperty('files');
    await page.getByRole('button', { name: 'Delete the draft' }).press('Enter');
    await question.getByRole('button', { name: 'Yes' }).press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Drafts' }).waitFor();
    const headers = await api.bearer('ai_model_write');
    expect(await api.call('GET', '/v1/drafts/unwanted', { headers })).toMatchObject({ status: 404 });
  });
});
