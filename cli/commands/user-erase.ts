import type { Command } from 'commander';
import { erasePerson } from '../../functions/shared/domain/institutions/erasure.ts';
import { print } from '../output.ts';
import { onPlace, type PlaceOptions, withPlace } from '../place.ts';

interface Options extends PlaceOptions {
  institution: string;
  externalUserId: string;
}

/** `parley user erase --external-user-id ID --institution NAME` */
export function addUserErase(parent: Command): void {
  const command = parent
    .command('erase')
    .description(
      'delete the sessions, also live ones, stored answers and logged conversations of an end user',
    )
    .requiredOption('--external-user-id <id>', 'the external_user_id of the queries')
    .requiredOption('--institution <name>', 'the institution');
  withPlace(command).action(async (options: Options) => {
    const { institution, externalUserId } = options;
    const erased = await onPlace(options, async (operator) => {
      await operator.requireInstitution(institution);
      return erasePerson(operator, institution, externalUserId);
    });
    const items = erased === 1 ? '1 item' : `${erased} items`;
    print(options.json, { institution, external_user_id: externalUserId, erased }, `Erased ${items}.`);
  });
}
