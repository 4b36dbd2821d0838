import { randomBytes, randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { BrowserContext, Cookie, Page } from 'playwright-core';
import { beforeAll } from 'vitest';
import {
  authorizationUrl,
  challengeOf,
  newSecret,
  type PendingSignIn,
} from '../../clients/console/code-grant.ts';
import { packWords } from '../../functions/query/logged-turn.ts';
import {
  isListed,
  isUnhandled,
  type SessionOutcome,
  type TurnOutcome,
  type TurnWords,
} from '../../functions/shared/domain/conversations/conversations.ts';
import { compactVector, wordsVector } from '../../functions/shared/domain/conversations/sentence-vectors.ts';
import type { Scope } from '../../functions/shared/domain/credentials/scopes.ts';
import { createPublicClient } from '../../functions/shared/domain/institutions/operators.ts';
import { createConversationLog } from '../../functions/shared/store/conversation-log.ts';
import { deploymentKey } from '../../functions/shared/store/deployment-key.ts';
import { createDirectory } from '../../functions/shared/store/directory.ts';
import { documentClient } from '../../functions/shared/store/dynamodb.ts';
import { readSecret } from '../../functions/shared/store/secrets-manager.ts';
import type { Account } from '../conformance/support/api.ts';
import { addUser, canOperate, createTenant, publishAssistant } from '../conformance/support/parley.ts';
import { PATIENCE_MS } from '../support/conversation-log.ts';
import { sharedDemo, useSharedStore } from '../support/shared-service.ts';
import { DARK, expectClean, LIGHT, type Look, NARROW, type OpenPage } from './support.ts';

/** The folder of the pictures of docs/CONSOLE.md, where they are to be taken anew. */
const { PARLEY_CONSOLE_PICTURES } = process.env;

export const consoleUrl = (): string => `${sharedDemo().base_url}/console`;

/** An institution with a console, and with an assistant that keeps conversations. */
export interface Scene {
  account: Account;
  clientId: string;
  version: string;
}

/** Makes a scene for a file of tests. */
export function useScene({ assistant = true }: { assistant?: boolean } = {}): () => Scene {
  let scene: Scene | undefined;
  beforeAll(async () => {
    if (!canOperate()) return;
    const account = await createTenant();
    const clientId = await registerConsole(account.institution);
    const settings = 'conversations: {keep: 30d, queries: true}';
    const version = assistant ? await publishAssistant(account.institution, { settings }) : '';
    scene = { account, clientId, version };
  });
  return () => {
    if (scene === undefined) throw new Error('a scene is there only inside tests');
    return scene;
  };
}

/** Registers the console as OPERATIONS.md says. */
async function registerConsole(institution: string): Promise<string> {
  useSharedStore();
  const operator = {
    directory: createDirectory(documentClient),
    now: Date.now,
    random: randomBytes,
  };
  const { clientId } = await createPublicClient(operator, {
    institution,
    displayName: 'Parley console',
    redirectUris: ['http://127.0.0.1/console'],
  });
  return clientId;
}

/** Another user of the scene's institution, who may do this and no more. */
export const colleague = async ({ account }: Scene, scopes: readonly Scope[]): Promise<Account> => ({
  ...account,
  ...(await addUser(account.institution, { scopes })),
});

/** A person who signs in, and the client by which. */
type SignedIn = Pick<Scene, 'clientId' | 'account'>;

/** The cookies of those who are signed in at the service, by client and username. */
const signedIn = new Map<string, Cookie[]>();

/** Opens the console and signs in on the service's page, in whatever language that is. */
export async function signInByForm(page: Page, { clientId, account }: SignedIn): Promise<Page> {
  await page.goto(`${consoleUrl()}?client=${clientId}`);
  await page.locator('form button[type=submit]').click();
  await page.locator('input[name=username]').fill(account.username);
  await page.locator('input[name=password]').fill(account.password);
  await page.locator('input[name=password]').press('Enter');
  await page.locator('nav').waitFor();
  return page;
}

/**
 * Opens the console, signed in: by the form the first time, later with a code for the same session, which takes less
 * than half the time.
 */
export async function signIn(page: Page, person: SignedIn): Promise<Page> {
  const key = `${person.clientId} ${person.account.username}`;
  const cookies = signedIn.get(key);
  const back = cookies && (await allowed(page.context(), person.clientId, cookies));
  if (back === undefined) {
    await signInByForm(page, person);
  } else {
    await page.addInitScript(keeping(back.pending));
    await page.goto(back.url);
    await page.locator('nav').waitFor();
  }
  signedIn.set(key, await page.context().cookies());
  return page;
}

/**
 * The console for a test that needs no page of its own, signed in as the file's user: as on a new page, nothing is
 * shown or kept of what an earlier test has done there.
 */
export async function enter(openPage: OpenPage, scene: Scene, look?: Partial<Look>): Promise<Page> {
  const page = await openPage.shared(look);
  if (!page.url().startsWith(consoleUrl())) return signIn(page, scene);
  // Two pages, of which one at least is not where the test before has ended.
  for (const hash of ['#/keys', '#/try']) {
    await page.evaluate(`location.hash = '${hash}'`);
    await page.locator(`nav [aria-current=page][href='${hash}']`).waitFor();
    await page.evaluate(FORGET);
  }
  await speak(page, 'en');
  return page;
}

/** Forgets the drafts and the name that the console keeps in the browser. */
const FORGET = `for (const store of [sessionStorage, localStorage])
  for (const key of Object.keys(store)) if (/^parley-console-(draft:|name)/.test(key)) store.removeItem(key);`;

/** A script that keeps a sign-in where the console does, as if it had begun there, for the answer to it alone. */
const keeping = (pending: PendingSignIn): string =>
  `if (new URLSearchParams(location.search).get('state') === '${pending.state}')
    sessionStorage.setItem('parley-console-sign-in', '${JSON.stringify(pending)}')`;

/**
 * Allows the console again in the session of these cookies.
 * @returns the address to which the browser is sent, and what the console has to have kept for it; undefined if the
 * session has ended
 */
async function allowed(context: BrowserContext, clientId: string, cookies: Cookie[]) {
  await context.addCookies(cookies);
  const pending = { clientId, state: newSecret(), verifier: newSecret(), hash: '' };
  const url = authorizationUrl(sharedDemo().base_url, pending, await challengeOf(pending.verifier));
  const shown = await (await context.request.get(url)).text();
  const [, form_token = ''] = /name="form_token" value="([^"]+)"/.exec(shown) ?? [];
  if (!shown.includes('value="allow"')) return undefined;
  const form = { form_token, decision: 'allow' };
  const { location = '' } = (await context.request.post(url, { form, maxRedirects: 0 })).headers();
  return { url: location, pending };
}

