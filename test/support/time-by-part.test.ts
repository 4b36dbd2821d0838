import { expect, test } from 'vitest';
import { timesByPart } from './time-by-part.ts';

const file = (part: string, name: string, ms: number) => ({ part, file: name, ms });

test('each part is told with the sum of its files, the longest first, and after them the slowest files', () => {
  const files = [
    file('fast', 'a.test.ts', 1_000),
    file('parts', 'b.test.ts', 2_000),
    file('parts', 'c.test.ts', 60_000),
    ...Array.from({ length: 4 }, (_, index) => file('conformance', `d${index}.test.ts`, 3_000 + index)),
  ];
  expect(timesByPart(files)).toEqual([
    '   62.0 s  parts (2 files)',
    '   12.0 s  conformance (4 files)',
    '    1.0 s  fast (1 file)',
    '   60.0 s    c.test.ts',
    '    3.0 s    d3.test.ts',
    '    3.0 s    d2.test.ts',
    '    3.0 s    d1.test.ts',
    '    3.0 s    d0.test.ts',
  ]);
});
