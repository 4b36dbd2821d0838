import { randomUUID } from 'node:crypto';
import type { Command } from 'commander';
import { isPublicAddress, publicAddressRule } from '../../functions/shared/business-logic/addresses.ts';
import { operatorEvent } from '../../functions/shared/domain/institutions/operator-events.ts';
import { EVENT_TYPES, type EventType } from '../../functions/shared/domain/webhooks/events.ts';
import { addWebhook, calledAs } from '../../functions/shared/domain/webhooks/webhooks.ts';
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
  chatwoot?: string;
  chatwootApi: string;
  name?: string;
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
    .option('--url <url>', 'a public https address; on this machine also its own')
    .option('--slack <channel>', 'a channel of Slack instead, by its id; see docs/WEBHOOKS.md')
    .option('--chatwoot <identifier>', 'an API inbox of Chatwoot instead; see docs/WEBHOOKS.md')
    .option(
      '--name <name>',
      'the name under which users get answers from there (default: Support, or the person’s)',
    )
    .option('--slack-api <url>', 'another address of the API, such as that of GovSlack', SLACK_API)
    .option('--chatwoot-api <url>', 'the address of your Chatwoot', 'https://app.chatwoot.com')
    .option('--events <list>', `some of ${EVENT_TYPES.join(', ')}, separated by commas (default: all)`);
  withPlace(command).action(async (options: Options) => {
    const { institution, slack: channel, chatwoot: inbox } = options;
    if ([options.url, channel, inbox].filter((place) => place !== undefined).length !== 1) {
      throw new CommandFailed('Use --url, --slack or --chatwoot.');
    }
    const url =
      options.url ?? (inbox === undefined ? `${options.slackApi}/chat.postMessage` : inboxOf(options, inbox));
    const slack = channel === undefined ? {} : { slack: await readDesk(channel, options.name ?? 'Support') };
    const chatwoot = inbox === undefined ? {} : { chatwoot: await readSecret(options.name) };
    const events = readEvents(options.events);
    const made = await onPlace(options, async (operator) => {
      await operator.requireInstitution(institution);
      const rule = publicAddressRule(isOnThisMachine() ? OWN_MACHINE : {});
      const wanted = { id: randomUUID(), url, events, createdAt: operator.now(), ...slack, ...chatwoot };
      return addWebhook(operator, institution, wanted, {
        isAddress: (address) => isPublicAddress(address, rule),
        event: operatorEvent(operator, { action: 'webhook.add', institution, target: wanted.id }),
      });
    });
    const desk = `/v1/slack/${calledAs(institution, made.id)}`;
    if (channel !== undefined) {
      const text = `Conversations become threads of ${channel} from now on.\nIn the Slack app, under Event Subscriptions, set the Request URL to the service’s address and\n  ${desk}`;
      print(options.json, { institution, ...toWebhook(made), request_path: desk }, text);
      return;
    }
    if (inbox !== undefined) {
      const path = `/v1/chatwoot/${calledAs(institution, made.id)}`;
      const text = `Conversations begin in the inbox from now on.\nIn Chatwoot, in the inbox’s settings, set the Webhook URL to the service’s address and\n  ${path}`;
      print(options.json, { institution, ...toWebhook(made), request_path: path }, text);
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

/** The address of an API inbox for clients. */
function inboxOf({ chatwootApi }: Options, identifier: string): string {
  if (!/^[\w-]+$/.test(identifier)) throw new CommandFailed('That is no identifier of an API inbox.');
  return `${chatwootApi.replace(/\/$/, '')}/public/api/v1/inboxes/${identifier}`;
}

/** Reads a line of the input: the secret of the inbox. */
async function readSecret(name: string | undefined) {
  tell('Enter the webhook secret of the API inbox.');
  const [secret = ''] = await readLines(1);
  if (secret.length < 16) throw new CommandFailed('That is no webhook secret.');
  return { secret, ...(name !== undefined && { name }) };
}

/** Reads two lines of the input: the bot's token and the signing secret. */
async function readDesk(channel: string, name: string) {
  tell('Enter the bot token (xoxb-…) and then the signing secret of the Slack app, a line each.');
  const [token = '', signingSecret = ''] = await readLines(2);
  if (!token.startsWith('xox') || !/^[0-9a-f]{16,}$/.test(signingSecret)) {
    throw new CommandFailed('That is no bot token with a signing secret.');
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
