import type { AuditEvent } from '../audit.ts';
import type { Limits } from '../institutions/limits.ts';
import { type OperatorContext, operatorEvent } from '../institutions/operator-events.ts';

/**
 * The settings of an institution that a request with a credential needs: a copy of what the directory says, and what callers may leave
 * out.
 */
export interface QuerySettings {
  /**
   * The end user of a query without `external_user_id`: the credential's user, or null where such a query is refused.
   */
  defaultExternalUser: 'credential' | null;
  isSuspended: boolean;
  limits: Pick<Limits, 'queriesPerSecond' | 'queriesPerDay' | 'requestsPerSecond'>;
}

/** The settings of an institution for which nothing was set. */
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

/** Dependencies of an operator who changes the settings. Access to the table is the authority. */
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
