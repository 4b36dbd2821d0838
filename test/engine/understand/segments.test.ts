import { expect, it } from 'vitest';
import type { Classification } from '../../../engine/classify/classifier.ts';
import { wordsOf } from '../../../engine/text/words.ts';
import { type SegmentOptions, segmentsOf } from '../../../engine/understand/segments.ts';

/** Nothing is asked, said or known, and no act is read in any clause. */
const NOTHING: SegmentOptions = {
  joining: [],
  dotOrdinals: false,
  questionWords: [],
  classify: () => as('none', 0.1),
  wishes: () => 0,
  asks: () => 0,
  replies: () => 0,
  refuses: () => 0,
  tells: () => 0,
  competencyOf: (label) => label,
  awaits: false,
  confirms: false,
  saysMoreFor: () => false,
  givesLacking: () => false,
  isUnderWay: () => false,
  pointsElsewhere: () => false,
  valuesIn: () => 'none',
};

const as = (label: string, probability: number): Classification => ({
  ranked: [{ label, probability }],
  outOfScope: 0,
  outcome: 'matched',
});

/** The labels of the wishes of a text that is, as a whole, likeliest of `whole`. */
function labelsOf(text: string, whole: Classification, options: Partial<SegmentOptions>): string[] {
  const utterance = { text, words: wordsOf(text), language: 'en', clock: { now: 0, offsetMinutes: 0 } };
  return segmentsOf(utterance, whole, { ...NOTHING, ...options }).wishes.map(({ label }) => label);
}

/** The labels of the wishes, where the first clause wishes this surely and has words for its own slots or not. */
const wishesOf = (wishes: number, saysMore: boolean): string[] =>
  labelsOf('call off AB12 and say how refunds work', as('refunds', 0.72), {
    joining: ['and'],
    classify: (part) => (part.includes('AB12') ? as('cancel_booking', 0.82) : as('refunds', 0.95)),
    wishes: (part) => (part.includes('AB12') ? wishes : 0.9),
    saysMoreFor: (label) => label === 'cancel_booking' && saysMore,
  });

it('a clause that hardly wishes is a wish where only its competency has a use for its values', () => {
  expect(wishesOf(0.2, true)).toEqual(['cancel_booking', 'refunds']);
  expect(wishesOf(0.2, false)).toEqual([]);
  expect(wishesOf(0.1, true)).toEqual([]);
  expect(wishesOf(0.6, false)).toEqual(['cancel_booking', 'refunds']);
});

it('a clause that asks for a moment is no wish, though a label has its words', () => {
  const found = (refuses: number) =>
    labelsOf('give me a sec, let me check with my wife', as('none', 0.1), {
      classify: (part) => (part.includes('check') ? as('check_in', 0.94) : as('none', 0.1)),
      refuses: (part) => (part.includes('check') ? refuses : 0),
      awaits: true,
      confirms: true,
    });
  expect([found(0.9), found(0.1)]).toEqual([[], ['check_in']]);
});

it('of two wishes, the one that the query as a whole is taken for is heard where it stands second too', () => {
  const text = 'check in AB12 and after that order the shuttle in Rome at 5 am';
  const found = (whole: string) =>
    labelsOf(text, as(whole, 0.92), {
      joining: ['and'],
      classify: (part) => (part.includes('AB12') ? as('check_in', 0.97) : as('shuttle', 0.99)),
      wishes: (part) => (part.includes('AB12') ? 0.72 : 0.48),
      valuesIn: (clause) => (text.slice(clause.start).includes('AB12') ? 'none' : 'some'),
    });
  expect(found('shuttle')).toEqual(['check_in', 'shuttle']);
});

/** The labels of the wishes of a query with two clauses, the second of which is surely of a label and wishes for nothing. */
const labelledOnly = (text: string, options: Partial<SegmentOptions>): string[] =>
  labelsOf(text, as('none', 0.1), {
    classify: (part) => (text.startsWith(part) ? as('none', 0.1) : as('shuttle', 0.98)),
    awaits: true,
    confirms: true,
    ...options,
  });

it('what is refused is no wish for something else by its label alone', () => {
  const text = 'mmm better not, I’ll do it at the airport';
  expect(labelledOnly(text, { refuses: (part) => (part.includes('airport') ? 0.77 : 0.9) })).toEqual([]);
  expect(labelledOnly(text, {})).toEqual(['shuttle']);
});

it('a clause that refuses what is asked is asked for a label only if it likely wishes for something', () => {
  const classified = (wishes: number, awaits: boolean): string[] => {
    const asked: string[] = [];
    labelsOf('mmm better not, I’ll do it at the airport', as('none', 0.1), {
      classify: (part) => {
        asked.push(part);
        return as('none', 0.1);
      },
      refuses: (part) => (part.includes('airport') ? 0.1 : 0.9),
      wishes: () => wishes,
      awaits,
    });
    return asked;
  };
  expect(classified(0, true)).toEqual(['I’ll do it at the airport']);
  expect(classified(0.3, true)).toHaveLength(2);
  expect(classified(0, false)).toHaveLength(2);
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

it('of clauses that are joined, each that is surely of a label is a wish, whatever it sounds like', () => {
  const found = (text: string, line: number) =>
    labelsOf(text, as('callback', 0.69), {
      joining: ['and'],
      classify: (part) => (part.includes('line') ? as('fault', line) : as('callback', 0.98)),
    });
  expect(found('my line is dead and somebody call me', 0.9)).toEqual(['fault', 'callback']);
  expect(found('my line is dead and somebody call me', 0.89)).toEqual([]);
  // A reason is none.
  expect(found('my line is dead, somebody call me', 0.9)).toEqual([]);
});

it('what asks after a joining word is a question beside the wish', () => {
  const text = 'the fare to Rome and may I bring my dog';
  const utterance = { text, words: wordsOf(text), language: 'en', clock: { now: 0, offsetMinutes: 0 } };
  const { wishes, questions } = segmentsOf(utterance, as('fare', 0.87), {
    ...NOTHING,
    joining: ['and'],
    questionWords: ['may'],
    classify: (part) => (part.includes('fare') ? as('fare', 0.99) : as('none', 0.1)),
    wishes: () => 0.9,
  });
  expect(wishes).toEqual([]);
  expect(questions.map(({ start, end }) => text.slice(start, end))).toEqual(['and may I bring my dog']);
});

it('what means what was spoken of is a part of the yes, where a label has no use for that', () => {
  const text = 'go ahead, and mail it off';
  expect(labelledOnly(text, {})).toEqual(['shuttle']);
  expect(labelledOnly(text, { pointsElsewhere: () => true })).toEqual([]);
  expect(labelledOnly(text, { pointsElsewhere: () => true, wishes: () => 0.2 })).toEqual(['shuttle']);
});

it('two joined clauses that are each nearly certain of a label are two wishes, whatever values they have and hardly a wish', () => {
  const text = 'check us in for AB12 and add two suitcases';
  const found = (probability: number, tells = 0) =>
    labelsOf(text, as('baggage', 0.96), {
      joining: ['and'],
      tells: () => tells,
      classify: (part) =>
        part.includes('suitcases') && !part.includes('AB12')
          ? as('baggage', 0.99)
          : as('check_in', probability),
      wishes: () => 0.2,
      valuesIn: () => 'some',
    });
  expect(found(0.97)).toEqual(['check_in', 'baggage']);
  expect(found(0.96)).toEqual([]);
  // What only tells something is none: “I landed with NL204 and my case never came”.
  expect(found(0.97, 0.49)).toEqual(['check_in', 'baggage']);
  expect(found(0.97, 0.5)).toEqual([]);
});
