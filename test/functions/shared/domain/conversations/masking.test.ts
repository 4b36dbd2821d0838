import { expect, test } from 'vitest';
import {
  maskNumbers,
  maskStretches,
  repeats,
} from '../../../../../functions/shared/domain/conversations/masking.ts';

test.each([
  ['pay 50 to ana', [[4, 6]], 'pay ••• to ana'],
  [
    'pay 50 to ana',
    [
      [10, 13],
      [4, 6],
    ],
    'pay ••• to •••',
  ],
  [
    'pay 50 to ana',
    [
      [4, 6],
      [5, 9],
    ],
    'pay ••• ana',
  ],
  ['50', [[0, 2]], '•••'],
  [
    '50 60',
    [
      [0, 2],
      [2, 5],
    ],
    '•••',
  ],
  ['pay', [[1, 1]], 'pay'],
  ['pay', [], 'pay'],
])('%j without %j is %j', (text, stretches, masked) => {
  expect(
    maskStretches(
      text,
      stretches.map(([start = 0, end = 0]) => ({ start, end })),
    ),
  ).toBe(masked);
});

test.each([
  ['from 3 to 5', 'from ••• to •••'],
  ['4929 1234 5678 9012', '•••'],
  ['+34 (600) 12-34-56, please', '+•••, please'],
  ['it was 3.5% on 2026/11/21.', 'it was •••% on •••.'],
  ['٤٥ please', '••• please'],
  ['write to ana.b@example.com now', 'write to ••• now'],
  ['nothing', 'nothing'],
])('%j without its numbers and addresses is %j', (text, masked) => {
  expect(maskNumbers(text)).toBe(masked);
});

test.each([
  ['I said 4929', ['4929'], true],
  ['the Rose, again', ['rose garden'], true],
  ['a b c', ['b'], false],
  ['nothing of it', ['4929'], false],
])('%j repeats %j: %j', (text, secrets, answer) => {
  expect(repeats(text, secrets)).toBe(answer);
});
