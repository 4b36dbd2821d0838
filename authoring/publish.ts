import { unpackArtifact } from '../engine/artifact.ts';
import { ParleyError } from '../functions/shared/domain/errors.ts';
import {
  type AiVersion,
  type PublicationDependencies,
  publishVersion,
} from '../functions/shared/domain/versions/versions.ts';
import { readCommit } from './git.ts';
import { trainedAssistant } from './publication.ts';
import type { AuthoredAssistant } from './read.ts';
import { formatSuite, runSuite } from './test-suite.ts';
import { loadTrained } from './train.ts';
import { trainFolder } from './train-folder.ts';

export type OnProgress = (progress: { stage: string; done: number }) => void;

/** The publisher with the stores for versions. */
export interface Publisher extends PublicationDependencies {
  /** The publisher's name in the history. */
  name: string;
  /** @throws {ParleyError} `not_found` */
  requireInstitution(name: string): Promise<void>;
}

export interface PublishOptions {
  onProgress?: OnProgress;
  /** If true, publishes only if the conversation tests pass. */
  requireTests?: boolean;
}

/** The published version and the size of each of its sections. */
export interface Published {
  version: AiVersion;
  /** False if this content was already published. */
  created: boolean;
  /** Bytes by section name. */
  weights: Record<string, number>;
}

/**
 * Checks, compiles, trains and publishes an assistant's folder for an institution.
 * @throws {AuthoringError} if the folder has no assistant that can be compiled
 * @throws {ParleyError} `not_found` without the institution, `conflict` if a required test fails
 */
export async function publishFolder(
  publisher: Publisher,
  directory: string,
  institution: string,
  { onProgress, requireTests = false }: PublishOptions = {},
): Promise<Published> {
  await publisher.requireInstitution(institution);
  const { authored, compilation, artifact } = await trainFolder(directory, onProgress);
  const tests = requireTests ? { tests: await passTests(artifact, authored, publisher.now) } : {};
  const provenance = { ...(await readCommit(directory)), ...tests };
  const published = await publishVersion(publisher, {
    ...trainedAssistant(compilation, artifact),
    institution,
    publishedBy: publisher.name,
    provenance,
  });
  const sections = Array.from(unpackArtifact(artifact), ([section, { byteLength }]) => [section, byteLength]);
  return { ...published, weights: Object.fromEntries(sections) };
}

async function passTests(artifact: Uint8Array, authored: AuthoredAssistant, now: () => number) {
  const outcome = await runSuite(loadTrained(artifact), authored, { now });
  if (outcome.failed === 0 && outcome.passed > 0) return { passed: outcome.passed, failed: 0 };
  const why = outcome.passed + outcome.failed === 0 ? 'The folder has no tests.' : formatSuite(outcome);
  throw new ParleyError('conflict', `${why}\nNothing was published.`);
}
