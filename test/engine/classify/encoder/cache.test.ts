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

describe('values that a run did not use', () => {
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

  it('stay, so that two assistants trained in turn both keep theirs', () => {
    use(['a', 'b']);
    use(['c']);
    use(['a', 'b']);
    expect(held('a', 'b', 'c')).toEqual(['a', 'b', 'c']);
  });

  it('stay up to the limit in bytes', () => {
    use(['a', 'b']);
    use(['c'], MAGIC + 3 * record);
    expect(statSync(path).size).toBe(MAGIC + 3 * record);
    expect(held('a', 'b', 'c')).toEqual(['a', 'b', 'c']);
  });

  it('are dropped beyond the limit, the least recently used first', () => {
    use(['a', 'b']);
    use(['a']);
    use(['c'], MAGIC + 3 * record - 1);
    expect(held('a', 'b', 'c')).toEqual(['a', 'c']);
    expect(statSync(path).size).toBe(MAGIC + 2 * record);
  });

  it('are dropped where the used values, which all stay, fill the limit', () => {
    use(['a']);
    use(['b', 'c', 'd'], MAGIC + 2 * record);
    expect(held('a', 'b', 'c', 'd')).toEqual(['b', 'c', 'd']);
  });

  it('are kept up to 64 MB by default, also in a cache of numbers', () => {
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

it('ignores the values of another encoder', () => {
  run((cache) => cache.set('a', bytes(1)));
  expect(run((cache) => cache.get('a'), undefined, 'other')).toBeUndefined();
});

it('keeps at most the allowed bytes of one run', () => {
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

it('reads the complete records of a damaged file, and nothing of another file', () => {
  run((cache) => cache.set('a', bytes(1)));
  appendFileSync(path, Buffer.alloc(22, 255));
  expect(new FileCache(path, 'salt').get('a')).toEqual(bytes(1));
  writeFileSync(path, 'something else, and long enough to be taken for records');
  expect(new FileCache(path, 'salt').get('a')).toBeUndefined();
});
