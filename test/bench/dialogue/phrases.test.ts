import { expect, it } from 'vitest';
import { phrasesOf } from '../../../bench/dialogue/phrases.ts';

const told = [
  ...['a low cost place', 'low cost please', 'food at low cost'].map((text) => ({ text, value: 'cheap' })),
  ...['an expensive place', 'something expensive', 'expensive food'].map((text) => ({ text, value: 'dear' })),
  { text: 'what does it cost', value: null },
];
const all = told.map(({ text }) => text);

it('the phrase of a value is frequent in its texts only, and the longest of equally frequent ones', () => {
  expect(phrasesOf(told, all)).toEqual(
    new Map([
      ['cheap', ['low cost']],
      ['dear', ['expensive']],
    ]),
  );
});

it('a value has no phrase that users say of other things too', () => {
  const elsewhere = Array.from({ length: 9 }, () => 'that is expensive');
  expect(phrasesOf(told, [...all, ...elsewhere]).get('dear')).toEqual([]);
});
