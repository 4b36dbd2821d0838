import type { Command } from 'commander';
import { setUserStatus } from '../../functions/shared/domain/institutions/user-changes.ts';
import { print } from '../output.ts';
import { onPlace, type PlaceOptions, withPlace } from '../place.ts';

interface Options extends PlaceOptions {
  institution: string;
}

/** `parley user disable USER_ID --institution NAME`, and `enable` */
export function addUserStatus(parent: Command): void {
  add(parent, 'disable', 'disabled', 'disable a user: no sign-in, no keys, and all tokens are revoked');
  add(parent, 'enable', 'active', 'enable a disabled user again, with their keys');
}

function add(parent: Command, name: string, status: 'active' | 'disabled', description: string): void {
  const command = parent
    .command(name)
    .description(description)
    .argument('<user-id>', 'the service_user_id')
    .requiredOption('--institution <name>', 'the institution');
  withPlace(command).action(async (userId: string, options: Options) => {
    const { institution } = options;
    await onPlace(options, (operator) => setUserStatus(operator, { institution, userId }, status));
    const document = { institution, service_user_id: userId, status };
    print(options.json, document, `The user ${userId} of ${institution} is ${status}.`);
  });
}
