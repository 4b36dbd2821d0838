import { execFile } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { transform } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { removeFolder } from '../../support/folder.ts';
import { projectWith } from '../../support/packed-package.ts';
import { sharedDemo } from '../../support/shared-service.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const COMPILER = `${ROOT}node_modules/.bin/tsc`;
const run = promisify(execFile);

/** The client's maximum compressed size. */
const BUDGET_BYTES = 6 * 1024;

/** The folder of a user's project with the packed client. */
let project = '';
/** Compiler errors in valid code with Node's types, in valid code with DOM types, and in wrong code. */
let errors: Record<'ofNode' | 'ofPage' | 'ofWrong', string[]>;
beforeAll(async () => {
  project = await projectWith('clients/typescript', 'client');
  // Few runs with many files, since starting the compiler takes longer than compiling a file.
  errors = {
    ofNode: await compile({ ...(await readmeFiles()), ...(await channelFiles()) }, ['node']),
    ofPage: await compile({
      'page.ts': PAGE,
      'chat-element.ts': CHAT_ELEMENT,
      'chat.tsx': await reactExample(),
    }),
    ofWrong: await compile({ ...nearMisses(await reactExample()), ...WRONG_FILES }),
  };
});
afterAll(() => removeFolder(project));

/** Compiles files like a separate project. @returns the compiler's lines of output, none if it succeeds */
async function compile(
  files: Readonly<Record<string, string>>,
  types: readonly string[] = [],
): Promise<string[]> {
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(project, name), text);
  const compilerOptions = {
    target: 'es2022',
    lib: ['es2024', ...(types.length === 0 ? ['dom'] : [])],
    types,
    module: 'nodenext',
    strict: true,
    noEmit: true,
    exactOptionalPropertyTypes: true,
    jsx: 'react-jsx',
  };
  const settings = { compilerOptions, files: Object.keys(files) };
  await writeFile(path.join(project, 'tsconfig.json'), JSON.stringify(settings));
  return run(COMPILER, ['--pretty', 'false'], { cwd: project }).then(
    () => [],
    ({ stdout }: { stdout: string }) => stdout.trim().split('\n'),
  );
}

/** Returns a document's code examples in a language, by default TypeScript. */
const examplesOf = async (file: string, language = 'ts'): Promise<string[]> =>
  Array.from((await readFile(ROOT + file, 'utf8')).matchAll(/```(\w+)\n(.*?)```/gs))
    .filter(([, written]) => written === language)
    .map(([, , code = '']) => code);

const readmeFiles = async () =>
  Object.fromEntries(
    (await examplesOf('clients/typescript/README.md')).map((code, index) => [`example-${index}.ts`, code]),
  );

async function channelFiles() {
  const [script = '', worker = ''] = await examplesOf('docs/CHANNELS.md');
  return { 'script.ts': script, 'worker.ts': worker };
}

async function reactExample(): Promise<string> {
  const [example = ''] = await examplesOf('docs/CHANNELS.md', 'tsx');
  return example;
}

const PAGE = `
  import { Parley, type QueryAnswer } from '@parley/client';
  const parley = new Parley({ baseUrl: location.origin, credential: { appKey: 'k' } });
  export const ask = (): Promise<QueryAnswer> =>
    parley.query({ query: 'hi', external_user_id: 'u', application: 'a:b', ai_faq_filters: { tags: ['x'] }, own: { a: 1 } });
`;

const CHAT_ELEMENT = `
  import type { ChatElement } from '@parley/client/chat';
  const chat: ChatElement | null = document.querySelector('parley-chat');
  chat?.addEventListener('parley-answer', ({ detail }) => console.log(detail.visuals.speakableResponse));
  chat?.addEventListener('parley-toggle', ({ detail: { open } }) => { if (!open) chat.newConversation(); });
`;

/** Returns copies of the React example, each with one wrong value, name or field. */
const nearMisses = (example: string) => ({
  'theme.tsx': example.replace('theme="light"', 'theme="blue"'),
  'name.tsx': example.replace('launcher', 'lancher={1}'),
  'detail.tsx': example.replace('detail.competency', 'detail.compentency'),
});

