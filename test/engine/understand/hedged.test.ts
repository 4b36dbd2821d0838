import { expect, it } from 'vitest';
import type { Stretch } from '../../../engine/text/stretch.ts';
import { wordsOf } from '../../../engine/text/words.ts';
import { ACTS, type Act } from '../../../engine/understand/acts/acts.ts';
import type { ActReading } from '../../../engine/understand/acts/reader.ts';
import { type Beside, corrected, hedged } from '../../../engine/understand/hedged.ts';

const reading = (acts: Partial<Record<Act, number>>): ActReading => ({
  likelihood: { ...(Object.fromEntries(ACTS.map((act) => [act, 0])) as Record<Act, number>), ...acts },
  on: () => ({ start: 0, end: 0 }),
});

const beside = (text: string, options: Partial<Beside>): Beside => ({
  words: wordsOf(text),
  read: ({ start, end }) => reading(text.slice(start, end) === 'nooo' ? { deny: 0.9 } : {}),
  cancels: () => 0,
  isSmall: () => false,
  values: [],
  leadsToSlot: () => false,
  leadsAway: () => false,
  begins: () => false,
  ...options,
});

it('a yes with a wish to cancel something that is not asked about is none', () => {
  const affirm = (options: Partial<Beside>, rest = 0.49) => {
    const read = ({ end }: Stretch) => reading({ affirm: end === 3 ? 0.9 : rest });
    return hedged(reading({ affirm: 0.99 }), beside('yes, cancel it', { read, ...options })).likelihood
      .affirm;
  };
  expect(affirm({ cancels: () => 0.5 })).toBeLessThan(0.5);
  expect(affirm({ cancels: () => 0.49 })).toBe(0.99);
  expect(affirm({ cancels: () => 0.9, isSmall: () => true })).toBe(0.99);
  // Where it is read as a yes itself, cancelling is what is asked about.
  expect(affirm({ cancels: () => 0.9 }, 0.5)).toBe(0.99);
});

it('small words beside a yes are not read by themselves', () => {
  const read: string[] = [];
  const text = 'yes do so please';
  const acts = hedged(
    reading({ affirm: 0.99 }),
    beside(text, {
      read: ({ start, end }) => {
        read.push(text.slice(start, end));
        return reading({ affirm: end === 3 ? 0.9 : 0, deny: end === 3 ? 0 : 0.9 });
      },
      isSmall: () => true,
      begins: () => true,
    }),
  );
  expect(acts.likelihood.affirm).toBe(0.99);
  expect(read).toEqual(['yes']);
});

it('a no with the word before a value, and a value that nobody knows, corrects', () => {
  const acts = (text: string, options: Partial<Beside> = {}) =>
    corrected(
      reading({ deny: 0.97, change: 0.2 }),
      beside(text, { leadsToSlot: (word) => word === 'to', ...options }),
    ).likelihood;
  expect(acts('nooo, to my mother')).toMatchObject({ deny: 0, change: 0.97 });
  expect(acts('nooo, my mother')).toMatchObject({ deny: 0.97, change: 0.2 });
  expect(acts('nooo, to my mother', { isSmall: () => true })).toMatchObject({ deny: 0.97 });
  expect(acts('never, to my mother')).toMatchObject({ deny: 0.97 });
});

it('a yes with a question in a clause of its own gives the value in it to no slot', () => {
  const affirm = (ask: number, options: Partial<Beside> = {}) => {
    const read = ({ end }: Stretch) => reading(end === 3 ? { affirm: 0.9 } : { ask });
    const text = 'yes, and how long to the airport';
    return hedged(
      reading({ affirm: 0.99 }),
      beside(text, { read, leadsToSlot: (word) => word === 'to', begins: () => true, ...options }),
    ).likelihood.affirm;
  };
  expect(affirm(0.5)).toBe(0.99);
  expect(affirm(0.49)).toBeLessThan(0.5);
  expect(affirm(0.9, { begins: () => false })).toBeLessThan(0.5);
  expect(affirm(0.9, { leadsAway: (word) => word === 'airport' })).toBeLessThan(0.5);
});
