import { readdirSync } from 'node:fs';
import type { ICommandHooks } from 'aws-cdk-lib/aws-lambda-nodejs';
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
 * Copies the encoder's data files beside the bundle.
 * @param purpose `train` includes the files that only training needs
 */
export function encoderFiles(settings: Pick<Settings, 'encoder'>, purpose: 'read' | 'train'): ICommandHooks {
  const directory = encoderDirectory(deployedEncoder(settings));
  return {
    beforeInstall: () => [],
    beforeBundling: () => [],
    afterBundling: (_input, output) => [
      `mkdir -p ${output}/encoder`,
      ...(purpose === 'train' ? readdirSync(directory) : encoderRuntimeFiles(directory)).map(
        (file) => `cp ${directory}/${file} ${output}/encoder/`,
      ),
      ...(purpose === 'train' ? inItsPlace(output) : []),
    ],
  };
}

const inItsPlace = (output: string): string[] => [
  `mkdir -p ${output}/${TRAINING_FOLDER} ${output}/${KERNELS_FOLDER}`,
  `mv ${output}/index.mjs ${output}/index.mjs.map ${output}/${TRAINING_FOLDER}/`,
  `cp ${COMPILED_KERNELS}/*.wasm ${output}/${KERNELS_FOLDER}/`,
];
