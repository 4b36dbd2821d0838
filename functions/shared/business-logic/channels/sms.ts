import { plainText } from '../../../../clients/typescript/rich-answer.ts';
import type { PlatformCall } from './platform-call.ts';
import type { Speaker } from './speaker.ts';
import { pieces } from './text.ts';

/** The longest body of a message; Twilio divides it into segments. */
const MAX_BODY = 1600;

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

/** The `Authorization` header for Twilio's API. */
export const authorization = ({ account, authToken }: { account: string; authToken: string }): string =>
  `Basic ${Buffer.from(`${account}:${authToken}`).toString('base64')}`;

/** SMS over Twilio: an answer as lines of text, with the choices below. */
export const SMS: Speaker<'sms'> = {
  calls: ({ url, channel }, { address }, visuals): PlatformCall[] =>
    pieces(plainText({ visuals }), MAX_BODY).map((Body) => ({
      url,
      headers: { ...FORM, authorization: authorization(channel) },
      body: new URLSearchParams({
        To: address,
        [channel.from.startsWith('MG') ? 'MessagingServiceSid' : 'From']: channel.from,
        Body,
      }).toString(),
    })),
  check: ({ url, channel }) => ({
    url: url.replace(/\/Messages\.json$/, '.json'),
    method: 'GET',
    headers: { authorization: authorization(channel) },
    body: '',
  }),
};
