import type { Command } from 'commander';
import { operatorEvent } from '../../functions/shared/domain/institutions/operator-events.ts';
import { noSuchKey } from '../../functions/shared/domain/keys/keys.ts';
import { print } from '../output.ts';
import { onPlace, type PlaceOptions, withPlace } from '../place.ts';

interface Options extends PlaceOptions {
  institution: string;
  user: string;
}

/** `parley key delete KEY_ID --institution NAME --user USER_ID` */
export function addKeyDelete(parent: Command): void {
  const command = parent
    .command('delete')
    .description('delete an App-Key immediately and permanently')
    .argument('<key-id>', 'the id of the key')
    .requiredOption('--institution <name>', 'the institution')
    .requiredOption('--user <user-id>', 'the owner of the key');
  withPlace(command).action(async (keyId: string, options: Options) => {
    const { institution, user: userId } = options;
    await onPlace(options, async (operator) => {
      const event = operatorEvent(operator, { action: 'key.delete', institution, target: keyId });
      if (!(await operator.keys.remove({ institution, userId }, keyId, event))) throw noSuchKey();
    });
    print(options.json, { institution, deleted: keyId }, `Deleted the key ${keyId}.`);
  });
}
