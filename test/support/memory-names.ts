import type { AuditEvent } from '../../functions/shared/domain/audit.ts';
import type { NameDependencies } from '../../functions/shared/domain/institutions/business-logic-changes.ts';
import type { SealedNames } from '../../functions/shared/domain/institutions/business-logic-names.ts';
import { countingBytes, DEPLOYMENT_KEY, ORIGIN } from './rules.ts';

/** The dependencies for changing names, over an in-memory store. */
export function memoryNames() {
  const held = {
    kept: new Map<string, SealedNames>(),
    events: [] as AuditEvent[],
    deploymentKey: DEPLOYMENT_KEY,
    /** How many writes fail because of a concurrent change. */
    overtaken: 0,
  };
  const operator: NameDependencies = {
    now: () => ORIGIN.now,
    random: countingBytes(),
    name: 'ops',
    deploymentKey: async () => held.deploymentKey,
    businessLogicNames: {
      read: async (institution) => held.kept.get(institution),
      write: async (institution, next, previous, event) => {
        held.overtaken -= 1;
        if (held.overtaken >= 0 || held.kept.get(institution)?.revision !== previous?.revision) return false;
        held.kept.set(institution, next);
        held.events.push(event);
        return true;
      },
    },
  };
  return { held, operator };
}
