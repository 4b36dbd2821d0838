import type * as training from '../../authoring/train.ts';
import { trainNgrams } from '../../engine/train/ngrams.ts';

/**
 * `authoring/train.ts` with a words-only classifier in every language, for tests that publish an assistant but are not
 * about how well it understands. It takes a tenth of a second instead of three; everything else is trained as for
 * publishing:
 * `vi.mock('…/authoring/train.ts', async (original) => (await import('…/quick-training.ts')).quickTraining(original))`.
 */
export async function quickTraining(original: () => Promise<unknown>) {
  const real = (await original()) as typeof training;
  return { ...real, TRAINING: { ...real.TRAINING, train: trainNgrams } };
}
