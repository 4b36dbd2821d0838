import { randomBytes } from 'node:crypto';
import { takeInAll } from '../shared/domain/conversations/kept-groups.ts';
import { kindOf } from '../shared/http/error-kind.ts';
import { createLog } from '../shared/http/log.ts';
import { stackFrames } from '../shared/http/stack-frames.ts';
import { deploymentKey } from '../shared/store/deployment-key.ts';
import { readSecret } from '../shared/store/secrets-manager.ts';
import { createKeptGroupsStore } from '../shared/store/unhandled-groups.ts';

/** Begins no further step this long before Lambda ends the invocation. */
const RESERVE_MS = 30_000;

const store = createKeptGroupsStore({ deploymentKey: deploymentKey(readSecret), random: randomBytes });
const log = createLog('unhandled-groups');

/** Keeps the groups of `GET /v1/unhandled` up to date. It runs on a schedule. */
export const handler = async (
  _event: unknown,
  { getRemainingTimeInMillis }: { getRemainingTimeInMillis(): number },
): Promise<void> => {
  let faults = 0;
  const until = Date.now() + getRemainingTimeInMillis() - RESERVE_MS;
  const onFault = (institution: string, fault: unknown): void => {
    faults += 1;
    // Without the fault's message, which may hold values.
    const frames = fault instanceof Error ? { frames: stackFrames(fault) } : {};
    log.error('queries not grouped', { institution, ...kindOf(fault), ...frames });
  };
  await takeInAll(store, { now: Date.now, until }, { first: Math.random(), onFault });
  // The invocation counts as failed, but only after every institution has had its turn.
  if (faults > 0) throw new Error('queries of some institutions were not grouped');
};
