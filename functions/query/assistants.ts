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
  /** The memory limit for assistants, in bytes; the most recent one stays loaded even if it alone exceeds the limit. */
  budgetBytes: number;
}

/**
 * The memory that an assistant takes once it has talked, by its artifact: its networks are copied, its words are looked up
 * in maps, and the artifact itself is not kept. Rather more than it takes: `memory.test.ts` measures it.
 */
export const memoryOf = (artifactBytes: number): number => 1.5 * artifactBytes + 2 * MEGABYTE;

const MEGABYTE = 2 ** 20;
/** The memory of a process before its first assistant, with the encoder, and room for its work and for what is not collected yet. */
const OWN_BYTES = 600 * MEGABYTE;
/** The least that assistants have, of a function's memory. */
const LEAST_SHARE = 0.25;
/** The memory for assistants where nothing says how much there is, as on a laptop. */
const DEFAULT_BUDGET_BYTES = 512 * MEGABYTE;

/** @param megabytes the memory of the function, as Lambda tells it */
export function assistantBudget(megabytes: string | undefined): number {
  if (megabytes === undefined) return DEFAULT_BUDGET_BYTES;
  const bytes = Number(megabytes) * MEGABYTE;
  return Math.max(LEAST_SHARE * bytes, bytes - OWN_BYTES);
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
    entry.bytes = memoryOf(artifact.byteLength);
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