/** Leads to a page of the console by its menu, and waits until it shows what it loads. */
export async function open(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name }).click();
  await page.getByRole('heading', { level: 1, name }).waitFor();
  await loaded(page);
}

export const loaded = (page: Page): Promise<void> =>
  page
    .locator('main')
    .filter({ hasNot: page.locator('[aria-busy=true]') })
    .waitFor();

/** Chooses the language of the console. */
export const speak = async (page: Page, language: 'en' | 'es'): Promise<void> => {
  await page.locator('select:has(> option[lang=es])').selectOption(language);
  await page.locator(`html[lang=${language}]`).waitFor();
};

/**
 * Expects that a page of the console is clean and fits in English and in Spanish, whose words are longer and can make
 * no difference to colours.
 */
export async function expectCleanConsole(page: Page, where = ''): Promise<void> {
  await expectClean(page, where, [{ ...DARK, checks: 'colours' }, NARROW, { ...LIGHT, checks: 'all' }]);
  await speak(page, 'es');
  await loaded(page);
  await expectClean(page, `${where} in Spanish`, [{ ...NARROW, checks: 'structure' }, LIGHT]);
  await speak(page, 'en');
}

/** Writes a picture of what the page shows, where they are wanted: as WebP, which the browser itself can write. */
export async function picture(page: Page, name: string): Promise<void> {
  if (!PARLEY_CONSOLE_PICTURES) return;
  const png = await page.screenshot();
  const blank = await page.context().newPage();
  const webp: string = await blank.evaluate(`(async () => {
    const image = new Image();
    image.src = 'data:image/png;base64,${png.toString('base64')}';
    await image.decode();
    const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height });
    canvas.getContext('2d').drawImage(image, 0, 0);
    return canvas.toDataURL('image/webp', 0.7);
  })()`);
  await blank.close();
  await mkdir(PARLEY_CONSOLE_PICTURES, { recursive: true });
  await writeFile(
    path.join(PARLEY_CONSOLE_PICTURES, `${name}.webp`),
    Buffer.from(webp.slice(webp.indexOf(',') + 1), 'base64'),
  );
}

