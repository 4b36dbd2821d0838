import { expect, test } from 'vitest';
import { chooseLanguage } from '../../../../functions/shared/page/language.ts';

test.each([
  [undefined, 'en'],
  ['', 'en'],
  ['es', 'es'],
  ['ES-419', 'es'],
  ['en-GB,es', 'en'],
  ['en;q=0.8,es;q=0.9', 'es'],
  ['es;q=0.9,en;q=0.9', 'es'],
  ['fr-CA, fr;q=0.9, es;q=0.1', 'es'],
  ['es;q=0', 'en'],
  ['es;q=nonsense, en;q=0.1', 'en'],
  ['*', 'en'],
  ['en;q=0, *;q=0.5', 'es'],
  ['esperanto', 'en'],
])('for %s the page is in %s', (acceptLanguage, language) => {
  expect(chooseLanguage(acceptLanguage)).toBe(language);
});
