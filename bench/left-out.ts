import type { Classifier } from '../engine/classify/classifier.ts';
import { OUT_OF_SCOPE, type Row } from './data.ts';

/**
 * Trains in rounds, each without every nth label, and classifies the rows of those labels, which are then out of
 * scope.
 * @returns the percentage found to be out of scope; null without rounds
 */
export function leavingOut(
  rounds: number,
  train: readonly Row[],
  asked: readonly Row[],
  learn: (rows: readonly Row[]) => Pick<Classifier, 'classify'>,
): number | null {
  const labels = [...new Set(train.map(({ intent }) => intent))].filter((intent) => intent !== OUT_OF_SCOPE);
  labels.sort();
  const counts = { all: 0, refused: 0 };
  for (let round = 0; round < rounds; round++) {
    const left = new Set(labels.filter((_, place) => place % rounds === round));
    const rest = train.filter(({ intent }) => !left.has(intent));
    const foreign = asked.filter(({ intent }) => left.has(intent));
    if (foreign.length === 0) continue;
    const classifier = learn(rest);
    counts.all += foreign.length;
    for (const { text } of foreign)
      if (classifier.classify(text).outcome === 'out_of_scope') counts.refused += 1;
  }
  return counts.all === 0 ? null : (100 * counts.refused) / counts.all;
}
