import { type Card, richAnswer } from '../../../../clients/typescript/rich-answer.ts';
import type { Visuals } from '../../domain/channels/answering.ts';
import { channelAddress } from '../../domain/channels/channel.ts';
import type { Place } from '../../domain/channels/messages.ts';
import { type SpokenAnswer, speechOf } from '../../domain/voice/speech.ts';
import { authorization } from './sms.ts';
import type { Speaker } from './speaker.ts';
import { redirectVerb, sayVerb, twiml } from './twiml.ts';

/** The spoken parts of an answer: no images and no links. */
export function spokenAnswer(visuals: Visuals): SpokenAnswer {
  const { speak, choices, card, cards = [], table } = richAnswer({ visuals });
  const rows = table === undefined ? [] : [table.title, ...table.rows.map((row) => `${row.join(', ')}.`)];
  const lines = [...[...(card ? [card] : []), ...cards].flatMap(linesOfCard), ...rows];
  return { speak, choices, lines: lines.filter((line) => line !== undefined) };
}

const linesOfCard = ({ title, text }: Card) => [title, text];

/** The number of an answer's `tel:` link, in the form to dial. */
export function numberIn(visuals: Visuals): string | undefined {
  const { link } = richAnswer({ visuals });
  const [, given] = /^tel:([^;?]+)/i.exec(link?.url ?? '') ?? [];
  const number = given?.replace(/[\s().-]|%20/g, '');
  return number !== undefined && /^\+?\d{3,15}$/.test(number) ? number : undefined;
}

/** The place of a call, whose address has the platform's id of the call and the channel's name. */
export const callPlace = (user: string, call: string, channel: string): Place => ({
  user,
  address: `${call}@${channel}`,
});

/** The parts of the address of a call's place. */
export function callPlaceOf(address: string): { call: string; channel: string } {
  const [call = '', channel = ''] = address.split('@');
  return { call, channel };
}

/** The address for inputs of a call, which Twilio's signature covers. */
export const callAddress = (service: string, channel: string, query = ''): string =>
  `${channelAddress(service, 'voice', channel)}${query}`;

/** The address of a caller who is talking to somebody else: nothing is sent there. */
export const NOWHERE = '';

export const RESUME = '?resume=1';

/** Telephone calls over Twilio: what people say is spoken into the call, which then listens again. */
export const VOICE: Speaker<'voice'> = {
  calls: ({ url, channel }, { address }, visuals) => {
    if (address === NOWHERE) return [];
    const { call, channel: path } = callPlaceOf(address);
    const said = sayVerb(speechOf(spokenAnswer(visuals), channel.choice), channel);
    if (said === '') return [];
    const resumed = redirectVerb(callAddress(channel.service, path, RESUME));
    return [
      {
        url: `${url}/${call}.json`,
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          authorization: authorization(channel),
        },
        body: new URLSearchParams({ Twiml: twiml(said, resumed) }).toString(),
      },
    ];
  },
  check: ({ url, channel }) => ({
    url: url.replace(/\/Calls$/, '.json'),
    method: 'GET',
    headers: { authorization: authorization(channel) },
    body: '',
  }),
};
