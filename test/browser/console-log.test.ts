import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { createApi, jsonOf } from '../conformance/support/api.ts';
import { baseUrl, canOperate, publishAssistant } from '../conformance/support/parley.ts';
import {
  complaintsOf,
  consoleUrl,
  enter,
  expectCleanConsole,
  loaded,
  logSession,
  open,
  picture,
  signIn,
  useScene,
} from './console-page.ts';
import { axeViolations, hasOverflow, LIGHT, type Look, useBrowser } from './support.ts';

const openPage = useBrowser();
const scene = useScene();
const api = createApi(baseUrl, () => scene().account);
const PHONE = { viewport: { width: 390, height: 844 } };
const enterConsole = (look: Partial<Look> = {}) => enter(openPage, scene(), look);

let other = '';
let longSession = '';
let arabicSession = '';
/** Number of sessions of the first version by days ago. */
const SESSIONS = [3, 5, 2, 6, 4, 7, 5];
const OTHERS = [0, 1, 2, 1, 0, 3, 2];

const transfer = (milliseconds: number) => ({
  query: 'Move 50 dollars from checking',
  says: 'To which account?',
  competency: 'transfer',
  milliseconds,
});

beforeAll(async () => {
  if (!canOperate()) return;
  const settings = 'conversations: {keep: 30d, queries: true}';
  other = await publishAssistant(scene().account.institution, { settings, outOfScope: 'Not that.' });
  const log = (told: Parameters<typeof logSession>[1]) => logSession(scene(), told);
  for (const [daysAgo, count] of SESSIONS.entries()) {
    for (let number = 0; number < count; number += 1) {
      const outcome = number === 1 ? 'failed' : number === 3 ? 'abandoned' : 'contained';
      await log({ daysAgo, outcome, turns: [transfer(30 + 4 * number)] });
    }
    for (let number = 0; number < (OTHERS[daysAgo] ?? 0); number += 1) {
      await log({ daysAgo, outcome: 'contained', version: other, turns: [transfer(60)] });
    }
  }
  for (const query of ['where is the nearest branch', 'where is your nearest branch', 'call me at •••']) {
    const turns = [{ query, says: 'Sorry?', outcome: 'not_understood' as const }];
    await log({ daysAgo: 0, outcome: 'abandoned', turns });
  }
  longSession = await log({
    daysAgo: 1,
    outcome: 'contained',
    turns: Array.from({ length: 30 }, (_, index) => ({
      query: `Query ${index + 1}`,
      says: `**Answer** ${index + 1}`,
      competency: 'counting',
    })),
  });
  arabicSession = await log({
    daysAgo: 1,
    outcome: 'contained',
    language: 'ar',
    turns: [{ query: 'كم رصيدي؟', says: 'رصيدك 50 دولارا.', competency: 'balance' }],
  });
});

const numberOf = async (page: Page, title: string): Promise<string> =>
  (await page.locator('.figures > div').filter({ hasText: title }).locator('dd').first().textContent()) ?? '';

const sum = (counts: readonly number[]) => counts.reduce((all, count) => all + count, 0);

