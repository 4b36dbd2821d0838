import type { AuditEvent } from '../audit.ts';
import { type InstitutionDependencies, requireSuspended } from './institutions.ts';
import { operatorEvent } from './operator-events.ts';

/** The kinds of things that are kept of an institution, as its operator would call them. */
export const CONTENT_KINDS = [
  'users',
  'clients',
  'keys',
  'tokens',
  'sign_ins',
  'versions',
  'assignments',
  'settings',
  'conversation_items',
] as const;
export type ContentKind = (typeof CONTENT_KINDS)[number];

export type ContentCounts = Record<ContentKind, number>;

/** The port of everything that is kept of an institution. */
export interface InstitutionContents {
  /** Counts what there is. */
  count(name: string): Promise<ContentCounts>;
  /**
   * Deletes what `count` counts. Where it fails halfway, the same call again completes it.
   * @returns what was deleted
   */
  empty(name: string): Promise<ContentCounts>;
  /** Deletes the institution itself, writes the event, and keeps its name from being given again. */
  close(name: string, event: AuditEvent): Promise<void>;
}

export interface DeletionDependencies extends InstitutionDependencies {
  contents: InstitutionContents;
}

/**
 * Deletes a suspended institution with everything of it but its audit trail. Nothing of it can be brought back, and no
 * other institution gets its name. Where it fails halfway, the same call again completes it.
 * @throws {ParleyError} `not_found`, or `conflict` where it is not suspended
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
