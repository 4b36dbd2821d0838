import { expect, it } from 'vitest';
import { phrasesOf } from '../../../bench/dialogue/phrases.ts';

const told = [
  ...['a low cost place', 'low cost please', 'food at low cost'].map((text) => ({ text, value: 'cheap' })),
  ...['an expensive place', 'something expensive', 'expensive food'].map((text) => ({ text, value: 'dear' })),
  { text: 'what does it cost', value: null },
];
const all = told.map(({ text }) => text);

it('a value is said by what its texts have and hardly any other, the longer phrase where it is met as often', () => {
  expect(phrasesOf(told, all)).toEqual(
    new Map([
      ['cheap', ['low cost']],
      ['dear', ['expensive']],
    ]),
  );
});

it('no value is said by what users say of anything', () => {
  const elsewhere = Array.from({ length: 9 }, () => 'that is expensive');
  expect(phrasesOf(told, [...all, ...elsewhere]).get('dear')).toEqual([]);
});
