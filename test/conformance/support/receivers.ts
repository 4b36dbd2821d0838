import { randomUUID } from 'node:crypto';
import { openOperator } from '../../../cli/operator.ts';
import { useSharedStore } from '../../support/shared-service.ts';
import { addUnchecked } from '../../support/webhooks.ts';

type Receiver = Omit<Parameters<typeof addUnchecked>[2], 'id' | 'createdAt'>;

/**
 * Adds a receiver of an institution's events as its operator does, without a check of the address.
 * @returns the receiver's name in the service's addresses
 */
export async function addReceiver(institution: string, receiver: Receiver): Promise<string> {
  useSharedStore();
  const operator = await openOperator();
  const id = randomUUID();
  try {
    await addUnchecked(operator, institution, { id, createdAt: Date.now(), ...receiver });
  } finally {
    operator.close();
  }
  return `${institution}.${id}`;
}
