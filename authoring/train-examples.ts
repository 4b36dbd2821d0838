import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { buildEncoder } from '../engine/train/encoder/build.ts';
import { buildArtifact } from './build.ts';
import { compileAssistant } from './compile.ts';
import { readAssistant } from './read-folder.ts';
import {
  bytesDigest,
  readShippedIndex,
  SectionsCollector,
  type ShippedFiles,
  shippedFaults,
  shippedSection,
} from './shipped-sections.ts';
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
  const collector = new SectionsCollector();
  const training = trainingWith((kind, language) => collector.of(trainingStamp(kind, language), known));
  for (const folder of exampleFolders())
    buildArtifact(compileAssistant(await readAssistant(folder)), training);
  return collector.files();
}

/** Differences between `examples/trained` and what training all sections again gives, as sentences. */
export const trainedFaults = async (): Promise<string[]> =>
  shippedFaults(await trainExamples(() => undefined));

/** One of the keys, chosen by the seed: over many seeds, every key. */
export function sampleOf(keys: readonly string[], seed: string): string | undefined {
  const rank = (key: string) => bytesDigest(Buffer.from(`${seed} ${key}`));
  return keys.toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1))[0];
}

/**
 * Like `trainedFaults`, but trains only one section, chosen by the seed. Of the others it checks that they were trained
 * by this code from these inputs, and that their bytes are what was written.
 */
export async function sampledFaults(seed: string): Promise<string[]> {
  const sample = sampleOf(Object.keys(readShippedIndex()), seed);
  const known = (key: string) => (key === sample ? undefined : (shippedSection(key) ?? Uint8Array.of()));
  return shippedFaults(await trainExamples(known));
}
