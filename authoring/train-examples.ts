import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { buildEncoder } from '../engine/train/encoder/build.ts';
import { buildArtifact } from './build.ts';
import { compileAssistant } from './compile.ts';
import { readAssistant } from './read-folder.ts';
import {
  bytesDigest,
  SectionsCollector,
  type ShippedFiles,
  shippedFaults,
  shippedSection,
} from './shipped-sections.ts';
import { type SectionKind, trainingStamp, trainingWith } from './train.ts';

const EXAMPLES = fileURLToPath(new URL('../examples/', import.meta.url));

export const exampleFolders = (): string[] =>
  globSync('*/assistant.yaml', { cwd: EXAMPLES })
    .sort()
    .map((file) => EXAMPLES + file.replace(/\/assistant\.yaml$/, ''));

/**
 * The sections of all examples that the project ships.
 * @param known returns a section by key, to use instead of training
 */
export async function trainExamples(
  known: (key: string, kind: SectionKind) => Uint8Array | undefined,
): Promise<ShippedFiles> {
  await buildEncoder();
  const collector = new SectionsCollector();
  const training = trainingWith((kind, language) =>
    collector.of(trainingStamp(kind, language), (key) => known(key, kind)),
  );
  for (const folder of exampleFolders())
    buildArtifact(compileAssistant(await readAssistant(folder)), training);
  return collector.files();
}

/** Differences between `examples/trained` and what training all sections again gives, as sentences. */
export const trainedFaults = async (): Promise<string[]> =>
  shippedFaults(await trainExamples(() => undefined));

/** One key of each kind, chosen by the seed: over many seeds, every key. */
export function sampleOfEachKind(kinds: ReadonlyMap<string, SectionKind>, seed: string): Set<string> {
  const rank = (key: string) => bytesDigest(Buffer.from(`${seed} ${key}`));
  const ofKind = Map.groupBy(kinds.keys(), (key) => kinds.get(key));
  return new Set([...ofKind.values()].map((keys) => keys.reduce((a, b) => (rank(a) < rank(b) ? a : b))));
}

/**
 * Like `trainedFaults`, but trains only one section of each kind, chosen by the seed. Of the others it checks that they
 * were trained by this code from these inputs, and that their bytes are what was written.
 */
export async function sampledFaults(seed: string): Promise<string[]> {
  const kinds = new Map<string, SectionKind>();
  const faults = shippedFaults(
    await trainExamples((key, kind) => {
      kinds.set(key, kind);
      return shippedSection(key) ?? Uint8Array.of();
    }),
  );
  if (faults.length > 0) return faults;
  const sample = sampleOfEachKind(kinds, seed);
  return shippedFaults(await trainExamples((key) => (sample.has(key) ? undefined : shippedSection(key))));
}
