import { randomBytes } from 'node:crypto';
import { publicAddressRule } from '../shared/business-logic/addresses.ts';
import { platformCaller } from '../shared/business-logic/channels/platform-call.ts';
import { channelSender } from '../shared/business-logic/channels/send.ts';
import { chatwootApi } from '../shared/business-logic/chatwoot-call.ts';
import { slackPoster } from '../shared/business-logic/slack-call.ts';
import { eventSender } from '../shared/business-logic/webhook-call.ts';
import { tellChannel } from '../shared/domain/channels/answering.ts';
import { writeToChatwoot } from '../shared/domain/chatwoot/chatwoot.ts';
import { writeToThread } from '../shared/domain/slack/slack.ts';
import type { DeliveryDependencies } from '../shared/domain/webhooks/deliveries.ts';
import type { WebhookStore } from '../shared/domain/webhooks/webhooks.ts';
import { createLog } from '../shared/http/log.ts';
import { METRIC, metricFields } from '../shared/http/metrics.ts';
import { createTaskStore } from '../shared/store/channel-tasks.ts';
import { deploymentKey } from '../shared/store/deployment-key.ts';
import { readSecret } from '../shared/store/secrets-manager.ts';
import { createThreadStore } from '../shared/store/slack-threads.ts';
import { createWebhookQueue } from '../shared/store/webhook-queue.ts';
import { createWebhookStore } from '../shared/store/webhooks.ts';

/** The dependencies of event delivery, for the function and the local service. */
export function openDelivery(): DeliveryDependencies & { webhooks: WebhookStore } {
  const slack = { threads: createThreadStore(), postToSlack: slackPoster(), now: Date.now };
  const chatwoot = { threads: slack.threads, chatwoot: chatwootApi(), now: Date.now };
  const channels = {
    tasks: createTaskStore(),
    deploymentKey: deploymentKey(readSecret),
    random: randomBytes,
    ...channelSender(platformCaller(publicAddressRule())),
    now: Date.now,
  };
  const log = createLog('webhooks-deliver');
  return {
    queue: createWebhookQueue(),
    webhooks: createWebhookStore(),
    deploymentKey: deploymentKey(readSecret),
    send: eventSender(),
    toSlack: (...event) => writeToThread(slack, ...event),
    toChatwoot: (...event) => writeToChatwoot(chatwoot, ...event),
    toChannel: (...event) => tellChannel(channels, ...event),
    now: Date.now,
    givenUp: (facts) =>
      log.warn('webhook given up', { ...facts, ...metricFields(Date.now(), { [METRIC.eventsGivenUp]: 1 }) }),
  };
}
