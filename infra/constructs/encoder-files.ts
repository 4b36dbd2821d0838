import { readdirSync } from 'node:fs';
import type { ICommandHooks } from 'aws-cdk-lib/aws-lambda-nodejs';
import { encoderRuntimeFiles } from '../../engine/train/encoder/build.ts';
import { encoderDirectory } from '../../engine/train/encoder/choice.ts';
import { deployedEncoder, type Settings } from '../settings.ts';

/** Copies the encoder's data files beside the bundle. @param purpose `train`: with those that only training needs */
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
    ],
  };
}
