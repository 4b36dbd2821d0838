import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { until } from '../../local/until.ts';
import { SLOW_BOXES, useBoxShop } from './support/box-shop.ts';
import { usePlatform } from './support/channels.ts';
import { ONE_MOMENT, PATIENCE } from './support/gateway-socket.ts';
import { isSent } from './support/handed-over.ts';
import { baseUrl, useTenant } from './support/parley.ts';
import { type Connecting, connectRelay } from './support/relay.ts';
import { ACCOUNT, AUTH_TOKEN, SERVICE, TELEPHONE, twilioSignature } from './support/telephone.ts';

const RELAY = 'wss://relay.example/live';
const MOST_CALLS = 30;

const settings = { ...TELEPHONE.settings, relay: { url: RELAY, mostCalls: MOST_CALLS } };

const ana = useTenant();
const stranger = useTenant();
const platform = usePlatform({ ...TELEPHONE, settings });
const desk = usePlatform({
  ...TELEPHONE,
  settings: { ...settings, voice: 'Polly.Joanna-Neural', handOverTo: '+14155550199' },
});
const few = usePlatform({ ...TELEPHONE, settings: { ...settings, relay: { url: RELAY, mostCalls: 2 } } });

const { timesOrdered, serve } = useBoxShop();

let place = '';
let line = '';
let narrow = '';
let foreign = '';
beforeAll(async () => {
  if (!isSent()) return;
  const { institution } = ana.account();
  await serve(institution);
  place = await platform.addChannel(institution, SERVICE);
  line = await desk.addChannel(institution, SERVICE);
  narrow = await few.addChannel(institution, SERVICE);
  foreign = await platform.addChannel(stranger.account().institution, SERVICE);
});

const unescaped = (xml: string) => xml.replaceAll('&amp;', '&').replaceAll('&quot;', '"');

/** Creates a Twilio phone whose call runs over a WebSocket. */
function telephone(to = place) {
  const sid = `CA${randomUUID().replaceAll('-', '')}`;
  const from = `+1415${randomInt(1_000_000, 9_999_999)}`;
  let address = to;
  let document = '';

  async function input(more: Record<string, string>): Promise<string> {
    const parameters = {
      ...{ AccountSid: ACCOUNT, CallSid: sid, CallStatus: 'in-progress', From: from, ...more },
    };
    const { status, body } = await ana.call('POST', address, {
      headers: {
        'Content-Type': 'application/x-www-form-urlencoded; charset=UTF-8',
        'X-Twilio-Signature': twilioSignature(SERVICE + address, parameters, AUTH_TOKEN),
      },
      body: new URLSearchParams(parameters).toString(),
    });
    expect(status).toBe(200);
    document = body.toString();
    const next = /action="([^"]+)"/.exec(document)?.[1];
    if (next !== undefined) address = unescaped(next).slice(SERVICE.length);
    return document;
  }
  const relayUrl = () => unescaped(/<ConversationRelay url="([^"]+)"/.exec(document)?.[1] ?? '');
  const connect = (more: Partial<Connecting> = {}) =>
    connectRelay(`${baseUrl().replace('http:', 'ws:')}/v1/relay`, {
      ...{ url: relayUrl(), token: AUTH_TOKEN, account: ACCOUNT, callId: sid, from },
      ...more,
    });

  return {
    sid,
    from,
    input,
    connect,
    relayUrl,
    document: () => document,
    /** Calls, and waits for the greeting. */
    async dial() {
      await input({ CallStatus: 'ringing' });
      const relay = await connect();
      relay.setup();
      await relay.said(1);
      return relay;
    },
  };
}

