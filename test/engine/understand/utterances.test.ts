import { describe, expect, it } from 'vitest';
import { ACTS, type Act } from '../../../engine/understand/acts/acts.ts';
import type { ActReader } from '../../../engine/understand/acts/reader.ts';
import { loadUtterances, packUtterances } from '../../../engine/understand/utterances.ts';

/** Reads an act where its name stands in the text. */
const byName: ActReader = {
  read: (text) => ({
    likelihood: Object.fromEntries(ACTS.map((act) => [act, text.includes(act) ? 0.9 : 0.1])) as Record<
      Act,
      number
    >,
    on: () => ({ start: 0, end: text.length }),
  }),
};
const UTTERANCES = [
  { text: 'goodbye now', label: 'farewell' },
  { text: 'a long goodbye', label: 'farewell' },
  { text: 'goodbye to my old card', label: 'card' },
  { text: 'a new card', label: 'card' },
  { text: 'block my card', label: 'card' },
  { text: 'change my seat', label: 'seat' },
  { text: 'change it', label: 'seat' },
];

describe('the utterances of an assistant', () => {
  const own = loadUtterances(packUtterances(UTTERANCES, byName));

  it('give the label of exactly the same text, ignoring case and punctuation', () => {
    expect(own.labelOf('Goodbye, now!')).toBe('farewell');
    expect(own.labelOf('goodbye')).toBeNull();
  });

  it('give the act of a label if most of its utterances mean that act', () => {
    expect(own.actOf('farewell')).toBe('goodbye');
    expect(loadUtterances(packUtterances(UTTERANCES)).actOf('farewell')).toBeNull();
  });

  it('have at most a dozen read per label, and fewer if no act can result', () => {
    const read = (texts: readonly string[]) => {
      const said: string[] = [];
      const counting: ActReader = {
        ...byName,
        read(text, awaited, prompt) {
          said.push(text);
          return byName.read(text, awaited, prompt);
        },
      };
      const act = loadUtterances(
        packUtterances(
          texts.map((text) => ({ text, label: 'one' })),
          counting,
        ),
      ).actOf('one');
      return [act, said.length];
    };
    const numbered = (word: string, count: number) => Array.from({ length: count }, (_, n) => `${word} ${n}`);
    expect(read(numbered('goodbye', 12))).toEqual(['goodbye', 12]);
    expect(read(numbered('goodbye', 100))).toEqual(['goodbye', 12]);
    expect(read([...numbered('goodbye', 12), ...numbered('a card', 88)])).toEqual([null, expect.any(Number)]);
    expect(read(numbered('a card', 100))[1]).toBeLessThan(12);
  });

  it('give no act for a label that says or does more than small talk', () => {
    expect([own.actOf('card'), own.actOf('seat'), own.actOf('nobody')]).toEqual([null, null, null]);
  });
});
