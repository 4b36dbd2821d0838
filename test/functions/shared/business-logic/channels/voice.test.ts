import { describe, expect, test } from 'vitest';
import {
  callPlace,
  numberIn,
  spokenAnswer,
  VOICE,
} from '../../../../../functions/shared/business-logic/channels/voice.ts';
import type { Channel } from '../../../../../functions/shared/domain/channels/channel.ts';

const CHANNEL: Channel<'voice'> = {
  id: 'phone',
  url: 'https://api.twilio.com/2010-04-01/Accounts/AC1/Calls',
  channel: {
    kind: 'voice',
    service: 'https://parley.example',
    sorry: 'Sorry.',
    wordsOnly: '',
    account: 'AC1',
    authToken: 'token',
    locale: 'en-US',
    unreachable: 'Nobody.',
    goodbye: 'Goodbye.',
    oneMoment: 'One moment.',
  },
};

describe('an answer on the telephone', () => {
  test('is read out with its choices, cards and tables, without links and images', () => {
    const visuals = {
      speakableResponse: 'Two rooms.',
      choices: ['The first', 'The second'],
      link: { url: 'https://hotel.example', title: 'The hotel' },
      image: { url: 'https://hotel.example/a.png', alt: 'A room' },
      card: { title: 'Room 1', text: 'By the sea', link: { url: 'https://hotel.example/1' } },
      table: { title: 'Prices', columns: ['Day', 'Price'], rows: [['Monday', '$4.50']] },
    };
    expect(spokenAnswer(visuals)).toEqual({
      speak: 'Two rooms.',
      choices: ['The first', 'The second'],
      lines: ['Room 1', 'By the sea', 'Prices', 'Monday, $4.50.'],
    });
  });

  test('gives the number of its link, in the form that is dialled', () => {
    const number = (url: string) => numberIn({ link: { url, title: 'Call us' } });
    expect(number('tel:+1-415-555-0100;ext=7')).toBe('+14155550100');
    expect(number('tel:110')).toBe('110');
    expect(['tel:', 'tel:abc', 'tel:+1&evil', 'https://a.example/tel:110'].map(number)).toEqual(
      Array(4).fill(undefined),
    );
    expect(numberIn({})).toBe(undefined);
  });
});

describe('what people say', () => {
  test('is spoken into the call, which then listens again', () => {
    const place = callPlace('+14155550123', 'CA1', 'acme.phone');
    const [call] = VOICE.calls(CHANNEL, place, { speakableResponse: 'Mia: <hello>' });
    expect(call?.url).toBe('https://api.twilio.com/2010-04-01/Accounts/AC1/Calls/CA1.json');
    expect(new URLSearchParams(call?.body).get('Twiml')).toBe(
      '<?xml version="1.0" encoding="UTF-8"?><Response><Say language="en-US">Mia: &lt;hello&gt;</Say>' +
        '<Redirect method="POST">https://parley.example/v1/channels/voice/acme.phone?resume=1</Redirect></Response>',
    );
    expect(VOICE.calls(CHANNEL, place, { speakableResponse: ' ' })).toEqual([]);
  });

  test('checks the account without a call', () => {
    expect(VOICE.check(CHANNEL)).toMatchObject({
      url: 'https://api.twilio.com/2010-04-01/Accounts/AC1.json',
      method: 'GET',
    });
  });
});
