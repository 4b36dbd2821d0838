import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { packArtifact, unpackArtifact } from '../engine/artifact.ts';
import type { AssistantSources } from './read.ts';

/** The artifact's section with the author's files, from which the folder can be exported again. */
export const SOURCES_SECTION = 'sources';

export const packSources = (sources: AssistantSources): Uint8Array => deflateRawSync(packArtifact(sources));

/** An artifact's files exceed the size limit. */
export class SourcesTooLarge extends Error {
  override name = 'SourcesTooLarge';
}

/**
 * An artifact's files, byte for byte; undefined if it has none.
 * @param maxBytes limit for the total unpacked size
 * @throws {SourcesTooLarge} before more than that is unpacked
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
