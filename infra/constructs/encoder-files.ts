import { readdirSync } from 'node:fs';
import { encoderRuntimeFiles } from '../../engine/train/encoder/build.ts';
import { encoderDirectory } from '../../engine/train/encoder/choice.ts';
import { COMPILED_KERNELS } from '../../engine/train/encoder/kernels.ts';
import { deployedEncoder, type Settings } from '../settings.ts';

/**
 * The folder of a training function's bundle. Training code finds its kernels relative to its place in the source
 * tree, so the bundle goes to the place of the code that reads files.
 */
export const TRAINING_FOLDER = 'engine/train/encoder';
const KERNELS_FOLDER = 'engine/classify/encoder/compiled';

/**
 * The encoder's data files beside a bundle: their paths there, each with the file to copy.
 * @param purpose `train` includes the files that only training needs
 */
export function encoderFiles(
  settings: Pick<Settings, 'encoder'>,
  purpose: 'read' | 'train',
): Record<string, string> {
  const directory = encoderDirectory(deployedEncoder(settings));
  const beside = purpose === 'train' ? readdirSync(directory) : encoderRuntimeFiles(directory);
  const kernels = purpose === 'train' ? readdirSync(COMPILED_KERNELS) : [];
  return Object.fromEntries([
    ...beside.map((file) => [`encoder/${file}`, `${directory}/${file}`]),
    ...kernels
      .filter((file) => file.endsWith('.wasm'))
      .map((file) => [`${KERNELS_FOLDER}/${file}`, `${COMPILED_KERNELS}/${file}`]),
  ]);
}
