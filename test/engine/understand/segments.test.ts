import { expect, it } from 'vitest';
import type { Classification } from '../../../engine/classify/classifier.ts';
import { languageOf } from '../../../engine/language/languages.ts';
import { wordsOf } from '../../../engine/text/words.ts';
import { ACTS, type Act } from '../../../engine/understand/acts/acts.ts';
import { CERTAINTY } from '../../../engine/understand/certainty.ts';
import type { QueryInPlace } from '../../../engine/understand/query-in-place.ts';
import { segmentsOf } from '../../../engine/understand/segments.ts';
import type { View } from '../../../engine/understand/view.ts';

const as = (label: string, probability: number): Classification => ({
  ranked: [{ label, probability }],
  outOfScope: 0,
  outcome: 'matched',
});

interface Read {
  classify?: (part: string) => Classification;
  acts?: (part: string) => Partial<Record<Act, number>>;
  /** The acts of a clause without the conversation, if they differ. */
  alone?: (part: string) => Partial<Record<Act, number>>;
  /** The label of a clause within the run over the whole query. */
  within?: QueryInPlace['labelWithin'];
  awaited?: View['awaited'];
  /** The label under way. */
  underWay?: string;
  /** Slots of both competencies, which take any number. */
  slots?: readonly { name: string; entity: string }[];
}

const toShuttle = (part: string) => as(part.includes('shuttle') ? 'shuttle' : 'check_in', 1);

/** Returns the segments of a text; the labels are competencies without slots. */
function read(
  text: string,
  {
    classify = toShuttle,
    acts = () => ({}),
    alone = acts,
    within = () => undefined,
    awaited = { kind: 'nothing' },
    underWay,
    slots = [],
  }: Read,
) {
  const states = ['shuttle', 'check_in'].map((label) => [label, { competency: label }] as const);
  const none = Object.fromEntries(ACTS.map((act) => [act, 0]));
  const readBy = (read: typeof acts) => (part: string) => ({ likelihood: { ...none, ...read(part) } });
  const readers = { alone: readBy(alone), actsIn: readBy(acts) };
  const query = {
    loaded: {
      states: new Map(states),
      competencies: new Map(states.map(([name]) => [name, { name, slots }])),
      recognizerOf:
        () =>
        ({ text: part }: { text: string }) =>
          [...part.matchAll(/\d/g)].map(({ index }) => ({ start: index, end: index + 1, quality: 'exact' })),
      assistant: { entities: {} },
    },
    view: {
      awaited,
      frame:
        underWay === undefined
          ? null
          : {
              label: underWay,
              state: { name: underWay, transitions: [] },
              competency: { name: underWay, slots },
            },
      assistant: { states: Object.fromEntries(states) },
    },
    utterance: { text, words: wordsOf(text), language: 'en', clock: { now: 0, offsetMinutes: 0 } },
    language: languageOf('en'),
    ...readers,
    within: readers,
    classify,
    labelWithin: within,
  } as unknown as QueryInPlace;
  return segmentsOf(query, classify(text));
}

const wishesOf = (text: string, options: Read = {}): string[] =>
  read(text, options).wishes.map(({ label }) => label);

const CONFIRMATION: View['awaited'] = { kind: 'yes_no', isDeed: true, saysBack: true };

it('each clause that is certainly of a label is a wish, whatever it sounds like', () => {
  expect(wishesOf('check me in and I need a shuttle')).toEqual(['check_in', 'shuttle']);
  expect(wishesOf('check me in and make it fast')).toEqual([]);
});

it('a clause that is less than certain of a label is a wish only if it sounds like one', () => {
  const classify = (part: string) =>
    part.includes('shuttle') ? as('shuttle', CERTAINTY.certain - 0.01) : as('check_in', 1);
  const text = 'check me in and I need a shuttle';
  expect(wishesOf(text, { classify })).toEqual([]);
  expect(wishesOf(text, { classify, acts: () => ({ wish: 1 }) })).toEqual(['check_in', 'shuttle']);
});

it.each([
  ['check me in and also I need a shuttle', CERTAINTY.sure, ['check_in', 'shuttle']],
  ['check me in and also I need a shuttle', CERTAINTY.sure - 0.01, []],
  ['check me in, but I need a shuttle', CERTAINTY.sure, []],
])(
  'the opening clause need not sound like a wish where another is added to it: “%s”, %d',
  (text, probability, wishes) => {
    const classify = (part: string) =>
      part.includes('check') ? as('check_in', probability) : as('shuttle', 1);
    const acts = (part: string) => ({ wish: part.includes('shuttle') ? 1 : 0 });
    expect(wishesOf(text, { classify, acts })).toEqual(wishes);
  },
);

