import { fileURLToPath } from 'node:url';
import { buildArtifact } from '../../../../authoring/build.ts';
import { type Compilation, compileAssistant } from '../../../../authoring/compile.ts';
import type { AuthoredAssistant } from '../../../../authoring/read.ts';
import { readAssistant } from '../../../../authoring/read-folder.ts';
import { TRAINING } from '../../../../authoring/train.ts';
import { type LoadedAssistant, loadAssistant } from '../../../../engine/load.ts';
import { engineLoaders } from '../../../../engine/loaders.ts';
import { ENCODER_DIRECTORY } from '../../../../engine/train/encoder/build.ts';

/** An assistant that sends money to anybody and reminds of anything, in English and Spanish. */
export const FREE_TEXT_FOLDER = new URL('../../../fixtures/free-text/', import.meta.url);

export const readErrands = (): Promise<AuthoredAssistant> => readAssistant(fileURLToPath(FREE_TEXT_FOLDER));

export const compileErrands = async (): Promise<Compilation> => compileAssistant(await readErrands());

export const loaders = engineLoaders(() => ENCODER_DIRECTORY);

/** Loads the assistant as published. */
export const loadErrands = async (): Promise<LoadedAssistant> =>
  loadAssistant(buildArtifact(await compileErrands(), TRAINING), loaders);
