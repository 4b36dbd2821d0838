import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { takeInAll } from '../functions/shared/domain/conversations/kept-groups.ts';
import { deploymentKey } from '../functions/shared/store/deployment-key.ts';
import { readSecret } from '../functions/shared/store/secrets-manager.ts';
import { createKeptGroupsStore } from '../functions/shared/store/unhandled-groups.ts';

const LOOK_EVERY_MS = 60_000;

/**
 * Groups queries that went wrong beside the service, as a scheduled function does on AWS.
 * @param onFault called with an error, after which grouping continues
 */
export function startGrouping(onFault: (name: string, error: unknown) => void): { stop(): Promise<void> } {
  const store = createKeptGroupsStore({ deploymentKey: deploymentKey(readSecret), random: randomBytes });
  const ending = new AbortController();
  const fault = (error: unknown) => onFault('unhandled-groups', error);

  async function run(): Promise<void> {
    while (!ending.signal.aborted) {
      await delay(LOOK_EVERY_MS, undefined, { signal: ending.signal, ref: false }).catch(() => undefined);
      if (ending.signal.aborted) return;
      const clock = { now: Date.now, until: Date.now() + LOOK_EVERY_MS };
      await takeInAll(store, clock, { first: 0, onFault: (_, error) => fault(error) }).catch(fault);
    }
  }

  const running = run();
  return {
    stop: async () => {
      ending.abort();
      await running;
    },
  };
}
