import { expect, it } from 'vitest';
import type { Classification } from '../../../engine/classify/classifier.ts';
import { wordsOf } from '../../../engine/text/words.ts';
import { type SegmentOptions, segmentsOf } from '../../../engine/understand/segments.ts';

const text = 'call off AB12 and say how refunds work';
const utterance = { text, words: wordsOf(text), language: 'en', clock: { now: 0, offsetMinutes: 0 } };
const as = (label: string, probability: number): Classification => ({
  ranked: [{ label, probability }],
  outOfScope: 0,
  outcome: 'matched',
});

/** The labels of the wishes, where the first clause wishes this surely and has words for its own slots or not. */
function wishesOf(wishes: number, saysMore: boolean): string[] {
  const options: SegmentOptions = {
    joining: ['and'],
    questionWords: [],
    classify: (part) => (part.includes('AB12') ? as('cancel_booking', 0.82) : as('refunds', 0.95)),
    wishes: (part) => (part.includes('AB12') ? wishes : 0.9),
    asks: () => 0,
    replies: () => 0,
    refuses: () => 0,
    competencyOf: (label) => label,
    awaits: false,
    confirms: false,
    saysMoreFor: (label) => label === 'cancel_booking' && saysMore,
    isOwn: () => false,
    valuesIn: () => 'none',
  };
  return segmentsOf(utterance, as('refunds', 0.72), options).wishes.map(({ label }) => label);
}

it('a clause that hardly wishes is a wish where only its competency has a use for its values', () => {
  expect(wishesOf(0.2, true)).toEqual(['cancel_booking', 'refunds']);
  expect(wishesOf(0.2, false)).toEqual([]);
  expect(wishesOf(0.1, true)).toEqual([]);
  expect(wishesOf(0.6, false)).toEqual(['cancel_booking', 'refunds']);
});

it('a clause that asks for a moment is no wish, though a label has its words', () => {
  const text = 'give me a sec, let me check with my wife';
  const wait = { text, words: wordsOf(text), language: 'en', clock: { now: 0, offsetMinutes: 0 } };
  const found = (refuses: number) =>
    segmentsOf(wait, as('none', 0.1), {
      joining: [],
      questionWords: [],
      classify: (part) => (part.includes('check') ? as('check_in', 0.94) : as('none', 0.1)),
      wishes: () => 0,
      asks: () => 0,
      replies: () => 0,
      refuses: (part) => (part.includes('check') ? refuses : 0),
      competencyOf: (label) => label,
      awaits: true,
      confirms: true,
      saysMoreFor: () => false,
      isOwn: () => false,
      valuesIn: () => 'none',
    }).wishes.map(({ label }) => label);
  expect([found(0.9), found(0.1)]).toEqual([[], ['check_in']]);
});

it('of two wishes, the one that the query as a whole is taken for is heard where it stands second too', () => {
  const text = 'check in AB12 and after that order the shuttle in Rome at 5 am';
  const both = { text, words: wordsOf(text), language: 'en', clock: { now: 0, offsetMinutes: 0 } };
  const found = (whole: string) =>
    segmentsOf(both, as(whole, 0.92), {
      joining: ['and'],
      questionWords: [],
      classify: (part) => (part.includes('AB12') ? as('check_in', 0.97) : as('shuttle', 0.99)),
      wishes: (part) => (part.includes('AB12') ? 0.72 : 0.48),
      asks: () => 0,
      replies: () => 0,
      refuses: () => 0,
      competencyOf: (label) => label,
      awaits: false,
      confirms: false,
      saysMoreFor: () => false,
      isOwn: () => false,
      valuesIn: (clause) => (text.slice(clause.start).includes('AB12') ? 'none' : 'some'),
    }).wishes.map(({ label }) => label);
  expect(found('shuttle')).toEqual(['check_in', 'shuttle']);
});
