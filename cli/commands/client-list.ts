import type { Command } from 'commander';
import type { Client } from '../../functions/shared/domain/institutions/directory.ts';
import { print } from '../output.ts';
import { onPlace, type PlaceOptions, withPlace } from '../place.ts';

interface Options extends PlaceOptions {
  institution: string;
}

/** `parley client list --institution NAME` */
export function addClientList(parent: Command): void {
  const command = parent
    .command('list')
    .description('list the OAuth clients of an institution')
    .requiredOption('--institution <name>', 'the institution');
  withPlace(command).action(async (options: Options) => {
    const { institution } = options;
    const rows = await onPlace(options, async (operator) => {
      await operator.requireInstitution(institution);
      return (await Array.fromAsync(operator.institutions.clients(institution))).map(row);
    });
    const lines = rows.map(({ client_id, display_name, status, public: isPublic, grants }) =>
      [client_id, display_name, status, isPublic ? 'public' : 'with a secret', grants].join('  '),
    );
    const none = `${institution} has no clients. Add one: parley client create.`;
    print(options.json, { institution, clients: rows }, lines.length === 0 ? none : lines.join('\n'));
  });
}

export const row = (client: Client) => ({
  client_id: client.clientId,
  display_name: client.displayName,
  status: client.status,
  public: client.secretDigest === undefined,
  grants: client.grants.join(' '),
  scopes: client.scopes.join(' '),
  redirect_uris: client.redirectUris,
  require_pkce: client.requiresPkce,
  created_at: new Date(client.createdAt).toISOString(),
});
