import type { Command } from 'commander';
import { dropFormerSecret } from '../../functions/shared/domain/institutions/client-changes.ts';
import { print } from '../output.ts';
import { onPlace, type PlaceOptions, withPlace } from '../place.ts';

/** `parley client drop-secret CLIENT_ID` */
export function addClientDropSecret(parent: Command): void {
  const command = parent
    .command('drop-secret')
    .description('end a rotation: refuse the old secret of a client from now on')
    .argument('<client-id>', 'the client');
  withPlace(command).action(async (clientId: string, options: PlaceOptions) => {
    await onPlace(options, (operator) => dropFormerSecret(operator, clientId));
    print(options.json, { client_id: clientId }, `The old secret of ${clientId} is refused from now on.`);
  });
}
