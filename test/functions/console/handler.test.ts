import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { consoleFiles } from '../../../clients/console/build.ts';
import files from '../../../functions/console/files.json' with { type: 'json' };
import { handler } from '../../../functions/console/handler.ts';
import { apiEvent } from '../../support/requests.ts';

/** Limit on the compressed bytes that the console loads at first: page, scripts and style. */
const BUDGET_BYTES = 75 * 1024;
/** Limit on all compressed bytes, including the drafts editor, which is loaded when a draft is opened. */
const WHOLE_BUDGET_BYTES = 284 * 1024;

interface Asked {
  file?: string;
  headers?: Record<string, string>;
  /** The request's path at the gateway, stage included. */
  path?: string;
}

async function served({ file, headers = {}, path = '/console' }: Asked = {}) {
  const event = apiEvent({ method: 'GET', headers, ...(file !== undefined && { pathParameters: { file } }) });
  event.resource = file === undefined ? '/console' : '/console/{file}';
  event.requestContext.path = path;
  const answer = await handler(event, {} as never);
  const bytes = Buffer.from(answer.body, answer.isBase64Encoded ? 'base64' : 'utf8');
  return { status: answer.statusCode, headers: answer.headers ?? {}, bytes, text: bytes.toString() };
}

/** Returns the paths of the files that the page loads. */
const loadedBy = (page: string): string[] =>
  [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address ?? '');

const fileOf = (address: string): string => address.slice(address.lastIndexOf('/') + 1);

test('the served files match their sources: run `npm run build:console` if this fails', async () => {
  expect(files).toEqual(await consoleFiles());
});

describe('the page of the console', () => {
  test('runs, shows and calls only its own files', async () => {
    const { status, headers, text } = await served();
    expect(status).toBe(200);
    const policy = String(headers['Content-Security-Policy']).split('; ');
    expect(policy).toEqual([
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "connect-src 'self'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
    ]);
    expect(headers).toMatchObject({
      'Content-Type': 'text/html; charset=utf-8',
      'Referrer-Policy': 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
      'X-Frame-Options': 'DENY',
      'Cross-Origin-Opener-Policy': 'same-origin',
    });
    expect(headers).not.toHaveProperty('Access-Control-Allow-Origin');
    expect(text).not.toMatch(/<script>|<style>|style=|onclick|https?:/);
  });

  test('is revalidated on each load, and its files are cached for good', async () => {
    const { headers, text } = await served();
    expect(headers['Cache-Control']).toBe('no-cache');
    for (const address of loadedBy(text)) {
      const file = await served({ file: fileOf(address) });
      expect(file.status).toBe(200);
      expect(file.headers['Cache-Control']).toBe('public, max-age=31536000, immutable');
    }
  });

  test.each([
    ['/console', ''],
    ['/console/', ''],
    ['/prod/console', '/prod'],
    ['/prod/console/', '/prod'],
  ])('loads its files from beside it when requested at %s', async (path, root) => {
    const { text } = await served({ path });
    expect(loadedBy(text)).toEqual([
      expect.stringMatching(new RegExp(`^${root}/console/console-[0-9a-f]{12}\\.css$`)),
      ...files.atOnce.map((name) => `${root}/console/${name}`),
      expect.stringMatching(new RegExp(`^${root}/console/console-[0-9a-f]{12}\\.js$`)),
    ]);
  });

  test('has the same content compressed and uncompressed', async () => {
    const { text } = await served();
    const names = loadedBy(text).map(fileOf);
    const [style = '', script = ''] = [names[0], names.at(-1)];
    for (const [file, plain] of [
      [undefined, text],
      [style, files.style],
      [script, files.script],
      ...Object.entries(files.parts),
    ] as const) {
      const asked = file === undefined ? {} : { file };
      const compressed = await served({ ...asked, headers: { 'Accept-Encoding': 'gzip, br' } });
      expect(compressed.headers['Content-Encoding']).toBe('gzip');
      expect(gunzipSync(compressed.bytes).toString()).toBe(plain);
      expect((await served(asked)).text).toBe(plain);
    }
  });

  test(`takes at most ${BUDGET_BYTES} bytes, compressed`, async () => {
    const { text } = await served();
    const headers = { 'Accept-Encoding': 'gzip' };
    const answers = [
      await served({ headers }),
      ...(await Promise.all(loadedBy(text).map((address) => served({ file: fileOf(address), headers })))),
    ];
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    const sizeOf = (list: typeof answers) => list.reduce((sum, { bytes }) => sum + bytes.byteLength, 0);
    expect(sizeOf(answers)).toBeLessThanOrEqual(BUDGET_BYTES);
    const parts = await Promise.all(Object.keys(files.parts).map((file) => served({ file, headers })));
    expect(sizeOf([...answers, ...parts])).toBeLessThanOrEqual(WHOLE_BUDGET_BYTES);
  });

  test('loads the editor of drafts only when a draft is opened', async () => {
    const { text } = await served();
    const whole = loadedBy(text).map(fileOf);
    const editors = Object.entries(files.parts).filter(([, part]) => part.includes('cm-content'));
    expect(editors).toHaveLength(1);
    expect(whole).not.toContain(editors[0]?.[0]);
    // A static import would load the editor at once.
    expect(files.script).not.toMatch(new RegExp(`from\\s*"./${editors[0]?.[0]}"`));
  });

  test.each(['console.js', 'handler.ts', '__proto__', '..'])('has no file named %s', async (file) => {
    expect(await served({ file })).toMatchObject({ status: 404, headers: { 'Cache-Control': 'no-store' } });
  });

  test('carries the notices that the licences of its libraries require', () => {
    const parts = Object.values(files.parts);
    const having = (code: string) => parts.filter((part) => part.includes(code));
    expect(having('Copyright (c) 2015-present Jason Miller')).not.toEqual([]);
    for (const part of having('cm-content')) {
      expect(part).toMatch(/@codemirror\/state[^\n]*\n[\s\S]*by Marijn Haverbeke/);
    }
    expect(having('Copyright Eemeli Aro')).toHaveLength(1);
  });
});
