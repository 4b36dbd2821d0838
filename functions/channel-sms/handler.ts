import { channelEndpoint } from '../shared/channels/endpoint.ts';
import { readTwilio } from '../shared/channels/twilio.ts';
import { channelAddress } from '../shared/domain/channels/channel.ts';

/** Says to Twilio that there is no answer in this response. */
const NO_ANSWER = {
  headers: { 'Content-Type': 'text/xml' },
  body: '<?xml version="1.0" encoding="UTF-8"?><Response></Response>',
};

/** `POST /v1/channels/sms/{channel}`: takes the messages that Twilio receives. */
export const handler = channelEndpoint({ name: 'channel-sms', kind: 'sms' }, (request, { channel }) => {
  const url = channelAddress(channel.service, 'sms', request.pathParameters.channel ?? '');
  const parameters = readTwilio(request, url, channel.authToken);
  if (parameters === undefined) return undefined;
  const [message = '', from = '', text = ''] = ['MessageSid', 'From', 'Body'].map((name) =>
    parameters.get(name),
  );
  if (message === '' || from === '' || parameters.get('AccountSid') !== channel.account) {
    return { messages: [], response: NO_ANSWER };
  }
  const written = { id: message, user: from, address: from, text, at: request.now };
  return { messages: [written], response: NO_ANSWER };
});
