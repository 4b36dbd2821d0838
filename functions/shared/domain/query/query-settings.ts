import type { AuditEvent } from '../audit.ts';
import type { Limits } from '../institutions/limits.ts';
import { type OperatorContext, operatorEvent } from '../institutions/operator-events.ts';

/** The institution's settings that authenticated requests need, copied from the directory. */
export interface QuerySettings {
  /** The end user of a query without `external_user_id`: the credential's user, or null if such a query is refused. */
  defaultExternalUser: 'credential' | null;
  isSuspended: boolean;
  limits: Pick<Limits, 'queriesPerSecond' | 'queriesPerDay' | 'requestsPerSecond'>;
}

/** The settings of an institution without any. */
export const NO_SETTINGS: QuerySettings = { defaultExternalUser: null, isSuspended: false, limits: {} };

/** Stores the settings of each institution. */
export interface QuerySettingsStore {
  /** Strongly consistent; undefined if there are none. */
  read(institution: string): Promise<QuerySettings | undefined>;
  /** Writes the default end user and the event atomically. */
  write(
    institution: string,
    settings: Pick<QuerySettings, 'defaultExternalUser'>,
    event: AuditEvent,
  ): Promise<void>;
}

/** Dependencies of an operator who changes the settings. Access to the table is the authority. */
export interface QuerySettingsDependencies extends OperatorContext {
  querySettings: QuerySettingsStore;
}

/** Sets the default end user of queries, effective at the next query. */
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
