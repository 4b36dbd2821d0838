import type { Command } from 'commander';
import { createClient } from '../../../functions/shared/domain/operators.ts';
import type { Grant } from '../../../functions/shared/domain/principal.ts';
import type { Scope } from '../../../functions/shared/domain/scopes.ts';
import { readGrants, readScopes } from '../arguments.ts';
import { print } from '../output.ts';
import { onPlace, type PlaceOptions, withPlace } from '../place.ts';

interface Options extends PlaceOptions {
  institution: string;
  displayName?: string;
  grants?: Grant[];
  scopes?: Scope[];
}

/** `parley client create --institution NAME` */
export function addClientCreate(parent: Command): void {
  const command = parent
    .command('create')
    .description('add an OAuth client to an institution; its secret is shown this once')
    .requiredOption('--institution <name>', 'the institution')
    .option('--display-name <text>', 'its name for people (default: its id)')
    .option('--grants <grants>', 'what it may use (default: client_credentials)', readGrants)
    .option('--scopes <scopes>', 'what its tokens may do at most (default: all)', readScopes);
  withPlace(command).action(async (options: Options) => {
    const { institution, displayName, grants, scopes } = options;
    const { client, secret } = await onPlace(options, (operator) =>
      createClient(operator, {
        institution,
        ...(displayName === undefined ? {} : { displayName }),
        ...(grants === undefined ? {} : { grants }),
        ...(scopes === undefined ? {} : { scopes }),
      }),
    );
    const document = {
      institution,
      client_id: client.clientId,
      client_secret: secret,
      grants: client.grants.join(' '),
      scopes: client.scopes.join(' '),
    };
    const lines = [
      `Created a client of ${institution}. The secret is shown this once; keep it now.`,
      `  client_id      ${client.clientId}`,
      `  client_secret  ${secret}`,
    ];
    print(options.json, document, lines.join('\n'));
  });
}
