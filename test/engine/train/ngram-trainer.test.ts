import { describe, expect, it } from 'vitest';
import { NgramTrainer } from '../../../engine/train/ngram-trainer.ts';
import { trainingSet } from '../../../engine/train/training-set.ts';

const SET = trainingSet([
  { label: 'balance', text: 'what is my balance' },
  { label: 'balance', text: 'how much is in my account' },
  { label: 'transfer', text: 'send money from my account' },
  { label: 'transfer', text: 'transfer what is left' },
  { label: null, text: 'what is my balance worth in gold' },
  { label: null, text: 'how much gold is in my mine' },
]);
const OUT = SET.labels.length;
const ALL = Int32Array.from(SET.texts, (_, row) => row);
const LABELLED = ALL.filter((row) => SET.classes[row] !== OUT);

describe('scores of a model with separate labels and out of scope', () => {
  const trainer = new NgramTrainer(SET, 'apart');
  const [all, labelled] = [trainer.train(ALL), trainer.train(LABELLED)];

  it('divide the labels as if no example were out of scope', () => {
    for (const row of ALL) {
      const shares = [all, labelled].map((weights) => {
        const [balance = 0, transfer = 0] = trainer.probabilities(weights, row);
        return balance / (balance + transfer);
      });
      expect(shares[0]).toBeCloseTo(shares[1] ?? 0, 5);
    }
  });

  it('separate out-of-scope examples from the others, and add up to 1', () => {
    for (const row of ALL) {
      const probabilities = trainer.probabilities(all, row);
      expect((probabilities[OUT] ?? 0) > 0.5).toBe(SET.classes[row] === OUT);
      expect(probabilities.reduce((sum, p) => sum + p, 0)).toBeCloseTo(1, 5);
    }
  });

  it('are the same in 8 bits, to within 0.01', () => {
    const model = trainer.toModel(all);
    for (const row of ALL) {
      const exact = trainer.probabilities(all, row);
      for (const [c, p] of model.probabilities(SET.texts[row] ?? '').entries())
        expect(Math.abs(p - (exact[c] ?? 0))).toBeLessThan(0.01);
    }
  });
});
