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
import { connect, documentClient } from '../../functions/shared/store/dynamodb.ts';
import { setting } from '../../functions/shared/store/environment.ts';
import { readSecret } from '../../functions/shared/store/secrets-manager.ts';
import type { Account } from '../conformance/support/api.ts';
import { addUser, canOperate, createTenant, publishAssistant } from '../conformance/support/parley.ts';
import { PATIENCE_MS } from '../support/conversation-log.ts';
import { PATIENT } from '../support/dynamodb.ts';
import { sharedDemo, useSharedStore } from '../support/shared-service.ts';
import { DARK, expectClean, LIGHT, type Look, NARROW, type OpenPage } from './support.ts';

/** Folder for new pictures of docs/CONSOLE.md; unset: no pictures are taken. */
const { PARLEY_CONSOLE_PICTURES } = process.env;

export const consoleUrl = (): string => `${sharedDemo().base_url}/console`;

/** Institution with a console and, by default, an assistant that keeps conversations. */
export interface Scene {
  account: Account;
  clientId: string;
  version: string;
}

/** Creates a scene before a file's tests. */
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

/** Registers the console as OPERATIONS.md describes. */
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

/** Adds a user with only these scopes to the scene's institution. */
export const colleague = async ({ account }: Scene, scopes: readonly Scope[]): Promise<Account> => ({
  ...account,
  ...(await addUser(account.institution, { scopes })),
});

/** User who signs in, and the client used for that. */
type SignedIn = Pick<Scene, 'clientId' | 'account'>;

/** Cookies of signed-in users by client and username. */
const signedIn = new Map<string, Cookie[]>();

/** Opens the console and signs in on the service's page, whatever its language. */
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
 * Opens the console, signed in: by the form the first time, later with a code for the same session, which is
 * more than twice as fast.
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
 * Opens the console on the file's shared page, signed in as the file's user. As on a new page, nothing of
 * earlier tests is shown or stored.
 */
export async function enter(openPage: OpenPage, scene: Scene, look?: Partial<Look>): Promise<Page> {
  const page = await openPage.shared(look);
  if (!page.url().startsWith(consoleUrl())) return signIn(page, scene);
  // At least one of these two pages differs from the one where the previous test ended.
  for (const hash of ['#/keys', '#/try']) {
    await page.evaluate(`location.hash = '${hash}'`);
    await page.locator(`nav [aria-current=page][href='${hash}']`).waitFor();
    await page.evaluate(FORGET);
  }
  await speak(page, 'en');
  return page;
}

/** Script that removes the drafts and the name that the console keeps in the browser. */
const FORGET = `for (const store of [sessionStorage, localStorage])
  for (const key of Object.keys(store)) if (/^parley-console-(draft:|name)/.test(key)) store.removeItem(key);`;

/** Returns a script that stores a pending sign-in as the console would, on its callback page only. */
const keeping = (pending: PendingSignIn): string =>
  `if (new URLSearchParams(location.search).get('state') === '${pending.state}')
    sessionStorage.setItem('parley-console-sign-in', '${JSON.stringify(pending)}')`;

/**
 * Allows the console again in the session of these cookies.
 * @returns the callback address and the pending sign-in that the console must have stored for it; undefined
 * if the session has ended
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

/** Opens a page of the console from its menu, and waits until it has loaded. */
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
 * Expects that a page of the console is clean and fits in English, and fits in Spanish, whose words are longer. Both
 * languages have the same elements, and names for all of them.
 */
export async function expectCleanConsole(page: Page, where = ''): Promise<void> {
  await expectClean(page, where, [{ ...DARK, checks: 'colours' }, NARROW, { ...LIGHT, checks: 'all' }]);
  await speak(page, 'es');
  await loaded(page);
  await expectClean(page, `${where} in Spanish`, [NARROW, LIGHT]);
  await speak(page, 'en');
}

/** Writes a WebP picture of the page, encoded by the browser, if a folder for pictures is set. */
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

/** Message of the browser if the sign-in form is filled in before the first field gets the focus. */
const TYPED_AT_ONCE = 'Autofocus processing was blocked';

/** Returns an array to which the page's console messages and uncaught errors are added. */
export function complaintsOf(page: Page): string[] {
  const lines: string[] = [];
  page.on('console', (message) => {
    if (!message.text().startsWith(TYPED_AT_ONCE)) lines.push(message.text());
  });
  page.on('pageerror', (error) => lines.push(String(error)));
  return lines;
}

/** Turn as a test describes it. */
interface ToldTurn {
  query: string;
  says: string;
  outcome?: TurnOutcome;
  nearest?: { label: string; probability: number }[];
  /** Slot whose value was refused or not read. */
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

let patient: ReturnType<typeof connect> | undefined;

/** Returns a client that waits for a busy store, where a retried write could count a session twice. */
const patientClient = () => {
  patient ??= connect(setting('DYNAMODB_ENDPOINT'), PATIENT);
  return patient;
};

/** Writes a session to the log as real queries would. @returns its id */
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
    client: patientClient,
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
