import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { packArtifact, unpackArtifact } from '../engine/artifact.ts';
import type { AssistantSources } from './read.ts';

/** The artifact's section with the author's files: a version is its folder, and can become it again. */
export const SOURCES_SECTION = 'sources';

export const packSources = (sources: AssistantSources): Uint8Array => deflateRawSync(packArtifact(sources));

/** An artifact's files are more than their reader takes. */
export class SourcesTooLarge extends Error {
  override name = 'SourcesTooLarge';
}

/**
 * The files of an artifact, byte for byte; undefined where it carries none.
 * @param maxBytes of all files, unpacked
 * @throws {SourcesTooLarge} before more than these are unpacked
 */
export function sourcesOf(artifact: Uint8Array, maxBytes?: number): AssistantSources | undefined {
  const packed = unpackArtifact(artifact).get(SOURCES_SECTION);
  if (packed === undefined) return undefined;
  return Object.fromEntries(unpackArtifact(unpacked(packed, maxBytes)));
}

function unpacked(packed: Uint8Array, maxBytes: number | undefined): Uint8Array {
  try {
    return new Uint8Array(inflateRawSync(packed, { ...(maxBytes && { maxOutputLength: maxBytes }) }));
  } catch (error) {
    const isTooLarge =
      error instanceof RangeError && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
    throw isTooLarge ? new SourcesTooLarge('the files of the version are too large') : error;
  }
}
