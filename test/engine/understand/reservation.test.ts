import { expect, it } from 'vitest';
import { languageOf } from '../../../engine/language/languages.ts';
import { ACTS, type Act } from '../../../engine/understand/acts/acts.ts';
import type { ReadActs } from '../../../engine/understand/acts-in-place.ts';
import type { QueryInPlace } from '../../../engine/understand/query-in-place.ts';
import { replyToQuestion } from '../../../engine/understand/reservation.ts';
import type { Utterance } from '../../../engine/values/recognizer.ts';
import { wordsIn } from '../../../engine/values/words-in.ts';

/** Creates a query with no competency under way whose acts are read by `actsIn`. */
const queryReadBy = (actsIn: ReadActs, language: string) =>
  ({
    actsIn,
    alone: actsIn,
    language: languageOf(language),
    view: { frame: null },
  }) as unknown as QueryInPlace;

it.each([
  ['de', 'ja vom Giro aufs Sparkonto', ['Giro', 'Sparkonto']],
  ['de', 'ja am Freitag beim Arzt', ['Freitag', 'Arzt']],
  ['en', 'yes from checking to savings', ['checking', 'savings']],
])('a yes in %s with held values and small words has no reservation: “%s”', (language, text, values) => {
  const told = values.map((value) => ({
    start: text.indexOf(value),
    end: text.indexOf(value) + value.length,
  }));
  const unsure = Object.fromEntries(ACTS.map((act) => [act, 0.9])) as Record<Act, number>;
  const utterance = { text, words: wordsIn(text, language), language } as unknown as Utterance;
  const inPlace = () => ({ likelihood: unsure, on: () => ({ start: 0, end: 0 }) });
  expect(replyToQuestion(queryReadBy(inPlace, language), utterance, told).reservation()).toBe(0);
});

it('the clauses of a reply are read only once its reservation is asked for', () => {
  const read: string[] = [];
  const unlikely = Object.fromEntries(ACTS.map((act) => [act, 0.1])) as Record<Act, number>;
  const inPlace = (text: string) => {
    read.push(text);
    return { likelihood: unlikely, on: () => ({ start: 0, end: 0 }) };
  };
  const text = 'rather not, it is too late';
  const utterance = { text, words: wordsIn(text, 'en'), language: 'en' } as unknown as Utterance;
  const { reservation } = replyToQuestion(queryReadBy(inPlace, 'en'), utterance, []);
  expect(read).toEqual([text]);
  reservation();
  expect(read).toContain('rather not');
});

it.each([
  ['en', 'ye-', 1],
  ['en', 'ok ye- mum wait', 1],
  ['de', 'j-', 1],
  ['en', 'yes- go ahead', 0.1],
  ['en', 'uh-huh', 0.1],
  ['en', 'yes - go ahead', 0.1],
])('only a word that breaks off in a reply is a full reservation: %s “%s”', (language, text, reservation) => {
  const unlikely = Object.fromEntries(ACTS.map((act) => [act, 0.1])) as Record<Act, number>;
  const inPlace = () => ({ likelihood: unlikely, on: () => ({ start: 0, end: 0 }) });
  const utterance = { text, words: wordsIn(text, language), language } as unknown as Utterance;
  const read = replyToQuestion(queryReadBy(inPlace, language), utterance, []);
  expect(read.reservation()).toBeCloseTo(reservation);
});
