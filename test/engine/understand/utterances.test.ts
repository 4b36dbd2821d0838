import { describe, expect, it } from 'vitest';
import { ACTS, type Act } from '../../../engine/understand/acts/acts.ts';
import type { ActReader } from '../../../engine/understand/acts/reader.ts';
import { loadUtterances, packUtterances } from '../../../engine/understand/utterances.ts';

/** Reads an act where its name stands in the text. */
const byName: ActReader = {
  read: (text) => ({
    of: Object.fromEntries(ACTS.map((act) => [act, text.includes(act) ? 0.9 : 0.1])) as Record<Act, number>,
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

describe('what the utterances of an assistant are', () => {
  const own = loadUtterances(packUtterances(UTTERANCES, byName));

  it('tells the label of just this text, but for letter case and marks', () => {
    expect(own.labelOf('Goodbye, now!')).toBe('farewell');
    expect(own.labelOf('goodbye')).toBeNull();
  });

  it('tells a label that is a name for one act, by most of its utterances', () => {
    expect(own.actOf('farewell')).toBe('goodbye');
    expect(loadUtterances(packUtterances(UTTERANCES)).actOf('farewell')).toBeNull();
  });

  it('takes no label for one whose utterances say more, or that does more than small talk', () => {
    expect([own.actOf('card'), own.actOf('seat'), own.actOf('nobody')]).toEqual([null, null, null]);
  });
});
