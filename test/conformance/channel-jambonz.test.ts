import { randomInt, randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { SLOW_BOXES, useBoxShop } from './support/box-shop.ts';
import { type Platform, usePlatform } from './support/channels.ts';
import { ONE_MOMENT } from './support/gateway-socket.ts';
import { claimFirst, isSent, PEOPLE } from './support/handed-over.ts';
import { connectJambonz, type JambonzConnecting } from './support/jambonz.ts';
import { baseUrl, publishAssistant, useTenant } from './support/parley.ts';

const ACCOUNT = '9351f46a-678c-43f5-b8a6-d4eb58d131af';
const PASSWORD = 'a password of the gateway';
const settings = {
  account: ACCOUNT,
  apiKey: 'the-key-of-the-api',
  password: PASSWORD,
  locale: 'en-US',
  unreachable: 'Nobody answers there.',
  goodbye: 'Goodbye.',
  oneMoment: ONE_MOMENT,
  relay: { url: 'wss://relay.example/live', mostCalls: 30 },
};
const platform: Platform = {
  kind: 'jambonz',
  settings,
  wrongSettings: {},
  path: `/v1/Accounts/${ACCOUNT}`,
  user: () => '+14155550111',
  request: () => ({ headers: {}, body: '' }),
  read: (body) => ({ user: '', text: JSON.parse(body).call_hook.url }),
  takes: {},
  refuses: { status: 429, body: {} },
};

const ana = useTenant();
const ben = useTenant();
const stranger = useTenant();
const standIn = usePlatform(platform);
const few = usePlatform({
  ...platform,
  settings: { ...settings, relay: { ...settings.relay, mostCalls: 2 } },
});

const { timesOrdered, serve } = useBoxShop();

let place = '';
let narrow = '';
let foreign = '';
let staffed = '';
beforeAll(async () => {
  if (!isSent()) return;
  const { institution } = ana.account();
  await serve(institution);
  await publishAssistant(ben.account().institution, { settings: PEOPLE });
  const service = 'https://parley.example';
  place = await standIn.addChannel(institution, service);
  narrow = await few.addChannel(institution, service);
  foreign = await standIn.addChannel(stranger.account().institution, service);
  staffed = await standIn.addChannel(ben.account().institution, service);
});

const searchOf = (channel: string) => `?channel=${channel.split('/').at(-1)}`;

/** Creates a phone whose calls run over a Jambonz connection. */
function telephone(to = place) {
  const callId = randomUUID();
  const from = `+1415${randomInt(1_000_000, 9_999_999)}`;
  const connect = (more: Partial<JambonzConnecting> = {}) =>
    connectJambonz(`${baseUrl().replace('http:', 'ws:')}/v1/relay`, {
      ...{ account: ACCOUNT, password: PASSWORD, callId, from, search: searchOf(to) },
      ...more,
    });
  return {
    callId,
    from,
    connect,
    /** Calls, and waits for the greeting. */
    async dial() {
      const call = await connect();
      await call.session();
      await call.said(1);
      return call;
    },
  };
}

describe.runIf(isSent())('a Jambonz call', { concurrent: true }, () => {
  test('orders boxes with a question and a confirmation, in one dialog', async () => {
    const call = await telephone().dial();
    expect(call.got[0]).toMatchObject({ type: 'ack', data: [{ verb: 'config', notifyEvents: true }] });
    expect(call.got[1]).toMatchObject({
      ...{ type: 'command', command: 'redirect' },
      data: [{ verb: 'gather', say: { text: 'Hello! How can I help you?' } }],
    });
    expect(await call.say('I want to order boxes')).toBe('How many boxes?');
    expect(await call.say('twelve')).toBe('You want 12 boxes. Shall I order them?');
    expect(await call.say('yes please')).toBe('12 boxes are ordered.');
    expect(timesOrdered(12)).toBe(1);
    call.close();
  });

  test('accepts keys as a number, and repeats the question on request or by the star key', async () => {
    const call = await telephone().dial();
    await call.say('I want to order boxes');
    await call.hook({ digits: '42', reason: 'dtmfDetected' });
    const asked = 'You want 42 boxes. Shall I order them?';
    expect((await call.said(3)).at(-1)).toBe(asked);
    expect(await call.say('could you say that again please')).toBe(asked);
    await call.hook({ digits: '*', reason: 'dtmfDetected' });
    expect((await call.said(5)).at(-1)).toBe(asked);
    call.close();
  });

  test('ignores a yes to a question that the caller interrupted', async () => {
    const call = await telephone().dial();
    await call.say('order 9 boxes');
    call.status('stop-playback');
    call.status('kill-playback');
    expect(await call.say('yes')).toContain('Shall I order them?');
    expect(timesOrdered(9)).toBe(0);
    call.status('stop-playback');
    expect(await call.say('yes')).toBe('9 boxes are ordered.');
    call.close();
  });

  test('acknowledges input at once, and asks the caller to wait for a slow answer', async () => {
    const call = await telephone().dial();
    await call.say(`order ${SLOW_BOXES} boxes`);
    await call.words('yes');
    expect(call.texts()).toHaveLength(2);
    await call.said(3);
    expect(call.allTexts().slice(-2)).toEqual([ONE_MOMENT, '5 boxes are ordered.']);
    call.close();
  });

  test('continues over a new connection when one is lost', async () => {
    const phone = telephone();
    const call = await phone.dial();
    await call.say('order 6 boxes');
    const hook = call.current()?.actionHook;
    call.terminate();
    const second = await phone.connect();
    await second.session('session:reconnect');
    const data = { speech: { is_final: true, alternatives: [{ confidence: 0.9, transcript: 'yes' }] } };
    await second.hook(data, undefined, hook);
    expect((await second.said(1)).at(-1)).toBe('6 boxes are ordered.');
    second.close();
  });

  test('is refused without the channel’s password, address and subprotocol', async () => {
    const phone = telephone();
    const refused: Partial<JambonzConnecting>[] = [
      { password: 'wrong' },
      { user: 'somebody' },
      { subprotocols: ['other'] },
      { search: '' },
      { search: `${searchOf(place)}&more=1` },
      { search: searchOf(`${place}0`) },
      { search: '?channel=nobody.nothing' },
    ];
    for (const more of refused)
      await expect(phone.connect(more), JSON.stringify(more)).rejects.toThrow('404');
  });

  test('accepts messages only over its own connection, in its own channel and account', async () => {
    const phone = telephone();
    const call = await phone.dial();
    const data = {
      speech: { is_final: true, alternatives: [{ confidence: 0.9, transcript: 'order 3 boxes' }] },
    };
    const hook = call.current()?.actionHook;
    // Other connections, of this gateway and of another institution, claim to be this call.
    const others = [
      await telephone().dial(),
      await telephone().connect(),
      await telephone(foreign).connect(),
    ];
    for (const [at, other] of others.entries()) {
      other.send({ type: 'verb:hook', msgid: 'm', call_sid: phone.callId, hook, data });
      await other.closed();
      expect(other.texts().length, String(at)).toBe(at === 0 ? 1 : 0);
    }
    // The other institution cannot reconnect to this call id, but can begin its own call with it.
    for (const type of ['session:reconnect', 'session:new']) {
      const other = await telephone(foreign).connect();
      other.send({ type, msgid: 'm', call_sid: phone.callId, data: { account_sid: ACCOUNT, from: '+1' } });
      await (type === 'session:new' ? other.said(1) : other.closed());
      other.close();
    }
    const thief = await telephone().connect();
    thief.send({ type: 'session:new', msgid: 'm', call_sid: phone.callId, data: { account_sid: ACCOUNT } });
    await thief.closed();
    const elsewhere = await telephone().connect();
    elsewhere.send({
      type: 'session:new',
      msgid: 'm',
      call_sid: randomUUID(),
      data: { account_sid: 'other' },
    });
    await elsewhere.closed();
    expect([thief.got, elsewhere.got]).toEqual([[], []]);
    expect(await call.say('thank you')).toBe('You are welcome.');
    call.close();
  });

  test('speaks a person’s messages into the call', async () => {
    const phone = telephone(staffed);
    const call = await phone.connect();
    await call.session();
    await call.listening();
    const greeted = call.texts().length;
    await call.words('zxcv qwer uiop');
    await call.said(greeted + 1);
    await call.words('asdf hjkl yxcv');
    await call.said(greeted + 2);
    const act = await claimFirst(ben);
    await act({ action: 'answer', text: 'I am here.' });
    await standIn.got('', 1);
    const request = standIn.sent.at(-1);
    expect(request).toMatchObject({ path: `/v1/Accounts/${ACCOUNT}/Calls/${phone.callId}` });
    expect(request?.headers.authorization).toBe('Bearer the-key-of-the-api');
    const { data } = await call.request({ type: 'session:redirect', hook: request?.text, data: {} });
    expect(data).toMatchObject([{ verb: 'gather', say: { text: 'Mia: I am here.' } }]);
    call.close();
  });

  test('ignores malformed messages, and closes on one that is too large', async () => {
    const call = await telephone().dial();
    const malformed = [
      ...['', 'null', '[]', '{', '"x"', '{"type":"verb:hook"}', '{"type":"session:new","msgid":7}'],
      ...[`{"a":${'['.repeat(20_000)}`, '\0', JSON.stringify({ type: 'jambonz:error', data: {} })],
      JSON.stringify({
        type: 'verb:hook',
        msgid: 'm',
        call_sid: 'x'.repeat(30_000),
        hook: '/turn/1',
        data: {},
      }),
    ];
    for (const message of malformed) call.send(message);
    expect(await call.say('thank you')).toBe('You are welcome.');
    call.send(JSON.stringify({ type: 'verb:hook', x: 'x'.repeat(200_000) }));
    expect(await call.closed()).toBe(1009);
  });

  test('is refused with 429 beyond its channel’s limit of concurrent calls', async () => {
    const held = [telephone(narrow), telephone(narrow)];
    const calls = [];
    for (const phone of held) calls.push(await phone.dial());
    await expect(telephone(narrow).connect()).rejects.toThrow('429');
    for (const call of calls) call.close();
  });
});
