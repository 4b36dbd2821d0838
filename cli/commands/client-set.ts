import type { Command } from 'commander';
import { setClient } from '../../functions/shared/domain/institutions/client-changes.ts';
import { readGrants, readScopes } from '../arguments.ts';
import { type ClientOptions, settingsOf } from '../client-settings.ts';
import { print } from '../output.ts';
import { onPlace, type PlaceOptions, withPlace } from '../place.ts';

type Options = PlaceOptions & ClientOptions;

/** `parley client set CLIENT_ID` */
export function addClientSet(parent: Command): void {
  const command = parent
    .command('set')
    .description('set what a client is and may do; a scope that is lost is lost to its tokens at once')
    .argument('<client-id>', 'the client')
    .option('--display-name <text>', 'its name for people')
    .option('--grants <grants>', 'all that it may use', readGrants)
    .option('--scopes <scopes>', 'all that its tokens may do', readScopes)
    .option('--redirect-uri <uris...>', 'everywhere that its users may be sent back to')
    .option('--require-pkce', 'refuse authorization requests without PKCE')
    .option('--no-require-pkce', 'take authorization requests without PKCE, of a client with a secret');
  withPlace(command).action(async (clientId: string, options: Options) => {
    const client = await onPlace(options, (operator) => setClient(operator, clientId, settingsOf(options)));
    const document = {
      client_id: clientId,
      display_name: client.displayName,
      grants: client.grants.join(' '),
      scopes: client.scopes.join(' '),
      redirect_uris: client.redirectUris,
      require_pkce: client.requiresPkce,
    };
    print(options.json, document, `The client ${clientId} is set. Codes under way are refused.`);
  });
}
