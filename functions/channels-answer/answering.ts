import { randomBytes } from 'node:crypto';
import { publicAddressRule } from '../shared/business-logic/addresses.ts';
import { platformCaller } from '../shared/business-logic/channels/platform-call.ts';
import { channelSender } from '../shared/business-logic/channels/send.ts';
import type { AnsweringDependencies } from '../shared/domain/channels/answering.ts';
import { type InvokeQuery, queryAsker } from '../shared/http/channel-query.ts';
import { createLog } from '../shared/http/log.ts';
import { METRIC, metricFields } from '../shared/http/metrics.ts';
import { createTaskStore } from '../shared/store/channel-tasks.ts';
import { deploymentKey } from '../shared/store/deployment-key.ts';
import { createHandoffStore } from '../shared/store/handoffs.ts';
import { readSecret } from '../shared/store/secrets-manager.ts';
import { createWebhookQueue } from '../shared/store/webhook-queue.ts';
import { createWebhookStore } from '../shared/store/webhooks.ts';

/** What answering messages of channels needs, for the function and the local service. */
export function openAnswering(invokeQuery: InvokeQuery): AnsweringDependencies {
  const log = createLog('channels-answer');
  return {
    tasks: createTaskStore(),
    webhooks: createWebhookStore(),
    claims: createWebhookQueue(),
    handoffs: createHandoffStore(),
    deploymentKey: deploymentKey(readSecret),
    random: randomBytes,
    ask: queryAsker(invokeQuery),
    ...channelSender(platformCaller(publicAddressRule())),
    now: Date.now,
    givenUp: (facts) =>
      log.warn('message not answered', {
        ...facts,
        ...metricFields(Date.now(), { [METRIC.eventsGivenUp]: 1 }),
      }),
  };
}
