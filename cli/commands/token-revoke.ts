import type { Command } from 'commander';
import { revokeTokens } from '../../functions/shared/domain/credentials/revocation.ts';
import { institutionOfClientId } from '../../functions/shared/domain/institutions/directory.ts';
import type { TokenSelection } from '../../functions/shared/domain/oauth/token-sweep.ts';
import { CommandFailed, print } from '../output.ts';
import { onPlace, type PlaceOptions, withPlace } from '../place.ts';

interface Options extends PlaceOptions {
  institution?: string;
  user?: string;
  client?: string;
}

/** `parley token revoke --institution NAME [--user USER_ID] | --client CLIENT_ID` */
export function addTokenRevoke(parent: Command): void {
  const command = parent
    .command('revoke')
    .description('revoke access tokens, codes and browser sessions, effective from the next request on')
    .option('--institution <name>', 'all tokens of an institution')
    .option('--user <user-id>', 'only tokens of this user')
    .option('--client <client-id>', 'only tokens that this client obtained');
  withPlace(command).action(async (options: Options) => {
    const selection = select(options);
    const revoked = await onPlace(options, async (operator) => {
      await operator.requireInstitution(selection.institution);
      return revokeTokens(operator, selection);
    });
    const { institution, userId, clientId } = selection;
    const document = {
      institution,
      ...(userId === undefined ? {} : { service_user_id: userId }),
      ...(clientId === undefined ? {} : { client_id: clientId }),
      revoked,
    };
    print(options.json, document, `Revoked ${revoked} tokens of ${userId ?? clientId ?? institution}.`);
  });
}

function select({ institution, user, client }: Options): TokenSelection {
  const ofClient = client === undefined ? undefined : institutionOfClientId(client);
  if (client !== undefined && ofClient === undefined) {
    throw new CommandFailed(`${client} is not a client id.`);
  }
  const name = institution ?? ofClient;
  if (name === undefined) throw new CommandFailed('Use --institution NAME or --client ID.');
  if (ofClient !== undefined && ofClient !== name) {
    throw new CommandFailed(`${client} is not a client of ${name}.`);
  }
  return {
    institution: name,
    ...(user === undefined ? {} : { userId: user }),
    ...(client === undefined ? {} : { clientId: client }),
  };
}
