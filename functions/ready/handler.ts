import type { Clock } from '../shared/domain/clock.ts';
import { publicEndpoint } from '../shared/http/endpoint.ts';
import { OK } from '../shared/http/health.ts';
import type { Log } from '../shared/http/log.ts';
import { artifactStore } from '../shared/store/artifacts.ts';
import { optionalSetting, setting } from '../shared/store/environment.ts';
import { reachVersions } from '../shared/store/versions.ts';

/** How long a result is cached, so that frequent requests cause no load. */
const KNOWN_FOR_MS = 1000;
/** Shorter than other requests' limit, since the caller wants the current state. */
const BUDGET_MS = 4000;

export interface ReadyDependencies {
  /** Each checks one dependency of queries and throws if it cannot be reached. */
  checks: readonly (() => Promise<unknown>)[];
  now: Clock;
  budgetMs?: number;
  log?: Log;
}

/**
 * `GET /v1/ready`: whether the store and the artifacts can be reached.
 * @throws {ParleyError} `temporarily_unavailable`
 */
export function createReady({ checks, now, budgetMs = BUDGET_MS, log }: ReadyDependencies) {
  let known: { until: number; result: Promise<unknown> } | undefined;
  const check = (at: number): Promise<unknown> => {
    if (known === undefined || at >= known.until) {
      const result = Promise.all(checks.map((reach) => reach()));
      known = { until: at + KNOWN_FOR_MS, result };
    }
    return known.result;
  };
  return publicEndpoint({ name: 'ready', now, budgetMs, ...(log && { log }) }, async (request) => {
    await check(request.now);
    return { body: OK };
  });
}

let artifacts: ReturnType<typeof artifactStore> | undefined;

export const handler = createReady({
  checks: [
    reachVersions,
    async () => {
      artifacts ??= artifactStore(setting('ARTIFACTS'), optionalSetting('S3_ENDPOINT'));
      await (await artifacts).reach();
    },
  ],
  now: Date.now,
});
