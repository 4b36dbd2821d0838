import type { Command } from 'commander';
import { findClient, livingFormerSecret } from '../../functions/shared/domain/institutions/client-changes.ts';
import type { Client } from '../../functions/shared/domain/institutions/directory.ts';
import type { Operator } from '../operator.ts';
import { print } from '../output.ts';
import { onPlace, type PlaceOptions, withPlace } from '../place.ts';

const FINGERPRINT_LENGTH = 16;

/** `parley client show CLIENT_ID` */
export function addClientShow(parent: Command): void {
  const command = parent
    .command('show')
    .description('show a client and when each of its secrets was last used, to the hour')
    .argument('<client-id>', 'the client');
  withPlace(command).action(async (clientId: string, options: PlaceOptions) => {
    const document = await onPlace(options, (operator) => describe(operator, clientId));
    const { secrets, redirect_uris, ...fields } = document;
    const lines = [
      ...Object.entries(fields).map(([name, value]) => `${name}  ${value}`),
      ...redirect_uris.map((uri) => `redirect_uri  ${uri}`),
      ...secrets.map(
        ({ secret, fingerprint, ends, last_used_at }) =>
          `${secret} secret  ${fingerprint}  ends ${ends}  used ${last_used_at ?? 'never'}`,
      ),
    ];
    print(options.json, document, lines.join('\n'));
  });
}

async function describe(operator: Operator, clientId: string) {
  const client = await findClient(operator, clientId);
  return {
    client_id: clientId,
    display_name: client.displayName,
    status: client.status,
    grants: client.grants.join(' '),
    scopes: client.scopes.join(' '),
    require_pkce: client.requiresPkce,
    redirect_uris: client.redirectUris,
    secrets: secretsOf(client, await operator.secretUses(clientId), operator.now()),
  };
}

/**
 * The valid secrets, each named by the first hex digits of its digest; the client can compute the digest from
 * its copy.
 */
function secretsOf(client: Client, uses: ReadonlyMap<string, number>, now: number) {
  const former = livingFormerSecret(client, now);
  const row = (secret: 'current' | 'old', digest: string, ends: string) => {
    const usedAt = uses.get(digest);
    const last_used_at = usedAt === undefined ? null : new Date(usedAt).toISOString();
    return { secret, fingerprint: digest.slice(0, FINGERPRINT_LENGTH), ends, last_used_at };
  };
  return [
    ...(client.secretDigest === undefined ? [] : [row('current', client.secretDigest, 'never')]),
    ...(former === undefined ? [] : [row('old', former.digest, endOf(former))]),
  ];
}

const endOf = ({ endsAt }: { endsAt?: number }): string =>
  endsAt === undefined ? 'when dropped' : new Date(endsAt * 1000).toISOString();
