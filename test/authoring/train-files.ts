import { buildArtifact } from '../../authoring/build.ts';
import { compileAssistant } from '../../authoring/compile.ts';
import { type AssistantFiles, readAssistantFiles } from '../../authoring/read.ts';
import { trainingWith } from '../../authoring/train.ts';
import { TrainedSections } from '../../authoring/trained-sections.ts';
import { buildEncoder } from '../../engine/train/encoder/build.ts';

/**
 * Trains an assistant as publishing does, with the encoder that the environment names.
 * @param kept folder for trained sections
 */
export async function trainFiles(files: AssistantFiles, kept: string): Promise<Uint8Array<ArrayBuffer>> {
  await buildEncoder();
  const training = trainingWith(() => new TrainedSections(`${kept}/trained`, 'these sources', 1_000_000));
  return Uint8Array.from(buildArtifact(compileAssistant(readAssistantFiles(files)), training));
}
