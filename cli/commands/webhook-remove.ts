import type { Command } from 'commander';
import { operatorEvent } from '../../functions/shared/domain/institutions/operator-events.ts';
import { removeWebhook } from '../../functions/shared/domain/webhooks/webhooks.ts';
import { print } from '../output.ts';
import { onPlace, type PlaceOptions, withPlace } from '../place.ts';

interface Options extends PlaceOptions {
  institution: string;
}

/** `parley webhook remove WEBHOOK --institution NAME` */
export function addWebhookRemove(parent: Command): void {
  const command = parent
    .command('remove')
    .description('remove a webhook together with its undelivered events')
    .argument('<webhook>', 'the id of the webhook')
    .requiredOption('--institution <name>', 'the institution');
  withPlace(command).action(async (webhook: string, options: Options) => {
    const { institution } = options;
    await onPlace(options, (operator) => {
      const event = operatorEvent(operator, { action: 'webhook.remove', institution, target: webhook });
      return removeWebhook(operator, institution, webhook, event);
    });
    print(options.json, { institution, removed: webhook }, `Removed ${webhook}.`);
  });
}
