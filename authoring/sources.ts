import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { packArtifact, unpackArtifact } from '../engine/artifact.ts';
import type { AssistantSources } from './read.ts';

/** The artifact's section with the author's files: a version is its folder, and can become it again. */
export const SOURCES_SECTION = 'sources';

export const packSources = (sources: AssistantSources): Uint8Array => deflateRawSync(packArtifact(sources));

/** The files of an artifact, byte for byte; undefined where it carries none. */
export function sourcesOf(artifact: Uint8Array): AssistantSources | undefined {
  const packed = unpackArtifact(artifact).get(SOURCES_SECTION);
  if (packed === undefined) return undefined;
  return Object.fromEntries(unpackArtifact(new Uint8Array(inflateRawSync(packed))));
}
