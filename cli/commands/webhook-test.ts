import { randomUUID } from 'node:crypto';
import type { Command } from 'commander';
import { publicAddressRule } from '../../functions/shared/business-logic/addresses.ts';
import { eventSender } from '../../functions/shared/business-logic/webhook-call.ts';
import { sendTest } from '../../functions/shared/domain/webhooks/deliveries.ts';
import { findWebhook, hasChatwoot, hasSlack } from '../../functions/shared/domain/webhooks/webhooks.ts';
import { toTested } from '../../functions/shared/http/webhook-messages.ts';
import { OWN_MACHINE } from '../../local/folder-server.ts';
import { CommandFailed, print } from '../output.ts';
import { isOnThisMachine, onPlace, type PlaceOptions, withPlace } from '../place.ts';

interface Options extends PlaceOptions {
  institution: string;
}

/** `parley webhook test WEBHOOK --institution NAME`: fails if the receiver rejects the event. */
export function addWebhookTest(parent: Command): void {
  const command = parent
    .command('test')
    .description('send a server a signed event without data, from this machine, and say what it answers')
    .argument('<webhook>', 'its id')
    .requiredOption('--institution <name>', 'the institution');
  withPlace(command).action(async (id: string, options: Options) => {
    const { institution } = options;
    const tested = await onPlace(options, async (operator) => {
      const webhook = await findWebhook(operator, institution, id);
      if (hasChatwoot(webhook))
        throw new CommandFailed('Write to Chatwoot itself: hand a conversation over.');
      if (hasSlack(webhook)) throw new CommandFailed('Write to Slack itself: hand a conversation over.');
      const send = eventSender({ rule: publicAddressRule(isOnThisMachine() ? OWN_MACHINE : {}) });
      return toTested(webhook, await sendTest(send, webhook, randomUUID(), operator.now()));
    });
    const line = tested.delivered ? 'The server took the event.' : `Not taken: ${tested.reason}.`;
    print(options.json, { institution, ...tested }, line);
    if (!tested.delivered) throw new CommandFailed(line, true);
  });
}
