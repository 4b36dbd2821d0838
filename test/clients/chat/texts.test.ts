import { expect, test } from 'vitest';
import { textsOf } from '../../../clients/chat/texts.ts';
import { LANGUAGES } from '../../../engine/language/languages.ts';

test.each(LANGUAGES.filter(({ code }) => code !== 'en'))(
  'the chat speaks $code, as the engine does, also where the page names a region',
  ({ code }) => {
    expect(textsOf(code)).not.toBe(textsOf('en'));
    expect(textsOf(`${code.toUpperCase()}-XX`)).toBe(textsOf(code));
  },
);

test('the chat is in English where it has no words of the page’s language', () => {
  expect(textsOf('tlh')).toBe(textsOf('en'));
  expect(textsOf('')).toBe(textsOf('en'));
});
