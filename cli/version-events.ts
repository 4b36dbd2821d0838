import type { AuditAction } from '../functions/shared/domain/audit.ts';
import { operatorEvent } from '../functions/shared/domain/institutions/operator-events.ts';
import type { Operator } from './operator.ts';

type VersionAction = Extract<AuditAction, `version.${string}`>;

/**
 * Writes what an operator did with an AI version into the audit trail, once it is done; what it serves is in the history
 * of the application, too, in the transaction of the change.
 * @param changed what it serves now, where that has changed
 */
export async function recordVersionEvent(
  operator: Operator,
  action: VersionAction,
  { institution, versionId, changed }: { institution: string; versionId: string; changed?: string },
): Promise<void> {
  const what = { action, institution, target: versionId, ...(changed && { changed: [changed] }) };
  await operator.audit.record(operatorEvent(operator, what));
}
