import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { createApi } from '../conformance/support/api.ts';
import { APPLICATION, baseUrl, canOperate, publishAssistant } from '../conformance/support/parley.ts';
import {
  colleague,
  complaintsOf,
  enter,
  expectCleanConsole,
  loaded,
  open,
  picture,
  signIn,
  useScene,
} from './console-page.ts';
import { axeViolations, hasOverflow, type Look, useBrowser } from './support.ts';

const openPage = useBrowser();
const scene = useScene();
const api = createApi(baseUrl, () => scene().account);
const PHONE = { viewport: { width: 390, height: 844 } };
const enterConsole = (look: Partial<Look> = {}) => enter(openPage, scene(), look);

let other = '';
beforeAll(async () => {
  if (!canOperate()) return;
  const settings = 'conversations: {keep: 60d, queries: true}';
  const { institution } = scene().account;
  other = await publishAssistant(institution, { settings, outOfScope: 'Not that.', onlyDefault: true });
});

/** Comparison with every kind of difference, and with lines wider than any window. */
const MUCH = {
  before: '',
  after: '',
  differences: [
    ...Array.from({ length: 202 }, (_, index) => ({
      change: index % 2 === 0 ? 'added' : 'removed',
      place: ['competency transfer', 'state transfer', 'utterances', 'en', `"move ${index} dollars"`],
    })),
    { change: 'added', place: ['competency transfer', 'state transfer', 'utterances', 'ar', '"حوّل المال"'] },
    { change: 'removed', place: ['competency transfer', 'slot amount'] },
    { change: 'added', place: ['competency transfer', 'slot account_from'] },
    {
      change: 'changed',
      place: ['competency transfer', 'state transfer', 'say', 'en'],
      before: JSON.stringify('w'.repeat(400)),
      after: JSON.stringify('First.\n\nSecond.'),
    },
    {
      change: 'changed',
      place: ['faq help › pets.md', 'text'],
      before: '0f6e6fa1c2d3',
      after: '123456789012',
    },
  ],
  left_off: 1000,
};

/** Returns the service's assignment of an application. */
async function served(application: string) {
  const answer = await fetch(`${baseUrl()}/v1/versions`, { headers: await api.bearer() });
  const { assignments } = (await answer.json()) as {
    assignments: { application: string; ai_version: string; canary: unknown }[];
  };
  return assignments.find((one) => one.application === application);
}

