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

/**
 * The browser of a test file: the one inside the package, with nothing of its security switched off but the sandbox.
 * @param more further arguments of its command line
 */
export function useBrowser(more: readonly string[] = []) {
  let browser: Browser | undefined;
  const open = new Set<Page>();
  beforeAll(async () => {
    browser = await driver.launch({
      executablePath: await unpackedBrowser(),
      args: ['--no-sandbox', '--disable-gpu', ...more],
    });
  });
  afterEach(async () => {
    await Promise.all([...open].map((page) => page.context().close()));
    open.clear();
  });
  afterAll(() => browser?.close());
  /** A page with cookies of its own. */
  return async (options: BrowserContextOptions = {}): Promise<Page> => {
    if (browser === undefined) throw new Error('the browser is up only inside tests');
    const page = await (await browser.newContext(options)).newPage();
    open.add(page);
    return page;
  };
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

/** The faults that axe finds in a page, by every rule that it has, best practices included. */
export async function axeViolations(page: Page): Promise<unknown> {
  if (!(await page.evaluate('"axe" in globalThis'))) await page.evaluate(AXE);
  return page.evaluate(
    `axe.run({ resultTypes: ['violations'] })
      .then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes[0].html]))`,
  );
}

/** True where the page is wider than its window. */
export const hasOverflow = (page: Page): Promise<boolean> =>
  page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth');

interface Look {
  colorScheme: 'light' | 'dark';
  viewport: { width: number; height: number };
}

const WIDE = { width: 1100, height: 800 };
export const LIGHT: Look = { colorScheme: 'light', viewport: WIDE };
/** The looks of a page; the last is the one in which it is used on. */
export const LOOKS: readonly Look[] = [
  { colorScheme: 'dark', viewport: WIDE },
  { colorScheme: 'light', viewport: { width: 320, height: 640 } },
  LIGHT,
];

/** Expects that a page is clean for axe and fits in each of these looks, which it takes on without being loaded anew. */
export async function expectClean(page: Page, where = '', looks = LOOKS): Promise<void> {
  for (const { colorScheme, viewport } of looks) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(viewport);
    const look = `${where ? `${where}: ` : ''}${colorScheme}, ${viewport.width} px`;
    expect.soft(await axeViolations(page), look).toEqual([]);
    expect.soft(await hasOverflow(page), look).toBe(false);
  }
}
