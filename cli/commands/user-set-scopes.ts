import type { Command } from 'commander';
import type { Scope } from '../../functions/shared/domain/credentials/scopes.ts';
import { setUserScopes } from '../../functions/shared/domain/institutions/user-changes.ts';
import { readScopes } from '../arguments.ts';
import { print } from '../output.ts';
import { onPlace, type PlaceOptions, withPlace } from '../place.ts';

interface Options extends PlaceOptions {
  institution: string;
  scopes: Scope[];
}

/** `parley user set-scopes USER_ID --institution NAME --scopes LIST` */
export function addUserSetScopes(parent: Command): void {
  const command = parent
    .command('set-scopes')
    .description('set what a user may do; what is lost is lost to the tokens and keys at once')
    .argument('<user-id>', 'the service_user_id')
    .requiredOption('--institution <name>', 'the institution')
    .requiredOption('--scopes <scopes>', 'all that the user may do; "" for nothing', readScopes);
  withPlace(command).action(async (userId: string, options: Options) => {
    const { institution, scopes } = options;
    await onPlace(options, (operator) => setUserScopes(operator, { institution, userId }, scopes));
    const document = { institution, service_user_id: userId, scopes: scopes.join(' ') };
    const list = scopes.length === 0 ? 'none' : scopes.join(' ');
    print(options.json, document, `The scopes of ${userId} of ${institution}: ${list}.`);
  });
}
