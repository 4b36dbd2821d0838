import { beforeEach, describe, expect, test } from 'vitest';
import { callPlace } from '../../../../functions/shared/business-logic/channels/voice.ts';
import { askInCall, type CallAsking } from '../../../../functions/shared/channels/ask-in-call.ts';
import type { Asked } from '../../../../functions/shared/domain/channels/answering.ts';
import type { Channel } from '../../../../functions/shared/domain/channels/channel.ts';
import { findPlace } from '../../../../functions/shared/domain/channels/messages.ts';
import type { Handoff } from '../../../../functions/shared/domain/handoffs/handoffs.ts';
import { countingBytes, DEPLOYMENT_KEY } from '../../../support/rules.ts';

const channelWith = (handOverTo?: string): Channel<'voice'> => ({
  id: 'phone',
  url: 'https://api.twilio.example/Calls',
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
    application: 'test:bank',
    ...(handOverTo !== undefined && { handOverTo }),
  },
});

const ANSWER: Exclude<Asked, { reason: string }> = {
  sessionId: 'session',
  isWithPeople: false,
  visuals: { speakableResponse: 'Hello.' },
  done: { commands: [], asks: false, hasPeople: true },
};

let answers: Asked[] = [];
let asked: unknown[][] = [];
let looks = 0;
let given: string[] = [];
let place: Uint8Array | undefined;
let now = 0;
let deps: CallAsking;

beforeEach(() => {
  [answers, asked, looks, given, place, now] = [[], [], 0, [], undefined, 0];
  deps = {
    tasks: {
      add: async () => {
        looks += 1;
        return true;
      },
      pending: async () => [],
      keep: async () => undefined,
      forget: async () => undefined,
      placeOf: async () => place,
      keepPlace: async (_institution, _channel, { sealed }) => {
        place = sealed;
      },
    },
    handoffs: { find: async () => ({ status: 'waiting', answerBy: 5 }) as Handoff },
    deploymentKey: async () => DEPLOYMENT_KEY,
    random: countingBytes(),
    now: () => now,
    givenUp: ({ reason }) => void given.push(reason),
    ask: async (...query) => {
      asked.push(query);
      now += 100;
      return answers.shift() ?? ANSWER;
    },
  };
});

const ask = (
  channel = channelWith(),
  more: { wasWithPeople?: boolean; until?: number; heardUntil?: number } = {},
  callId = 'CA1',
) =>
  askInCall(
    deps,
    { institution: 'acme', channel, place: callPlace('+14155550123', callId, 'acme.phone') },
    { query: 'hello', idempotencyKey: 'key', wasWithPeople: false, until: 5000, ...more },
  );
const addressKept = async () => (await findPlace(deps, 'acme', 'phone', 'session'))?.address;

describe('a query of a call', () => {
  test('has its caller as the user, the dialog of its call and its key', async () => {
    await ask();
    expect(asked).toEqual([
      [
        { institution: 'acme', userId: 'channel:phone' },
        {
          query: 'hello',
          external_user_id: 'voice:+14155550123',
          dialog_seed: expect.stringMatching(/^[0-9a-f]{64}$/),
          device: 'voice',
          application: 'test:bank',
        },
        'key',
        undefined,
      ],
    ]);
    await ask(channelWith(), { heardUntil: 7 });
    expect(asked[1]?.[3]).toBe(7);
  });

  test('has another dialog than another call of the same number', async () => {
    for (const callId of ['CA1', 'CA2']) await ask(channelWith(), {}, callId);
    const [first, second] = asked.map(([, query]) => (query as { dialog_seed: string }).dialog_seed);
    expect(second).not.toBe(first);
  });

  test('is retried under the same key only while somebody waits', async () => {
    answers = [
      { reason: 'query_429', retryAfterMs: 1 },
      { reason: 'query_503', retryAfterMs: 1 },
    ];
    expect(await ask()).toMatchObject({ speak: 'Hello.' });
    expect(new Set(asked.map(([, , key]) => key))).toEqual(new Set(['key']));
    answers = [{ reason: 'query_400', isFinal: true }];
    expect(await ask()).toBe('failed');
    answers = [{ reason: 'query_429', retryAfterMs: 60_000 }];
    expect(await ask()).toBe('failed');
    expect(given).toEqual(['query_400', 'query_429']);
  });

  test('fails, and never throws, if its place cannot be kept', async () => {
    deps.tasks.keepPlace = () => Promise.reject(new TypeError('the store is down'));
    expect(await ask(channelWith(), { until: 0 })).toBe('failed');
    expect(given).toEqual(['fault_TypeError']);
  });

  test('ends the call at a goodbye, unless the answer asks for something', async () => {
    const goodbye = { commands: ['goodbye'], hasPeople: true };
    answers = [
      { ...ANSWER, done: { ...goodbye, asks: false } },
      { ...ANSWER, done: { ...goodbye, asks: true } },
    ];
    expect(await ask()).toMatchObject({ ends: true });
    expect(await ask()).toMatchObject({ ends: false });
  });

  test('hands over to people, and on request if there are no people', async () => {
    const wish = { commands: ['hand_off'], asks: false };
    answers = [
      { ...ANSWER, isWithPeople: true },
      { ...ANSWER, done: { ...wish, hasPeople: false } },
      // There are people, but they are closed and do not take over.
      { ...ANSWER, done: { ...wish, hasPeople: true } },
    ];
    expect(await ask()).toMatchObject({ handsOver: true });
    expect(await ask()).toMatchObject({ handsOver: true });
    expect(await ask()).toMatchObject({ handsOver: false });
  });

  test('has what people say spoken into the call, unless a number takes it over', async () => {
    answers = [
      { ...ANSWER, isWithPeople: true },
      { ...ANSWER, isWithPeople: true },
      { ...ANSWER, isWithPeople: true },
    ];
    await ask();
    expect([await addressKept(), looks]).toEqual(['CA1@acme.phone', 1]);
    await ask(channelWith('+14155550199'));
    expect([await addressKept(), looks]).toEqual(['', 1]);
    // The number did not answer, so the caller waits for people on the line.
    await ask(channelWith('+14155550199'), { wasWithPeople: true });
    expect([await addressKept(), looks]).toEqual(['CA1@acme.phone', 2]);
  });
});
