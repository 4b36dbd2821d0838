import { expect, it } from 'vitest';
import { languageOf } from '../../../engine/language/languages.ts';
import { bitOf, fieldsByWord } from '../../../engine/values/kinds.ts';

it('a field that a rule names after the language was indexed is indexed too', () => {
  const french = languageOf('fr');
  fieldsByWord(french);
  const [, , field] = bitOf('yesNo.yes');
  expect(field).not.toBe(0);
  expect((fieldsByWord(french).get('oui')?.[2] ?? 0) & field).toBe(field);
});