describe.runIf(canOperate())('the versions', () => {
  test('are assigned to an application, as a canary too, and rolled back', async () => {
    const page = await enterConsole();
    const complaints = complaintsOf(page);
    await open(page, 'Versions');
    const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: APPLICATION }) });
    expect(await row.textContent()).toContain(scene().version.slice(0, 8));
    const application = page.getByLabel('Application', { exact: true });
    const status = page.locator('main > [role=status]');

    await application.fill(APPLICATION);
    await page.getByLabel('Version', { exact: true }).selectOption(other);
    await page.getByLabel('Percent of the users').fill('10');
    await page.getByRole('button', { name: 'Assign as a canary' }).click();
    await status.filter({ hasText: `10 % of its users by ${other.slice(0, 8)}` }).waitFor();
    await row.filter({ hasText: `10 %: conformance ${other.slice(0, 8)}` }).waitFor();
    expect(await served(APPLICATION)).toMatchObject({
      ai_version: scene().version,
      canary: { ai_version: other, percent: 10 },
    });
    await picture(page, 'versions');

    await application.fill(APPLICATION);
    await page.getByLabel('Version', { exact: true }).selectOption(other);
    await page.getByLabel('Percent of the users').fill('');
    await page.getByRole('button', { name: 'Assign', exact: true }).click();
    await status.filter({ hasText: `${APPLICATION} is now served by ${other.slice(0, 8)}` }).waitFor();
    expect(await served(APPLICATION)).toMatchObject({ ai_version: other, canary: null });

    await row.getByRole('button', { name: 'Roll back' }).click();
    await row.getByRole('button', { name: 'No' }).press('Enter');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Roll back');
    await row.getByRole('button', { name: 'Roll back' }).click();
    expect(await served(APPLICATION)).toMatchObject({ ai_version: other });
    await row.getByRole('button', { name: 'Yes' }).press('Enter');
    // The rollback restores the previous version and its canary.
    await status.filter({ hasText: `served by ${scene().version.slice(0, 8)}, and 10 %` }).waitFor();
    expect(await served(APPLICATION)).toMatchObject({ ai_version: scene().version, canary: { percent: 10 } });

    await page.getByLabel('Of which application').selectOption(APPLICATION);
    const history = page.getByRole('region', { name: `History: ${APPLICATION}` }).locator('tbody tr');
    await history.first().waitFor();
    expect(await history.locator('th').allTextContents()).toEqual(['4 (back to 2)', '3', '2', '1']);
    expect(await history.nth(1).textContent()).toContain(other.slice(0, 8));
    expect(complaints).toEqual([]);
  });

  test('have a note, which is written and removed by the keyboard alone', async () => {
    const page = await enterConsole();
    const complaints = complaintsOf(page);
    await open(page, 'Versions');
    const id = other.slice(0, 8);
    const edit = page.getByRole('button', { name: `Edit the note on ${id}` });
    await edit.press('Enter');
    const field = page.getByLabel(`Note on ${id}`, { exact: true });
    const focused = () => page.evaluate('document.activeElement.ariaLabel');
    await expect.poll(focused).toBe(`Note on ${id}`);
    await field.fill('With the fees of May');
    await field.press('Enter');
    await page.getByRole('cell').filter({ hasText: 'With the fees of May' }).waitFor();
    await expect.poll(focused).toBe(`Edit the note on ${id}`);
    await page
      .locator('option')
      .filter({ hasText: `${id} (With the fees of May)` })
      .first()
      .waitFor({ state: 'attached' });
    expect(await axeViolations(page)).toEqual([]);
    await open(page, 'Changes');
    await page.getByRole('row').filter({ hasText: 'Changed the note of a version' }).waitFor();
    await open(page, 'Versions');
    await edit.press('Enter');
    await field.fill('');
    await field.press('Enter');
    await page.getByText('With the fees of May').first().waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
  });

  test('are shown with their irreversible actions and what guards them, one at a time', async () => {
    const page = await enterConsole();
    const way = { from: 'transfer', on: 'yes', guard: 'yes', unsaid: [] };
    const unguarded = {
      from: 'root',
      on: 'query',
      guard: 'none',
      unsaid: [{ slot: 'card', in: ['card'], perhaps: false }],
    };
    const deeds = [{ state: 'card_frozen', reason: 'declared', ways: [way, unguarded] }];
    await page.route('**/v1/versions*', async (route) => {
      const answer = await route.fetch();
      const { versions, ...list } = (await answer.json()) as { versions: { ai_version: string }[] };
      const withDeeds = versions.map((version) =>
        version.ai_version === other ? { ...version, deeds } : { ...version, deeds: null },
      );
      await route.fulfill({ json: { ...list, versions: withDeeds } });
    });
    await open(page, 'Versions');
    const heading = page.getByRole('heading', { name: 'What it does for good' });
    const section = page.locator('section', { has: heading });
    const shown = section.getByLabel('Version shown');
    await shown.selectOption(other);
    const rows = section.getByRole('row');
    expect(await rows.nth(1).textContent()).toBe('card_frozenits authortransfer (yes)a yes to its question–');
    expect(await rows.nth(2).textContent()).toBe(
      'card_frozenits authorroot (a query)nobody is askedcard (card)',
    );
    await shown.selectOption(scene().version);
    await section.getByText('This version was published before').waitFor();
    expect(await rows.count()).toBe(0);
  });

  test('are compared: by default the newest with the serving one, then any two', async () => {
    const page = await enterConsole();
    const complaints = complaintsOf(page);
    await open(page, 'Versions');
    const form = page.getByRole('form', { name: 'What differs' });
    // The newest version is the default here, because it was assigned last.
    expect(await form.getByLabel('From version').inputValue()).toBe(other);
    expect(await form.getByLabel('To version').inputValue()).toBe(scene().version);
    await form.getByLabel('From version').selectOption(scene().version);
    expect(await form.getByLabel('To version').inputValue()).toBe(other);
    expect(await form.getByLabel('To version').locator('option').count()).toBe(1);
    await form.getByRole('button', { name: 'Compare' }).press('Enter');
    await page.getByText('2 differences.').waitFor();
    const part = page.locator('details.difference');
    expect(await part.locator('summary').allTextContents()).toEqual(['out_of_scope', 'conversations']);
    expect(await part.locator('li').allTextContents()).toEqual([
      'removed: That is out of scope.added: Not that.',
      'removed: 30dadded: 60d',
    ]);
    await picture(page, 'differences');
    // The address contains the comparison, and going back shows the previous one.
    expect(page.url()).toContain(`before=${scene().version}&after=${other}`);
    await form.getByLabel('From version').selectOption(other);
    await form.getByRole('button', { name: 'Compare' }).press('Enter');
    await part.getByText('removed: Not that.').waitFor();
    await page.goBack();
    await part.getByText('added: Not that.').waitFor();
    expect(await form.getByLabel('From version').inputValue()).toBe(scene().version);
    expect(complaints).toEqual([]);
  });

  test('cannot be compared if one is gone, which is reported', async () => {
    const page = await enterConsole();
    const gone = '00000000-0000-8000-8000-000000000000';
    await page.evaluate(`location.hash = '#/versions?before=${gone}&after=${other}'`);
    await page
      .getByRole('alert')
      .filter({ hasText: `has no AI version ${gone}` })
      .waitFor();
    expect(await page.getByLabel('From version').inputValue()).toBe(other);
  });

  test('with many differences are shown collapsed, with the number of omitted ones', async () => {
    const page = await enterConsole();
    await page.route('**/v1/versions/diff*', (route) => route.fulfill({ json: MUCH }));
    await page.evaluate(`location.hash = '#/versions?before=${scene().version}&after=${other}'`);
    await page.getByText('1207 differences.').waitFor();
    await page.getByText('1000 more are not shown here').waitFor();
    const parts = page.locator('details.difference');
    expect(await parts.locator('summary').allTextContents()).toEqual([
      'competency transfer',
      'faq help › pets.md',
    ]);
    expect(await page.locator('details.difference[open]').count()).toBe(0);
  });

  test('are listed completely, from all pages of the list', async () => {
    const page = await enterConsole();
    const versionAt = (number: number) => ({
      ai_version: `00000000-0000-4000-8000-00000000000${number}`,
      name: `number ${number}`,
      created_at: '2030-01-01T00:00:00.000Z',
      created_by: 'ana',
      languages: ['en'],
      note: null,
      serves: [],
    });
    await page.route('**/v1/versions*', (route) => {
      const isFirst = !new URL(route.request().url()).searchParams.has('cursor');
      const json = { versions: [versionAt(isFirst ? 1 : 2)], assignments: [] };
      return route.fulfill({ json: isFirst ? { ...json, next_cursor: 'more' } : json });
    });
    await open(page, 'Versions');
    const names = page.getByRole('region', { name: 'All versions' }).getByRole('rowheader');
    await names.nth(1).waitFor();
    expect(await names.allTextContents()).toEqual(['number 2', 'number 1']);
  });

  test('are not assigned if the service refuses it, which is reported', async () => {
    const page = await enterConsole();
    await open(page, 'Versions');
    await page.getByLabel('Application', { exact: true }).fill('no application');
    await page.getByRole('button', { name: 'Assign', exact: true }).click();
    const alert = page.getByRole('alert');
    await alert.waitFor();
    expect(await alert.textContent()).toContain('application');
    expect(await served('no application')).toBeUndefined();
  });
});

