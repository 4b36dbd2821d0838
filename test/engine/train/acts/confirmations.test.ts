import { describe, expect, it } from 'vitest';
import { confirmationExamples } from '../../../../engine/train/acts/confirmations.ts';
import { seededRandom } from '../../../../engine/train/random.ts';

const FILE = {
  groups: [
    { ask: ['Pay Ann?', 'Shall I pay Ann?'], agreed: ['pay her'], reserved: ['pay her what'] },
    { ask: ['Block the card?'], agreed: ['block it'], reserved: ['who blocked it', 'which card'] },
  ],
};

describe('a reply to a confirmation', () => {
  const examples = confirmationExamples(FILE, seededRandom(1));

  it('answers only questions of its group', () => {
    for (const { group, asked } of [
      { group: 'confirmations:0', asked: ['Pay Ann?', 'Shall I pay Ann?'] },
      { group: 'confirmations:1', asked: ['Block the card?'] },
    ]) {
      const prompts = examples.filter((example) => example.group === group).map(({ prompt }) => prompt);
      expect(prompts).not.toEqual([]);
      for (const prompt of prompts) expect(asked).toContain(prompt);
    }
  });

  it('answers any question if its group has no question', () => {
    const groups = [{ ask: [], agreed: ['go on'], reserved: ['not now'] }];
    expect(confirmationExamples({ groups }, seededRandom(1)).map(({ prompt }) => prompt)).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });

  it('trains the yes where it agrees, else only the reservation', () => {
    for (const { text, acts, weights } of examples) {
      const isAgreed = ['pay her', 'block it'].includes(text);
      expect(acts).toEqual([isAgreed ? 'affirm' : 'reservation']);
      expect(weights).toEqual({ others: 0, reservation: 1, affirm: isAgreed ? 1 : 0 });
    }
  });

  it('is held out with its whole group', () => {
    const groups = Map.groupBy(examples, ({ group }) => group);
    expect([...groups].map(([, of]) => new Set(of.map(({ text }) => text)))).toEqual(
      FILE.groups.map(({ agreed, reserved }) => new Set([...agreed, ...reserved])),
    );
  });

  it('has the same question for the same seed', () => {
    expect(confirmationExamples(FILE, seededRandom(1))).toEqual(examples);
  });
});
