import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BUILT_IN_ENTITIES, TEXT_ENTITY } from '../../../engine/built-in-entities.ts';
import { wordsOf } from '../../../engine/text/words.ts';
import { builtInRecognizer } from '../../../engine/values/built-in.ts';
import { patternRecognizer } from '../../../engine/values/pattern-recognizer.ts';
import type { Utterance } from '../../../engine/values/recognizer.ts';
import { Stream } from '../../../engine/values/stream.ts';
import { runs } from '../../support/runs.ts';
import { GERMAN } from './phrases/de.ts';
import { ENGLISH } from './phrases/en.ts';
import { SPANISH } from './phrases/es.ts';
import { FRENCH } from './phrases/fr.ts';
import { ITALIAN } from './phrases/it.ts';
import { PORTUGUESE } from './phrases/pt.ts';

const LANGUAGES = ['en', 'es', 'de', 'fr', 'pt', 'it', 'ja'];
const PHRASES: readonly string[] = [ENGLISH, SPANISH, GERMAN, FRENCH, PORTUGUESE, ITALIAN]
  .flat()
  .map(([text]) => text);
const SIGNS = [
  ' ',
  ', ',
  '-',
  '/',
  '.',
  ':',
  '\u00a0',
  '\n',
  '12',
  '2026',
  '31',
  '9',
  '%',
  '€',
  '@',
  '+',
  '😀',
  'ñ',
];

const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 120 }),
  fc
    .array(fc.oneof(fc.constantFrom(...PHRASES), fc.constantFrom(...SIGNS)), { maxLength: 30 })
    .map((parts) => parts.join(' ')),
  fc
    .array(
      fc.oneof(fc.constantFrom(...PHRASES.flatMap((phrase) => phrase.split(' '))), fc.constantFrom(...SIGNS)),
      {
        maxLength: 40,
      },
    )
    .map((parts) => parts.join(' ')),
);
const clock = fc.record({
  now: fc.integer({ min: 0, max: Date.UTC(2100, 0, 1) }),
  offsetMinutes: fc.integer({ min: -840, max: 840 }),
});

const utteranceOf = (query: string, language: string, at: Utterance['clock']): Utterance => ({
  text: query,
  words: wordsOf(query),
  language,
  clock: at,
});

describe('for any text, in any language, at any time', () => {
  test.each(BUILT_IN_ENTITIES.filter((entity) => entity !== TEXT_ENTITY))(
    '%s gives ordered spans of the text, with values that survive JSON',
    (entity) => {
      const recognize = builtInRecognizer(entity, 'USD');
      if (recognize === undefined) throw new Error(`${entity} has no recogniser`);
      fc.assert(
        fc.property(text, fc.constantFrom(...LANGUAGES), clock, (query, language, at) => {
          let end = 0;
          for (const candidate of recognize(utteranceOf(query, language, at))) {
            expect(candidate.start).toBeGreaterThanOrEqual(end);
            expect(candidate.end).toBeGreaterThan(candidate.start);
            expect(candidate.end).toBeLessThanOrEqual(query.length);
            expect(JSON.parse(JSON.stringify(candidate.value))).toBe(candidate.value);
            end = candidate.end;
          }
        }),
        { numRuns: runs(40) },
      );
    },
  );

  test('dates exist in the calendar, and no range ends before it begins', () => {
    fc.assert(
      fc.property(text, fc.constantFrom(...LANGUAGES), clock, (query, language, at) => {
        for (const entity of ['date', 'date_range', 'datetime', 'time_range']) {
          for (const candidate of builtInRecognizer(entity, null)?.(utteranceOf(query, language, at)) ?? []) {
            for (const { value, details } of [candidate, ...(candidate.alternatives ?? [])]) {
              const day = String(value).slice(0, 10);
              if (entity !== 'time_range') {
                expect(new Date(`${day}T00:00:00Z`).toISOString().slice(0, 10)).toBe(day);
              }
              if (details.end !== undefined) expect(String(details.end) >= String(value)).toBe(true);
            }
          }
        }
      }),
      { numRuns: runs(60) },
    );
  });

  test('a phrase has the same values within a text as alone', () => {
    fc.assert(
      fc.property(fc.constantFrom(...ENGLISH.filter(([, , raw]) => raw !== null)), ([query, entity]) => {
        const at = { now: Date.UTC(2026, 2, 18, 9, 30), offsetMinutes: 60 };
        const recognize = builtInRecognizer(entity, null);
        const alone = recognize?.(utteranceOf(query, 'en', at)) ?? [];
        const prefix = 'well then; ';
        const within = recognize?.(utteranceOf(`${prefix}${query}; thanks`, 'en', at)) ?? [];
        expect(within.map(({ start, value }) => [start - prefix.length, value])).toEqual(
          alone.map(({ start, value }) => [start, value]),
        );
      }),
    );
  });
});

/** Counts the lookups that recognisers make while `work` runs. */
function lookupsOf(work: () => void): number {
  const { begins, find, number } = Stream.prototype;
  let count = 0;
  Stream.prototype.find = function (...parameters) {
    count += 1;
    return find.apply(this, parameters) as never;
  };
  Stream.prototype.begins = function (...parameters) {
    count += 1;
    return begins.apply(this, parameters);
  };
  Stream.prototype.number = function (...parameters) {
    count += 1;
    return number.apply(this, parameters);
  };
  try {
    work();
  } finally {
    Object.assign(Stream.prototype, { begins, find, number });
  }
  return count;
}

describe('a query of 4,096 characters', () => {
  const fill = (phrase: string): string => phrase.repeat(Math.ceil(4096 / phrase.length)).slice(0, 4096);

  test.each([
    ['en', 'from monday to wednesday '],
    ['en', 'the 5th of '],
    ['en', 'the last '],
    ['en', 'half past '],
    ['en', '1-'],
    ['en', '1/'],
    ['en', '1.'],
    ['es', 'de la '],
    ['es', 'entre el 3 y el 9 de '],
    ['de', 'vom 3. bis '],
    ['fr', 'les 7 derniers jours de '],
    ['pt', 'a segunda de '],
    ['it', 'alle 9 e un quarto di '],
  ])('takes a bounded number of lookups a word, in %s: “%s” repeated', (language, phrase) => {
    const utterance = utteranceOf(fill(phrase), language, { now: 0, offsetMinutes: 0 });
    for (const entity of ['date', 'date_range', 'time', 'time_range', 'datetime', 'duration']) {
      const lookups = lookupsOf(() => builtInRecognizer(entity, null)?.(utterance));
      expect(lookups).toBeGreaterThan(0);
      expect(lookups / utterance.words.length, entity).toBeLessThan(3000);
    }
  });

  test('is searched at once for a pattern that would block a backtracking engine', () => {
    const recognize = patternRecognizer('(?:a+)+b', true);
    expect(recognize(utteranceOf('a'.repeat(4096), 'en', { now: 0, offsetMinutes: 0 }))).toEqual([]);
  });
});