describe.runIf(canOperate())('the overview', () => {
  const ALL = sum(SESSIONS) + sum(OTHERS) + 5;

  test('shows the outcomes of conversations, in total and by day', async () => {
    const page = await enterConsole();
    const complaints = complaintsOf(page);
    await open(page, 'Overview');
    expect(await numberOf(page, 'Sessions')).toBe(String(ALL));
    await picture(page, 'overview');
    const plot = page.locator('figure').filter({ hasText: 'Sessions by outcome' });
    await plot.getByText('As a table').click();
    const rows = plot.locator('tbody tr');
    expect(await rows.count()).toBe(7);
    // Today: three sessions of the first version, one of which failed, and three abandoned ones.
    expect(await rows.last().locator('td').allTextContents()).toEqual(['2', '0', '3', '1']);
    expect(await plot.locator('svg .bars rect').count()).toBeGreaterThan(7);
    expect(complaints).toEqual([]);
  });

  test('filters by a version, and compares it with another', async () => {
    const page = await enterConsole();
    await open(page, 'Overview');
    await page.getByLabel('Version', { exact: true }).selectOption(other);
    await page
      .getByText(`${sum(OTHERS)}`, { exact: true })
      .first()
      .waitFor();
    expect(await numberOf(page, 'Sessions')).toBe(String(sum(OTHERS)));
    await page.getByLabel('Compare with').selectOption(scene().version);
    const figure = page.locator('figure').filter({ has: page.getByText('Sessions', { exact: true }) });
    await figure.locator('.legend li').nth(1).waitFor();
    await loaded(page);
    await picture(page, 'compare');
    await figure.getByText('As a table').click();
    const [first, second] = await figure.locator('tbody tr').last().locator('td').allTextContents();
    expect([first, second]).toEqual([String(OTHERS[0]), String((SESSIONS[0] ?? 0) + 3)]);
    expect(page.url()).toContain(`version=${other}`);
  });

  test('links each figure to the conversations that it counts', async () => {
    const page = await enterConsole();
    await page.goto(`${consoleUrl()}#/overview?version=${other}&days=30`);
    await page.locator('.figures dd a').first().waitFor();
    expect(await page.locator('.figures dd:not(:has(a))').count()).toBe(0);
    await page.locator('.figures > div').filter({ hasText: 'Contained' }).getByRole('link').click();
    await page.waitForURL(/outcome=contained/);
    expect(page.url()).toContain(`ai_version=${other}`);
    await page
      .locator('tbody tr')
      .nth(sum(OTHERS) - 1)
      .waitFor();
    expect(await page.locator('tbody tr').count()).toBe(sum(OTHERS));
  });

  test('reports that nothing was counted', async () => {
    const page = await enterConsole();
    await page.goto(`${consoleUrl()}#/overview?version=00000000-0000-4000-8000-000000000000`);
    await page.getByText('Nothing was counted in these days.').waitFor();
  });

  test('shows a refusal of the service with its request id', async () => {
    const page = await enterConsole();
    await page.goto(`${consoleUrl()}#/overview?version=nonsense`);
    const alert = page.getByRole('alert');
    await alert.waitFor();
    expect(await alert.textContent()).toContain('ai_version: send a UUID');
    expect(await alert.textContent()).toMatch(/Number of the request: [0-9a-f-]{36}/);
  });
});

