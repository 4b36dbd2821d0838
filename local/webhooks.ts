import { deliverTo, spreadEvents } from '../functions/shared/domain/webhooks/deliveries.ts';
import { openDelivery } from '../functions/webhooks-deliver/delivery.ts';
import { LOOK_EVERY_MS, type Repeated, repeat } from './repeat.ts';

/** Tells the functions that the deployment sends webhooks. */
export const SENDS_WEBHOOKS = { WEBHOOKS: 'on' };

/**
 * Delivers the events of conversations to webhooks beside the service.
 * @param onFault called with an error, after which delivery continues
 */
export function startWebhooks(onFault: (name: string, error: unknown) => void): Repeated {
  const deps = openDelivery();
  const underWay = new Map<string, Promise<void>>();
  const report = (error: unknown) => onFault('webhooks-deliver', error);

  function deliver(institution: string, webhookId: string): void {
    const key = `${institution}#${webhookId}`;
    if (underWay.has(key)) return;
    const delivery = deliverTo(deps, institution, webhookId)
      .catch(report)
      .finally(() => underWay.delete(key));
    underWay.set(key, delivery);
  }

  async function look(): Promise<void> {
    for (const institution of await deps.webhooks.institutions()) {
      const due = await spreadEvents(deps, institution).catch((error) => {
        report(error);
        return [];
      });
      for (const webhookId of due) deliver(institution, webhookId);
    }
  }

  return repeat(LOOK_EVERY_MS, look, report);
}
