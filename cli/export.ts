import { readServers } from '../functions/shared/domain/institutions/business-logic-changes.ts';
import { listedNames } from '../functions/shared/domain/institutions/business-logic-names.ts';
import { findInstitution } from '../functions/shared/domain/institutions/operators.ts';
import type { Assignment } from '../functions/shared/domain/versions/versions.ts';
import { toKeyListItem } from '../functions/shared/http/key-messages.ts';
import { row as clientRow } from './commands/client-list.ts';
import { row as institutionRow } from './commands/institution-list.ts';
import { row as userRow } from './commands/user-list.ts';
import type { Operator } from './operator.ts';

/** A line of an export; `kind` says what it describes, for example a user or a client. */
export type ExportedLine = { kind: string } & Record<string, unknown>;

/**
 * Everything that an institution has and its operator has set, one self-contained line per thing. Contains no
 * passwords, keys or secrets, only fingerprints of business-logic secrets. Leaves out conversations, the
 * audit trail and artifacts.
 * @throws {ParleyError} `not_found`
 */
export async function* exportInstitution(operator: Operator, name: string): AsyncGenerator<ExportedLine> {
  yield { kind: 'institution', ...institutionRow(await findInstitution(operator, name)) };
  const settings = await operator.querySettings.read(name);
  yield { kind: 'settings', default_external_user: settings?.defaultExternalUser ?? null };
  for await (const user of operator.institutions.users(name)) {
    yield { kind: 'user', ...userRow(user) };
    const owner = { institution: name, userId: user.userId };
    for (const key of await operator.keys.list(owner)) {
      yield { kind: 'key', service_user_id: user.userId, ...toKeyListItem(key) };
    }
  }
  for await (const client of operator.institutions.clients(name))
    yield { kind: 'client', ...clientRow(client) };
  for (const { application, name: server, ...rest } of listedNames(await readServers(operator, name))) {
    yield { kind: 'business_logic', application, name: server, ...rest };
  }
  for (const version of await operator.versions.list(name)) {
    yield {
      kind: 'ai_version',
      ai_version: version.id,
      name: version.name,
      content_hash: version.contentHash,
      created_at: version.createdAt,
      created_by: version.createdBy,
      ...version.provenance,
      ...(version.note !== undefined && { note: version.note }),
    };
  }
  for (const assignment of await operator.versions.listAssignments(name)) {
    yield { kind: 'assignment', ...assignmentRow(assignment) };
    for (const before of await operator.versions.listHistory(name, assignment.target)) {
      yield { kind: 'assignment_history', ...assignmentRow(before) };
    }
  }
}

const assignmentRow = ({ target, versionId, revision, assignedAt, assignedBy, canary }: Assignment) => ({
  target,
  ai_version: versionId,
  revision,
  assigned_at: assignedAt,
  assigned_by: assignedBy,
  canary: canary === undefined ? null : { ai_version: canary.versionId, percent: canary.percent },
});
