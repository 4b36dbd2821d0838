import { describe, expect, it } from 'vitest';
import { builtInRecognizer } from '../../../engine/values/built-in.ts';
import { utteranceOf } from './support.ts';

const read = (entity: string, text: string, language: string) =>
  (builtInRecognizer(entity, null)?.(utteranceOf(text, language)) ?? []).map(
    ({ start, end, value, quality }) => [text.slice(start, end), value, quality],
  );

describe('a day that only a matching slot takes', () => {
  it.each([
    ['en', 'make it the 8th for my mother', 'the 8th', '2026-04-08'],
    ['fr', 'le 2 me va', 'le 2', '2026-04-02'],
    ['it', 'il 2 va bene', 'il 2', '2026-04-02'],
    ['de', 'seit zwei Wochen', 'seit zwei Wochen', '2026-03-04'],
  ])('is read as a weak value in %s: “%s”', (language, text, raw, value) =>
    expect(read('date', text, language)).toEqual([[raw, value, 'weak']]),
  );

  it('gives way to a certain day that begins within its words', () => {
    expect(read('date', 'el día 2 me va bien', 'es')).toEqual([['día 2', '2026-04-02', 'exact']]);
  });

  it('is not read where a noun is counted', () => {
    expect(read('datetime', 'the 8th floor', 'en')).toEqual([]);
  });
});

describe('a length of time after “since”', () => {
  it('is a moment that long ago', () => {
    expect(read('datetime', 'seit zwei Stunden', 'de')).toEqual([
      ['seit zwei Stunden', '2026-03-18T08:30:00+01:00', 'weak'],
    ]);
  });

  it('is a duration for a slot of durations', () => {
    expect(read('duration', 'seit zwei Stunden', 'de')).toEqual([['zwei Stunden', 'PT2H', 'exact']]);
  });
});
