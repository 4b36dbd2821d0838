import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { appKeyDigest, newAppKey } from '../../functions/shared/domain/credentials/secrets.ts';
import { parleyHere, useAcme } from './parley.ts';

const { folder, json } = useAcme();

describe('key scan', () => {
  const key = newAppKey(randomBytes);
  const fingerprint = appKeyDigest(key).slice(0, 16);
  const wrong = `${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`;

  async function write(name: string, text: string): Promise<string> {
    const file = path.join(folder(), name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, text);
    return file;
  }

  test('names file, line and fingerprint of a key, never the key, and fails', async () => {
    const file = await write('found/app.env', `A=1\nB=2\nKEY="${key}"\n`);
    await write('found/node_modules/x.js', key);
    const { code, stdout, stderr } = await parleyHere(['key', 'scan', path.join(folder(), 'found')]);
    expect(code).toBe(1);
    expect(stdout).toBe(`${file}:3: App-Key ${fingerprint}\n`);
    expect(stdout + stderr).not.toContain(key);
    expect(await json('key', 'scan', file)).toEqual({ code: 1, keys: [{ file, line: 3, fingerprint }] });
  });

  test('ignores text that only looks like a key', async () => {
    const file = await write('clean/app.env', `${wrong}\n${key.slice(0, -1)}\n`);
    expect(await json('key', 'scan', file)).toEqual({ code: 0, keys: [] });
  });

  test('finds a key across the boundary of two chunks of a file', async () => {
    for (const before of [65_535, 65_536 - 39, 65_536 - 1, 65_536, 131_072 - 20]) {
      const file = await write(
        'parts/large.log',
        `${'x\n'.repeat(before / 2)}${' '.repeat(before % 2)}${key}\n`,
      );
      const { keys } = await json('key', 'scan', file);
      expect(keys, String(before)).toEqual([{ file, line: Math.floor(before / 2) + 1, fingerprint }]);
    }
  });

  test('says so if the file does not exist', async () => {
    const { code, stderr } = await parleyHere(['key', 'scan', path.join(folder(), 'nothing')]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^.* does not exist\.\n$/);
  });
});

test('audit shows what operators did on a day', async () => {
  const { client_id } = await json('client', 'create', '--institution', 'acme');
  expect(await json('client', 'rotate-secret', client_id)).toMatchObject({ code: 0, client_id });
  expect(await json('user', 'disable', 'ann', '--institution', 'acme')).toMatchObject({ status: 'disabled' });
  expect(await json('user', 'enable', 'ann', '--institution', 'acme')).toMatchObject({ status: 'active' });
  const scopes = ['--scopes', 'query'];
  expect(await json('user', 'set-scopes', 'ann', '--institution', 'acme', ...scopes)).toMatchObject({
    scopes: 'query',
  });
  expect(await json('token', 'revoke', '--client', client_id)).toMatchObject({ code: 0, revoked: 0 });
  const day = new Date().toISOString().slice(0, 10);
  const { events } = await json('audit', '--institution', 'acme', '--day', day);
  const done = new Set(events.map(({ action }: { action: string }) => action));
  for (const action of [
    'institution.create',
    'user.create',
    'user.disable',
    'user.enable',
    'user.set-scopes',
  ]) {
    expect(done).toContain(action);
  }
  for (const action of ['client.create', 'client.rotate-secret', 'token.revoke'])
    expect(done).toContain(action);
  expect(events[0].actor).toMatchObject({ kind: 'operator', id: expect.stringContaining('@parley') });
  const lines = await parleyHere(['audit', '--institution', 'acme', '--day', '2001-01-01']);
  expect(lines).toMatchObject({ code: 0, stdout: 'acme has no events on 2001-01-01.\n' });
});

test.each([
  [['audit', '--institution', 'acme', '--day', '2030-02-30'], 'Use a day like 2030-01-31.'],
  [['token', 'revoke'], 'Use --institution NAME or --client ID'],
  [['token', 'revoke', '--client', 'x'], 'x is not a client id.'],
  [
    ['token', 'revoke', '--client', `rival.${'x'.repeat(20)}`, '--institution', 'acme'],
    'is not a client of acme',
  ],
  [['client', 'rotate-secret', `acme.${'x'.repeat(20)}`], 'There is no client'],
  [['user', 'disable', 'ghost', '--institution', 'acme'], 'acme has no user ghost'],
  [['key', 'delete', 'x', '--institution', 'acme', '--user', 'ann'], 'You have no key with this id'],
])('%j is refused with a sentence', async (args, sentence) => {
  const { code, stderr } = await parleyHere(args);
  expect(code).toBe(1);
  expect(stderr).toContain(sentence);
});

test('key list says so for a user without keys', async () => {
  const { stdout } = await parleyHere(['key', 'list', '--institution', 'acme', '--user', 'ann']);
  expect(stdout).toBe('ann of acme has no keys.\n');
});
