import type { Command } from 'commander';
import type { Institution } from '../../functions/shared/domain/institutions/directory.ts';
import { printedLimits } from '../limits.ts';
import { print } from '../output.ts';
import { onPlace, type PlaceOptions, withPlace } from '../place.ts';

/** `parley institution list` */
export function addInstitutionList(parent: Command): void {
  const command = parent.command('list').description('list the institutions with their limits and status');
  withPlace(command).action(async (options: PlaceOptions) => {
    const institutions = await onPlace(options, ({ institutions }) => Array.fromAsync(institutions.all()));
    const rows = institutions.toSorted((left, right) => (left.name < right.name ? -1 : 1)).map(row);
    const lines = rows.map(({ institution, display_name, status, limits }) =>
      [institution, display_name, status, ...lineOf(limits)].join('  '),
    );
    const none = 'There are no institutions. Add one: parley institution create NAME.';
    print(options.json, { institutions: rows }, lines.length === 0 ? none : lines.join('\n'));
  });
}

export const row = (institution: Institution) => ({
  institution: institution.name,
  display_name: institution.displayName,
  status: institution.isSuspended ? 'suspended' : 'active',
  key_scopes: institution.allowedKeyScopes.join(' '),
  limits: printedLimits(institution.limits ?? {}),
  created_at: new Date(institution.createdAt).toISOString(),
});

const lineOf = (limits: ReturnType<typeof printedLimits>): string[] =>
  Object.entries(limits).flatMap(([name, most]) => (most === null ? [] : [`${name} ${most}`]));
