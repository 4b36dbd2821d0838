import { appendFileSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type CacheLimits, FileCache, FileFeatureCache } from '../../../../engine/train/feature-cache.ts';

let path = '';
beforeEach(() => {
  path = join(mkdtempSync(join(tmpdir(), 'cache-')), 'folder/cache');
});
afterEach(() => rmSync(join(path, '../..'), { recursive: true }));

const bytes = (...values: number[]) => Uint8Array.from(values);

/** Runs `work` with a cache and saves what was used. */
function run<Result>(work: (cache: FileCache) => Result, limits?: CacheLimits, salt = 'salt'): Result {
  const cache = new FileCache(path, salt, limits);
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

describe('what a run did not use', () => {
  const record = 20 + 10;
  const MAGIC = 8;
  const use = (texts: string[], mostBytes?: number) =>
    run(
      (cache) => {
        for (const text of texts) if (!cache.get(text)) cache.set(text, new Uint8Array(10));
      },
      mostBytes === undefined ? {} : { mostBytes },
    );
  /** Returns which texts are cached, without saving the cache. */
  const held = (...texts: string[]) => {
    const cache = new FileCache(path, 'salt');
    return texts.filter((text) => cache.get(text) !== undefined);
  };

  it('stays, so that two assistants trained in turn both keep theirs', () => {
    use(['a', 'b']);
    use(['c']);
    use(['a', 'b']);
    expect(held('a', 'b', 'c')).toEqual(['a', 'b', 'c']);
  });

  it('stays up to the limit in bytes', () => {
    use(['a', 'b']);
    use(['c'], MAGIC + 3 * record);
    expect(statSync(path).size).toBe(MAGIC + 3 * record);
    expect(held('a', 'b', 'c')).toEqual(['a', 'b', 'c']);
  });

  it('goes from the limit on, the least recently used first, whatever came first', () => {
    use(['a', 'b']);
    use(['a']);
    use(['c'], MAGIC + 3 * record - 1);
    expect(held('a', 'b', 'c')).toEqual(['a', 'c']);
    expect(statSync(path).size).toBe(MAGIC + 2 * record);
  });

  it('goes where what was used fills the limit, of which nothing goes', () => {
    use(['a']);
    use(['b', 'c', 'd'], MAGIC + 2 * record);
    expect(held('a', 'b', 'c', 'd')).toEqual(['b', 'c', 'd']);
  });

  it('has 64 MB, of numbers too', () => {
    const each = 1024 * 1024;
    const save = (texts: number[]) => {
      const cache = new FileFeatureCache(path, 'salt', each / 4);
      for (const text of texts) cache.set(String(text), new Float32Array(each / 4));
      cache.save();
    };
    const all = Array.from({ length: 63 }, (_, at) => at);
    save(all);
    save([63]);
    expect(statSync(path).size).toBe(MAGIC + 63 * (20 + each));
    const cache = new FileFeatureCache(path, 'salt', each / 4);
    expect([0, 1, 63].map((text) => cache.get(String(text))?.length)).toEqual([
      undefined,
      each / 4,
      each / 4,
    ]);
  });
});

it('ignores what another encoder computed', () => {
  run((cache) => cache.set('a', bytes(1)));
  expect(run((cache) => cache.get('a'), undefined, 'other')).toBeUndefined();
});

it('keeps no more bytes of one run than it may', () => {
  const record = 20 + 10;
  run(
    (cache) => {
      for (const text of ['a', 'b', 'c']) cache.set(text, new Uint8Array(10));
    },
    { mostUsedBytes: 2 * record },
  );
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
