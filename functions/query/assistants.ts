import { OtherEncoder } from '../../engine/classify/encoder/description.ts';
import type { LoadedAssistant } from '../../engine/load.ts';
import type { Clock } from '../shared/domain/clock.ts';
import { unavailable } from '../shared/domain/errors.ts';
import {
  ArtifactChanged,
  type ArtifactStore,
  artifactKey,
  readArtifact,
} from '../shared/domain/versions/versions.ts';
import type { Log } from '../shared/http/log.ts';
import { METRIC, metricFields } from '../shared/http/metrics.ts';

/**
 * Gives the assistant of a version, ready to answer; undefined where its artifact does not exist.
 * @throws {ParleyError} `temporarily_unavailable` where the artifact is not the one that was published, or was
 *   trained with another encoder than the deployment has
 */
export type LoadVersion = (institution: string, versionId: string) => Promise<LoadedAssistant | undefined>;

export interface AssistantCacheOptions {
  artifacts: () => Promise<ArtifactStore>;
  load: (artifact: Uint8Array) => LoadedAssistant;
  log: Pick<Log, 'error'>;
  now: Clock;
  /** The number of bytes of artifacts that may be held; the artifact asked for last is held in any case. */
  budgetBytes: number;
}

/** Somebody has to publish it again. */
export const RETRY_AFTER_SECONDS = 30;

interface Entry {
  assistant: Promise<LoadedAssistant | undefined>;
  bytes: number;
}

/**
 * Keeps the assistants that a warm function has loaded; forgets those first that were used longest ago. What is loaded
 * goes on being served, whatever becomes of its artifact.
 */
export function assistantCache({
  artifacts,
  load,
  log,
  now,
  budgetBytes,
}: AssistantCacheOptions): LoadVersion {
  let store: Promise<ArtifactStore> | undefined;
  // In the order of use: a Map keeps the order in which its keys were set.
  const entries = new Map<string, Entry>();

  async function read(
    institution: string,
    versionId: string,
    entry: Entry,
  ): Promise<LoadedAssistant | undefined> {
    store ??= artifacts();
    const artifact = await readArtifact(await store, institution, versionId);
    if (artifact === undefined) return undefined;
    const assistant = load(artifact);
    entry.bytes = artifact.byteLength;
    forgetOldest(artifactKey(institution, versionId));
    return assistant;
  }

  function forgetOldest(newest: string): void {
    let held = 0;
    for (const { bytes } of entries.values()) held += bytes;
    for (const [key, { bytes }] of entries) {
      if (held <= budgetBytes) return;
      if (key === newest) continue;
      entries.delete(key);
      held -= bytes;
    }
  }

  function report(message: string, institution: string, versionId: string): void {
    log.error(message, { institution, versionId, ...metricFields(now(), { [METRIC.artifactsRefused]: 1 }) });
  }

  async function loadOnce(
    institution: string,
    versionId: string,
    entry: Entry,
    forget: () => void,
  ): Promise<LoadedAssistant | undefined> {
    try {
      const assistant = await read(institution, versionId, entry);
      if (assistant === undefined) {
        forget();
        report('artifact missing', institution, versionId);
      }
      return assistant;
    } catch (error) {
      forget();
      if (error instanceof OtherEncoder) report(error.message, institution, versionId);
      else if (error instanceof ArtifactChanged)
        report('artifact refused', error.institution, error.versionId);
      else throw error;
      throw unavailable(error, RETRY_AFTER_SECONDS);
    }
  }

  return async (institution, versionId) => {
    const key = artifactKey(institution, versionId);
    const known = entries.get(key);
    if (known !== undefined) {
      entries.delete(key);
      entries.set(key, known);
      return known.assistant;
    }
    const entry: Entry = { assistant: Promise.resolve(undefined), bytes: 0 };
    entries.set(key, entry);
    // Who asks meanwhile gets the same answer, failures too.
    entry.assistant = loadOnce(institution, versionId, entry, () => entries.delete(key));
    return entry.assistant;
  };
}
