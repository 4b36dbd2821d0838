import type { AuditAction, AuditEvent } from '../functions/shared/domain/audit.ts';
import { operatorEvent } from '../functions/shared/domain/institutions/operator-events.ts';
import type { Operator } from './operator.ts';

type VersionAction = Extract<AuditAction, `version.${string}`>;

/**
 * Records an operator's action on an AI version in the audit trail. The application's history records
 * assignments itself, in the transaction of the change.
 * @param what the version, and if it was assigned, to which application and to what percentage of its users
 */
export async function recordVersionEvent(
  operator: Operator,
  action: VersionAction,
  {
    versionId: target,
    ...what
  }: { versionId: string } & Pick<AuditEvent, 'institution' | 'application' | 'percent'>,
): Promise<void> {
  await operator.audit.record(operatorEvent(operator, { action, target, ...what }));
}
