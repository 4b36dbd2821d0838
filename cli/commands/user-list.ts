import type { Command } from 'commander';
import { roleOf } from '../../functions/shared/domain/credentials/roles.ts';
import type { User } from '../../functions/shared/domain/institutions/directory.ts';
import { print } from '../output.ts';
import { onPlace, type PlaceOptions, withPlace } from '../place.ts';

interface Options extends PlaceOptions {
  institution: string;
}

/** `parley user list --institution NAME` */
export function addUserList(parent: Command): void {
  const command = parent
    .command('list')
    .description('list the users of an institution')
    .requiredOption('--institution <name>', 'the institution');
  withPlace(command).action(async (options: Options) => {
    const { institution } = options;
    const rows = await onPlace(options, async (operator) => {
      await operator.requireInstitution(institution);
      return (await Array.fromAsync(operator.institutions.users(institution))).map(row);
    });
    const lines = rows.map(({ service_user_id, username, status, role, scopes }) =>
      [
        service_user_id,
        username === null ? 'no password' : `signs in as ${username}`,
        status,
        role === null ? scopes : `${role}: ${scopes}`,
      ].join('  '),
    );
    const none = `${institution} has no users. Add one: parley user create.`;
    print(options.json, { institution, users: rows }, lines.length === 0 ? none : lines.join('\n'));
  });
}

export const row = ({ userId, username, scopes, status, createdAt }: User) => ({
  service_user_id: userId,
  username: username ?? null,
  status,
  scopes: scopes.join(' '),
  role: roleOf(scopes) ?? null,
  created_at: new Date(createdAt).toISOString(),
});
