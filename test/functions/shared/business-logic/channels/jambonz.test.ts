import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { JAMBONZ } from '../../../../../functions/shared/business-logic/channels/jambonz.ts';
import {
  acknowledgement,
  beginningOf,
  isJambonz,
  JAMBONZ_GATEWAY,
  readJambonzMessage,
  redirection,
} from '../../../../../functions/shared/business-logic/channels/jambonz-messages.ts';
import type { Channel } from '../../../../../functions/shared/domain/channels/channel.ts';
import { NEW_CALL, type Said } from '../../../../../functions/shared/domain/voice/call.ts';
import { plainSpeech, speechOf } from '../../../../../functions/shared/domain/voice/speech.ts';
import { runs } from '../../../../support/runs.ts';

const CHANNEL: Channel<'jambonz'> = {
  id: 'c',
  url: 'https://api.jambonz.cloud/v1/Accounts/a1',
  channel: {
    ...{ kind: 'jambonz', service: 'https://parley.example', sorry: 'Sorry.', wordsOnly: 'Words.' },
    ...{ account: 'a1', apiKey: 'key', password: 'a password of 16', locale: 'en-US' },
    ...{ unreachable: 'Nobody.', goodbye: 'Goodbye.', oneMoment: 'One moment.' },
    relay: { url: 'wss://relay.example/live', mostCalls: 2 },
  },
};
const SOUND = CHANNEL.channel;
const CALL = 'aad0115d-ec21-40db-aa02-31b7b01540c5';
const listening = (text: string, choices: string[] = []): Said => ({
  speech: plainSpeech(text),
  choices,
  next: { do: 'listen' },
});

/** Returns a hook message as in Jambonz's documentation, with a hook of ours. */
const hook = (data: object, to = '/turn/3') =>
  JSON.stringify({
    ...{ type: 'verb:hook', msgid: 'cvY6kNE8RXdaZdaDcJbViG', call_sid: CALL, hook: to },
    ...{ b3: '18228daa536f82e0ec29074e7bf47b89-dd3bdf1f177f2995-1' },
    data: { ...data, call_sid: CALL, direction: 'inbound', from: '+15083084809', call_status: 'in-progress' },
  });
const session = (type: string) =>
  JSON.stringify({
    ...{ type, msgid: 'auuHioXGktYh2ZFYxf3hAA', call_sid: CALL },
    data: {
      sip: { headers: { via: 'SIP/2.0/UDP 3.212.205.202;rport=5060', 'max-forwards': '70' } },
      ...{ call_sid: CALL, direction: 'inbound', from: '+15083084809', to: '+15083728299' },
      ...{ account_sid: 'a1', application_sid: 'b2', call_status: 'trying' },
    },
  });
const alternatives = [{ confidence: 0.92, transcript: "I'd like to book a car" }];
const read = (text: string) => readJambonzMessage(text);
const eventOf = (text: string) => {
  const message = read(text);
  return message?.kind === 'event' ? message.event : message;
};

