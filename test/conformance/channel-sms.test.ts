import { createHmac, randomInt } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { describeChannel } from './support/channels.ts';
import { isSent } from './support/handed-over.ts';

const AUTH_TOKEN = '1234567890abcdef1234567890abcdef';
const ACCOUNT = 'ACaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa';
const settings = { account: ACCOUNT, authToken: AUTH_TOKEN, from: '+14155238886' };

/** Signs as Twilio documents: the address, and each parameter's name and value in the order of names. */
function signature(url: string, parameters: Record<string, string>, token: string): string {
  const text = Object.keys(parameters)
    .sort()
    .reduce((all, name) => all + name + parameters[name], url);
  return createHmac('sha1', token).update(Buffer.from(text, 'utf8')).digest('base64');
}

const channel = describeChannel({
  kind: 'sms',
  settings,
  wrongSettings: { ...settings, authToken: 'f'.repeat(32) },
  path: `/2010-04-01/Accounts/${ACCOUNT}/Messages.json`,
  user: () => `+1415${randomInt(1_000_000, 9_999_999)}`,
  // The parameters of https://www.twilio.com/docs/messaging/guides/webhook-request
  request: ({ id, user, text, isImage }, address, { authToken }: { authToken?: string }) => {
    const sid = `SM${id.replaceAll('-', '')}`;
    const parameters = {
      ToCountry: 'US',
      ToState: 'CA',
      SmsMessageSid: sid,
      NumMedia: isImage ? '1' : '0',
      ...(isImage && { MediaContentType0: 'image/jpeg', MediaUrl0: 'https://api.twilio.com/Media/ME0' }),
      ToCity: '',
      FromZip: '94107',
      SmsSid: sid,
      FromState: 'CA',
      SmsStatus: 'received',
      FromCity: 'SAN FRANCISCO',
      Body: text,
      FromCountry: 'US',
      To: '+14155238886',
      ToZip: '',
      NumSegments: '1',
      MessageSid: sid,
      AccountSid: ACCOUNT,
      From: user,
      ApiVersion: '2010-04-01',
    };
    return {
      headers: {
        'Content-Type': 'application/x-www-form-urlencoded; charset=UTF-8',
        'X-Twilio-Signature': signature(address, parameters, authToken ?? ''),
      },
      body: new URLSearchParams(parameters).toString(),
    };
  },
  read: (body) => {
    const form = new URLSearchParams(body);
    return { user: form.get('To') ?? '', text: form.get('Body') ?? '' };
  },
  takes: { sid: 'SM00000000000000000000000000000000', status: 'queued' },
  refuses: { status: 429, body: { code: 20429, message: 'Too Many Requests', status: 429 } },
});

describe.runIf(isSent())('a message to a Twilio number', () => {
  test('gets an empty document at once, and the answer later with the account’s token', async () => {
    const { user, body } = await channel.write('thank you');
    expect(body.toString()).toBe('<?xml version="1.0" encoding="UTF-8"?><Response></Response>');
    await channel.got(user, 1);
    const { authorization } = channel.sent.find((call) => call.user === user)?.headers ?? {};
    expect(authorization).toBe(`Basic ${Buffer.from(`${ACCOUNT}:${AUTH_TOKEN}`).toString('base64')}`);
  });
});
