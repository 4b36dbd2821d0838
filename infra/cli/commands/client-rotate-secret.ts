import type { Command } from 'commander';
import { rotateClientSecret } from '../../../functions/shared/domain/revocation.ts';
import { print } from '../output.ts';
import { onPlace, type PlaceOptions, withPlace } from '../place.ts';

/** `parley client rotate-secret CLIENT_ID` */
export function addClientRotateSecret(parent: Command): void {
  const command = parent
    .command('rotate-secret')
    .description('give a client another secret, shown this once; the old one is refused at once')
    .argument('<client-id>', 'the client');
  withPlace(command).action(async (clientId: string, options: PlaceOptions) => {
    const secret = await onPlace(options, (operator) => rotateClientSecret(operator, clientId));
    const lines = [
      `The client ${clientId} has another secret. It is shown this once; keep it now.`,
      `  client_secret  ${secret}`,
    ];
    print(options.json, { client_id: clientId, client_secret: secret }, lines.join('\n'));
  });
}