describe.runIf(canOperate())('the keys', () => {
  const list = async () => {
    const answer = await fetch(`${baseUrl()}/v1/apps/applicationtoken/`, { headers: await api.bearer() });
    return ((await answer.json()) as { tokens: Record<string, string>[] }).tokens;
  };

  async function fill(page: Page, name: string, password: string): Promise<void> {
    await page.getByLabel('Name', { exact: true }).fill(name);
    await page.getByLabel('Allowed from').fill('shop.example, *.shop.example');
    await page.getByLabel('User name').fill(scene().account.username);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Create a key' }).click();
  }

  test('are created with scopes and referrers, shown once, used and deleted', async () => {
    const page = await enterConsole();
    const complaints = complaintsOf(page);
    await open(page, 'Keys');
    await fill(page, 'Shop', scene().account.password);
    const key = (await page.locator('code.secret').textContent()) ?? '';
    expect(key).toMatch(/^cak_[0-9A-Za-z]{36}$/);
    expect(await list()).toMatchObject([
      { name: 'Shop', scopes: 'query', referrer_addresses: 'shop.example,*.shop.example' },
    ]);
    const row = page.getByRole('row').filter({ hasText: 'Shop' });
    await row.waitFor();
    expect(await row.textContent()).toContain('shop.example, *.shop.example');
    expect(await page.getByLabel('Password').inputValue()).toBe('');

    await fetch(`${baseUrl()}/v1/query`, {
      method: 'POST',
      headers: {
        Authorization: `App-Key ${key}`,
        Origin: 'https://shop.example',
        'Content-Type': 'application/json',
      },
      body: JSON.stringify({ query: 'thank you', external_user_id: 'u' }),
    });
    await page.getByRole('button', { name: 'Hide it' }).click();
    await open(page, 'Versions');
    await open(page, 'Keys');
    expect(await page.content()).not.toContain(key);
    await picture(page, 'keys');
    expect(await row.locator('td').nth(3).textContent()).not.toBe('never');

    await row.getByRole('button', { name: 'Delete' }).click();
    await row.getByRole('button', { name: 'Yes' }).click();
    await page.getByText('You have no keys.').waitFor();
    expect(await list()).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test('are created for a role, with its description, and listed among the changes', async () => {
    const page = await enterConsole();
    await open(page, 'Keys');
    await page.getByLabel('Rights').selectOption('Author');
    await page.getByText('A reader who also tries, edits').waitFor();
    expect(await page.getByRole('group', { name: 'Scopes' }).count()).toBe(0);
    await fill(page, 'Desk', scene().account.password);
    await page.locator('code.secret').waitFor();
    expect((await list())[0]?.scopes).toBe('conversation_read ai_model_read query ai_model_write');
    await open(page, 'Changes');
    const latest = page.getByRole('row').nth(1);
    await latest.filter({ hasText: 'Created a key' }).waitFor();
    const told = await latest.textContent();
    expect(told).toContain(scene().account.service_user_id);
    expect(told).toContain('Author');
    const publishing = page.getByRole('row').filter({ hasText: 'Assigned a version' }).first();
    expect(await publishing.textContent()).toContain(APPLICATION);
    await open(page, 'Keys');
    const row = page.getByRole('row').filter({ hasText: 'Desk' });
    await row.getByRole('button', { name: 'Delete' }).click();
    await row.getByRole('button', { name: 'Yes' }).click();
    await page.getByText('You have no keys.').waitFor();
  });

  test('and the versions are cards on a phone, with all buttons in view', async () => {
    const page = await enterConsole(PHONE);
    await open(page, 'Keys');
    await fill(page, 'Phone', scene().account.password);
    await page.locator('code.secret').waitFor();
    const hidden = () =>
      page.evaluate(
        `[...document.querySelectorAll('td button')].filter((button) => button.getBoundingClientRect().right > innerWidth || button.getBoundingClientRect().left < 0).length`,
      );
    const row = page.getByRole('row').filter({ hasText: 'Phone' });
    await row.waitFor();
    for (const name of ['Versions', 'Keys']) {
      await open(page, name);
      await expect.poll(() => page.locator('td button').count()).toBeGreaterThan(0);
      expect(await hidden(), name).toBe(0);
      expect(await hasOverflow(page), name).toBe(false);
      expect(await axeViolations(page), name).toEqual([]);
    }
    const title = `getComputedStyle(document.querySelector('td[data-label]'), '::before').content`;
    expect(await page.evaluate(title)).toContain('Scopes');
    await row.getByRole('button', { name: 'Delete' }).click();
    await row.getByRole('button', { name: 'Yes' }).click();
    await page.getByText('You have no keys.').waitFor();
  });

  test('are not created with a wrong password, which is deleted', async () => {
    const page = await enterConsole();
    await open(page, 'Keys');
    await fill(page, 'Shop', 'wrong');
    await page.getByRole('alert').waitFor();
    expect(await page.getByLabel('Password').inputValue()).toBe('');
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Shop');
    expect(await list()).toEqual([]);
  });
});

describe.runIf(canOperate())('the page “Try it”', () => {
  const say = async (page: Page, text: string) => {
    await page.getByLabel('Say something').fill(text);
    await page.getByLabel('Say something').press('Enter');
  };
  const answers = (page: Page) => page.locator('.bubble.assistant');

  test('sends a query to two versions side by side, each with its explanation', async () => {
    const page = await enterConsole();
    const complaints = complaintsOf(page);
    await open(page, 'Try it');
    await page.getByLabel('Two side by side').check();
    await page.getByLabel('Version 1').selectOption(scene().version);
    await page.getByLabel('Version 2').selectOption(other);
    await say(page, 'thank you');
    await answers(page).nth(1).waitFor();
    await say(page, 'who won the game');
    await answers(page).nth(3).waitFor();
    const sides = page.locator('.sides > section');
    expect(await sides.nth(0).locator('.bubble.assistant').last().textContent()).toContain(
      'That is out of scope.',
    );
    expect(await sides.nth(1).locator('.bubble.assistant').last().textContent()).toContain('Not that.');
    await sides.nth(0).getByText('How it was understood').first().click();
    await sides.nth(0).locator('tbody tr').filter({ hasText: 'applied' }).first().waitFor();
    await sides.nth(0).getByText('How it was understood').first().click();
    await picture(page, 'try');
    expect(complaints).toEqual([]);
  });

  test('sends the application, device, language and fields that were set, and starts anew', async () => {
    const page = await enterConsole();
    await open(page, 'Try it');
    const bodies: Record<string, unknown>[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/v1/query')) bodies.push(request.postDataJSON());
    });
    await page.getByText('Application, language, device and fields').click();
    await page.getByLabel('Application').fill(APPLICATION);
    await page.getByLabel('Language', { exact: true }).fill('en');
    await page.getByLabel('Device').fill('voice');
    await page.getByLabel('Fields of your own').fill('{"order": 7, "device": "mine"}');
    await say(page, 'thank you');
    await answers(page).first().waitFor();
    expect(bodies[0]).toMatchObject({
      query: 'thank you',
      application: APPLICATION,
      language: 'en',
      device: 'voice',
      order: 7,
      external_user_id: expect.stringMatching(/^console-/),
    });
    await say(page, 'thanks');
    await answers(page).nth(1).waitFor();
    expect(bodies[1]).toHaveProperty('dialog');
    await page.getByRole('button', { name: 'New conversation' }).click();
    expect(await answers(page).count()).toBe(0);
    await say(page, 'thanks');
    await answers(page).first().waitFor();
    expect(bodies[2]).not.toHaveProperty('dialog');
    expect(bodies[2]?.external_user_id).not.toBe(bodies[0]?.external_user_id);
    await page.getByLabel('Fields of your own').fill('[1]');
    await page.getByText('This is no JSON object.').waitFor();
    await say(page, 'thanks');
    expect(bodies).toHaveLength(3);
  });

  test('shows a refusal of the service, and continues', async () => {
    const page = await enterConsole();
    await open(page, 'Try it');
    await page.getByText('Application, language, device and fields').click();
    await page.getByLabel('Language', { exact: true }).fill('xx');
    await say(page, 'thank you');
    await page.getByRole('alert').waitFor();
    await page.getByLabel('Language', { exact: true }).fill('en');
    await say(page, 'thank you');
    await answers(page).first().waitFor();
  });

  test('has no explanation and no choice of versions without the right', async () => {
    const account = await colleague(scene(), ['query']);
    const page = await signIn(await openPage(), { ...scene(), account });
    await say(page, 'thank you');
    await answers(page).first().waitFor();
    await page.getByText('No explanation was kept of this.').waitFor();
    expect(await page.getByLabel('Two side by side').count()).toBe(0);
    expect(await page.getByLabel('Version').locator('option').count()).toBe(1);
  });
});

describe.runIf(canOperate())('a page that changes something', () => {
  test('is clean for axe and fits in all looks, and in Spanish', async () => {
    const page = await enterConsole();
    // Skips the first 200, which look alike.
    const json = { ...MUCH, differences: MUCH.differences.slice(200) };
    await page.route('**/v1/versions/diff*', (route) => route.fulfill({ json }));
    for (const name of ['versions', 'business-logic', 'keys', 'changes', 'try']) {
      const compared = name === 'versions' ? `?before=${scene().version}&after=${other}` : '';
      await page.evaluate(`location.hash = '#/${name}${compared}'`);
      await page.locator(`nav [aria-current=page][href='#/${name}']`).waitFor();
      await page.locator('main form, main table').first().waitFor();
      await loaded(page);
      if (name === 'try') {
        await page.locator('form.ask input').fill('thank you');
        await page.locator('form.ask input').press('Enter');
        await page.locator('.bubble.assistant').waitFor();
      }
      await page.evaluate('for (const part of document.querySelectorAll("details")) part.open = true');
      await expectCleanConsole(page, name);
    }
  });
});
