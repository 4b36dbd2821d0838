import type { AuditEvent } from './audit.ts';
import { type OperatorContext, operatorEvent } from './operator-events.ts';

/** What an institution lets its callers leave out of a query. */
export interface QuerySettings {
  /** Who asks where a query has no `external_user_id`: the credential's user, or null where it is refused. */
  defaultExternalUser: 'credential' | null;
}

/** Keeps the settings of each institution. */
export interface QuerySettingsStore {
  /** Strongly consistent; undefined where nothing was set. */
  read(institution: string): Promise<QuerySettings | undefined>;
  /** Writes the settings and the event, or neither. */
  write(institution: string, settings: QuerySettings, event: AuditEvent): Promise<void>;
}

/** What operators change them with. Their access to the table is their authority. */
export interface QuerySettingsDependencies extends OperatorContext {
  querySettings: QuerySettingsStore;
}

/** Says who asks where a query does not, from the next query on. */
export async function setDefaultExternalUser(
  operator: QuerySettingsDependencies,
  institution: string,
  defaultExternalUser: QuerySettings['defaultExternalUser'],
): Promise<void> {
  const changed = ['default_external_user'];
  const event = operatorEvent(operator, {
    action: 'institution.set',
    institution,
    target: institution,
    changed,
  });
  await operator.querySettings.write(institution, { defaultExternalUser }, event);
}
