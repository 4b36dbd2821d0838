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
    .description('change the settings of a client; its tokens lose removed scopes at once')
    .argument('<client-id>', 'the client')
    .option('--display-name <text>', 'its display name')
    .option('--grants <grants>', 'all grants that it may use', readGrants)
    .option('--scopes <scopes>', 'all scopes that its tokens may have', readScopes)
    .option('--redirect-uri <uris...>', 'all addresses where its users may be redirected')
    .option('--require-pkce', 'require PKCE')
    .option('--no-require-pkce', 'do not require PKCE from a client with a secret');
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
    print(
      options.json,
      document,
      `The client ${clientId} was changed. Authorization codes issued before are no longer valid.`,
    );
  });
}
