import { expect, it } from 'vitest';
import { hastyForm } from '../../../../engine/train/acts/rows.ts';

it('the hasty form of a text has no apostrophes or special letters', () => {
  const German = { ä: 'ae', ü: 'ue', ß: 'ss' };
  expect(hastyForm("I'd rather you didn’t", {})).toBe('Id rather you didnt');
  expect(hastyForm("für mich geht's, ÄH, groß", German)).toBe('fuer mich gehts, AEH, gross');
});

it('a text has no hasty form if that would be the same', () => {
  expect(hastyForm('ja gern', { ä: 'ae' })).toBeNull();
  expect(hastyForm("'yes' he said, the boys' choice", {})).toBeNull();
});