// These tests mostly wait: for silence, keys and slow answers.
describe.runIf(isSent())('a call over ConversationRelay', { concurrent: true }, () => {
  test('is answered with a document that opens the connection', async () => {
    const phone = telephone(line);
    await phone.input({ CallStatus: 'ringing' });
    const channel = line.split('/').at(-1);
    expect(unescaped(phone.document())).toBe(
      `<?xml version="1.0" encoding="UTF-8"?><Response><Connect action="${SERVICE}${line}?relay=1" method="POST"><ConversationRelay url="${RELAY}?channel=${channel}&call=${phone.sid}" language="en-US" ttsProvider="Amazon" voice="Joanna-Neural" dtmfDetection="true" interruptible="any"/></Connect></Response>`,
    );
  });

  test('orders boxes with a question and a confirmation, in one dialog', async () => {
    const phone = telephone();
    const relay = await phone.dial();
    expect(relay.got).toEqual([
      { type: 'text', token: 'Hello! How can I help you?', last: true, interruptible: true },
    ]);
    expect(await relay.say('I want to order boxes')).toBe('How many boxes?');
    expect(await relay.say('twelve')).toBe('You want 12 boxes. Shall I order them?');
    expect(await relay.say('yes please')).toBe('12 boxes are ordered.');
    expect(timesOrdered(12)).toBe(1);
    relay.close();
  });

  test('accepts keys as a number, which ends with a pause or the hash key', async () => {
    const relay = await telephone().dial();
    await relay.say('I want to order boxes');
    for (const digit of ['4', '2', '#']) {
      relay.key(digit);
      // Faster than anybody presses keys, but slow enough for a busy machine to read each in time.
      await delay(250);
    }
    expect((await relay.said(3)).at(-1)).toBe('You want 42 boxes. Shall I order them?');
    await relay.say('no');
    await relay.say('I want to order boxes');
    relay.key('1');
    relay.key('7');
    expect((await relay.said(6)).at(-1)).toBe('You want 17 boxes. Shall I order them?');
    relay.close();
  });

  test('repeats the question on request or by the star key, and orders nothing', async () => {
    const relay = await telephone().dial();
    await relay.say('order 7 boxes');
    expect(await relay.say('could you say that again please')).toBe('You want 7 boxes. Shall I order them?');
    relay.key('*');
    expect((await relay.said(4)).at(-1)).toBe('You want 7 boxes. Shall I order them?');
    expect(timesOrdered(7)).toBe(0);
    relay.close();
  });

  test('ignores a yes to an interrupted question, but accepts other answers to it', async () => {
    const relay = await telephone().dial();
    await relay.say('I want to order boxes');
    relay.interrupt('How');
    expect(await relay.say('nine')).toBe('You want 9 boxes. Shall I order them?');
    relay.interrupt('You want');
    expect(await relay.say('yes')).toContain('Shall I order them?');
    expect(timesOrdered(9)).toBe(0);
    // An interruption after the last word means that the caller heard the question.
    relay.interrupt('You want 9 boxes. Shall I order them?');
    expect(await relay.say('yes')).toBe('9 boxes are ordered.');
    expect(timesOrdered(9)).toBe(1);
    relay.close();
  });

  test('asks again after silence, and ignores partial speech', async () => {
    const relay = await telephone().dial();
    await relay.say('I want to order boxes');
    relay.words('eleven', { last: false });
    expect((await relay.said(3)).at(-1)).toContain('How many boxes?');
    relay.close();
  });

  test('asks the caller to wait if the answer takes long', async () => {
    const relay = await telephone().dial();
    await relay.say(`order ${SLOW_BOXES} boxes`);
    relay.words('yes');
    await relay.said(3);
    expect(relay.allTexts().slice(-2)).toEqual([ONE_MOMENT, '5 boxes are ordered.']);
    relay.close();
  });

  test('ends when the caller says goodbye', async () => {
    const phone = telephone();
    const relay = await phone.dial();
    relay.words('goodbye');
    expect(await relay.ended()).toEqual({ reason: 'hang_up' });
    expect(await phone.input({ SessionStatus: 'ended', HandoffData: '{"reason":"hang_up"}' })).toMatch(
      /<Say[^>]*>[^<]+<\/Say><Hangup\/>/,
    );
    await expect(
      phone.connect({ url: `${RELAY}?channel=${place.split('/').at(-1)}&call=${phone.sid}` }),
    ).rejects.toThrow('404');
    relay.close();
  });

  test('is transferred to a number, and continues over a new connection if nobody answers', async () => {
    const phone = telephone(line);
    const relay = await phone.dial();
    relay.words('I want to talk to a human');
    expect(await relay.ended()).toEqual({ reason: 'dial' });
    expect(await phone.input({ SessionStatus: 'ended', HandoffData: '{"reason":"dial"}' })).toMatch(
      /<Dial action="[^"]+\?turn=2" [^>]*><Number>\+14155550199<\/Number><\/Dial>/,
    );
    expect(await phone.input({ DialCallStatus: 'no-answer' })).toContain('<ConversationRelay');
    const second = await phone.connect();
    second.setup();
    expect(await second.said(1)).toEqual(['Nobody answers there.']);
    // The first connection is ignored from now on.
    relay.words('order 3 boxes');
    expect(await second.say('thank you')).toBe('You are welcome.');
    expect(relay.texts()).toHaveLength(1);
    second.close();
  });

  test('continues over a new connection when one is lost, and hangs up after repeated losses', async () => {
    const phone = telephone();
    const relay = await phone.dial();
    await relay.say('order 6 boxes');
    relay.close();
    await phone.input({ SessionStatus: 'failed' });
    const second = await phone.connect();
    second.setup();
    expect(await second.say('yes')).toBe('6 boxes are ordered.');
    second.close();
    for (const _ of [1, 2, 3, 4]) {
      await phone.input({ SessionStatus: 'failed' });
      expect(phone.document()).toContain('<ConversationRelay');
      const lost = await phone.connect();
      lost.setup();
      await until(() => undefined, { everyMs: 50, mostMs: 200 });
      lost.close();
    }
    await phone.input({ SessionStatus: 'failed' });
    expect(phone.document()).toMatch(/I cannot answer right now.*<Hangup\/>/);
  });

  test('refuses connections that are forged, of another channel or of another call', async () => {
    const phone = telephone();
    await phone.input({ CallStatus: 'ringing' });
    const url = phone.relayUrl();
    const other = (from: string, to: string) => url.replace(from, to);
    const refused: Partial<Connecting>[] = [
      { token: 'f'.repeat(32) },
      { signature: '' },
      { signature: twilioSignature(`${url}&more=1`, {}, AUTH_TOKEN) },
      { url: `${url}&more=1` },
      { url: other(phone.sid, `CA${'0'.repeat(32)}`) },
      { url: other(phone.sid, '') },
      // Another institution's channel does not know the call, even with the same Twilio account.
      { url: other(place.split('/').at(-1) ?? '', foreign.split('/').at(-1) ?? '') },
      { url: other(place.split('/').at(-1) ?? '', 'nobody.nothing') },
      { url: RELAY },
    ];
    for (const more of refused)
      await expect(phone.connect(more), JSON.stringify(more)).rejects.toThrow('404');
    // Twilio's own library signs query parameters as form parameters.
    const parameters = Object.fromEntries(new URL(url).searchParams);
    const relay = await phone.connect({ signature: twilioSignature(RELAY, parameters, AUTH_TOKEN) });
    relay.setup();
    await relay.said(1);
    relay.close();
  });

  test('closes a connection that is set up for another call or account', async () => {
    for (const more of [{ callSid: `CA${'0'.repeat(32)}` }, { accountSid: `AC${'b'.repeat(32)}` }]) {
      const phone = telephone();
      await phone.input({ CallStatus: 'ringing' });
      const relay = await phone.connect();
      relay.setup(more);
      await relay.closed();
      expect(relay.got).toEqual([]);
    }
  });

  test('ignores malformed messages, and closes on one that is too large', async () => {
    const relay = await telephone().dial();
    const malformed = [
      ...['', 'null', '[]', '{', '"x"', '{"type":"prompt"}', '{"type":"prompt","voicePrompt":7,"last":true}'],
      ...['{"type":"dtmf","digit":"12"}', '{"type":"nothing"}', `{"a":${'['.repeat(20_000)}`, '\0'],
      JSON.stringify({ type: 'prompt', voicePrompt: 'order 2 boxes', last: true, x: 'x'.repeat(60_000) }),
      JSON.stringify({ type: 'error', description: 'Invalid message received: { "foo" : "bar" }' }),
    ];
    for (const message of malformed) relay.send(message);
    relay.words('  ');
    expect(await relay.say('thank you')).toBe('You are welcome.');
    relay.send(JSON.stringify({ type: 'prompt', voicePrompt: 'x'.repeat(200_000), last: true }));
    expect(await relay.closed()).toBe(1009);
  });

  test('is refused with 429 beyond its channel’s limit of concurrent calls', async () => {
    const phones = [telephone(narrow), telephone(narrow), telephone(narrow)];
    for (const phone of phones) await phone.input({ CallStatus: 'ringing' });
    const tried = await Promise.allSettled(phones.map((phone) => phone.connect()));
    const opened = tried.filter((one) => one.status === 'fulfilled').map(({ value }) => value);
    expect(opened.length).toBeLessThan(3);
    const refused = tried.find((one) => one.status === 'rejected');
    expect(refused?.reason.message).toBe('429');
    for (const relay of opened) relay.close();
    await until(
      async () => {
        const again = await phones[0]?.connect().catch(() => undefined);
        again?.close();
        return again && true;
      },
      { ...PATIENCE, everyMs: 100 },
    );
  });
});
