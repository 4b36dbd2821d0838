import type { Command } from 'commander';
import { EVENT_TYPES } from '../../functions/shared/domain/webhooks/events.ts';
import { hasChannel, listWebhooks } from '../../functions/shared/domain/webhooks/webhooks.ts';
import { toWebhook } from '../../functions/shared/http/webhook-messages.ts';
import { print } from '../output.ts';
import { onPlace, type PlaceOptions, withPlace } from '../place.ts';

interface Options extends PlaceOptions {
  institution: string;
}

/** `parley webhook list --institution NAME` */
export function addWebhookList(parent: Command): void {
  const command = parent
    .command('list')
    .description('list where the events of an institution are sent')
    .requiredOption('--institution <name>', 'the institution');
  withPlace(command).action(async (options: Options) => {
    const { institution } = options;
    const webhooks = await onPlace(options, async (operator) => {
      await operator.requireInstitution(institution);
      return (await listWebhooks(operator, institution))
        .filter((webhook) => !hasChannel(webhook))
        .map(toWebhook);
    });
    const lines = webhooks.map(({ webhook_id, url, events, secrets }) =>
      [
        webhook_id,
        url,
        events.length === EVENT_TYPES.length ? 'all events' : events.join(','),
        ...(secrets > 1 ? ['two secrets, until the earlier one is retired'] : []),
      ].join('  '),
    );
    const none = `${institution} has no webhooks yet: parley webhook add --help`;
    print(options.json, { institution, webhooks }, lines.length === 0 ? none : lines.join('\n'));
  });
}
