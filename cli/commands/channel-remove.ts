import type { Command } from 'commander';
import { operatorEvent } from '../../functions/shared/domain/institutions/operator-events.ts';
import { removeWebhook } from '../../functions/shared/domain/webhooks/webhooks.ts';
import { findChannel } from '../find-channel.ts';
import { print } from '../output.ts';
import { onPlace, type PlaceOptions, withPlace } from '../place.ts';

interface Options extends PlaceOptions {
  institution: string;
}

/** `parley channel remove CHANNEL --institution NAME` */
export function addChannelRemove(parent: Command): void {
  const command = parent
    .command('remove')
    .description('take no more messages of a channel, and answer none that wait; its secrets are deleted')
    .argument('<channel>', 'its id')
    .requiredOption('--institution <name>', 'the institution');
  withPlace(command).action(async (id: string, options: Options) => {
    const { institution } = options;
    await onPlace(options, async (operator) => {
      await findChannel(operator, institution, id);
      const event = operatorEvent(operator, { action: 'webhook.remove', institution, target: id });
      return removeWebhook(operator, institution, id, event);
    });
    print(options.json, { institution, removed: id }, `Removed ${id}.`);
  });
}
