import type { AuditAction } from '../functions/shared/domain/audit.ts';
import { operatorEvent } from '../functions/shared/domain/institutions/operator-events.ts';
import type { Operator } from './operator.ts';

type VersionAction = Extract<AuditAction, `version.${string}`>;

/**
 * Records an operator's action on an AI version in the audit trail. The application's history records
 * assignments itself, in the transaction of the change.
 * @param changed the version's new assignments, if they changed
 */
export async function recordVersionEvent(
  operator: Operator,
  action: VersionAction,
  { institution, versionId, changed }: { institution: string; versionId: string; changed?: string },
): Promise<void> {
  const what = { action, institution, target: versionId, ...(changed && { changed: [changed] }) };
  await operator.audit.record(operatorEvent(operator, what));
}
