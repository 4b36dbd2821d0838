import { expect, it } from 'vitest';
import { hastyForm } from '../../../../engine/train/acts/rows.ts';

it('a text in haste lacks the apostrophes in its words, and letters that a keyboard may lack are spelled', () => {
  const German = { ä: 'ae', ü: 'ue', ß: 'ss' };
  expect(hastyForm("I'd rather you didn’t", {})).toBe('Id rather you didnt');
  expect(hastyForm("für mich geht's, ÄH, groß", German)).toBe('fuer mich gehts, AEH, gross');
});

it('a text that is no different in haste has no form of its own', () => {
  expect(hastyForm('ja gern', { ä: 'ae' })).toBeNull();
  expect(hastyForm("'yes' he said, the boys' choice", {})).toBeNull();
});