/** What the browser says if the sign-in form is filled in before it gives the first field the focus. */
const TYPED_AT_ONCE = 'Autofocus processing was blocked';

/** The complaints that the page makes to its developers: errors, and what its policy refuses. */
export function complaintsOf(page: Page): string[] {
  const lines: string[] = [];
  page.on('console', (message) => {
    if (!message.text().startsWith(TYPED_AT_ONCE)) lines.push(message.text());
  });
  page.on('pageerror', (error) => lines.push(String(error)));
  return lines;
}

/** A turn as a test tells it. */
interface ToldTurn {
  query: string;
  says: string;
  outcome?: TurnOutcome;
  nearest?: { label: string; probability: number }[];
  /** The slot whose value was refused or not read. */
  slot?: string;
  competency?: string;
  milliseconds?: number;
  explanation?: TurnWords['explanation'];
}

export interface ToldSession {
  daysAgo: number;
  outcome: SessionOutcome;
  turns: readonly ToldTurn[];
  language?: string;
  version?: string;
  application?: string;
}

const DAY_MS = 86_400_000;

/** Writes a session to the log as queries would have. @returns its id */
export async function logSession(
  { account, version }: Scene,
  {
    daysAgo,
    outcome,
    turns,
    language = 'en',
    version: versionId = version,
    application = 'test:conformance',
  }: ToldSession,
): Promise<string> {
  useSharedStore();
  const log = createConversationLog({
    deploymentKey: deploymentKey(readSecret),
    random: randomBytes,
    pack: packWords,
    timeoutMs: PATIENCE_MS,
  });
  const sessionId = randomUUID();
  const beganAt = Date.now() - daysAgo * DAY_MS;
  const said = turns.map(({ outcome: of = 'understood' }) => of);
  for (const [index, turn] of turns.entries()) {
    const { query, says, milliseconds = 20, explanation } = turn;
    const of = said[index] ?? 'understood';
    const competency = turn.competency ?? of;
    const at = beganAt + index * 15_000;
    const upTo = (count: number) => ({
      beganAt,
      turns: count,
      unhandled: said.slice(0, count).filter(isUnhandled).length,
      outcome,
      competencies: turns.slice(0, count).map((one) => one.competency ?? 'none'),
    });
    await log.write({
      turn: {
        institution: account.institution,
        userId: account.service_user_id,
        person: 'p',
        sessionId,
        beganAt,
        at,
        qid: randomUUID(),
        ordinal: index + 1,
        versionId,
        application,
        milliseconds,
        expiresAt: Math.ceil(beganAt / 1000) + 90 * 86_400,
        language,
        device: 'web',
        outcome: of,
        competency,
        state: competency,
        intent: of === 'understood' ? competency : null,
        keeps: 'whole',
        words: { query, spoken: says, shown: says, slots: {}, ...(explanation && { explanation }) },
        ...(isListed(of) && {
          listed: {
            query,
            nearest: turn.nearest ?? [],
            slot: turn.slot ?? null,
            question: turns[index - 1]?.says ?? null,
            vector: compactVector(wordsVector(query)),
          },
        }),
      },
      tally: upTo(index + 1),
      ...(index > 0 && { previous: upTo(index) }),
      endsAt: at,
      isNewPerson: index === 0,
    });
  }
  return sessionId;
}
