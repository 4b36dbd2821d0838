import { type Card, richAnswer } from '../../../../clients/typescript/rich-answer.ts';
import type { Visuals } from '../../domain/channels/answering.ts';
import { channelAddress } from '../../domain/channels/channel.ts';
import type { Place } from '../../domain/channels/messages.ts';
import { type SpokenAnswer, speechOf } from '../../domain/voice/speech.ts';
import { authorization } from './sms.ts';
import type { Speaker } from './speaker.ts';
import { redirectVerb, sayVerb, twiml } from './twiml.ts';

/** What of an answer is said: no image, and no link. */
export function spokenAnswer(visuals: Visuals): SpokenAnswer {
  const { speak, choices, card, cards = [], table } = richAnswer({ visuals });
  const rows = table === undefined ? [] : [table.title, ...table.rows.map((row) => `${row.join(', ')}.`)];
  const lines = [...[...(card ? [card] : []), ...cards].flatMap(linesOfCard), ...rows];
  return { speak, choices, lines: lines.filter((line) => line !== undefined) };
}

const linesOfCard = ({ title, text }: Card) => [title, text];

/** The number of a link that calls one, in the form that is dialled. */
export function numberIn(visuals: Visuals): string | undefined {
  const { link } = richAnswer({ visuals });
  const [, given] = /^tel:([^;?]+)/i.exec(link?.url ?? '') ?? [];
  const number = given?.replace(/[\s().-]|%20/g, '');
  return number !== undefined && /^\+?\d{3,15}$/.test(number) ? number : undefined;
}

/** Where a call is held: Twilio's id of it, and the path of the address that it calls. */
export const callPlace = (user: string, call: string, channel: string): Place => ({
  user,
  address: `${call}@${channel}`,
});

/** The parts of the address of such a place. */
export function callPlaceOf(address: string): { call: string; channel: string } {
  const [call = '', channel = ''] = address.split('@');
  return { call, channel };
}

/** The address for an input of a call. Twilio signs it with what it sends there. */
export const callAddress = (service: string, channel: string, query = ''): string =>
  `${channelAddress(service, 'voice', channel)}${query}`;

/** The address of a caller who talks to somebody else. */
export const NOWHERE = '';

export const RESUME = '?resume=1';

/** Telephone calls over Twilio: what people say is said into the call, which then listens again. */
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