describe('the messages of Jambonz', () => {
  test.each([
    ['session:new', true],
    ['session:reconnect', false],
  ])('%s starts or continues a call', (type, isNew) => {
    expect(read(session(type))).toEqual({
      ...{ kind: 'session', callId: CALL, messageId: 'auuHioXGktYh2ZFYxf3hAA' },
      ...{ account: 'a1', caller: '+15083084809', isNew },
    });
  });

  test('report what was heard, in the formats of old and new gateways', () => {
    const heard = { kind: 'words', text: "I'd like to book a car", confidence: 0.92, turn: 3 };
    const transcripts = [{ is_final: true, language_code: 'en-US', alternatives }];
    expect(eventOf(hook({ speech: { is_final: true, alternatives }, reason: 'speechDetected' }))).toEqual(
      heard,
    );
    expect(eventOf(hook({ speech: { is_final: true, transcripts } }))).toEqual(heard);
    expect(eventOf(hook({ speech: { is_final: false, alternatives } }))).toBeUndefined();
    expect(eventOf(hook({ digits: '42', reason: 'dtmfDetected' }))).toEqual({
      ...{ kind: 'digits', digits: '42', turn: 3 },
    });
    for (const data of [
      ...[{ reason: 'timeout' }, { reason: 'error', details: 'x' }, { speech: {} }],
      ...[{ digits: '' }, { digits: 'x' }, { digits: 7 }, { speech: 'x' }],
    ])
      expect(eventOf(hook(data))).toEqual({ kind: 'silence', turn: 3 });
    expect(eventOf(hook({ dial_call_status: 'completed', dial_sip_status: 200 }))).toEqual({
      ...{ kind: 'dialed', isAnswered: true, turn: 3 },
    });
    expect(eventOf(hook({ dial_call_status: 'no-answer' }))).toMatchObject({ isAnswered: false });
  });

  test('are acknowledged even if they mean nothing to the call', () => {
    for (const to of ['voice', '/turn/', '/turn/-1', '/turn/3/4', '/turn/99999999'])
      expect(read(hook({ reason: 'timeout' }, to))).toEqual({
        ...{ kind: 'event', callId: CALL, messageId: 'cvY6kNE8RXdaZdaDcJbViG' },
      });
  });

  test('report the end of the call, but not of the leg to the number that takes over', () => {
    const status = (call_sid: string, call_status: string) =>
      read(
        JSON.stringify({
          type: 'call:status',
          msgid: 'm',
          call_sid: CALL,
          data: { call_sid, call_status },
        }),
      );
    expect(status(CALL, 'completed')).toMatchObject({ event: { kind: 'hang_up' } });
    expect(status(CALL, 'in-progress')).toBeUndefined();
    expect(status('b5e39996', 'completed')).toBeUndefined();
  });

  test('report whether what was spoken was cut', () => {
    const status = (event: string, id = '/turn/3') =>
      eventOf(
        JSON.stringify({ type: 'verb:status', msgid: 'm', call_sid: CALL, data: { event, verb: 'say', id } }),
      );
    expect(status('stop-playback')).toEqual({ kind: 'spoken', wasCut: false, turn: 3 });
    expect(status('kill-playback')).toEqual({ kind: 'spoken', wasCut: true, turn: 3 });
    expect(status('start-playback')).toBeUndefined();
    expect(status('kill-playback', 'other')).toBeUndefined();
  });

  test('are read without an error, whatever they contain', () => {
    const value = fc.anything({ withNullPrototype: true });
    const valid = fc.constantFrom(
      session('session:new'),
      hook({ speech: { is_final: true, alternatives } }),
      hook({ dial_call_status: 'busy' }),
    );
    const altered = fc
      .tuple(valid, fc.constantFrom('type', 'msgid', 'call_sid', 'hook', 'data'), value)
      .map(([text, key, other]) => JSON.stringify({ ...JSON.parse(text), [key]: other }) ?? '');
    const cut = fc.tuple(valid, fc.nat(600)).map(([text, at]) => text.slice(0, at));
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json(), altered, cut), (text) => {
        const message = readJambonzMessage(text);
        if (message === undefined) return;
        expect(message.callId).toMatch(/^[\w-]{1,64}$/);
        if (message.kind === 'event' && message.event?.kind === 'words')
          expect(message.event.text.length).toBeLessThanOrEqual(4096);
      }),
      { numRuns: runs(200) },
    );
    expect(read(`${hook({ reason: 'timeout' })}${' '.repeat(40_000)}`)).toBeUndefined();
  });
});

