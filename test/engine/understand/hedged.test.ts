import { expect, it } from 'vitest';
import { wordsOf } from '../../../engine/text/words.ts';
import { ACTS, type Act } from '../../../engine/understand/acts/acts.ts';
import type { ActReading } from '../../../engine/understand/acts/reader.ts';
import { type Beside, hedged } from '../../../engine/understand/hedged.ts';

const reading = (acts: Partial<Record<Act, number>>): ActReading => ({
  of: { ...(Object.fromEntries(ACTS.map((act) => [act, 0])) as Record<Act, number>), ...acts },
  on: () => ({ start: 0, end: 0 }),
});

const beside = (text: string, options: Partial<Beside>): Beside => ({
  words: wordsOf(text),
  read: ({ start, end }) => reading(text.slice(start, end) === 'nooo' ? { deny: 0.9 } : {}),
  isSmall: () => false,
  values: [],
  leadsToValue: () => false,
  leadsToOwn: () => false,
  leadsAway: () => false,
  isQuestion: false,
  begins: () => false,
  isDeed: true,
  ...options,
});

it('a yes that begins with a plain no does a deed only where it is read as one almost surely', () => {
  const affirm = (text: string, yes: number, options: Partial<Beside> = {}) =>
    hedged(reading({ affirm: yes }), beside(text, options)).of.affirm;
  expect(affirm('nooo thats wrogn, leav it', 0.94)).toBeLessThan(0.5);
  expect(affirm('nooo problem, do it', 0.95)).toBe(0.95);
  expect(affirm('thats wrogn, leav it', 0.94)).toBe(0.94);
  expect(affirm('nooo thats wrogn, leav it', 0.94, { isDeed: false })).toBe(0.94);
});
