import { describe, expect, test } from 'vitest';
import {
  Comparison,
  compare,
  type Difference,
  mostCommonShapes,
  type Readings,
  told,
} from '../../../bench/readings/comparison.ts';
import type { Candidate } from '../../../engine/values/recognizer.ts';

const NOTHING: Readings = [];

/** Returns a reading of some words of a text. */
function reading(text: string, words: string, value: string, more: Partial<Candidate> = {}): Candidate {
  const start = text.indexOf(words);
  return { start, end: start + words.length, value, details: {}, quality: 'exact', ...more };
}

const FRIDAY = 'on friday';
const friday = (value: string, more: Partial<Candidate> = {}): Readings => [
  reading(FRIDAY, 'friday', value, more),
];

describe('readings of one sentence', () => {
  test.each<[verdict: string | null, why: string, here: Readings, there: Readings]>([
    [null, 'nobody reads anything', NOTHING, NOTHING],
    ['only_here', 'only this checkout reads something', friday('2026-03-20'), NOTHING],
    ['only_there', 'only the other one does', NOTHING, friday('2026-03-20')],
    ['equal', 'both read the same', friday('2026-03-20'), friday('2026-03-20')],
    ['differing', 'values differ', friday('2026-03-20'), friday('2026-03-27')],
    ['differing', 'words differ', friday('2026-03-20'), friday('2026-03-20', { start: 0 })],
    [
      'differing',
      'details differ',
      friday('2026-03-20'),
      friday('2026-03-20', { details: { grain: 'day' } }),
    ],
    [
      'differing',
      'only the other meanings differ',
      friday('2026-03-20', { alternatives: [{ value: '2026-03-13', details: {} }] }),
      friday('2026-03-20'),
    ],
    ['only_here', 'one fails where the other reads nothing', { fails: 'Error' }, NOTHING],
    ['differing', 'one fails where the other reads a value', friday('2026-03-20'), { fails: 'Error' }],
  ])('are %s where %s', (verdict, _, here, there) => {
    expect(compare(here, there)).toBe(verdict);
  });

  test('are equal whatever the order of their fields', () => {
    const here = friday('2026-03-20', { details: { grain: 'day', end: '2026-03-20' } });
    const there = friday('2026-03-20', { details: { end: '2026-03-20', grain: 'day' } });
    expect(compare(here, there)).toBe('equal');
  });
});

test('counts for each sentence only the entities that one of the checkouts reads', () => {
  const comparison = new Comparison(['date', 'time', 'number']);
  const said = { text: FRIDAY, language: 'en' };
  comparison.add(said, { date: friday('2026-03-20') }, { date: friday('2026-03-27') });
  comparison.add(said, { date: friday('2026-03-20'), time: friday('09:00') }, { date: friday('2026-03-20') });
  expect(Object.fromEntries(comparison.counts)).toEqual({
    date: { equal: 1, only_here: 0, only_there: 0, differing: 1 },
    time: { equal: 0, only_here: 1, only_there: 0, differing: 0 },
    number: { equal: 0, only_here: 0, only_there: 0, differing: 0 },
  });
  expect(comparison.differences.map(({ entity, verdict }) => [entity, verdict])).toEqual([
    ['date', 'differing'],
    ['time', 'only_here'],
  ]);
});

/** Returns a difference in which only this checkout reads the words. */
const onlyHere = (entity: string, text: string, words: string, language = 'en'): Difference => ({
  entity,
  sentence: { text, language },
  verdict: 'only_here',
  here: [reading(text, words, 'a value')],
  there: NOTHING,
});

/** Returns the entity, the count and the first sentence of each of the most common shapes. */
const summary = (differences: readonly Difference[], limit: number) =>
  mostCommonShapes(differences, ['date', 'time'], limit).map(({ entity, differences: [first, ...more] }) => [
    entity,
    1 + more.length,
    first?.sentence.text,
  ]);

describe('shapes of differences', () => {
  const DATES = [
    onlyHere('date', 'by easter', 'easter'),
    onlyHere('date', 'until 5 May', '5 May'),
    onlyHere('date', 'from 12 may on', '12 may'),
  ];

  test('are grouped by their words without numbers and case, most common first', () => {
    expect(summary(DATES, 40)).toEqual([
      ['date', 2, 'until 5 May'],
      ['date', 1, 'by easter'],
    ]);
  });

  test('differ by language, and by whether the other checkout reads something', () => {
    const said = onlyHere('date', 'on 5 may', '5 may');
    const differing: Difference = { ...said, verdict: 'differing', there: said.here };
    expect(summary([said, onlyHere('date', 'am 5 may', '5 may', 'de'), differing], 40)).toHaveLength(3);
  });

  test('are spread over the entities, and an entity with few leaves its share to the others', () => {
    const times = ['noon', 'midnight', 'dawn', 'dusk'].map((word) => onlyHere('time', `at ${word}`, word));
    const of = (limit: number) => summary([...times, ...DATES], limit).map(([entity]) => entity);
    expect(of(0)).toEqual([]);
    expect(of(2)).toEqual(['date', 'time']);
    expect(of(4)).toEqual(['date', 'date', 'time', 'time']);
    expect(of(5)).toEqual(['date', 'date', 'time', 'time', 'time']);
  });
});

describe('a difference is described', () => {
  const difference = (here: Readings, there: Readings): Difference => ({
    entity: 'date',
    sentence: { text: FRIDAY, language: 'en' },
    verdict: 'differing',
    here,
    there,
  });

  test('by words, value, details and unusual qualities', () => {
    const here = friday('2026-03-20', { details: { grain: 'day' }, quality: 'weak' });
    expect(told(difference(here, NOTHING))).toEqual({
      here: '“friday” is 2026-03-20 (grain "day", weak)',
      there: 'nothing',
    });
    expect(told(difference({ fails: 'RangeError' }, NOTHING)).here).toBe('fails: RangeError');
  });

  test('with all fields if these are equal', () => {
    const { here, there } = told(
      difference(friday('2026-03-20', { pointsBack: true }), friday('2026-03-20')),
    );
    expect(here).toContain('"pointsBack":true');
    expect(here).not.toBe(there);
  });
});
