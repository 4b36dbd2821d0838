import type { Command } from 'commander';
import { setUserPassword } from '../../functions/shared/domain/institutions/user-changes.ts';
import { print } from '../output.ts';
import { readPassword } from '../password.ts';
import { onPlace, type PlaceOptions, withPlace } from '../place.ts';

interface Options extends PlaceOptions {
  institution: string;
}

/** `parley user set-password USER_ID --institution NAME` */
export function addUserSetPassword(parent: Command): void {
  const command = parent
    .command('set-password')
    .description(
      'set the password of a user, read from the input or prompted for; revokes tokens and browser sessions',
    )
    .argument('<user-id>', 'the service_user_id')
    .requiredOption('--institution <name>', 'the institution');
  withPlace(command).action(async (userId: string, options: Options) => {
    const { institution } = options;
    const password = await readPassword();
    await onPlace(options, (operator) => setUserPassword(operator, { institution, userId }, password));
    const document = { institution, service_user_id: userId };
    print(options.json, document, `The user ${userId} of ${institution} has a new password.`);
  });
}
