import type { Command } from 'commander';
import { setClientStatus } from '../../functions/shared/domain/institutions/client-changes.ts';
import { print } from '../output.ts';
import { onPlace, type PlaceOptions, withPlace } from '../place.ts';

/** `parley client disable CLIENT_ID`, and `enable` */
export function addClientStatus(parent: Command): void {
  add(parent, 'disable', 'disabled', 'disable a client and revoke all its tokens');
  add(parent, 'enable', 'active', 'enable a disabled client again');
}

function add(parent: Command, name: string, status: 'active' | 'disabled', description: string): void {
  const command = parent.command(name).description(description).argument('<client-id>', 'the client');
  withPlace(command).action(async (clientId: string, options: PlaceOptions) => {
    const revoked = await onPlace(options, (operator) => setClientStatus(operator, clientId, status));
    const tokens = status === 'disabled' ? `; ${revoked} tokens were revoked` : '';
    print(
      options.json,
      { client_id: clientId, status, revoked },
      `The client ${clientId} is ${status}${tokens}.`,
    );
  });
}
