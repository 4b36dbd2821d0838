import { describe, expect, it } from 'vitest';
import { chosenEncoder, encoderDirectory } from '../../../../engine/train/encoder/choice.ts';

const chosen = (source?: string, languages?: string) =>
  chosenEncoder({ PARLEY_ENCODER: source, PARLEY_ENCODER_LANGUAGES: languages });

describe('the encoder that the environment names', () => {
  it.each([undefined, ''])('is the default one of Parley if none is named: %j', (source) => {
    expect(chosen(source, 'de')).toBeNull();
  });

  it.each([
    ['de', ['de']],
    [' fr, de,fr', ['de', 'fr']],
    ['*', ['*']],
  ])('reads the languages %j', (languages, expected) => {
    expect(chosen('/models/own', languages)).toEqual({ source: '/models/own', languages: expected });
  });

  it.each([undefined, '', ' '])('is rejected without languages: %j', (languages) => {
    expect(() => chosen('/models/own', languages)).toThrow(/set PARLEY_ENCODER_LANGUAGES/);
  });

  it.each(['german', 'DE', 'de,', 'de;fr'])('is rejected with %j for languages', (languages) => {
    expect(() => chosen('/models/own', languages)).toThrow(/is not a language that an encoder can read/);
  });
});

it('each encoder and choice of languages has its own build folder', () => {
  const folders = [
    null,
    { source: '/models/a', languages: ['de'] },
    { source: '/models/b', languages: ['de'] },
    { source: '/models/a', languages: ['de', 'fr'] },
  ].map(encoderDirectory);
  expect(new Set(folders).size).toBe(folders.length);
  expect(encoderDirectory({ source: 'models/../models/a', languages: ['de'] })).toBe(
    encoderDirectory({ source: 'models/a', languages: ['de'] }),
  );
});
