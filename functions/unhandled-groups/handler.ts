import { randomBytes } from 'node:crypto';
import { takeInAll } from '../shared/domain/conversations/kept-groups.ts';
import { faultsOfInstitutions } from '../shared/http/each-institution.ts';
import { createLog } from '../shared/http/log.ts';
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
  const faults = faultsOfInstitutions(log, 'queries not grouped');
  const until = Date.now() + getRemainingTimeInMillis() - RESERVE_MS;
  await takeInAll(store, { now: Date.now, until }, { first: Math.random(), onFault: faults.report });
  faults.throwIfAny();
};
