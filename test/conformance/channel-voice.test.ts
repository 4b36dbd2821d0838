import { randomInt, randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { usePlatform } from './support/channels.ts';
import { claimFirst, isSent, PEOPLE } from './support/handed-over.ts';
import { publishAssistant, useTenant } from './support/parley.ts';
import { ACCOUNT, AUTH_TOKEN, NUMBER, SERVICE, TELEPHONE, twilioSignature } from './support/telephone.ts';

const ana = useTenant();
const stranger = useTenant();
const platform = usePlatform(TELEPHONE);
let place = '';
let foreign = '';
beforeAll(async () => {
  if (!isSent()) return;
  const { institution } = ana.account();
  await publishAssistant(institution, {
    settings: PEOPLE,
  });
  place = await platform.addChannel(institution, SERVICE);
  foreign = await platform.addChannel(stranger.account().institution, SERVICE);
});

interface Sending {
  to?: string;
  token?: string;
  account?: string;
  alter?: (body: string) => string;
}

/** Creates a Twilio phone that follows the returned documents. */
function telephone(from = `+1415${randomInt(1_000_000, 9_999_999)}`) {
  const sid = `CA${randomUUID().replaceAll('-', '')}`;
  let address = place;
  let document = '';

  /** Sends the parameters of https://www.twilio.com/docs/voice/twiml#twilios-request-to-your-application */
  async function post(more: Record<string, string>, { to = address, token, account, alter }: Sending = {}) {
    const parameters = {
      AccountSid: account ?? ACCOUNT,
      ApiVersion: '2010-04-01',
      CallSid: sid,
      CallStatus: 'in-progress',
      Called: NUMBER,
      CalledState: '',
      Caller: from,
      Direction: 'inbound',
      From: from,
      To: NUMBER,
      ...more,
    };
    const body = new URLSearchParams(parameters).toString();
    const {
      status,
      headers,
      body: answer,
    } = await ana.call('POST', to, {
      headers: {
        'Content-Type': 'application/x-www-form-urlencoded; charset=UTF-8',
        'X-Twilio-Signature': twilioSignature(SERVICE + to, parameters, token ?? AUTH_TOKEN),
      },
      body: alter?.(body) ?? body,
    });
    return { status, type: headers['content-type'], document: answer.toString() };
  }

  /** Sends input to the address that the current document names, and returns what the next one says. */
  async function input(more: Record<string, string>): Promise<string> {
    const answer = await post(more);
    expect(answer).toMatchObject({ status: 200, type: 'text/xml' });
    document = answer.document;
    const next = /(?:action="|<Redirect method="POST">)([^"<]+)/.exec(document)?.[1];
    address = next?.replaceAll('&amp;', '&').slice(SERVICE.length) ?? '';
    return heard();
  }
  const heard = () => [...document.matchAll(/<Say[^>]*>([^<]*)<\/Say>/g)].map(([, text]) => text).join(' ');

  return {
    sid,
    post,
    input,
    dial: () => input({ CallStatus: 'ringing' }),
    say: (text: string, confidence = '0.93') => input({ SpeechResult: text, Confidence: confidence }),
    address: () => address,
    document: () => document,
    goTo: (path: string) => {
      address = path;
    },
  };
}

describe.runIf(isSent())('a telephone call', () => {
  test('is greeted, asked and answered in one dialog', async () => {
    const phone = telephone();
    expect(await phone.dial()).toBe('Hello! How can I help you?');
    expect(await phone.say('paint the wall')).toBe('Which color?');
    expect(phone.document()).toMatch(
      /^<\?xml version="1.0" encoding="UTF-8"\?><Response><Gather input="dtmf speech" language="en-US" timeout="5" speechTimeout="auto" actionOnEmptyResult="true"/,
    );
    expect(await phone.say('red')).toBe('Painting it red.');
  });

  test('answers each webhook once, also if it is sent repeatedly or concurrently', async () => {
    const phone = telephone();
    await phone.dial();
    await phone.say('paint the wall');
    const asked = phone.address();
    const words = { SpeechResult: 'red', Confidence: '0.9' };
    const all = await Promise.all([phone.post(words), phone.post(words), phone.post(words)]);
    expect(new Set(all.map(({ document }) => document)).size).toBe(1);
    await phone.input(words);
    const { document } = await phone.post(words, { to: asked });
    expect(document).toBe(all[0]?.document);
    // Twilio would be redirected to this address for a slow answer.
    expect((await phone.post({}, { to: `${asked}&wait=1` })).document).toBe(document);
    expect(await phone.say('thank you')).toBe('You are welcome.');
    // A later replay of an earlier input returns the latest document without a new query.
    expect((await phone.post(words, { to: asked })).document).toBe(phone.document());
  });

  test('gets only a hang-up after its end', async () => {
    const phone = telephone();
    await phone.dial();
    const asked = phone.address();
    await phone.post({ CallStatus: 'completed', CallDuration: '12' }, { to: place });
    const words = { SpeechResult: 'paint the wall' };
    expect((await phone.post(words, { to: asked })).document).toContain('<Response><Hangup/></Response>');
    expect((await phone.post({ CallStatus: 'ringing' }, { to: place })).document).toContain('<Hangup/>');
  });

  test('rejects requests that are forged, altered, for another institution or of another account', async () => {
    const phone = telephone();
    await phone.dial();
    await phone.say('paint the wall');
    const words = { SpeechResult: 'red' };
    const refused = [
      await phone.post(words, { token: 'f'.repeat(32) }),
      await phone.post(words, { alter: (body) => body.replace('red', 'blue') }),
      await phone.post(words, { alter: (body) => `${body}&Digits=1` }),
      await phone.post(words, { alter: (body) => `${body}&CallSid=again` }),
      await phone.post(words, { account: `AC${'b'.repeat(32)}` }),
      await phone.post(words, { to: phone.address().replace('turn=2', 'turn=02') }),
      await phone.post(words, { to: `${phone.address()}&more=1` }),
      await phone.post(words, { to: `${place}0` }),
      await phone.post(words, { to: place.replace('/voice/', '/sms/') }),
      await phone.post(words, { to: '/v1/channels/voice/nobody.nothing' }),
    ];
    expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 404));
    // Another institution's channel does not know the call, even with the same Twilio account.
    const { document } = await phone.post(words, { to: phone.address().replace(place, foreign) });
    expect(document).toContain('<Response><Hangup/></Response>');
    expect(await phone.say('red')).toBe('Painting it red.');
  });

  test('is handed over to a person, whose messages it speaks, and back', async () => {
    const phone = telephone();
    await phone.dial();
    await phone.say('zxcv qwer uiop');
    await phone.say('asdf hjkl yxcv');
    const act = await claimFirst(ana);
    await act({ action: 'answer', text: 'I am here.' });
    await platform.got('', 1);
    const into = platform.sent.find(({ path }) => path.includes(phone.sid));
    expect(into?.path).toBe(`/2010-04-01/Accounts/${ACCOUNT}/Calls/${phone.sid}.json`);
    expect(into?.text).toContain('Mia: I am here.');
    phone.goTo(/<Redirect method="POST">([^<]+)/.exec(into?.text ?? '')?.[1]?.slice(SERVICE.length) ?? '');
    expect(await phone.input({})).toBe('');
    expect(phone.document()).toContain('<Gather');
    // Silence does not end the call while the caller waits for a person.
    for (const _ of [1, 2, 3, 4]) expect(await phone.input({})).toBe('');
    await act({ action: 'hand_back' });
    expect(await phone.say('thank you')).toBe('You are welcome.');
  });
});
