import { beforeEach, describe, expect, test } from 'vitest';
import type { CallAnswer } from '../../../../../functions/shared/domain/voice/call.ts';
import {
  answerCall,
  type CallDependencies,
  type CallInput,
} from '../../../../../functions/shared/domain/voice/conversation.ts';
import { CALL_ANSWER, CALL_SETTINGS, memoryCalls } from '../../../../support/memory-calls.ts';
import { countingBytes, DEPLOYMENT_KEY } from '../../../../support/rules.ts';

const INPUT: CallInput = {
  institution: 'acme',
  channelId: 'phone',
  callId: 'CA1',
  caller: '+14155550123',
  turn: 0,
  heard: { kind: 'start' },
  isLastWait: false,
  settings: CALL_SETTINGS,
  answerBy: 0,
};

let asked: string[] = [];
let answers = new Map<string, Promise<CallAnswer>>();
let slow: Promise<unknown> | undefined;
let { calls, items } = memoryCalls();
let deps: CallDependencies;

beforeEach(() => {
  asked = [];
  answers = new Map();
  slow = undefined;
  ({ calls, items } = memoryCalls());
  deps = {
    calls,
    deploymentKey: async () => DEPLOYMENT_KEY,
    random: countingBytes(),
    // Like the query endpoint: one answer per key.
    ask: (query, key) => {
      const answer = async (): Promise<CallAnswer> => {
        asked.push(query);
        await slow;
        return { ...CALL_ANSWER, speak: `re: ${query}` };
      };
      const given = answers.get(key) ?? answer();
      answers.set(key, given);
      return given;
    },
    late: () => asked.push('late'),
    now: () => 0,
    until: () => new Promise(() => undefined),
  };
});

const take = (more: Partial<CallInput> = {}) => answerCall(deps, { ...INPUT, ...more });
const say = (text: string, turn: number, more: Partial<CallInput> = {}) =>
  take({ turn, heard: { kind: 'words', text, isFinal: true }, ...more });
const textOf = (reply: Awaited<ReturnType<typeof take>>) =>
  reply.do === 'say' ? `${reply.turn} ${reply.said.speech.text}` : reply.do;

describe('a call over webhooks', () => {
  test('answers an input once, however often it is sent', async () => {
    await take();
    expect(textOf(await say('red', 1))).toBe('2 re: red');
    expect(textOf(await say('red', 1))).toBe('2 re: red');
    expect(textOf(await say('another', 1))).toBe('2 re: red');
    expect(asked).toEqual(['', 'red']);
  });

  test('answers two of the same input at once with one answer', async () => {
    await take();
    const both = await Promise.all([say('red', 1), say('red', 1), say('red', 1)]);
    expect(both.map(textOf)).toEqual(['2 re: red', '2 re: red', '2 re: red']);
    expect(asked).toEqual(['', 'red']);
  });

  test('repeats the last answer for an earlier input, and ends for a future one', async () => {
    await take();
    await say('red', 1);
    expect(textOf(await take())).toBe('2 re: red');
    expect(textOf(await say('later', 7))).toBe('end');
    expect(textOf(await say('other', 1, { callId: 'CA2' }))).toBe('end');
    expect(asked).toEqual(['', 'red']);
  });

  test('has the platform come back for a slow answer, and then gives it', async () => {
    await take();
    const { promise, resolve } = Promise.withResolvers<void>();
    slow = promise;
    deps.until = async () => undefined;
    expect(await say('red', 1)).toEqual({ do: 'come_back', turn: 1 });
    const { heard: _heard, ...back } = { ...INPUT, turn: 1 };
    expect(await answerCall(deps, back)).toEqual({ do: 'come_back', turn: 1 });
    resolve();
    deps.until = () => new Promise(() => undefined);
    expect(textOf(await answerCall(deps, back))).toBe('2 re: red');
    expect(asked).toEqual(['', 'red']);
  });

  test('apologises for an answer that takes too long', async () => {
    await take();
    slow = new Promise(() => undefined);
    deps.until = async () => undefined;
    expect(textOf(await say('red', 1, { isLastWait: true }))).toBe('2 Sorry.');
    expect(asked).toEqual(['', 'red', 'late']);
  });

  test('is over after the caller hung up, also while an answer is on its way', async () => {
    await take();
    const { promise, resolve } = Promise.withResolvers<void>();
    slow = promise;
    const answer = say('red', 1);
    await new Promise((done) => setTimeout(done, 5));
    expect(await take({ turn: 0, heard: { kind: 'hang_up' } })).toEqual({ do: 'end' });
    resolve();
    expect(await answer).toEqual({ do: 'end' });
    expect(await say('blue', 2)).toEqual({ do: 'end' });
    expect(await take()).toEqual({ do: 'end' });
  });

  test('is separate in another channel or institution', async () => {
    await take();
    await say('red', 1);
    expect(textOf(await take({ channelId: 'other' }))).toBe('1 re:');
    expect(textOf(await take({ institution: 'other' }))).toBe('1 re:');
  });

  test('is stored sealed, for its institution and channel alone', async () => {
    await say('my secret', 0);
    const [[place, item] = []] = items;
    expect(Buffer.from(item?.sealed ?? []).includes('my secret')).toBe(false);
    expect(place).not.toContain('CA1');
  });
});
