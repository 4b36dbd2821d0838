import { createHmac } from 'node:crypto';
import type { Platform } from './channels.ts';
import { ONE_MOMENT } from './gateway-socket.ts';

export const AUTH_TOKEN = '1234567890abcdef1234567890abcdef';
export const ACCOUNT = 'ACaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa';
export const SERVICE = 'https://parley.example';
export const NUMBER = '+14155550111';

/** Twilio's API for calls. */
export const TELEPHONE = {
  kind: 'voice',
  settings: {
    account: ACCOUNT,
    authToken: AUTH_TOKEN,
    locale: 'en-US',
    unreachable: 'Nobody answers there.',
    goodbye: 'Goodbye.',
    oneMoment: ONE_MOMENT,
  },
  wrongSettings: {},
  path: `/2010-04-01/Accounts/${ACCOUNT}/Calls`,
  user: () => NUMBER,
  request: () => ({ headers: {}, body: '' }),
  read: (body) => ({ user: '', text: new URLSearchParams(body).get('Twiml') ?? '' }),
  takes: { sid: 'CA00000000000000000000000000000000', status: 'in-progress' },
  refuses: { status: 429, body: { code: 20429, message: 'Too Many Requests', status: 429 } },
} as const satisfies Platform;

/** Returns the HMAC-SHA1 of the address and the form parameters sorted by name, as Twilio documents. */
export const twilioSignature = (
  url: string,
  parameters: Readonly<Record<string, string>>,
  token: string,
): string => {
  const text = Object.keys(parameters)
    .sort()
    .reduce((all, name) => all + name + parameters[name], url);
  return createHmac('sha1', token).update(Buffer.from(text, 'utf8')).digest('base64');
};
