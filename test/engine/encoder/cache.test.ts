import { appendFileSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { FileCache } from '../../../functions/shared/engine/encoder/cache.ts';

let path = '';
beforeEach(() => {
  path = join(mkdtempSync(join(tmpdir(), 'cache-')), 'folder/cache');
});
afterEach(() => rmSync(join(path, '../..'), { recursive: true }));

const bytes = (...values: number[]) => Uint8Array.from(values);

/** Runs with a cache and keeps what was used. */
function run<Result>(work: (cache: FileCache) => Result, mostBytes?: number, salt = 'salt'): Result {
  const cache = new FileCache(path, salt, mostBytes);
  const result = work(cache);
  cache.save();
  return result;
}

it('keeps values of any length for the next run', () => {
  run((cache) => {
    cache.set('one', bytes(1, 2, 3));
    cache.set('none', bytes());
  });
  expect(run((cache) => [cache.get('one'), cache.get('none'), cache.get('other')])).toEqual([
    bytes(1, 2, 3),
    bytes(),
    undefined,
  ]);
});

it('forgets what a run did not use', () => {
  run((cache) => {
    for (const text of ['a', 'b']) cache.set(text, bytes(1));
  });
  run((cache) => cache.get('a'));
  expect(run((cache) => [cache.get('a'), cache.get('b')])).toEqual([bytes(1), undefined]);
});

it('ignores what another encoder computed', () => {
  run((cache) => cache.set('a', bytes(1)));
  expect(run((cache) => cache.get('a'), undefined, 'other')).toBeUndefined();
});

it('keeps no more bytes than it may', () => {
  const record = 20 + 10;
  run((cache) => {
    for (const text of ['a', 'b', 'c']) cache.set(text, new Uint8Array(10));
  }, 2 * record);
  expect(statSync(path).size).toBe(8 + 2 * record);
  expect(run((cache) => ['a', 'b', 'c'].map((text) => cache.get(text)?.length))).toEqual([10, 10, undefined]);
});

it('reads what is whole of a file that is cut short, and nothing of one that is no cache', () => {
  run((cache) => cache.set('a', bytes(1)));
  appendFileSync(path, Buffer.alloc(22, 255));
  expect(new FileCache(path, 'salt').get('a')).toEqual(bytes(1));
  writeFileSync(path, 'something else, and long enough to be taken for records');
  expect(new FileCache(path, 'salt').get('a')).toBeUndefined();
});
