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
 * Loads the assistant of a version, ready to answer; undefined if its artifact does not exist.
 * @throws {ParleyError} `temporarily_unavailable` if the artifact is not the published one, or was trained with a
 * different encoder than the deployment's
 */
export type LoadVersion = (institution: string, versionId: string) => Promise<LoadedAssistant | undefined>;

export interface AssistantCacheOptions {
  artifacts: () => Promise<ArtifactStore>;
  load: (artifact: Uint8Array) => LoadedAssistant;
  log: Pick<Log, 'error'>;
  now: Clock;
  /** The memory limit for assistants, in bytes. The latest one stays loaded even if it alone exceeds the limit. */
  budgetBytes: number;
}

/**
 * Estimates an assistant's memory in use from the size of its artifact: networks are copied, words are indexed in maps,
 * and the artifact itself is dropped. A slight overestimate; `memory.test.ts` measures it.
 */
export const memoryOf = (artifactBytes: number): number => 1.5 * artifactBytes + 3 * MEGABYTE;

const MEGABYTE = 2 ** 20;
/** The memory of a process without assistants: the encoder, working memory and garbage not yet collected. */
const OWN_BYTES = 600 * MEGABYTE;
/** The minimum share of a function's memory that assistants get. */
const LEAST_SHARE = 0.25;
/** The memory for assistants if the function's memory is unknown, as on a laptop. */
const DEFAULT_BUDGET_BYTES = 512 * MEGABYTE;

/** @param megabytes the function's memory size, from Lambda's environment */
export function assistantBudget(megabytes: string | undefined): number {
  if (megabytes === undefined) return DEFAULT_BUDGET_BYTES;
  const bytes = Number(megabytes) * MEGABYTE;
  return Math.max(LEAST_SHARE * bytes, bytes - OWN_BYTES);
}

/** A missing artifact has to be published again, which takes a while. */
export const RETRY_AFTER_SECONDS = 30;

interface Entry {
  assistant: Promise<LoadedAssistant | undefined>;
  bytes: number;
}

/**
 * Caches loaded assistants in a warm function and evicts the least recently used. A loaded assistant is served even if
 * its artifact changes or disappears.
 */
export function assistantCache({
  artifacts,
  load,
  log,
  now,
  budgetBytes,
}: AssistantCacheOptions): LoadVersion {
  let store: Promise<ArtifactStore> | undefined;
  // Least recently used first: a Map keeps insertion order.
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
    // Concurrent callers share this result, failures included.
    entry.assistant = loadOnce(institution, versionId, entry, () => entries.delete(key));
    return entry.assistant;
  };
}
