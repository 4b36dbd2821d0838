import type * as training from '../../authoring/train.ts';
import { trainNgrams } from '../../engine/train/ngrams.ts';

/**
 * `authoring/train.ts` with the classifier that stands on words alone, in every language: for tests that publish an
 * assistant and are not about how it reads. It takes a tenth of a second where the whole model takes three, and the rest
 * is trained as it is published:
 * `vi.mock('…/authoring/train.ts', async (original) => (await import('…/quick-training.ts')).quickTraining(original))`.
 */
export async function quickTraining(original: () => Promise<unknown>) {
  const real = (await original()) as typeof training;
  return { ...real, TRAINING: { ...real.TRAINING, train: trainNgrams } };
}
