import { type Difference, diffAssistants } from '../../authoring/diff.ts';
import { type AssistantSources, type AuthoredAssistant, readAssistantSources } from '../../authoring/read.ts';
import { SourcesTooLarge, sourcesOf } from '../../authoring/sources.ts';
import { RECORDING_PATH } from '../shared/domain/drafts/assistant-paths.ts';
import { ParleyError, unavailable } from '../shared/domain/errors.ts';
import {
  type AiVersion,
  ArtifactChanged,
  type ArtifactStore,
  readArtifact,
  unknownVersion,
  type VersionStore,
} from '../shared/domain/versions/versions.ts';

/** Size limits for comparing versions, so that two fit into a request's memory and time. */
export interface ComparisonLimits {
  artifactBytes: number;
  /** Limit of all the author's files, unpacked. */
  unpackedBytes: number;
  /** Limit of the files compared: parsed YAML takes up to 160 times its size, and 1.4 seconds per mebibyte. */
  comparedBytes: number;
}

const MEBIBYTE = 1024 * 1024;
export const COMPARISON_LIMITS: ComparisonLimits = {
  artifactBytes: 64 * MEBIBYTE,
  unpackedBytes: 16 * MEBIBYTE,
  comparedBytes: 2 * MEBIBYTE,
};

/** A missing artifact has to be published again, which takes a while. */
const RETRY_AFTER_SECONDS = 30;

interface Stores {
  versions: Pick<VersionStore, 'find'>;
  artifacts: ArtifactStore;
}

/** Lower-case UUIDs of two versions of an institution. */
export interface Comparison {
  institution: string;
  before: string;
  after: string;
}

/**
 * Lists the changes between two versions of an institution, like `parley ai diff`. Reads only their records and
 * artifacts.
 * @throws {ParleyError} `not_found` for an unknown version, `conflict` for one that cannot be compared,
 * `temporarily_unavailable` if an artifact is missing or altered
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
  // Recorded server answers are not part of the assistant, and may be most of its folder.
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
  throw new ParleyError(
    'conflict',
    `The AI version ${id} was published without sources. Publish its folder again.`,
  );
}

const tooLarge = (id: string): ParleyError =>
  new ParleyError('conflict', `The AI version ${id} is too large to compare here. Use parley ai diff.`);
