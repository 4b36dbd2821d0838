import type { Command } from 'commander';
import type { Role } from '../../functions/shared/domain/credentials/roles.ts';
import type { Scope } from '../../functions/shared/domain/credentials/scopes.ts';
import { setUserScopes } from '../../functions/shared/domain/institutions/user-changes.ts';
import { givenScopes, readRole, readScopes } from '../arguments.ts';
import { CommandFailed, print } from '../output.ts';
import { onPlace, type PlaceOptions, withPlace } from '../place.ts';

interface Options extends PlaceOptions {
  institution: string;
  scopes?: Scope[];
  role?: Role;
}

/** `parley user set-scopes USER_ID --institution NAME (--scopes LIST | --role ROLE)` */
export function addUserSetScopes(parent: Command): void {
  const command = parent
    .command('set-scopes')
    .description('set the scopes of a user; tokens and keys lose removed scopes at once')
    .argument('<user-id>', 'the service_user_id')
    .requiredOption('--institution <name>', 'the institution')
    .option('--scopes <scopes>', 'all scopes of the user; "" for none', readScopes)
    .option('--role <role>', 'instead: reader, author, publisher or operator', readRole);
  withPlace(command).action(async (userId: string, options: Options) => {
    const { institution } = options;
    const scopes = givenScopes(options);
    if (scopes === undefined) throw new CommandFailed('Give --scopes or --role.');
    await onPlace(options, (operator) => setUserScopes(operator, { institution, userId }, scopes));
    const document = { institution, service_user_id: userId, scopes: scopes.join(' ') };
    const list = scopes.length === 0 ? 'none' : scopes.join(' ');
    print(options.json, document, `The scopes of ${userId} of ${institution}: ${list}.`);
  });
}
