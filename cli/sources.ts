import type { AssistantSources } from '../authoring/read.ts';
import { sourcesOf } from '../authoring/sources.ts';
import { type ArtifactStore, readArtifact } from '../functions/shared/domain/versions/versions.ts';
import { CommandFailed } from './output.ts';

/**
 * The files from which a version was published.
 * @throws {CommandFailed} if there is no such version, or it was published without them
 */
export async function readVersionSources(
  artifacts: ArtifactStore,
  institution: string,
  versionId: string,
): Promise<AssistantSources> {
  const artifact = await readArtifact(artifacts, institution, versionId);
  if (artifact === undefined) throw new CommandFailed(`${institution} has no AI version ${versionId}.`);
  const sources = sourcesOf(artifact);
  if (sources === undefined) {
    throw new CommandFailed(
      `The AI version ${versionId} was published without sources. Publish its folder again.`,
    );
  }
  return sources;
}
