import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  isBase62,
  pooled,
  type RandomBytes,
  randomBase62,
} from '../../../../functions/shared/domain/random.ts';

/** Creates a source of consecutive bytes, so that repeats show, and records the sizes asked for. */
function counting() {
  const asked: number[] = [];
  let next = 0;
  const random: RandomBytes = (size) => {
    asked.push(size);
    return Uint8Array.from({ length: size }, () => next++ % 256);
  };
  return { random, asked };
}

describe('pooled random bytes', () => {
  test('are as many as requested, and none is given twice or out of order', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 5000 }), { minLength: 1 }), (sizes) => {
        const { random, asked } = counting();
        const ask = pooled(random);
        let [taken, drawn] = [0, 0];
        for (const size of sizes) {
          const draws = asked.length;
          const given = ask(size);
          if (asked.length > draws) {
            taken = drawn;
            drawn += asked.at(-1) ?? 0;
          }
          expect([...given]).toEqual(Array.from({ length: size }, (_, index) => (taken + index) % 256));
          taken += size;
          expect(taken).toBeLessThanOrEqual(drawn);
        }
      }),
    );
  });

  test('ask the source once for many at a time', () => {
    const { random, asked } = counting();
    const ask = pooled(random);
    for (let count = 0; count < 128; count += 1) ask(32);
    expect(asked).toEqual([4096]);
    ask(1);
    expect(asked).toEqual([4096, 4096]);
  });

  test('that are given stay as they are', () => {
    const ask = pooled(counting().random);
    const first = ask(4000);
    const copy = [...first];
    ask(4000);
    expect([...first]).toEqual(copy);
  });

  test('may be more than a pool holds', () => {
    const { random, asked } = counting();
    expect(pooled(random)(5000)).toHaveLength(5000);
    expect(asked).toEqual([5000]);
  });
});

describe('digits of base 62', () => {
  test('are asked for with some to spare, so that once is nearly always enough', () => {
    const { random, asked } = counting();
    expect(randomBase62(30, random)).toBe('0123456789ABCDEFGHIJKLMNOPQRST');
    expect(asked).toEqual([36]);
  });

  test('are asked for again as far as they are missing', () => {
    const asked: number[] = [];
    const text = randomBase62(4, (size) => {
      asked.push(size);
      return Uint8Array.from({ length: size }, (_, index) => (index < 3 ? index : 248));
    });
    expect(text).toBe('0120');
    expect(asked).toEqual([10, 7]);
  });

  test.each([
    ['', 0, true],
    ['0', 1, true],
    ['zZ9', 3, true],
    ['zZ9', 2, false],
    ['zZ9', 4, false],
    ['z-9', 3, false],
    ['-z9', 3, false],
    ['z9-', 3, false],
  ])('%j is %i digits: %j', (text, length, answer) => {
    expect(isBase62(text, length)).toBe(answer);
  });
});
