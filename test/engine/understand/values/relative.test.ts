import { describe, expect, it } from 'vitest';
import { languageOf } from '../../../../engine/language/languages.ts';
import { relativeValues } from '../../../../engine/understand/values/relative.ts';
import { builtInRecognizer } from '../../../../engine/values/built-in.ts';
import { utteranceOf } from '../../values/support.ts';

function found(text: string, language: string) {
  const utterance = utteranceOf(text, language);
  const of = (entity: string) => builtInRecognizer(entity, null)?.(utterance) ?? [];
  const isPerson = (word: string) => languageOf(language).people.nouns.has(word);
  const values = { numbers: of('number'), durations: of('duration') };
  return relativeValues(utterance.words, values, languageOf(language).relative, isPerson).map(
    ({ start, end, sign, by, duration }) => [
      text.slice(start, end),
      duration ?? (by === undefined ? null : sign * by),
    ],
  );
}

describe('values relative to a held value', () => {
  it.each([
    ['en', 'one more', 'one more', 1],
    ['en', 'another person', 'another person', 1],
    ['en', 'another two', 'another two', 2],
    ['en', 'two fewer', 'two fewer', -2],
    ['en', 'half an hour later', 'half an hour later', 'PT30M'],
    ['de', 'noch eine Person', 'noch eine Person', 1],
    ['de', 'einen Tag drauf', 'einen Tag drauf', 'P1D'],
    ['es', 'otra persona', 'otra persona', 1],
    ['es', 'una hora más tarde', 'una hora más tarde', 'PT1H'],
  ])('in %s are read from %j', (language, text, raw, value) => {
    expect(found(text, language)).toEqual([[raw, value]]);
  });

  it.each([
    ['en', 'another day'],
    ['en', 'another question'],
    ['es', 'otra pregunta'],
  ])('in %s are not read from %j', (language, text) => {
    expect(found(text, language)).toEqual([]);
  });
});
