import { setTimeout as delay } from 'node:timers/promises';
import { deliverTo, spreadEvents } from '../functions/shared/domain/webhooks/deliveries.ts';
import { openDelivery } from '../functions/webhooks-deliver/delivery.ts';

/** How often the service looks for events. On AWS, the table's stream reports events instead. */
const LOOK_EVERY_MS = 250;

/** Tells the functions that the deployment sends webhooks. */
export const SENDS_WEBHOOKS = { WEBHOOKS: 'on' };

/**
 * Delivers the events of conversations to webhooks beside the service.
 * @param onFault called with an error, after which delivery continues
 */
export function startWebhooks(onFault: (name: string, error: unknown) => void): { stop(): Promise<void> } {
  const deps = openDelivery();
  const ending = new AbortController();
  const underWay = new Map<string, Promise<void>>();

  function deliver(institution: string, webhookId: string): void {
    const key = `${institution}#${webhookId}`;
    if (underWay.has(key)) return;
    const delivery = deliverTo(deps, institution, webhookId)
      .catch((error) => onFault('webhooks-deliver', error))
      .finally(() => underWay.delete(key));
    underWay.set(key, delivery);
  }

  async function look(): Promise<void> {
    for (const institution of await deps.webhooks.institutions()) {
      const due = await spreadEvents(deps, institution).catch((error) => {
        onFault('webhooks-deliver', error);
        return [];
      });
      for (const webhookId of due) deliver(institution, webhookId);
    }
  }

  async function run(): Promise<void> {
    while (!ending.signal.aborted) {
      await look().catch((error) => onFault('webhooks-deliver', error));
      await delay(LOOK_EVERY_MS, undefined, { signal: ending.signal, ref: false }).catch(() => undefined);
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
