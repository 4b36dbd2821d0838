import { buildEncoder } from '../engine/train/encoder/build.ts';
import { type BuildOptions, buildArtifact } from './build.ts';
import { type Compilation, compileAssistant } from './compile.ts';
import type { EvaluateOptions } from './evaluation/evaluate.ts';
import { evaluateAssistant, type Report } from './evaluation/report.ts';
import type { AuthoredAssistant } from './read.ts';
import { readAssistant } from './read-folder.ts';
import { loadTrained, TRAINING } from './train.ts';

/** A folder's assistant, trained for publishing. */
export interface TrainedFolder {
  authored: AuthoredAssistant;
  compilation: Compilation;
  artifact: Uint8Array;
}

/**
 * Checks, compiles and trains an assistant's folder.
 * @param reading false skips test recordings
 * @throws {AuthoringError} if the folder has no assistant that can be compiled
 */
export async function trainFolder(
  folder: string,
  onProgress?: BuildOptions['onProgress'],
  reading: { recordings?: boolean } = {},
): Promise<TrainedFolder> {
  const authored = await readAssistant(folder, reading);
  const compilation = compileAssistant(authored);
  await buildEncoder();
  const options = onProgress === undefined ? {} : { onProgress };
  return {
    authored,
    compilation,
    artifact: buildArtifact(compilation, { ...TRAINING, ...options }),
  };
}

/**
 * Cross-validates an assistant; each fold is trained as for publishing.
 * @throws {AuthoringError} if the folder has no assistant that can be compiled
 */
export async function evaluateTrained(
  authored: AuthoredAssistant,
  options: Pick<EvaluateOptions, 'folds' | 'seed' | 'dealt' | 'isEnough' | 'onProgress'>,
): Promise<Report> {
  await buildEncoder();
  return evaluateAssistant(authored, {
    ...options,
    now: Date.now,
    build: (compilation) => buildArtifact(compilation, TRAINING),
    load: loadTrained,
  });
}
