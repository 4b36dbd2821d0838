import type { Command } from 'commander';
import { createClient, createPublicClient } from '../../functions/shared/domain/institutions/operators.ts';
import { readGrants, readScopes } from '../arguments.ts';
import { type ClientOptions, settingsOf } from '../client-settings.ts';
import { print } from '../output.ts';
import { onPlace, type PlaceOptions, withPlace } from '../place.ts';

interface Options extends PlaceOptions, ClientOptions {
  institution: string;
  public?: boolean;
}

/** `parley client create --institution NAME` */
export function addClientCreate(parent: Command): void {
  const command = parent
    .command('create')
    .description('add an OAuth client to an institution; its secret is shown only once')
    .requiredOption('--institution <name>', 'the institution')
    .option('--display-name <text>', 'a display name (default: the client id)')
    .option('--grants <grants>', 'the grants that it may use (default: client_credentials)', readGrants)
    .option('--scopes <scopes>', 'the scopes that its tokens may have (default: all)', readScopes)
    .option('--redirect-uri <uris...>', 'where its users may be redirected (authorization code grant)')
    .option('--require-pkce', 'require PKCE although the client has a secret')
    .option(
      '--public',
      'create it without a secret, for a browser, phone or desktop application; requires PKCE',
    );
  withPlace(command).action(async (options: Options) => {
    const { institution, redirectUri: redirectUris = [] } = options;
    const input = { institution, ...settingsOf(options), redirectUris };
    const { client, secret } = await onPlace(options, async (operator) =>
      options.public
        ? { client: await createPublicClient(operator, input), secret: undefined }
        : createClient(operator, input),
    );
    const document = {
      institution,
      client_id: client.clientId,
      ...(secret === undefined ? {} : { client_secret: secret }),
      grants: client.grants.join(' '),
      scopes: client.scopes.join(' '),
      redirect_uris: client.redirectUris,
      require_pkce: client.requiresPkce,
    };
    const lines =
      secret === undefined
        ? [`Created a public client of ${institution}.`, `  client_id      ${client.clientId}`]
        : [
            `Created a client of ${institution}. The secret is shown only now. Save it.`,
            `  client_id      ${client.clientId}`,
            `  client_secret  ${secret}`,
          ];
    print(options.json, document, lines.join('\n'));
  });
}
