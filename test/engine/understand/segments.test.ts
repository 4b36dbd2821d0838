import { expect, it } from 'vitest';
import type { Classification } from '../../../engine/classify/classifier.ts';
import { wordsOf } from '../../../engine/text/words.ts';
import { CERTAINTY } from '../../../engine/understand/certainty.ts';
import { type SegmentOptions, segmentsOf } from '../../../engine/understand/segments.ts';

const as = (label: string, probability: number): Classification => ({
  ranked: [{ label, probability }],
  outOfScope: 0,
  outcome: 'matched',
});

/** Nothing is asked, said or known, and no act is read in any clause. */
const NOTHING: SegmentOptions = {
  joining: ['and'],
  dotOrdinals: false,
  questionWords: ['may'],
  classify: () => as('none', 0),
  wishes: () => 0,
  asks: () => 0,
  refuses: () => 0,
  competencyOf: (label) => label,
  awaits: false,
  confirms: false,
  saysMoreFor: () => false,
  isUnderWay: () => false,
  valuesIn: () => 'none',
};

/** The labels of the wishes of a text whose clause with “shuttle” is for the shuttle, and any other for the check-in. */
function wishesOf(text: string, options: Partial<SegmentOptions> = {}): string[] {
  const utterance = { text, words: wordsOf(text), language: 'en', clock: { now: 0, offsetMinutes: 0 } };
  const classify = (part: string) => as(part.includes('shuttle') ? 'shuttle' : 'check_in', 1);
  return segmentsOf(utterance, { ...NOTHING, classify, ...options }).wishes.map(({ label }) => label);
}

it('each clause that is certainly of a label is a wish, whatever it sounds like', () => {
  expect(wishesOf('check me in and I need a shuttle')).toEqual(['check_in', 'shuttle']);
  expect(wishesOf('check me in and make it fast')).toEqual([]);
});

it('a clause that is less than certain of a label is a wish only if it sounds like one', () => {
  const label = (part: string) =>
    part.includes('shuttle') ? as('shuttle', CERTAINTY.certain - 0.01) : as('check_in', 1);
  const text = 'check me in and I need a shuttle';
  expect(wishesOf(text, { classify: label })).toEqual([]);
  expect(wishesOf(text, { classify: label, wishes: () => 1 })).toEqual(['check_in', 'shuttle']);
});

it('what is refused at a confirmation is no wish for something else by its label alone', () => {
  const text = 'mmm better not, I’ll take the shuttle';
  const label = (part: string) => as('shuttle', part.includes('shuttle') ? 1 : 0);
  const confirms = { awaits: true, confirms: true, classify: label };
  expect(wishesOf(text, { ...confirms, refuses: () => 1 })).toEqual([]);
  expect(wishesOf(text, confirms)).toEqual(['shuttle']);
});

it('what is refused at a confirmation is asked for no label, unless it likely wishes for something', () => {
  const classified = (wishes: number, confirms: boolean): string[] => {
    const asked: string[] = [];
    wishesOf('mmm better not, I’ll take the shuttle', {
      classify: (part) => {
        asked.push(part);
        return as('none', 0);
      },
      refuses: (part) => (part.includes('shuttle') ? 0 : 1),
      wishes: () => wishes,
      awaits: true,
      confirms,
    });
    return asked;
  };
  expect(classified(0, true)).toEqual(['I’ll take the shuttle']);
  expect(classified(1, true)).toHaveLength(2);
  expect(classified(0, false)).toHaveLength(2);
});

it('what gives a value at a confirmation is no wish, unless it asks or has more for its own label', () => {
  const gives = { awaits: true, confirms: true, wishes: () => 1, valuesIn: () => 'some' as const };
  const label = (part: string) => as('shuttle', part.includes('shuttle') ? 1 : 0);
  const found = (options: Partial<SegmentOptions>) =>
    wishesOf('go on, but with the shuttle at 5', { ...gives, classify: label, ...options });
  expect(found({})).toEqual([]);
  expect(found({ asks: () => 1 })).toEqual(['shuttle']);
  expect(found({ saysMoreFor: () => true })).toEqual(['shuttle']);
});

it('what asks after a joining word is a question beside the wish', () => {
  const text = 'a shuttle to Rome and may I bring my dog';
  const utterance = { text, words: wordsOf(text), language: 'en', clock: { now: 0, offsetMinutes: 0 } };
  const classify = (part: string) => as('shuttle', part.includes('shuttle') ? 1 : 0);
  const { wishes, questions } = segmentsOf(utterance, { ...NOTHING, classify });
  expect(wishes).toEqual([]);
  expect(questions.map(({ start, end }) => text.slice(start, end))).toEqual(['and may I bring my dog']);
});
