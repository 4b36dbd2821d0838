import { randomUUID } from 'node:crypto';
import type { Command } from 'commander';
import { isWebhookAddress, webhookAddressRule } from '../../functions/shared/business-logic/webhook-call.ts';
import { operatorEvent } from '../../functions/shared/domain/institutions/operator-events.ts';
import { EVENT_TYPES, type EventType } from '../../functions/shared/domain/webhooks/events.ts';
import { addWebhook } from '../../functions/shared/domain/webhooks/webhooks.ts';
import { toMade, toWebhook } from '../../functions/shared/http/webhook-messages.ts';
import { OWN_MACHINE } from '../../local/folder-server.ts';
import { CommandFailed, print, tell } from '../output.ts';
import { readLines } from '../password.ts';
import { isOnThisMachine, onPlace, type PlaceOptions, withPlace } from '../place.ts';

/** The address of Slack’s Web API. */
const SLACK_API = 'https://slack.com/api';

interface Options extends PlaceOptions {
  institution: string;
  url?: string;
  slack?: string;
  name: string;
  slackApi: string;
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
    .option('--url <url>', 'a public https address; with a store on this machine, also a local one')
    .option('--slack <channel>', 'the id of a Slack channel, instead of --url; see docs/WEBHOOKS.md')
    .option('--name <name>', 'with --slack: the name under which users get answers', 'Support')
    .option('--slack-api <url>', 'the address of the Slack API, for example of GovSlack', SLACK_API)
    .option('--events <list>', `some of ${EVENT_TYPES.join(', ')}, separated by commas (default: all)`);
  withPlace(command).action(async (options: Options) => {
    const { institution, slack: channel } = options;
    if ((options.url === undefined) === (channel === undefined)) {
      throw new CommandFailed('Use --url or --slack.');
    }
    const url = options.url ?? `${options.slackApi}/chat.postMessage`;
    const slack = channel === undefined ? {} : { slack: await readDesk(channel, options.name) };
    const events = readEvents(options.events);
    const made = await onPlace(options, async (operator) => {
      await operator.requireInstitution(institution);
      const rule = webhookAddressRule(isOnThisMachine() ? OWN_MACHINE : {});
      const wanted = { id: randomUUID(), url, events, createdAt: operator.now(), ...slack };
      return addWebhook(operator, institution, wanted, {
        isAddress: (address) => isWebhookAddress(address, rule),
        event: operatorEvent(operator, { action: 'webhook.add', institution, target: wanted.id }),
      });
    });
    const desk = `/v1/slack/${institution}.${made.id}`;
    if (channel !== undefined) {
      const text = `Conversations become threads of ${channel} from now on.\nIn the Slack app, under Event Subscriptions, set the Request URL to the service’s address and\n  ${desk}`;
      print(options.json, { institution, ...toWebhook(made), request_path: desk }, text);
      return;
    }
    const lines = [
      `Events go to ${url} from now on.`,
      `  webhook  ${made.id}`,
      'The secret is shown only now. Save it.',
      `  secret   ${made.secrets[0]}`,
    ];
    print(options.json, { institution, ...toMade(made) }, lines.join('\n'));
  });
}

/** Reads two lines of the input: the bot's token and the signing secret. */
async function readDesk(channel: string, name: string) {
  tell('Enter the bot token (xoxb-…) and then the signing secret of the Slack app, a line each.');
  const [token = '', signingSecret = ''] = await readLines(2);
  if (!token.startsWith('xox') || !/^[0-9a-f]{16,}$/.test(signingSecret)) {
    throw new CommandFailed('Expected a bot token and a signing secret.');
  }
  return { channel, token, signingSecret, name };
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
