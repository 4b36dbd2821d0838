import { randomBytes } from 'node:crypto';
import { takeInAll } from '../functions/shared/domain/conversations/kept-groups.ts';
import { deploymentKey } from '../functions/shared/store/deployment-key.ts';
import { readSecret } from '../functions/shared/store/secrets-manager.ts';
import { createKeptGroupsStore } from '../functions/shared/store/unhandled-groups.ts';
import { type Repeated, repeat } from './repeat.ts';

const GROUP_EVERY_MS = 60_000;

/**
 * Groups queries that went wrong beside the service, as a scheduled function does on AWS.
 * @param onFault called with an error, after which grouping continues
 */
export function startGrouping(onFault: (name: string, error: unknown) => void): Repeated {
  const store = createKeptGroupsStore({ deploymentKey: deploymentKey(readSecret), random: randomBytes });
  const fault = (error: unknown) => onFault('unhandled-groups', error);
  const takeIn = () => {
    const clock = { now: Date.now, until: Date.now() + GROUP_EVERY_MS };
    return takeInAll(store, clock, { first: 0, onFault: (_, error) => fault(error) });
  };
  return repeat(GROUP_EVERY_MS, takeIn, fault);
}
