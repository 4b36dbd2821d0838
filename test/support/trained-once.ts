import { join } from 'node:path';
import { type SectionKind, trainingStamp } from '../../authoring/train.ts';
import { TrainedSections } from '../../authoring/trained-sections.ts';
import { ENCODER_DIRECTORY } from '../../engine/train/encoder/build.ts';

const MOST_BYTES = 128 * 1024 * 1024;

/**
 * Trains what a test asks about, unless this code has trained it from the same inputs before: the sections of authoring
 * are kept in the same folder and by the same rule. What a test of the training itself asks about is trained by the test.
 * @param kind whose sources and imports `train` runs, and nothing else
 * @param inputs everything else that determines the bytes, as JSON values
 */
export function trainedOnce(
  kind: SectionKind,
  language: string,
  inputs: unknown,
  train: () => Uint8Array,
): Uint8Array {
  const trainer = [trainingStamp(kind, language), process.version, process.arch].join(' ');
  return new TrainedSections(join(ENCODER_DIRECTORY, '../trained'), trainer, MOST_BYTES).section(
    ['test', kind, inputs],
    train,
  );
}
