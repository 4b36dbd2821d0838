import type { Context } from 'aws-lambda';
import * as z from 'zod/mini';
import { deliverTo, spreadEvents } from '../shared/domain/webhooks/deliveries.ts';
import { faultsOfInstitutions } from '../shared/http/each-institution.ts';
import { createLog } from '../shared/http/log.ts';
import { invoke } from '../shared/store/invocation.ts';
import { openDelivery } from './delivery.ts';

/** The function's own event: deliver to one webhook. */
const delivery = z.object({ institution: z.string(), webhook: z.string() });

/** Records of the table's stream. */
const changes = z.object({
  Records: z.array(z.object({ dynamodb: z.object({ Keys: z.object({ pk: z.object({ S: z.string() }) }) }) })),
});

const deps = openDelivery();
const log = createLog('webhooks-deliver');

/**
 * Delivers the events of conversations to webhooks. It runs after each new event and on a schedule, and invokes itself
 * for each webhook, so that a slow receiver does not delay the others.
 */
export const handler = async (event: unknown, { invokedFunctionArn }: Context): Promise<void> => {
  const own = delivery.safeParse(event);
  if (own.success) return deliverTo(deps, own.data.institution, own.data.webhook);
  const changed = changes.safeParse(event);
  const institutions = changed.success
    ? changed.data.Records.map(({ dynamodb }) => dynamodb.Keys.pk.S.split('#')[0] ?? '')
    : await deps.webhooks.institutions();
  const faults = faultsOfInstitutions(log, 'webhooks not looked through');
  const attempt = async <T>(institution: string, work: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await work();
    } catch (fault) {
      faults.report(institution, fault);
      return undefined;
    }
  };
  await Promise.all(
    [...new Set(institutions)].map(async (institution) => {
      const due = await attempt(institution, () => spreadEvents(deps, institution));
      const invocations = (due ?? []).map((webhook) =>
        attempt(institution, () => invoke(invokedFunctionArn, JSON.stringify({ institution, webhook }))),
      );
      await Promise.all(invocations);
    }),
  );
  faults.throwIfAny();
};
