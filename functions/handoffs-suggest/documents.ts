import { OtherEncoder } from '../../engine/classify/encoder/description.ts';
import type { Faq } from '../../engine/faq/ask.ts';
import { unavailable } from '../shared/domain/errors.ts';
import {
  ArtifactChanged,
  type ArtifactStore,
  artifactKey,
  readArtifact,
} from '../shared/domain/versions/versions.ts';

/** Maximum number of versions whose documents a process keeps. */
const MAX_KEPT = 4;
const RETRY_AFTER_SECONDS = 30;

/** The documents of a version; undefined if its artifact does not exist. */
export type LoadDocuments = (institution: string, versionId: string) => Promise<Faq | undefined>;

/**
 * Keeps the documents of the most recently used versions.
 * @throws {ParleyError} `temporarily_unavailable` if an artifact is not the published one, or was trained with another
 * encoder
 */
export function keptDocuments(
  artifacts: () => Promise<ArtifactStore>,
  load: (artifact: Uint8Array) => Faq,
): LoadDocuments {
  // Least recently used first: a Map keeps insertion order.
  const kept = new Map<string, Faq>();
  return async (institution, versionId) => {
    const key = artifactKey(institution, versionId);
    const known = kept.get(key) ?? (await read(institution, versionId));
    if (known === undefined) return undefined;
    kept.delete(key);
    kept.set(key, known);
    for (const oldest of kept.keys()) if (kept.size > MAX_KEPT) kept.delete(oldest);
    return known;
  };

  async function read(institution: string, versionId: string): Promise<Faq | undefined> {
    try {
      const artifact = await readArtifact(await artifacts(), institution, versionId);
      return artifact && load(artifact);
    } catch (error) {
      if (error instanceof OtherEncoder || error instanceof ArtifactChanged)
        throw unavailable(error, RETRY_AFTER_SECONDS);
      throw error;
    }
  }
}
