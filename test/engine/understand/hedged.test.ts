import { expect, it } from 'vitest';
import type { Stretch } from '../../../engine/text/stretch.ts';
import { wordsOf } from '../../../engine/text/words.ts';
import { ACTS, type Act } from '../../../engine/understand/acts/acts.ts';
import type { ActReading } from '../../../engine/understand/acts/reader.ts';
import { type Beside, hedged } from '../../../engine/understand/hedged.ts';

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
  leadsToValue: () => false,
  leadsToSlot: () => false,
  leadsAway: () => false,
  isQuestion: false,
  begins: () => false,
  isDeed: true,
  ...options,
});

it('a yes that begins with a plain no does a deed only where it is read as one almost surely', () => {
  const affirm = (text: string, yes: number, options: Partial<Beside> = {}) =>
    hedged(reading({ affirm: yes }), beside(text, options)).likelihood.affirm;
  expect(affirm('nooo thats wrogn, leav it', 0.94)).toBeLessThan(0.5);
  expect(affirm('nooo problem, do it', 0.95)).toBe(0.95);
  expect(affirm('thats wrogn, leav it', 0.94)).toBe(0.94);
  expect(affirm('nooo thats wrogn, leav it', 0.94, { isDeed: false })).toBe(0.94);
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

it('a no with the word before a value, and a value that nobody knows, corrects', () => {
  const acts = (text: string, options: Partial<Beside> = {}) =>
    hedged(
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
      beside(text, { read, leadsToValue: (word) => word === 'to', begins: () => true, ...options }),
    ).likelihood.affirm;
  };
  expect(affirm(0.5)).toBe(0.99);
  expect(affirm(0.49)).toBeLessThan(0.5);
  expect(affirm(0.9, { begins: () => false })).toBeLessThan(0.5);
  expect(affirm(0.9, { leadsAway: (word) => word === 'airport' })).toBeLessThan(0.5);
});

it('a yes that sounds like a remark as well does no deed, unless it is surely one or stands apart', () => {
  const affirm = (acts: Partial<Record<Act, number>>, options: Partial<Beside> = {}) =>
    hedged(reading(acts), beside('quick, I like that', options)).likelihood.affirm;
  expect(affirm({ affirm: 0.96, chatter: 0.15 })).toBeLessThan(0.5);
  expect(affirm({ affirm: 0.96, chatter: 0.14 })).toBe(0.96);
  expect(affirm({ affirm: 0.97, chatter: 0.4 })).toBe(0.97);
  expect(affirm({ affirm: 0.96, chatter: 0.4 }, { isDeed: false })).toBe(0.96);
  const read = ({ end }: Stretch) => reading(end === 5 ? { affirm: 0.9 } : {});
  expect(affirm({ affirm: 0.96, chatter: 0.4 }, { read, begins: () => true })).toBe(0.96);
  expect(affirm({ affirm: 0.96, chatter: 0.4 }, { read })).toBeLessThan(0.5);
});
