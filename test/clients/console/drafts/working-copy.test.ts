import { describe, expect, test } from 'vitest';
import {
  changesBetween,
  conflictsOf,
  inRequests,
  rebased,
  type WorkingCopy,
  withChanges,
} from '../../../../clients/console/drafts/working-copy.ts';

const BASE = { revision: 1, updatedBy: 'ann', files: { a: 'a', b: 'b', c: 'c' } };
const theirs = (files: Record<string, string>) => ({ revision: 2, updatedBy: 'ben', files });
const copy = (files: Record<string, string>, other?: Record<string, string>): WorkingCopy => ({
  base: BASE,
  files,
  ...(other !== undefined && { theirs: theirs(other) }),
});

describe('a working copy of a draft', () => {
  test('has its edits as changes, which give the same files when they are applied', () => {
    const files = { a: 'A', c: 'c', d: 'd' };
    const changes = changesBetween(BASE.files, files);
    expect(changes).toEqual({ a: 'A', b: null, d: 'd' });
    expect(withChanges(BASE.files, changes)).toEqual(files);
  });

  test('takes over others’ changes, and keeps its own', () => {
    const merged = rebased(copy({ a: 'mine', b: 'b' }, { a: 'a', b: 'theirs', c: 'c', d: 'new' }));
    expect(merged.base).toEqual(theirs({ a: 'a', b: 'theirs', c: 'c', d: 'new' }));
    expect(merged.files).toEqual({ a: 'mine', b: 'theirs', d: 'new' });
    expect(merged.theirs).toBeUndefined();
  });

  test.each([
    ['both have changed', { a: 'mine', b: 'b', c: 'c' }, { a: 'theirs', b: 'b', c: 'c' }],
    ['they have removed', { a: 'mine', b: 'b', c: 'c' }, { b: 'b', c: 'c' }],
    ['was removed here and changed there', { b: 'b', c: 'c' }, { a: 'theirs', b: 'b', c: 'c' }],
  ])('is in conflict over a file that %s until one side is chosen', (_name, mine, other) => {
    const open = copy(mine, other);
    expect(conflictsOf(open)).toEqual(['a']);
    expect(rebased(open)).toBe(open);
    expect(rebased({ ...open, settled: { a: 'mine' } }).files).toEqual(mine);
    expect(rebased({ ...open, settled: { a: 'theirs' } }).files).toEqual(other);
  });

  test('has no conflict over a file that both have changed in the same way', () => {
    expect(conflictsOf(copy({ ...BASE.files, a: 'same' }, { ...BASE.files, a: 'same' }))).toEqual([]);
  });

  test('is saved in requests of at most 256 KiB of JSON', () => {
    const text = '"é\n'.repeat(20_000);
    const changes = Object.fromEntries(
      Array.from({ length: 9 }, (_, index) => [`faq/help/${index}.md`, text]),
    );
    const requests = inRequests(changes);
    expect(requests.length).toBeGreaterThan(3);
    for (const files of requests) {
      const body = JSON.stringify({ revision: 999_999_999, files });
      expect(Buffer.byteLength(body)).toBeLessThanOrEqual(256 * 1024);
    }
    expect(Object.assign({}, ...requests)).toEqual(changes);
  });
});
