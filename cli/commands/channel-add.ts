import { randomUUID } from 'node:crypto';
import type { Command } from 'commander';
import { isPublicAddress, publicAddressRule } from '../../functions/shared/business-logic/addresses.ts';
import {
  type ChannelSettings,
  DEFAULT_SORRY,
  DEFAULT_WORDS_ONLY,
} from '../../functions/shared/domain/channels/channel.ts';
import { operatorEvent } from '../../functions/shared/domain/institutions/operator-events.ts';
import { addWebhook, calledAs } from '../../functions/shared/domain/webhooks/webhooks.ts';
import { OWN_MACHINE } from '../../local/folder-server.ts';
import { isKind, KINDS, type KindOptions, platformAddress } from '../channel-kinds.ts';
import { CommandFailed, print, tell } from '../output.ts';
import { readLines } from '../password.ts';
import { isOnThisMachine, onPlace, type PlaceOptions, withPlace } from '../place.ts';

interface Options extends PlaceOptions, KindOptions {
  institution: string;
  service: string;
  application?: string;
  language?: string;
  sorry: string;
  wordsOnly: string;
}

/** `parley channel add KIND --institution NAME --service URL` */
export function addChannelAdd(parent: Command): void {
  const command = parent
    .command('add')
    .description('let people reach an assistant on a platform; docs/CHANNELS.md says what to do there')
    .argument('<kind>', Object.keys(KINDS).join(', '))
    .requiredOption('--institution <name>', 'the institution')
    .requiredOption('--service <url>', 'the service’s public address, such as https://parley.example')
    .option('--application <name>', 'the assistant, as env_name:app_name (default: the institution’s)')
    .option('--language <code>', 'the language of the people who write, such as de')
    .option('--sorry <text>', 'what people get if there is no answer', DEFAULT_SORRY)
    .option('--words-only <text>', 'what people get for an image or a voice message', DEFAULT_WORDS_ONLY)
    .option('--account <sid>', 'sms, voice, jambonz: the account at Twilio or Jambonz')
    .option('--from <number>', 'sms: the number, or the messaging service, that answers come from')
    .option('--number <id>', 'whatsapp: the phone number’s id, not the number')
    .option('--page <id>', 'messenger: the page’s id')
    .option('--bot <id>', 'teams: the Microsoft App ID of the bot')
    .option('--tenant <id>', 'teams: the Microsoft Entra tenant of the bot, whose people may write')
    .option('--locale <tag>', 'voice, jambonz: the language that is heard and spoken, such as en-US')
    .option(
      '--voice <name>',
      'voice, jambonz: a voice of the platform, such as Polly.Joanna-Neural at Twilio',
    )
    .option('--greeting <text>', 'voice, jambonz: said when a call begins (default: the assistant’s welcome)')
    .option('--choice <text>', 'voice, jambonz: has keys choose, such as “Press {number} for {choice}.”')
    .option(
      '--least-confidence <share>',
      'voice, jambonz: words that the recogniser is less sure of count as silence',
    )
    .option('--hand-over-to <number>', 'voice, jambonz: the number that takes over from the assistant')
    .option(
      '--relay <url>',
      'voice (ConversationRelay), jambonz: holds calls over connections: the stack’s RelayUrl',
    )
    .option(
      '--most-calls <number>',
      'voice, jambonz: how many calls there may be over connections at once (default: 50)',
    )
    .option('--unreachable <text>', 'voice, jambonz: said if that number does not answer')
    .option('--goodbye <text>', 'voice, jambonz: said before hanging up on silence')
    .option('--one-moment <text>', 'voice, jambonz: said while an answer takes long')
    .option('--api <url>', 'another address of the platform’s API');
  withPlace(command).action(async (kind: string, options: Options) => {
    const { institution } = options;
    if (!isKind(kind)) {
      throw new CommandFailed(`${kind} is no channel. Channels are ${Object.keys(KINDS).join(', ')}.`);
    }
    const service = options.service.replace(/\/$/, '');
    if (!/^https?:\/\/[^/?#\s]+(?:\/[^?#\s]*)?$/.test(service)) {
      throw new CommandFailed('Use --service with an address such as https://parley.example.');
    }
    const { platform, secrets, make, nextSteps } = KINDS[kind];
    tell(`Enter the ${secrets.join(', and then the ')} of ${platform}, a line each.`);
    const { settings, url } = make(options, await readLines(secrets.length));
    const channel: ChannelSettings = {
      ...settings,
      service,
      sorry: options.sorry,
      wordsOnly: options.wordsOnly,
      ...(options.application !== undefined && { application: options.application }),
      ...(options.language !== undefined && { language: options.language }),
    };
    const made = await onPlace(options, async (operator) => {
      await operator.requireInstitution(institution);
      const rule = publicAddressRule(isOnThisMachine() ? OWN_MACHINE : {});
      const id = randomUUID();
      const wanted = { id, url, events: ['message.created' as const], createdAt: operator.now(), channel };
      return addWebhook(operator, institution, wanted, {
        isAddress: (address) => isPublicAddress(address, rule),
        event: operatorEvent(operator, { action: 'webhook.add', institution, target: id }),
      });
    });
    const address = platformAddress(channel, calledAs(institution, made.id));
    const lines = [
      `People can reach the assistant from now on.`,
      `  channel  ${made.id}`,
      nextSteps(address),
    ];
    print(options.json, { institution, channel_id: made.id, kind, address }, lines.join('\n'));
  });
}
