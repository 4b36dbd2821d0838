import type { Command } from 'commander';
import { type Role, roleOf } from '../../functions/shared/domain/credentials/roles.ts';
import type { Scope } from '../../functions/shared/domain/credentials/scopes.ts';
import { createUser } from '../../functions/shared/domain/institutions/operators.ts';
import { givenScopes, readRole, readScopes } from '../arguments.ts';
import { print } from '../output.ts';
import { readPassword } from '../password.ts';
import { onPlace, type PlaceOptions, withPlace } from '../place.ts';

interface Options extends PlaceOptions {
  institution: string;
  username?: string;
  scopes?: Scope[];
  role?: Role;
}

/** `parley user create USER_ID --institution NAME` */
export function addUserCreate(parent: Command): void {
  const command = parent
    .command('create')
    .description('add a user to an institution')
    .argument('<user-id>', 'the service_user_id: 1 to 64 printable ASCII characters')
    .requiredOption('--institution <name>', 'the institution')
    .option('--username <name>', 'allows signing in; the password is read from the input or prompted for')
    .option('--scopes <scopes>', 'the scopes of the user (default: all)', readScopes)
    .option('--role <role>', 'instead: reader, author, publisher or operator', readRole);
  withPlace(command).action(async (userId: string, options: Options) => {
    const { institution, username } = options;
    const scopes = givenScopes(options);
    const login = username === undefined ? {} : { username, password: await readPassword() };
    const user = await onPlace(options, (operator) =>
      createUser(operator, { institution, userId, ...login, ...(scopes === undefined ? {} : { scopes }) }),
    );
    const document = {
      institution,
      service_user_id: user.userId,
      username: user.username ?? null,
      scopes: user.scopes.join(' '),
      role: roleOf(user.scopes) ?? null,
    };
    const signsIn = user.username === undefined ? '' : `, who signs in as ${user.username}`;
    print(options.json, document, `Created the user ${user.userId} of ${institution}${signsIn}.`);
  });
}