describe.runIf(canOperate())('the conversations', () => {
  const rows = (page: Page) => page.locator('tbody tr');
  const exactly = (page: Page, count: number) =>
    page.locator(`tbody:has(tr:nth-child(${count})):not(:has(tr:nth-child(${count + 1})))`).waitFor();

  test('are filtered, and the address keeps the filter', async () => {
    const page = await enterConsole();
    await open(page, 'Conversations');
    expect(await rows(page).count()).toBe(25);
    await page.getByRole('button', { name: 'Show more' }).click();
    await rows(page).nth(25).waitFor();
    await page.getByLabel('Outcome').selectOption('failed');
    await page.getByLabel('Competency').fill('transfer');
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await page.waitForURL(/outcome=failed/);
    await exactly(page, SESSIONS.length);
    await rows(page).first().getByRole('link').click();
    await page.getByText('Move 50 dollars from checking').waitFor();
    await page.goBack();
    await exactly(page, SESSIONS.length);
    expect(await page.getByLabel('Outcome').inputValue()).toBe('failed');
  });

  test('are found by their texts, with a link to each turn', async () => {
    const session = await logSession(scene(), {
      daysAgo: 0.5,
      outcome: 'failed',
      turns: [
        { query: 'thank you', says: 'You are welcome.' },
        { query: 'do you sell marmalade', says: 'That is out of scope.', outcome: 'out_of_scope' },
      ],
    });
    const page = await enterConsole(PHONE);
    await open(page, 'Conversations');
    await page.getByLabel('Text').fill('MARMALADE sell');
    await page.getByLabel('Text').press('Enter');
    const row = page.getByRole('row').filter({ hasText: 'do you sell marmalade' });
    await row.waitFor();
    await page.getByText(/conversations? searched/).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    expect(await hasOverflow(page)).toBe(false);
    await row.getByRole('link').click();
    await page.locator('[aria-current=true]').filter({ hasText: 'marmalade' }).waitFor();
    expect(page.url()).toContain(session);
    await page.goBack();
    await page.getByLabel('Text').fill('no such words');
    await page.getByLabel('Text').press('Enter');
    await page.getByText('Nothing was found so far.').waitFor();
  });

  test('are loaded page by page while pages are empty', async () => {
    const page = await enterConsole();
    const cursors: (string | null)[] = [];
    await page.route('**/v1/conversations?*', (route) => {
      const cursor = new URL(route.request().url()).searchParams.get('cursor');
      cursors.push(cursor);
      const next = Number(cursor ?? 0) + 1;
      return route.fulfill({ json: { conversations: [], ...(next < 4 && { next_cursor: String(next) }) } });
    });
    await open(page, 'Conversations');
    expect(cursors).toEqual([null, '1', '2', '3']);
  });

  test('are shown as a chat, with the explanation of each turn', async () => {
    const said = { external_user_id: 'u', dialog_seed: crypto.randomUUID() };
    const answer = await api.ask('thank you', said);
    await api.ask('who won the game', said);
    const page = await enterConsole();
    await page.goto(`${consoleUrl()}#/conversations/${answer.session_id}`);
    const [first, second] = [page.locator('.turn').first(), page.locator('.turn').nth(1)];
    await second.waitFor();
    expect(await first.locator('.bubble.user').textContent()).toContain('thank you');
    expect(await first.locator('.bubble.assistant').textContent()).toContain('You are welcome.');
    expect(await first.locator('.facts').textContent()).toContain('thanks → thanks');
    expect(await second.locator('.facts').textContent()).toContain('Out of scope');
    await first.getByText('How it was understood').click();
    const command = first.locator('tbody tr').filter({ hasText: 'applied' }).first();
    expect(await command.locator('td').first().textContent()).toBe('thank you');
    await picture(page, 'conversation');
  });

  test('that are long are shown page by page, in order', async () => {
    const page = await enterConsole();
    await page.goto(`${consoleUrl()}#/conversations/${longSession}`);
    await page.getByText('Query 25', { exact: true }).waitFor();
    expect(await page.locator('.turn').count()).toBe(25);
    await page.getByRole('button', { name: 'Show more' }).click();
    await page.getByText('Query 30', { exact: true }).waitFor();
    const said = await page.locator('.bubble.user > [lang]').allTextContents();
    expect(said).toEqual(Array.from({ length: 30 }, (_, index) => `Query ${index + 1}`));
    expect(await page.locator('.bubble.assistant strong').first().textContent()).toBe('Answer');
  });

  test('in a right-to-left language are mirrored', async () => {
    const page = await enterConsole();
    const sideOf = async (session: string) => {
      await page.goto(`${consoleUrl()}#/conversations/${session}`);
      await page
        .locator(`.turn [lang=${session === arabicSession ? 'ar' : 'en'}]`)
        .first()
        .waitFor();
      const [user, assistant] = await Promise.all(
        ['user', 'assistant'].map((from) => page.locator(`.bubble.${from}`).first().boundingBox()),
      );
      return Math.sign((user?.x ?? 0) - (assistant?.x ?? 0));
    };
    expect(await sideOf(longSession)).toBe(1);
    expect(await sideOf(arabicSession)).toBe(-1);
    expect(await page.locator('.line').first().getAttribute('dir')).toBe('rtl');
  });

  test('are never executed or parsed as HTML', async () => {
    const html = '<img src=x onerror="globalThis.ran = true"><b>bold</b>';
    const says = `${html} [here](javascript:globalThis.ran=true) **so**`;
    const turns = [{ query: html, says, competency: html, outcome: 'out_of_scope' as const }];
    const session = await logSession(scene(), { daysAgo: 0, outcome: 'failed', turns });
    const page = await enterConsole();
    const complaints = complaintsOf(page);
    await page.goto(`${consoleUrl()}#/conversations/${session}`);
    await page.locator('.turn').waitFor();
    expect(await page.locator('.bubble.user [lang]').textContent()).toBe(html);
    expect(await page.locator('.bubble.assistant [lang]').textContent()).toContain(html);
    expect(await page.locator('main img, main b, main a[href^=javascript]').count()).toBe(0);
    await open(page, 'To improve');
    await page.getByRole('heading', { name: html }).waitFor();
    expect(await page.evaluate('globalThis.ran')).toBeUndefined();
    expect(complaints).toEqual([]);
  });

  test('that are synthetic are marked, and counted only for their own application', async () => {
    const miss = { query: 'sing me a made-up song', says: 'Sorry?', outcome: 'not_understood' as const };
    const turns = [transfer(5), miss];
    const application = 'made-up:bank';
    const session = await logSession(scene(), { daysAgo: 0, outcome: 'contained', application, turns });
    const page = await enterConsole();
    const complaints = complaintsOf(page);
    await open(page, 'Overview');
    const before = Number(await numberOf(page, 'Sessions'));
    expect(before).toBeGreaterThan(1);
    await page.getByText(`Made-up sessions are not counted: ${application} (1)`).waitFor();
    await page.getByRole('link', { name: application }).click();
    await page.waitForURL(/application=made-up/);
    await page.getByText('Nobody had these conversations: they are made up.').waitFor();
    await page.locator('.figures dd').getByText('1', { exact: true }).first().waitFor();
    expect(await numberOf(page, 'Sessions')).toBe('1');
    await open(page, 'Conversations');
    const row = page.getByRole('row').filter({ hasText: `${application} (made up)` });
    expect(await row.count()).toBe(1);
    await row.getByRole('link').click();
    await page.getByText(`${application} (made up)`).waitFor();
    expect(page.url()).toContain(session);
    await page.goBack();
    await page.goBack();
    expect(await page.getByLabel('Application').inputValue()).toBe(application);
    await open(page, 'To improve');
    const group = page.getByRole('listitem').filter({ hasText: miss.query });
    await group.getByText('1× in 1 session (made up) · en').waitFor();
    expect(complaints).toEqual([]);
  });

  test('that are unknown are reported as missing', async () => {
    const page = await enterConsole();
    await page.goto(`${consoleUrl()}#/conversations/${crypto.randomUUID()}`);
    await page.getByText('The conversation log has no session with this id.').waitFor();
  });
});

