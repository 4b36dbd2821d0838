import { randomUUID } from 'node:crypto';
import type { Command } from 'commander';
import { isWebhookAddress, webhookAddressRule } from '../../functions/shared/business-logic/webhook-call.ts';
import { operatorEvent } from '../../functions/shared/domain/institutions/operator-events.ts';
import { EVENT_TYPES, type EventType } from '../../functions/shared/domain/webhooks/events.ts';
import { addWebhook } from '../../functions/shared/domain/webhooks/webhooks.ts';
import { toMade } from '../../functions/shared/http/webhook-messages.ts';
import { OWN_MACHINE } from '../../local/folder-server.ts';
import { CommandFailed, print } from '../output.ts';
import { isOnThisMachine, onPlace, type PlaceOptions, withPlace } from '../place.ts';

interface Options extends PlaceOptions {
  institution: string;
  url: string;
  events?: string;
}

/** `parley webhook add --institution NAME --url URL` */
export function addWebhookAdd(parent: Command): void {
  const command = parent
    .command('add')
    .description(
      'send a server the events of conversations that are handed over (on AWS: with the setting webhooks)',
    )
    .requiredOption('--institution <name>', 'the institution')
    .requiredOption('--url <url>', 'a public https address; on this machine also its own')
    .option('--events <list>', `some of ${EVENT_TYPES.join(', ')}, separated by commas (default: all)`);
  withPlace(command).action(async (options: Options) => {
    const { institution, url } = options;
    const events = readEvents(options.events);
    const made = await onPlace(options, async (operator) => {
      await operator.requireInstitution(institution);
      const rule = webhookAddressRule(isOnThisMachine() ? OWN_MACHINE : {});
      const wanted = { id: randomUUID(), url, events, createdAt: operator.now() };
      return addWebhook(operator, institution, wanted, {
        isAddress: (address) => isWebhookAddress(address, rule),
        event: operatorEvent(operator, { action: 'webhook.add', institution, target: wanted.id }),
      });
    });
    const lines = [
      `Events go to ${url} from now on.`,
      `  webhook  ${made.id}`,
      'The secret is shown only now. Save it.',
      `  secret   ${made.secrets[0]}`,
    ];
    print(options.json, { institution, ...toMade(made) }, lines.join('\n'));
  });
}

function readEvents(text: string | undefined): readonly EventType[] {
  if (text === undefined) return EVENT_TYPES;
  const wanted = text.split(',').map((word) => word.trim());
  const unknown = wanted.filter((word) => !EVENT_TYPES.some((type) => type === word));
  if (unknown.length > 0) {
    throw new CommandFailed(`${unknown.join(', ')} is no event. Events are ${EVENT_TYPES.join(', ')}.`);
  }
  return EVENT_TYPES.filter((type) => wanted.includes(type));
}
