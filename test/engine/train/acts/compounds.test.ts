import { describe, expect, it } from 'vitest';
import { agreeingWords, withReservation } from '../../../../engine/train/acts/compounds.ts';
import type { ActExample } from '../../../../engine/train/acts/rows.ts';
import type { Act } from '../../../../engine/understand/acts/acts.ts';

const row = (text: string, acts: Act[], more: Partial<ActExample> = {}): ActExample => ({
  text,
  hasty: null,
  acts,
  awaited: ['confirm'],
  prompt: null,
  copies: 1,
  group: text,
  ...more,
});

describe('a row', () => {
  const isReserved = (acts: Act[]) => withReservation([row('x', acts)])[0]?.acts.includes('reservation');

  it('has a reservation unless it only agrees, thanks or greets', () => {
    for (const acts of [['affirm'], ['affirm', 'thank'], ['thank'], ['greet']] as Act[][])
      expect(isReserved(acts), acts.join()).toBe(false);
    for (const acts of [
      ['deny'],
      ['affirm', 'ask'],
      ['affirm', 'wait'],
      ['thank', 'ask'],
      ['condition'],
    ] as Act[][])
      expect(isReserved(acts), acts.join()).toBe(true);
  });
});

describe('a word of agreement', () => {
  it('occurs in the agreement of at least two lines', () => {
    const twice = [
      row('yes please', ['affirm'], { group: 'a' }),
      row('please do', ['affirm'], { group: 'b' }),
    ];
    expect(agreeingWords(twice)).toEqual(['please']);
    // Two sentences of the same line count once.
    expect(agreeingWords(twice.map((example) => ({ ...example, group: 'a' })))).toEqual([]);
    expect(agreeingWords([...twice, row('wait', ['wait']), row('wait a bit', ['wait'])])).toEqual(['please']);
  });
});
