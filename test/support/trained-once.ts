import { join } from 'node:path';
import { type SectionKind, trainingStamp } from '../../authoring/train.ts';
import { TrainedSections } from '../../authoring/trained-sections.ts';
import { ENCODER_DIRECTORY } from '../../engine/train/encoder/build.ts';

const MOST_BYTES = 128 * 1024 * 1024;

/**
 * Returns the trained bytes, from a cache if the same code has already trained them from the same inputs.
 * The cache works like that of authoring. Tests of the training itself must not use this function.
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
