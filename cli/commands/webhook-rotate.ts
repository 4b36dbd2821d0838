import type { Command } from 'commander';
import { operatorEvent } from '../../functions/shared/domain/institutions/operator-events.ts';
import { retireWebhookSecret, rotateWebhookSecret } from '../../functions/shared/domain/webhooks/webhooks.ts';
import { toMade, toWebhook } from '../../functions/shared/http/webhook-messages.ts';
import { print } from '../output.ts';
import { onPlace, type PlaceOptions, withPlace } from '../place.ts';

interface Options extends PlaceOptions {
  institution: string;
  retire?: boolean;
}

/** `parley webhook rotate WEBHOOK --institution NAME` */
export function addWebhookRotate(parent: Command): void {
  const command = parent
    .command('rotate')
    .description('create a new secret; the earlier secret signs too until it is retired')
    .argument('<webhook>', 'the id of the webhook')
    .requiredOption('--institution <name>', 'the institution')
    .option('--retire', 'sign only with the new secret from now on');
  withPlace(command).action(async (id: string, options: Options) => {
    const { institution, retire = false } = options;
    const action = retire ? 'webhook.retire' : 'webhook.rotate';
    const change = retire ? retireWebhookSecret : rotateWebhookSecret;
    const webhook = await onPlace(options, (operator) =>
      change(operator, institution, id, operatorEvent(operator, { action, institution, target: id })),
    );
    const document = { institution, ...(retire ? toWebhook(webhook) : toMade(webhook)) };
    const lines = retire
      ? ['Only the new secret signs from now on.']
      : ['The secret is shown only now. Save it.', `  secret  ${webhook.secrets[0]}`];
    print(options.json, document, lines.join('\n'));
  });
}
