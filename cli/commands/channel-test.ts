import type { Command } from 'commander';
import { publicAddressRule } from '../../functions/shared/business-logic/addresses.ts';
import { platformCaller } from '../../functions/shared/business-logic/channels/platform-call.ts';
import { checkChannel } from '../../functions/shared/business-logic/channels/send.ts';
import { OWN_MACHINE } from '../../local/folder-server.ts';
import { findChannel } from '../find-channel.ts';
import { CommandFailed, print } from '../output.ts';
import { isOnThisMachine, onPlace, type PlaceOptions, withPlace } from '../place.ts';

interface Options extends PlaceOptions {
  institution: string;
}

/** `parley channel test CHANNEL --institution NAME`: fails if the platform refuses the secrets. */
export function addChannelTest(parent: Command): void {
  const command = parent
    .command('test')
    .description('ask a platform, from this machine, whether it takes the secrets; nobody gets a message')
    .argument('<channel>', 'its id')
    .requiredOption('--institution <name>', 'the institution');
  withPlace(command).action(async (id: string, options: Options) => {
    const { institution } = options;
    const refusal = await onPlace(options, async (operator) => {
      const channel = await findChannel(operator, institution, id);
      const rule = publicAddressRule(isOnThisMachine() ? OWN_MACHINE : {});
      return checkChannel(platformCaller(rule), channel);
    });
    const line = refusal === undefined ? 'The platform takes the secrets.' : `Not taken: ${refusal.reason}.`;
    const document = { institution, channel_id: id, taken: refusal === undefined };
    print(options.json, { ...document, ...(refusal && { reason: refusal.reason }) }, line);
    if (refusal !== undefined) throw new CommandFailed(line, true);
  });
}