it('a clause that asks after a joining word is a question beside the wish', () => {
  const text = 'a shuttle to Rome and can I bring my dog';
  const classify = (part: string) => as('shuttle', part.includes('shuttle') ? 1 : 0);
  const { wishes, questions } = read(text, { classify });
  expect(wishes).toEqual([]);
  expect(questions.map(({ start, end }) => text.slice(start, end))).toEqual(['and can I bring my dog']);
});

it('a clause is read alone only if its label within the query may be a wish of its own', () => {
  const text = 'check me in and I need a shuttle';
  const alone: string[] = [];
  const classify = (part: string) => {
    if (part !== text) alone.push(part);
    return toShuttle(part);
  };
  const readWithin = (labelOf: (part: string) => string | null, options: Read = {}) => {
    alone.length = 0;
    const within = (part: string) => {
      const label = labelOf(part);
      return label === null ? null : { label, probability: 1 };
    };
    return wishesOf(text, { classify, within, ...options });
  };
  expect(readWithin(() => null)).toEqual([]);
  expect(readWithin(() => 'check_in')).toEqual([]);
  expect(alone).toEqual([]);
  expect(readWithin((part) => (part.includes('shuttle') ? 'shuttle' : 'check_in'))).toEqual([
    'check_in',
    'shuttle',
  ]);
  const awaiting = { awaited: CONFIRMATION, underWay: 'check_in' };
  expect(readWithin(() => 'check_in', awaiting)).toEqual([]);
  expect(alone).toEqual([]);
  expect(readWithin(() => 'shuttle', awaiting)).toEqual(['shuttle']);
});

it.each([
  { awaited: { kind: 'nothing' } as const, sounds: CERTAINTY.slight },
  { awaited: CONFIRMATION, sounds: CERTAINTY.likely },
])('a clause with a doubtful label within the query is read alone only if it sounds like a wish', (place) => {
  const text = 'check me in and I need a shuttle';
  const wishesWith = (probability: number, wish: number) =>
    wishesOf(text, {
      awaited: place.awaited,
      within: (part) => ({ label: part.includes('shuttle') ? 'shuttle' : 'check_in', probability }),
      acts: () => ({ wish }),
    });
  const both = ['check_in', 'shuttle'];
  expect(wishesWith(CERTAINTY.sure - 0.01, place.sounds - 0.01)).toEqual([]);
  expect(wishesWith(CERTAINTY.sure - 0.01, place.sounds)).toEqual(both);
  expect(wishesWith(CERTAINTY.sure, 0)).toEqual(both);
});

it('a clause behind a yes with a value of the request is a wish for something else if it sounds like one', () => {
  const wishesWith = (wish: number, slots: Read['slots'] = [{ name: 'people', entity: 'number' }]) =>
    wishesOf('yes and a shuttle for 4', {
      awaited: CONFIRMATION,
      underWay: 'check_in',
      slots,
      acts: (part) => (part.includes('shuttle') ? { wish } : { affirm: 1 }),
    });
  expect(wishesWith(CERTAINTY.likely)).toEqual(['shuttle']);
  expect(wishesWith(CERTAINTY.likely - 0.01)).toEqual([]);
  expect(wishesWith(0, [])).toEqual(['shuttle']);
});

it.each([
  ['yes and a shuttle for 4', []],
  ['yes and also a shuttle for 4', ['shuttle']],
  ['yes but also a shuttle for 4', []],
])(
  'a certain label behind a yes is another wish despite a value of the request only if it is added: “%s”',
  (text, wishes) => {
    const acts = (part: string): Partial<Record<Act, number>> =>
      part.includes('shuttle') ? { wish: 0 } : { affirm: 1 };
    const place = {
      awaited: CONFIRMATION,
      underWay: 'check_in',
      slots: [{ name: 'people', entity: 'number' }],
    };
    expect(wishesOf(text, { ...place, acts })).toEqual(wishes);
  },
);

it.each([
  ['yes and a shuttle', ['shuttle']],
  ['yes but a shuttle', []],
])('a clause that is added to a yes refuses only if it does so by itself: “%s”', (text, wishes) => {
  const inPlace = (part: string): Partial<Record<Act, number>> =>
    part.includes('shuttle') ? { deny: 1 } : { affirm: 1 };
  const place = { awaited: CONFIRMATION, underWay: 'check_in', acts: inPlace };
  expect(wishesOf(text, { ...place, alone: () => ({}) })).toEqual(wishes);
  expect(wishesOf(text, { ...place, alone: () => ({ deny: 1 }) })).toEqual([]);
});
