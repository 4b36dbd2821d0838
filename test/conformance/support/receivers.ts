import { randomUUID } from 'node:crypto';
import { openOperator } from '../../../cli/operator.ts';
import { addWebhook } from '../../../functions/shared/domain/webhooks/webhooks.ts';
import { useSharedStore } from '../../support/shared-service.ts';

type Receiver = Omit<Parameters<typeof addWebhook>[2], 'id' | 'createdAt'>;

/**
 * Adds a receiver of an institution's events as its operator does, without a check of the address.
 * @returns the receiver's name in the service's addresses
 */
export async function addReceiver(institution: string, receiver: Receiver): Promise<string> {
  useSharedStore();
  const operator = await openOperator();
  const id = randomUUID();
  const at = Date.now();
  const event = {
    at,
    action: 'webhook.add',
    outcome: 'done',
    institution,
    actor: { kind: 'operator' },
    requestId: id,
  } as const;
  try {
    await addWebhook(
      operator,
      institution,
      { id, createdAt: at, ...receiver },
      { isAddress: () => true, event },
    );
  } finally {
    operator.close();
  }
  return `${institution}.${id}`;
}
