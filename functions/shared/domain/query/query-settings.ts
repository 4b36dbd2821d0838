import type { AuditEvent } from '../audit.ts';
import type { Limits } from '../institutions/limits.ts';
import { type OperatorContext, operatorEvent } from '../institutions/operator-events.ts';

/** What a query has to know of its institution: a copy of what the directory says, and what callers may leave out. */
export interface QuerySettings {
  /** Who asks where a query has no `external_user_id`: the credential's user, or null where it is refused. */
  defaultExternalUser: 'credential' | null;
  isSuspended: boolean;
  limits: Pick<Limits, 'queriesPerSecond' | 'queriesPerDay'>;
}

/** Of an institution of which nothing was set. */
export const NO_SETTINGS: QuerySettings = { defaultExternalUser: null, isSuspended: false, limits: {} };

/** Keeps the settings of each institution. */
export interface QuerySettingsStore {
  /** Strongly consistent; undefined where nothing was set. */
  read(institution: string): Promise<QuerySettings | undefined>;
  /** Writes who asks and the event, or neither. */
  write(
    institution: string,
    settings: Pick<QuerySettings, 'defaultExternalUser'>,
    event: AuditEvent,
  ): Promise<void>;
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
