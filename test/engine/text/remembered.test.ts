import { expect, it } from 'vitest';
import { Latest } from '../../../engine/text/remembered.ts';

it('the latest results are kept up to a total size, and the least recently used are dropped', () => {
  const made: string[] = [];
  const latest = new Latest<string>(4);
  const of = (key: string, size = 1) =>
    latest.of(
      key,
      () => {
        made.push(key);
        return key.toUpperCase();
      },
      () => size,
    );
  expect([of('a', 2), of('b', 2), of('a', 2)]).toEqual(['A', 'B', 'A']);
  expect(made.splice(0)).toEqual(['a', 'b']);
  // One result too many drops the least recently used.
  of('c');
  of('a', 2);
  of('b', 2);
  expect(made.splice(0)).toEqual(['c', 'b']);
});

it('a result larger than the total size is not kept and drops nothing', () => {
  let made = 0;
  const latest = new Latest<number>(4);
  const of = (key: string, size: number) =>
    latest.of(
      key,
      () => ++made,
      () => size,
    );
  of('small', 4);
  expect([of('large', 5), of('large', 5)]).toEqual([2, 3]);
  expect(of('small', 4)).toBe(1);
});
