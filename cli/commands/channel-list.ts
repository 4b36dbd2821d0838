import type { Command } from 'commander';
import { calledAs, hasChannel, listWebhooks } from '../../functions/shared/domain/webhooks/webhooks.ts';
import { platformAddress } from '../channel-kinds.ts';
import { print } from '../output.ts';
import { onPlace, type PlaceOptions, withPlace } from '../place.ts';

interface Options extends PlaceOptions {
  institution: string;
}

/** `parley channel list --institution NAME` */
export function addChannelList(parent: Command): void {
  const command = parent
    .command('list')
    .description('list the platforms on which people can write to assistants of an institution')
    .requiredOption('--institution <name>', 'the institution');
  withPlace(command).action(async (options: Options) => {
    const { institution } = options;
    const webhooks = await onPlace(options, async (operator) => {
      await operator.requireInstitution(institution);
      return listWebhooks(operator, institution);
    });
    const channels = webhooks.filter(hasChannel).map(({ id, createdAt, channel }) => ({
      channel_id: id,
      kind: channel.kind,
      application: channel.application ?? null,
      address: platformAddress(channel, calledAs(institution, id)),
      created_at: new Date(createdAt).toISOString(),
    }));
    const lines = channels.map(({ channel_id, kind, address }) => [channel_id, kind, address].join('  '));
    const none = `${institution} has no channels yet: parley channel add --help`;
    print(options.json, { institution, channels }, lines.length === 0 ? none : lines.join('\n'));
  });
}
