import { expect, test } from 'vitest';
import { textsOf } from '../../../clients/chat/texts.ts';
import { LANGUAGES } from '../../../engine/language/languages.ts';

test.each(LANGUAGES.filter(({ code }) => code !== 'en'))(
  'the chat has texts in $code, also if the page names a region',
  ({ code }) => {
    expect(textsOf(code)).not.toBe(textsOf('en'));
    expect(textsOf(`${code.toUpperCase()}-XX`)).toBe(textsOf(code));
  },
);

test('the chat is in English if it has no texts in the page’s language', () => {
  expect(textsOf('tlh')).toBe(textsOf('en'));
  expect(textsOf('')).toBe(textsOf('en'));
});
