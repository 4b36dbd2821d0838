import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { queryAsker } from '../http/channel-query.ts';
import { createLog } from '../http/log.ts';
import { METRIC, metricFields } from '../http/metrics.ts';
import { createCallStore } from '../store/calls.ts';
import { createTaskStore } from '../store/channel-tasks.ts';
import { deploymentKey } from '../store/deployment-key.ts';
import { optionalSetting } from '../store/environment.ts';
import { createHandoffStore } from '../store/handoffs.ts';
import { call } from '../store/invocation.ts';
import { readSecret } from '../store/secrets-manager.ts';
import { createWebhookStore } from '../store/webhooks.ts';

/**
 * The dependencies of answering telephone calls, over requests or connections.
 * @param name the function's name in the log
 */
export function callDependencies(name: string) {
  const log = createLog(name);
  return {
    webhooks: createWebhookStore(),
    tasks: createTaskStore(),
    calls: createCallStore(),
    handoffs: createHandoffStore(),
    deploymentKey: deploymentKey(readSecret),
    random: randomBytes,
    ask: queryAsker((event) => call(optionalSetting('QUERY') ?? 'query', JSON.stringify(event)), {
      explains: true,
    }),
    givenUp: (facts: object) =>
      log.warn('call not answered', {
        ...facts,
        ...metricFields(Date.now(), { [METRIC.eventsGivenUp]: 1 }),
      }),
    now: Date.now,
    until: (at: number, signal: AbortSignal) =>
      delay(Math.max(0, at - Date.now()), undefined, { signal, ref: false }).catch(() => undefined),
  };
}
