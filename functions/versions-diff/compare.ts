import { type Difference, diffAssistants } from '../../authoring/diff.ts';
import { type AssistantSources, type AuthoredAssistant, readAssistantSources } from '../../authoring/read.ts';
import { RECORDING_PATH } from '../../authoring/read-recordings.ts';
import { SourcesTooLarge, sourcesOf } from '../../authoring/sources.ts';
import { ParleyError, unavailable } from '../shared/domain/errors.ts';
import {
  type AiVersion,
  ArtifactChanged,
  type ArtifactStore,
  readArtifact,
  unknownVersion,
  type VersionStore,
} from '../shared/domain/versions/versions.ts';

/** Limits on the size of versions that are compared, so that two of them are within a request's memory and time. */
export interface ComparisonLimits {
  artifactBytes: number;
  /** The limit on all of the author's files, unpacked. */
  unpackedBytes: number;
  /**
   * The limit on the files that are compared: read, YAML takes up to 160 times its size, and 1.4 seconds a mebibyte.
   */
  comparedBytes: number;
}

const MEBIBYTE = 1024 * 1024;
export const COMPARISON_LIMITS: ComparisonLimits = {
  artifactBytes: 64 * MEBIBYTE,
  unpackedBytes: 16 * MEBIBYTE,
  comparedBytes: 2 * MEBIBYTE,
};

/** Somebody has to publish it again. */
const RETRY_AFTER_SECONDS = 30;

interface Stores {
  versions: Pick<VersionStore, 'find'>;
  artifacts: ArtifactStore;
}

/** UUIDs of two versions of an institution, in small letters. */
export interface Comparison {
  institution: string;
  before: string;
  after: string;
}

/**
 * Lists the changes from one version of an institution to another, as `parley ai diff` tells them. Reads the record
 * of each and then the artifact of each, and nothing else.
 * @throws {ParleyError} `not_found` for a version that the institution does not have, `conflict` for one that cannot
 *   be compared, `temporarily_unavailable` where an artifact is missing or not the one that was published
 */
export async function compareVersions(
  { versions, artifacts }: Stores,
  { institution, before, after }: Comparison,
  limits = COMPARISON_LIMITS,
): Promise<Difference[]> {
  const sides = [before, after] as const;
  const records = await Promise.all(sides.map((id) => versions.find(institution, id)));
  for (const [index, id] of sides.entries()) checkRecord(records[index], { institution, id }, limits);
  const read = async (id: string) => authored(await artifactOf(artifacts, institution, id), id, limits);
  const [earlier, later] = await Promise.all([read(before), read(after)]);
  return diffAssistants(earlier, later);
}

function checkRecord(
  version: AiVersion | undefined,
  { institution, id }: { institution: string; id: string },
  { artifactBytes }: ComparisonLimits,
): void {
  if (version === undefined) throw unknownVersion(institution, id);
  if (version.artifactBytes > artifactBytes) throw tooLarge(id);
}

async function artifactOf(artifacts: ArtifactStore, institution: string, id: string): Promise<Uint8Array> {
  try {
    const artifact = await readArtifact(artifacts, institution, id);
    if (artifact !== undefined) return artifact;
  } catch (error) {
    throw error instanceof ArtifactChanged ? unavailable(error, RETRY_AFTER_SECONDS) : error;
  }
  throw unavailable(new Error('the artifact is missing'), RETRY_AFTER_SECONDS);
}

function authored(
  artifact: Uint8Array,
  id: string,
  { unpackedBytes, comparedBytes }: ComparisonLimits,
): AuthoredAssistant {
  const sources = unpacked(artifact, id, unpackedBytes);
  // Recorded answers of a server are no part of the assistant, and may be most of its folder.
  const files = Object.entries(sources).filter(([path]) => !RECORDING_PATH.test(path));
  const bytes = files.reduce((sum, [, file]) => sum + file.byteLength, 0);
  if (bytes > comparedBytes) throw tooLarge(id);
  return readAssistantSources(Object.fromEntries(files));
}

function unpacked(artifact: Uint8Array, id: string, maxBytes: number): AssistantSources {
  try {
    const sources = sourcesOf(artifact, maxBytes);
    if (sources !== undefined) return sources;
  } catch (error) {
    throw error instanceof SourcesTooLarge ? tooLarge(id) : error;
  }
  throw new ParleyError('conflict', `The AI version ${id} carries no sources; publish its folder again.`);
}

const tooLarge = (id: string): ParleyError =>
  new ParleyError(
    'conflict',
    `The AI version ${id} is too large to be compared here; parley ai diff does it.`,
  );
