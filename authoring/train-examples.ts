import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { buildEncoder } from '../engine/train/encoder/build.ts';
import { buildArtifact } from './build.ts';
import { compileAssistant } from './compile.ts';
import { readAssistant } from './read-folder.ts';
import { SectionsCollector, type ShippedFiles } from './shipped-sections.ts';
import { trainingStamp, trainingWith } from './train.ts';

const EXAMPLES = fileURLToPath(new URL('../examples/', import.meta.url));

export const exampleFolders = (): string[] =>
  globSync('*/assistant.yaml', { cwd: EXAMPLES })
    .sort()
    .map((file) => EXAMPLES + file.replace(/\/assistant\.yaml$/, ''));

/**
 * The sections of all examples that the project ships.
 * @param known returns a section by key, to use instead of training
 */
export async function trainExamples(known: (key: string) => Uint8Array | undefined): Promise<ShippedFiles> {
  await buildEncoder();
  const collector = new SectionsCollector(known);
  const training = trainingWith((kind, language) => collector.of(trainingStamp(kind, language)));
  for (const folder of exampleFolders())
    buildArtifact(compileAssistant(await readAssistant(folder)), training);
  return collector.files();
}
