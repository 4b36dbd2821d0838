import type { AuditEvent } from '../audit.ts';
import { type InstitutionDependencies, requireSuspended } from './institutions.ts';
import { operatorEvent } from './operator-events.ts';

/** The kinds of things stored for an institution, as operators call them. */
export const CONTENT_KINDS = [
  'users',
  'clients',
  'keys',
  'tokens',
  'sign_ins',
  'versions',
  'assignments',
  'drafts',
  'settings',
  'conversation_items',
] as const;
export type ContentKind = (typeof CONTENT_KINDS)[number];

export type ContentCounts = Record<ContentKind, number>;

/** Port of everything stored for an institution. */
export interface InstitutionContents {
  /** Counts the items of each kind. */
  count(name: string): Promise<ContentCounts>;
  /**
   * Deletes what `count` counts. After a partial failure, the same call completes it.
   * @returns how many items of each kind were deleted
   */
  empty(name: string): Promise<ContentCounts>;
  /** Deletes the institution itself, writes the event and reserves its name forever. */
  close(name: string, event: AuditEvent): Promise<void>;
}

export interface DeletionDependencies extends InstitutionDependencies {
  contents: InstitutionContents;
}

/**
 * Deletes a suspended institution with everything except its audit trail. This is irreversible, and no other
 * institution can take its name. After a partial failure, the same call completes it.
 * @throws {ParleyError} `not_found`, or `conflict` if it is not suspended
 */
export async function deleteInstitution(
  operator: DeletionDependencies,
  name: string,
): Promise<ContentCounts> {
  await requireSuspended(operator, name);
  const deleted = await operator.contents.empty(name);
  const what = { action: 'institution.delete', institution: name, target: name } as const;
  await operator.contents.close(name, operatorEvent(operator, what));
  return deleted;
}
