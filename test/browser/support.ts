import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { type Browser, type BrowserContextOptions, chromium as driver, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { madeOnce } from '../support/made-once.ts';
import { useServer } from '../support/server.ts';

const UNPACK = `import chromium from '@sparticuz/chromium'; await chromium.executablePath()`;

/**
 * Unpacks the browser that its package holds, once on a machine.
 * @returns the path of its program
 */
async function unpackedBrowser(): Promise<string> {
  const folder = path.join(tmpdir(), `parley-chromium-${manifest.devDependencies['@sparticuz/chromium']}`);
  await madeOnce(folder, (empty) =>
    // The package unpacks into the folder for temporary files, and takes what is there for whole.
    promisify(execFile)(process.execPath, ['--input-type=module', '--eval', UNPACK], {
      cwd: import.meta.dirname,
      env: { ...process.env, TMPDIR: empty },
    }),
  );
  return path.join(folder, 'chromium');
}

/** How a test gets its pages. */
export interface OpenPage {
  /** A page with cookies of its own, for one test. */
  (options?: BrowserContextOptions): Promise<Page>;
  /**
   * The page that a file's tests use one after another, which is quicker by far than one for each: the browser has
   * read, compiled and run before what it shows. Routes, listeners and further pages of a test end with it; what the
   * page shows and stores stays. A test that fails takes the page with it.
   */
  shared: (look?: Partial<Look>) => Promise<Page>;
}

/** How long a page waits for what comes: the driver's own half minute is not much on a busy machine. */
const PATIENCE_MS = 60_000;

/**
 * The browser of a test file: the one inside the package, with nothing of its security switched off but the sandbox.
 * @param more further arguments of its command line
 */
export function useBrowser(more: readonly string[] = []): OpenPage {
  let browser: Browser | undefined;
  let kept: Page | undefined;
  const open = new Set<Page>();
  beforeAll(async () => {
    browser = await driver.launch({
      executablePath: await unpackedBrowser(),
      args: ['--no-sandbox', '--disable-gpu', ...more],
    });
  });
  afterEach(async ({ task }) => {
    if (kept !== undefined && task.result?.state === 'fail') {
      open.add(kept);
      kept = undefined;
    }
    await Promise.all([...open].map((page) => page.context().close()));
    open.clear();
    if (kept !== undefined) await leave(kept);
  });
  afterAll(() => browser?.close());
  const newPage = async (options: BrowserContextOptions): Promise<Page> => {
    if (browser === undefined) throw new Error('the browser is up only inside tests');
    const context = await browser.newContext(options);
    context.setDefaultTimeout(PATIENCE_MS);
    return context.newPage();
  };
  const openPage = async (options: BrowserContextOptions = {}): Promise<Page> => {
    const page = await newPage(options);
    open.add(page);
    return page;
  };
  const shared = async ({ viewport, colorScheme }: Partial<Look> = {}): Promise<Page> => {
    kept ??= await newPage({});
    await kept.setViewportSize(viewport ?? LIGHT.viewport);
    await kept.emulateMedia({ colorScheme: colorScheme ?? LIGHT.colorScheme });
    return kept;
  };
  return Object.assign(openPage, { shared });
}

const LISTENED = ['console', 'pageerror', 'request', 'requestfailed', 'response', 'download'];

/** Ends what a test has begun on a page. */
async function leave(page: Page): Promise<void> {
  for (const event of LISTENED) page.removeAllListeners(event);
  const others = page
    .context()
    .pages()
    .filter((other) => other !== page);
  await Promise.all(others.map((other) => other.close()));
  await page.unrouteAll({ behavior: 'ignoreErrors' });
}

/** A client's callback on a loopback port of its own; `calls` are the addresses at which it was called. */
export function useCallback() {
  const calls: URL[] = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', origin());
    if (url.pathname === '/callback') calls.push(url);
    response.setHeader('Content-Type', 'text/html').end('<!doctype html><title>Back</title><p>You are back.');
  });
  const origin = useServer(server);
  afterEach(() => {
    calls.length = 0;
  });
  return { uri: () => `${origin()}/callback`, calls };
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The rules of axe whose outcome colours decide. */
const ON_COLOURS = ['color-contrast', 'link-in-text-block'];
/** The options by which axe checks everything, best practices included, or one side of it. */
const CHECKS = {
  all: {},
  colours: { runOnly: ON_COLOURS },
  structure: { rules: Object.fromEntries(ON_COLOURS.map((rule) => [rule, { enabled: false }])) },
};

/** The faults that axe finds in a page. */
export async function axeViolations(page: Page, checks: keyof typeof CHECKS = 'all'): Promise<unknown> {
  if (!(await page.evaluate('"axe" in globalThis'))) await page.evaluate(AXE);
  // Style sheets are loaded ahead for a rule that is off.
  const options = { resultTypes: ['violations'], preload: false, ...CHECKS[checks] };
  return page.evaluate(
    `axe.run(${JSON.stringify(options)})
      .then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes[0].html]))`,
  );
}

/** True where the page is wider than its window. */
export const hasOverflow = (page: Page): Promise<boolean> =>
  page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth');

export interface Look {
  colorScheme: 'light' | 'dark';
  viewport: { width: number; height: number };
}

/** A look, and what axe has to check in it beside whether the page fits. */
interface CheckedLook extends Look {
  checks?: keyof typeof CHECKS;
}

const WIDE = { width: 1100, height: 800 };
export const LIGHT: Look = { colorScheme: 'light', viewport: WIDE };
export const DARK: Look = { colorScheme: 'dark', viewport: WIDE };
export const NARROW: Look = { colorScheme: 'light', viewport: { width: 320, height: 640 } };
/**
 * The looks of a page, each with what it can change: a colour scheme changes colours alone, and a width no colour. The
 * last is the one in which the page is used on.
 */
const LOOKS: readonly CheckedLook[] = [
  { ...DARK, checks: 'colours' },
  { ...NARROW, checks: 'structure' },
  { ...LIGHT, checks: 'all' },
];

/** Expects that a page is clean for axe and fits in each of these looks, which it takes on without being loaded anew. */
export async function expectClean(page: Page, where = '', looks = LOOKS): Promise<void> {
  for (const { colorScheme, viewport, checks } of looks) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(viewport);
    const look = `${where ? `${where}: ` : ''}${colorScheme}, ${viewport.width} px`;
    if (checks !== undefined) expect.soft(await axeViolations(page, checks), look).toEqual([]);
    expect.soft(await hasOverflow(page), look).toBe(false);
  }
}