describe('a message to Jambonz', () => {
  const command = (message: string | undefined) => {
    const { data, ...rest } = JSON.parse(message ?? '{}');
    expect(rest).toEqual({ type: 'command', command: 'redirect' });
    return data;
  };
  const said = (what: Said, turn = 3, channel = SOUND) => command(JAMBONZ_GATEWAY.said(what, turn, channel));

  test('says something and listens for words and keys', () => {
    expect(said(listening('Which color?', ['red', 'blue']))).toEqual([
      {
        ...{ verb: 'gather', input: ['speech', 'digits'], actionHook: '/turn/3', timeout: 8 },
        ...{ bargein: true, dtmfBargein: true, finishOnKey: '#', minDigits: 1, interDigitTimeout: 3 },
        recognizer: { vendor: 'default', language: 'en-US', hints: ['red', 'blue'] },
        say: {
          ...{ text: 'Which color?', id: '/turn/3' },
          synthesizer: { vendor: 'default', language: 'en-US' },
        },
      },
    ]);
    const [menu] = said(listening('?', ['red', 'blue']), 3, { ...SOUND, choice: '{number} {choice}' });
    expect(menu.numDigits).toBe(1);
    const [waiting] = said(listening(''));
    expect([waiting.say, waiting.timeout]).toEqual([undefined, 30]);
  });

  test('has SSML if the author wrote it and the voice understands it', () => {
    const speech = speechOf({ speak: '<speak>Now <break time="1s"/> then</speak>', lines: [], choices: [] });
    const textIn = (channel: typeof SOUND) =>
      said({ speech, choices: [], next: { do: 'listen' } }, 3, channel)[0].say.text;
    expect(textIn(SOUND)).toBe(speech.text);
    expect(textIn({ ...SOUND, voice: 'Joanna' })).toBe('<speak>Now <break time="1s"/> then</speak>');
    expect(textIn({ ...SOUND, voice: 'Joanna' })).toContain('<break');
  });

  test('calls a number or hangs up after the last words', () => {
    const last = listening('Bye.');
    expect(said({ ...last, next: { do: 'hang_up' } })).toMatchObject([
      { verb: 'say', text: 'Bye.' },
      { verb: 'hangup' },
    ]);
    expect(said({ ...last, next: { do: 'dial', number: '+15550100' } })).toMatchObject([
      { verb: 'say' },
      { verb: 'dial', actionHook: '/turn/3', target: [{ type: 'phone', number: '+15550100' }] },
    ]);
    expect(said({ ...listening(''), next: { do: 'hang_up' } })).toEqual([{ verb: 'hangup' }]);
  });

  test('is never longer than the gateway accepts', () => {
    const long = listening(
      '語'.repeat(50_000),
      Array.from({ length: 100 }, () => '語'.repeat(100)),
    );
    expect(Buffer.byteLength(JAMBONZ_GATEWAY.said(long, 1, SOUND) ?? '')).toBeLessThan(24 * 1024);
  });

  test('configures the call at its start, and only acknowledges other messages', () => {
    expect(JSON.parse(beginningOf('m'))).toEqual({
      ...{ type: 'ack', msgid: 'm', data: [{ verb: 'config', notifyEvents: true }] },
    });
    expect(JSON.parse(acknowledgement('m'))).toEqual({ type: 'ack', msgid: 'm' });
  });

  test('carries what people say, with a hook that only the gateway’s own API accepts', () => {
    const [call] = JAMBONZ.calls(
      CHANNEL,
      { user: 'u', address: `${CALL}@acme.c` },
      { speakableResponse: 'Mia: I am here & listen.' },
    );
    expect(call).toMatchObject({
      ...{ url: `${CHANNEL.url}/Calls/${CALL}`, method: 'PUT' },
      headers: { authorization: 'Bearer key' },
    });
    const { call_hook } = JSON.parse(call?.body ?? '');
    const message = read(
      JSON.stringify({ type: 'session:redirect', msgid: 'm', call_sid: CALL, hook: call_hook.url }),
    );
    if (message?.kind !== 'redirected') throw new Error('not redirected');
    const { data } = JSON.parse(redirection('m', message.said, { ...NEW_CALL, turn: 4 }, SOUND));
    expect(data).toMatchObject([
      { verb: 'gather', actionHook: '/turn/4', say: { text: 'Mia: I am here & listen.' } },
    ]);
    const busy = JSON.parse(redirection('m', 'Hello.', { ...NEW_CALL, asked: 'x' }, SOUND));
    expect(busy.data).toMatchObject([{ verb: 'say', text: 'Hello.' }]);
    expect(JAMBONZ.calls(CHANNEL, { user: 'u', address: '' }, { speakableResponse: 'x' })).toEqual([]);
  });
});

test('the gateway is identified by its password alone', () => {
  const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;
  const { password } = SOUND;
  expect(isJambonz(basic(`parley:${password}`), password)).toBe(true);
  expect(isJambonz(basic(`parley:${password}`).replace('Basic', 'basic'), password)).toBe(true);
  for (const wrong of [`parley:${password}x`, 'parley:', `other:${password}`, password, ''])
    expect(isJambonz(basic(wrong), password), wrong).toBe(false);
  for (const header of ['', 'Basic', 'Bearer x', `parley:${password}`])
    expect(isJambonz(header, password), header).toBe(false);
});
