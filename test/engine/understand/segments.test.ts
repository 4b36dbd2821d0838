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
    remarks: () => 0,
    competencyOf: (label) => label,
    awaits: false,
    confirms: false,
    saysMoreFor: (label) => label === 'cancel_booking' && saysMore,
    givesLacking: () => false,
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
      remarks: () => 0,
      competencyOf: (label) => label,
      awaits: true,
      confirms: true,
      saysMoreFor: () => false,
      givesLacking: () => false,
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
      remarks: () => 0,
      competencyOf: (label) => label,
      awaits: false,
      confirms: false,
      saysMoreFor: () => false,
      givesLacking: () => false,
      isOwn: () => false,
      valuesIn: (clause) => (text.slice(clause.start).includes('AB12') ? 'none' : 'some'),
    }).wishes.map(({ label }) => label);
  expect(found('shuttle')).toEqual(['check_in', 'shuttle']);
});

/** The labels of the wishes of a query with two clauses, the second of which is surely of a label and wishes for nothing. */
function labelledOnly(text: string, options: Partial<SegmentOptions>): string[] {
  const two = { text, words: wordsOf(text), language: 'en', clock: { now: 0, offsetMinutes: 0 } };
  return segmentsOf(two, as('none', 0.1), {
    joining: [],
    questionWords: [],
    classify: (part) => (text.startsWith(part) ? as('none', 0.1) : as('shuttle', 0.98)),
    wishes: () => 0,
    asks: () => 0,
    replies: () => 0,
    refuses: () => 0,
    remarks: () => 0,
    competencyOf: (label) => label,
    awaits: true,
    confirms: true,
    saysMoreFor: () => false,
    givesLacking: () => false,
    isOwn: () => false,
    valuesIn: () => 'none',
    ...options,
  }).wishes.map(({ label }) => label);
}

it('a remark of two words is no wish by its label alone; one of three is, and two words that are none', () => {
  const remarks = (part: string) => (part.startsWith('auntie') ? 0.5 : 0);
  expect(labelledOnly('we are three, auntie joined', { remarks })).toEqual([]);
  expect(labelledOnly('we are three, auntie joined us', { remarks })).toEqual(['shuttle']);
  expect(labelledOnly('we are three, auntie joined', { remarks, wishes: () => 0.2 })).toEqual(['shuttle']);
  expect(labelledOnly('yes, the shuttle', {})).toEqual(['shuttle']);
});

it('what is refused is no wish for something else by its label alone', () => {
  const text = 'mmm better not, I’ll do it at the airport';
  expect(labelledOnly(text, { refuses: (part) => (part.includes('airport') ? 0.77 : 0.9) })).toEqual([]);
  expect(labelledOnly(text, {})).toEqual(['shuttle']);
});

it('what gives a value that is lacking is no wish, though a label has its words', () => {
  const text = 'AB12CD, and I’d like to sit by the window';
  const given = { valuesIn: () => 'some' as const, confirms: false };
  expect(labelledOnly(text, { ...given, givesLacking: () => true })).toEqual([]);
  expect(labelledOnly(text, given)).toEqual(['shuttle']);
  // Where the label has a use for more of it, or something is asked, it is one.
  expect(labelledOnly(text, { ...given, givesLacking: () => true, saysMoreFor: () => true })).toEqual([
    'shuttle',
  ]);
  expect(labelledOnly(text, { ...given, givesLacking: () => true, asks: () => 0.6 })).toEqual(['shuttle']);
});
