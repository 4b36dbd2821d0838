import { mkdir, watch, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { playOnChange } from '../../cli/play-on-change.ts';
import { isOwnPath, RECORDING_PATH } from '../../functions/shared/domain/drafts/assistant-paths.ts';
import { removeFolder, temporaryFolder } from '../support/folder.ts';

/** Creates a `play` that counts its runs, and a `next` that waits for the next run. */
function runs() {
  let count = 0;
  let begun = Promise.withResolvers<number>();
  const play = async (): Promise<void> => {
    count += 1;
    begun.resolve(count);
    begun = Promise.withResolvers();
  };
  return { play, next: () => begun.promise, count: () => count };
}

let folder = '';
beforeEach(async () => {
  folder = await temporaryFolder();
  await mkdir(path.join(folder, 'tests/recorded'), { recursive: true });
  await writeFile(path.join(folder, 'assistant.yaml'), 'schema: 1\n');
});
afterEach(() => removeFolder(folder));

describe('a folder that is watched', () => {
  test('is played at once, and again after a change of its own files, but not of files that a run writes', async () => {
    const ending = new AbortController();
    const { play, next, count } = runs();
    const lastOfOthers = Promise.withResolvers<void>();
    const first = next();
    const watching = playOnChange({
      changes: watch(folder, { recursive: true, signal: ending.signal }),
      matters: (file) => {
        if (file === 'assistant.yaml.swp') lastOfOthers.resolve();
        return isOwnPath(file) && !RECORDING_PATH.test(file);
      },
      play,
      settleMs: 0,
    }).catch((error: unknown) => error);
    expect(await first).toBe(1);

    for (const file of ['junit.xml', 'tests/recorded/x.json', 'assistant.yaml.swp']) {
      await writeFile(path.join(folder, file), 'x\n');
    }
    await lastOfOthers.promise;
    expect(count()).toBe(1);

    const second = next();
    await writeFile(path.join(folder, 'assistant.yaml'), 'name: x\n');
    expect(await second).toBe(2);
    ending.abort();
    expect(await watching).toMatchObject({ name: 'AbortError' });
  });
});

describe('changes', () => {
  const change = (filename: string | null) => ({ filename });

  test('that come during a run lead to exactly one more run', async () => {
    const { play, next, count } = runs();
    const gate = Promise.withResolvers<void>();
    let isFirst = true;
    async function* changes() {
      yield change('assistant.yaml');
      await next();
      for (let index = 0; index < 50; index += 1) yield change('tests/x.yaml');
      gate.resolve();
    }
    const slow = async () => {
      await play();
      if (!isFirst) await gate.promise;
      isFirst = false;
    };
    await playOnChange({ changes: changes(), matters: () => true, play: slow, settleMs: 0 });
    expect(count()).toBe(3);
  });

  test('that do not matter, or have no file name, lead to no run', async () => {
    const { play, count } = runs();
    async function* changes() {
      yield change(null);
      yield change('notes\\todo.txt');
    }
    await playOnChange({ changes: changes(), matters: isOwnPath, play, settleMs: 0 });
    expect(count()).toBe(1);
  });

  test('name files with forward slashes on every system', async () => {
    const { play, count } = runs();
    async function* changes() {
      yield change('competencies\\order.yaml');
    }
    await playOnChange({ changes: changes(), matters: isOwnPath, play, settleMs: 0 });
    expect(count()).toBe(2);
  });
});
