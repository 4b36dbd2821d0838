import fc from 'fast-check';
import { expect, it } from 'vitest';
import { normalForm } from '../../../engine/normal-form.ts';
import { foldAccents, wordsOf } from '../../../engine/text/words.ts';

const MARKS = '\u0316\u0301';

it('the normal form is Unicode’s for any text with up to 30 marks on a letter', () => {
  const letter = fc.constantFrom('a', 'é', '字', 'क', '\u0301', '\u0316', '\u0344', 'ﷺ', ' ', '😀');
  fc.assert(
    fc.property(fc.array(letter, { maxLength: 30 }), fc.constantFrom('NFC', 'NFD', 'NFKC'), (parts, form) => {
      expect(normalForm(parts.join(''), form)).toBe(parts.join('').normalize(form));
    }),
  );
  expect(normalForm(`a${MARKS.repeat(15)}`, 'NFC')).toBe(`a${MARKS.repeat(15)}`.normalize('NFC'));
  expect(normalForm(`a${MARKS.repeat(15)}\u0301`, 'NFD')).toContain('\u034f');
});

it('folding accents removes any number of marks', () => {
  expect(foldAccents(`a${MARKS.repeat(2_000)}b`)).toBe('ab');
  expect(wordsOf(`a${MARKS.repeat(2_000)} b`).map(({ text }) => text)).toEqual(['a', 'b']);
});