const WRONG = [
  ['a query without its text', "parley.query({ external_user_id: 'u' })"],
  ['a language that is a number', "parley.query({ query: 'q', external_user_id: 'u', language: 5 })"],
  ['filters that are a text', "parley.query({ query: 'q', external_user_id: 'u', ai_faq_filters: 'x' })"],
  [
    'a conversation whose language is a number',
    "parley.conversation({ external_user_id: 'u', language: 5 })",
  ],
  ['a key without a name', "parley.createKey({ scopes: 'query' })"],
  ['a field that no answer of a key has', "parley.createKey({ name: 'k' }).then((made) => made.secret)"],
  [
    'an answer’s text taken for a number',
    "parley.query({ query: 'q', external_user_id: 'u' }).then((a) => a.dialog * 2)",
  ],
  ['a key and a secret at once', "new Parley({ baseUrl: '/', credential: { clientId: 'c' } })"],
] as const;
const fileOf = (expression: string) => `wrong-${WRONG.findIndex(([, wrong]) => wrong === expression)}.ts`;
const WRONG_FILES = Object.fromEntries(
  WRONG.map(([, expression]) => [
    fileOf(expression),
    `
      import { Parley } from '@parley/client';
      const parley = new Parley({ baseUrl: location.origin, credential: { appKey: 'k' } });
      export const wrong = ${expression};
    `,
  ]),
);

describe('the packed client', () => {
  test('contains its module and its types, and no source', async () => {
    const files = await readdir(path.join(project, 'node_modules/@parley/client'), { recursive: true });
    expect(files).toEqual(
      expect.arrayContaining(['package.json', 'README.md', 'dist/index.js', 'dist/index.d.ts']),
    );
    expect(files.filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts'))).toEqual([]);
  });

  test(`has at most ${BUDGET_BYTES} compressed bytes`, async () => {
    const source = await readFile(path.join(project, 'node_modules/@parley/client/dist/index.js'), 'utf8');
    const { code } = await transform(source, { minify: true, format: 'esm' });
    expect(gzipSync(code, { level: 9 }).byteLength).toBeLessThanOrEqual(BUDGET_BYTES);
  });

  test('has a README whose code compiles, runs and prints the documented output', async () => {
    const files = await readmeFiles();
    expect(Object.keys(files).length).toBeGreaterThanOrEqual(4);
    expect(errors.ofNode).toEqual([]);
    const demo = sharedDemo();
    const env = {
      PATH: process.env.PATH,
      PARLEY_URL: demo.base_url,
      PARLEY_KEY: demo.app_key,
      PARLEY_CLIENT_ID: demo.client_id,
      PARLEY_CLIENT_SECRET: demo.client_secret,
      PARLEY_USER: demo.service_user_id,
    };
    for (const [name, code] of Object.entries(files)) {
      const { stdout } = await run(process.execPath, [name], { cwd: project, env });
      const printed = stdout.trim().split('\n');
      for (const [, said = ''] of code.matchAll(/^ *console\.log.*?\/\/ (.*)$/gm)) {
        if (said === 'all of it as lines of text') continue;
        const [beginning = ''] = said.split(' …');
        expect(printed.shift(), name).toContain(beginning);
      }
    }
  });

  test('compiles with the code of the page about channels, whose script and worker answer', async () => {
    expect(errors.ofNode).toEqual([]);
    const { base_url: PARLEY_URL, app_key: PARLEY_KEY } = sharedDemo();
    const env = { PATH: process.env.PATH, PARLEY_URL, PARLEY_KEY };
    const ask = await run(process.execPath, ['script.ts', 'move 50 dollars from checking'], {
      cwd: project,
      env,
    });
    expect(ask.stdout).toBe('To which account?\n');
    const caller = `
      import worker from './worker.ts';
      const ask = async (text, dialog) => {
        const body = JSON.stringify({ text, user: 'worker', dialog });
        const request = new Request('https://worker.example', { method: 'POST', body });
        return (await worker.fetch(request, ${JSON.stringify({ PARLEY_URL, PARLEY_KEY })})).json();
      };
      const { dialog } = await ask('move 50 dollars from checking');
      console.log((await ask('to savings', dialog)).text, (await ask('')).error, (await ask(' ')).error);
    `;
    await writeFile(path.join(project, 'caller.mjs'), caller);
    const { stdout } = await run(process.execPath, ['caller.mjs'], { cwd: project, env });
    expect(stdout).toMatch(/^Move \$50 from your checking account .* undefined invalid_request\n$/);
  });

  test('has types that compile in a page without the types of Node', () => {
    expect(errors.ofPage).toEqual([]);
  });

  test('has types for React: the documented example compiles, and wrong variants do not', async () => {
    expect(await reactExample()).toBe(await readFile(`${ROOT}examples/react/chat.tsx`, 'utf8'));
    expect(errors.ofPage).toEqual([]);
    expect(errors.ofWrong.map((line) => line.split('(')[0])).toEqual(
      expect.arrayContaining(['theme.tsx', 'name.tsx', 'detail.tsx']),
    );
  });

  test.each(WRONG)('does not compile with %s', (_name, expression) => {
    const told = errors.ofWrong.filter((line) => line.startsWith(fileOf(expression)));
    expect(told.join('\n')).toMatch(/^wrong-\d\.ts\(4,/);
  });
});