describe.runIf(canOperate())('a phrase to improve', () => {
  // A new page: the console keeps accepted phrases until sign-out.
  const openAnew = async () => signIn(await openPage(LIGHT), scene());

  test('is accepted with its group for a label, and downloaded in a file', async () => {
    const page = await openAnew();
    await open(page, 'To improve');
    const group = page.getByRole('listitem').filter({ hasText: 'nearest branch' });
    expect(await group.textContent()).toContain('2× in 2 sessions');
    await group.getByLabel('where is your nearest branch').uncheck();
    await group.getByLabel('Label').fill('branches');
    await group.getByRole('button', { name: 'Accept' }).click();
    await page.getByText('1 group accepted.').waitFor();
    await picture(page, 'improve');
    await open(page, 'Conversations');
    await open(page, 'To improve');
    await page.getByText('1 group accepted.').waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download the change' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^utterances-\d{4}-\d\d-\d\d\.yaml$/);
    const stream = await download.createReadStream();
    const text = (await stream.toArray()).map(String).join('');
    expect(parse(text)).toEqual([{ label: 'branches', utterances: { en: ['where is the nearest branch'] } }]);
  });

  test('shows its outcome and the text before it, and links to its turn', async () => {
    const asks = { query: 'a ticket please', says: 'From which city?', competency: 'tickets' };
    const refused = { query: 'Seattle', says: 'No trains go there.', competency: 'tickets', slot: 'city' };
    const turns = [asks, { ...refused, outcome: 'value_refused' as const }];
    const session = await logSession(scene(), { daysAgo: 0, outcome: 'abandoned', turns });
    const page = await enterConsole();
    await open(page, 'To improve');
    await page.getByLabel('Outcome').selectOption('Value refused');
    await page.waitForURL(/outcome=value_refused/);
    const group = page.locator('.card').filter({ hasText: 'Seattle' });
    await group.waitFor();
    await page.locator('.card').filter({ hasText: 'branch' }).waitFor({ state: 'detached' });
    expect(await group.textContent()).toContain('Value refused · slot city · After From which city?');
    expect(await group.getByLabel('Label').count()).toBe(0);
    await group.getByText('The conversation').click();
    await group.getByRole('link', { name: 'turn 2' }).click();
    await page.waitForURL(new RegExp(`conversations/${session}`));
    const sought = page.locator('.turn[aria-current]');
    await sought.waitFor();
    expect(await sought.textContent()).toContain('Seattle');
  });

  test('is accepted as its outcome allows, with a warning about a near label', async () => {
    const log = (query: string, outcome: 'value_not_read' | 'out_of_scope', slot?: string) =>
      logSession(scene(), {
        daysAgo: 0,
        outcome: 'failed',
        turns: [{ query, says: 'Sorry?', outcome, ...(slot && { slot }), nearest: [NEAR] }],
      });
    const NEAR = { label: 'balance', probability: 0.4 };
    await log('to the emerald city', 'value_not_read', 'city');
    await log('open a joint account', 'out_of_scope');
    const page = await openAnew();
    await open(page, 'To improve');
    const value = page.locator('.card').filter({ hasText: 'emerald city' });
    await value.getByLabel('Value', { exact: true }).fill('Seattle');
    await value.getByRole('button', { name: 'Accept' }).click();
    await page.getByText('1 group accepted.').waitFor();
    const wish = page.locator('.card').filter({ hasText: 'joint account' });
    await wish.getByLabel('Label').fill('balance');
    await wish.getByLabel('Label').fill('accounts');
    await wish.getByText('near to balance (40%)').waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download the change' }).click(),
    ]);
    const text = (await (await download.createReadStream()).toArray()).map(String).join('');
    expect(text).toContain('slot city: "Seattle", en:\n#   - "to the emerald city"');
  });

  test('is tried in a draft, with its risks, and accepted into it permanently', async () => {
    const logged = (query: string) =>
      logSession(scene(), {
        daysAgo: 0,
        outcome: 'failed',
        turns: [{ query, says: 'Sorry?', outcome: 'not_understood' }],
      });
    await logged('may I rent a harpsichord');
    const headers = await api.bearer('ai_model_write');
    const file = 'competencies/hire.yaml';
    const text =
      'competency: hire\nstates:\n  hire:\n    utterances: { en: [rent an instrument, hire a grand piano] }   # all\n' +
      '  buy:\n    utterances: { en: [buy a book, "purchase [a novel](thing)"] }\n';
    const settings =
      'schema: 1\nname: music\nlanguages: { default: en, supported: [en] }\nout_of_scope: { say: { en: No. } }\n';
    await api.postJson(
      '/v1/drafts/mended',
      { revision: 0, files: { 'assistant.yaml': settings, [file]: text } },
      headers,
    );
    const page = await enterConsole(PHONE);
    const complaints = complaintsOf(page);
    await open(page, 'To improve');
    expect(await page.getByLabel('Draft', { exact: true }).inputValue()).toBe('mended');
    const group = page.locator('.card').filter({ hasText: 'harpsichord' });
    const trial = group.getByRole('region', { name: 'What it would do' });
    const tryIt = group.getByRole('button', { name: 'Try in the draft' });
    await group.getByLabel('Label').fill('nowhere');
    await tryIt.press('Enter');
    await trial.getByText('The draft mended has no place for this: it does not have nowhere.').waitFor();
    expect(await group.getByRole('button', { name: 'Accept into mended' }).isDisabled()).toBe(true);
    // Another label needs another trial.
    await group.getByLabel('Label').fill('buy');
    await tryIt.press('Enter');
    await trial.getByText('Look at this before you accept it.').waitFor();
    const told = await trial.textContent();
    expect(told).toContain('buy may take queries like these from others: “rent an instrument” (hire)');
    expect(told).toContain('only training and playing the draft tells for sure');
    await group.getByLabel('Label').fill('hire');
    await tryIt.press('Enter');
    await trial.getByText('Nothing that can be known without training speaks against it.').waitFor();
    await trial.getByText(/^Most alike in hire: “rent an instrument”/).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    expect(await hasOverflow(page)).toBe(false);
    await picture(page, 'improve-trial');
    await group.getByRole('button', { name: 'Accept into mended' }).press('Enter');
    await group.getByText('1 phrase put into the draft').waitFor();
    await group.getByText('(in the draft, hire)').waitFor();
    expect(jsonOf(await api.call('GET', '/v1/drafts/mended', { headers }))).toMatchObject({
      files: { [file]: text.replace('grand piano]', 'grand piano, may I rent a harpsichord]') },
    });
    await page.reload();
    await page.getByRole('button', { name: 'Allow' }).click();
    await group.getByText('(in the draft, hire)').waitFor();
    expect(await tryIt.count()).toBe(0);
    // Without a draft, phrases are still collected in a file.
    await page.getByLabel('Draft', { exact: true }).selectOption('None: collect in a file');
    await group.getByText('(in the draft, hire)').waitFor({ state: 'detached' });
    await group.getByRole('button', { name: 'Accept' }).waitFor();
    expect(complaints).toEqual([]);
  });

  test('is listed in parts, and “Show more” focuses the first new group', async () => {
    const page = await enterConsole(PHONE);
    await page.route('**/v1/unhandled?*', async (route) => {
      const answer = await (await route.fetch()).json();
      const [group] = answer.groups;
      const groups = Array.from({ length: 60 }, (_, at) => ({ ...group, examples: [`missed ${at}`] }));
      await route.fulfill({ json: { ...answer, groups } });
    });
    await open(page, 'To improve');
    const groups = page.locator('.groups > li');
    await expect.poll(() => groups.count()).toBe(25);
    await page.getByRole('button', { name: 'Show more: 35 groups left' }).press('Enter');
    await expect.poll(() => groups.count()).toBe(50);
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('missed 25');
    await page.getByRole('button', { name: 'Show more: 10 groups left' }).press('Enter');
    await expect.poll(() => groups.count()).toBe(60);
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('missed 50');
  });

  test('stays dismissed until it is listed again', async () => {
    const query = 'tickets to Atlantis';
    const turns = [{ query, says: 'No.', outcome: 'value_refused' as const, slot: 'city' }];
    await logSession(scene(), { daysAgo: 0, outcome: 'abandoned', turns });
    const page = await enterConsole();
    const complaints = complaintsOf(page);
    await open(page, 'To improve');
    const group = page.locator('.card').filter({ hasText: query });
    await group.getByRole('button', { name: 'Rightly refused' }).click();
    await group.getByText('Dismissed: its phrases are left out from now on.').waitFor();
    await open(page, 'Conversations');
    await open(page, 'To improve');
    await page.getByText('1 dismissed query not shown.').waitFor();
    expect(await group.count()).toBe(0);
    await page.getByLabel('Shown').selectOption('What was dismissed');
    await group.getByRole('button', { name: 'List it again' }).click();
    await group.getByText('It is listed again.').waitFor();
    await page.getByLabel('Shown').selectOption('What is open');
    await group.getByRole('button', { name: 'Rightly refused' }).waitFor();
    expect(complaints).toEqual([]);
  });

  test('cannot be accepted if it is masked or its label is invalid', async () => {
    const page = await enterConsole();
    await open(page, 'To improve');
    await page.getByLabel('Draft', { exact: true }).selectOption('None: collect in a file');
    const masked = page.getByRole('listitem').filter({ hasText: '•••' });
    expect(await masked.getByRole('checkbox').isDisabled()).toBe(true);
    await masked.getByLabel('Label').fill('call');
    expect(await masked.getByRole('button', { name: 'Accept' }).isDisabled()).toBe(true);
    const group = page.getByRole('listitem').filter({ hasText: 'nearest branch' });
    await group.getByLabel('Label').fill('two words');
    expect(await group.getByRole('button', { name: 'Accept' }).isDisabled()).toBe(true);
  });
});

describe.runIf(canOperate())('a page of the log', () => {
  // Everything that the pages hide is unfolded.
  test('is clean for axe and fits in all looks, and in Spanish', async () => {
    const page = await enterConsole();
    const compared = `overview?version=${other}&versus=${scene().version}`;
    const pages = ['overview', compared, 'conversations', `conversations/${arabicSession}`, 'improve'];
    for (const hash of pages) {
      await page.evaluate(`location.hash = '#/${hash}'`);
      await page.locator('main .plot, main table, main .turn, main .card').first().waitFor();
      await loaded(page);
      await page.evaluate('for (const part of document.querySelectorAll("details")) part.open = true');
      await expectCleanConsole(page, hash);
    }
  });
});
