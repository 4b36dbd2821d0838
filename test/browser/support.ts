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
 * Unpacks the browser from its package, once per machine.
 * @returns the path of its executable
 */
async function unpackedBrowser(): Promise<string> {
  const folder = path.join(tmpdir(), `parley-chromium-${manifest.devDependencies['@sparticuz/chromium']}`);
  await madeOnce(folder, (empty) =>
    // The package unpacks into the temporary folder, and takes any files already there for complete.
    promisify(execFile)(process.execPath, ['--input-type=module', '--eval', UNPACK], {
      cwd: import.meta.dirname,
      env: { ...process.env, TMPDIR: empty },
    }),
  );
  return path.join(folder, 'chromium');
}

/** Function that opens pages for a test. */
export interface OpenPage {
  /** Opens a page with cookies of its own, for one test. */
  (options?: BrowserContextOptions): Promise<Page>;
  /**
   * Returns the page that a file's tests share, which is much faster than a page each: its scripts are
   * already loaded and compiled. Routes, listeners and further pages end with their test; what the page
   * shows and stores stays. A failed test closes the page.
   */
  shared: (look?: Partial<Look>) => Promise<Page>;
}

/** Timeout of a page's waits; the driver's default of half a minute is short on a busy machine. */
const PATIENCE_MS = 60_000;

/**
 * Starts the packaged browser for a test file. Of its security features, only the sandbox is off.
 * @param more further command-line arguments
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

/** Removes the listeners, routes and further pages that a test has added to a page. */
async function leave(page: Page): Promise<void> {
  for (const event of LISTENED) page.removeAllListeners(event);
  const others = page
    .context()
    .pages()
    .filter((other) => other !== page);
  await Promise.all(others.map((other) => other.close()));
  await page.unrouteAll({ behavior: 'ignoreErrors' });
}

/** Starts a client's callback on a loopback port; `calls` are the addresses called in the current test. */
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

/** Rules of axe that depend on colours. */
const ON_COLOURS = ['color-contrast', 'link-in-text-block'];
/** Options of axe for checking everything (with best practices), only colours, or all but colours. */
const CHECKS = {
  all: {},
  colours: { runOnly: ON_COLOURS },
  structure: { rules: Object.fromEntries(ON_COLOURS.map((rule) => [rule, { enabled: false }])) },
};

/** Returns the violations that axe finds in a page. */
export async function axeViolations(page: Page, checks: keyof typeof CHECKS = 'all'): Promise<unknown> {
  if (!(await page.evaluate('"axe" in globalThis'))) await page.evaluate(AXE);
  // No preloading of style sheets: only a rule that is off needs it.
  const options = { resultTypes: ['violations'], preload: false, ...CHECKS[checks] };
  return page.evaluate(
    `axe.run(${JSON.stringify(options)})
      .then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes[0].html]))`,
  );
}

/** True if the page is wider than its window. */
export const hasOverflow = (page: Page): Promise<boolean> =>
  page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth');

export interface Look {
  colorScheme: 'light' | 'dark';
  viewport: { width: number; height: number };
}

/** Look with the checks that axe makes in it; unset: axe makes none. */
interface CheckedLook extends Look {
  checks?: keyof typeof CHECKS;
}

const WIDE = { width: 1100, height: 800 };
export const LIGHT: Look = { colorScheme: 'light', viewport: WIDE };
export const DARK: Look = { colorScheme: 'dark', viewport: WIDE };
export const NARROW: Look = { colorScheme: 'light', viewport: { width: 320, height: 640 } };
/**
 * Looks of a page, each with the checks that it affects: a colour scheme affects only colours, a width none.
 * The page keeps the last look afterwards.
 */
const LOOKS: readonly CheckedLook[] = [
  { ...DARK, checks: 'colours' },
  { ...NARROW, checks: 'structure' },
  { ...LIGHT, checks: 'all' },
];

/** Expects that a page is clean for axe and fits in each look, without reloading the page. */
export async function expectClean(page: Page, where = '', looks = LOOKS): Promise<void> {
  for (const { colorScheme, viewport, checks } of looks) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(viewport);
    const look = `${where ? `${where}: ` : ''}${colorScheme}, ${viewport.width} px`;
    if (checks !== undefined) expect.soft(await axeViolations(page, checks), look).toEqual([]);
    expect.soft(await hasOverflow(page), look).toBe(false);
  }
}
