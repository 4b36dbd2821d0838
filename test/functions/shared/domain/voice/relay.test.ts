import { beforeEach, describe, expect, test } from 'vitest';
import type { CallAnswer, Said } from '../../../../../functions/shared/domain/voice/call.ts';
import { answerCall, type CallReply } from '../../../../../functions/shared/domain/voice/conversation.ts';
import { keptAs, readCall } from '../../../../../functions/shared/domain/voice/kept-calls.ts';
import {
  answerRelay,
  type RelayDependencies,
  type RelayQuery,
} from '../../../../../functions/shared/domain/voice/relay.ts';
import {
  openConnection,
  replyToRelayed,
} from '../../../../../functions/shared/domain/voice/relay-connections.ts';
import type { Look, RelayEvent } from '../../../../../functions/shared/domain/voice/relayed-call.ts';
import { CALL_ANSWER, CALL_SETTINGS, memoryCalls } from '../../../../support/memory-calls.ts';
import { countingBytes, DEPLOYMENT_KEY } from '../../../../support/rules.ts';

let settings = CALL_SETTINGS;
let now = 1_000_000;
let asked: RelayQuery[] = [];
let sent: [string, string][] = [];
let looks: [Look, number][] = [];
let answers: (CallAnswer | (() => Promise<CallAnswer>))[] = [];
let isOpen: (connection: string) => boolean = () => true;
let memory = memoryCalls();
let ids = 0;
let deps: RelayDependencies;

beforeEach(() => {
  [now, asked, sent, looks, answers, ids] = [1_000_000, [], [], [], [], 0];
  memory = memoryCalls();
  isOpen = () => true;
  settings = CALL_SETTINGS;
  deps = {
    calls: memory.calls,
    deploymentKey: async () => DEPLOYMENT_KEY,
    random: countingBytes(),
    now: () => now,
    newId: () => {
      ids += 1;
      return `worker-${ids}`;
    },
    until: async (at, signal) => {
      if (at - now > 1000) return new Promise((resolve) => signal.addEventListener('abort', resolve));
      now = Math.max(now, at);
    },
    ask: async (_relay, query) => {
      asked.push(query);
      now += 100;
      const answer = answers.shift() ?? CALL_ANSWER;
      return typeof answer === 'function' ? answer() : answer;
    },
    send: async (connection, said: Said) => {
      if (!isOpen(connection)) return false;
      sent.push([connection, said.next.do === 'listen' ? said.speech.text : said.next.do]);
      return true;
    },
    listening: { tellsSilence: false, settleMs: 120 },
    late: () => undefined,
    sendOneMoment: async () => undefined,
    lookLater: async (_where, look, delayMs) => looks.push([look, delayMs]),
  };
});

const where = () => keptAs(deps, { institution: 'acme', channelId: 'phone', callId: 'CA1' });
const reply = async (input: 'begun' | 'ended' | 'dialed', answer: CallReply = { do: 'end' }) =>
  replyToRelayed(deps, await where(), {
    ...{ input, settings, caller: '+14155550123', callId: 'CA1' },
    answer: async () => answer,
  });
const hear = async (event: RelayEvent, { at = now, connection = 'one' } = {}) =>
  answerRelay(deps, await where(), { connection, event, at }, settings);
const words = (text: string): RelayEvent => ({ kind: 'words', text });

async function connect(connection = 'one'): Promise<void> {
  await reply('begun');
  await openConnection(deps, await where(), connection);
  await hear({ kind: 'connected' }, { connection });
}

/** Returns a promise that never settles, as for a process that is killed. */
const never = () => new Promise<never>(() => undefined);
const queries = () => asked.map(({ query }) => query);
const texts = () => sent.map(([, text]) => text);

/** Makes every wait end at once, with the clock moved to its end. */
function letTimePass(): void {
  deps.until = async (at, signal) => {
    await Promise.resolve();
    if (!signal.aborted) now = Math.max(now, at);
  };
}

/** Returns the latest look that was scheduled in case the worker dies, with its delay. */
const leftWork = () => {
  const [look, delayMs] = looks.findLast(([{ digits }]) => digits === 0) ?? [];
  if (look === undefined || delayMs === undefined) throw new Error('no look');
  return { look, delayMs };
};

describe('a call over a connection', () => {
  test('asks what is heard in the order of arrival', async () => {
    await connect();
    const at = now;
    await Promise.all([hear(words('second'), { at: at + 2 }), hear(words('first'), { at: at + 1 })]);
    expect(asked.map(({ query }) => query)).toEqual(['', 'first', 'second']);
    expect(new Set(asked.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(3);
  });

  test('asks also what another process received meanwhile', async () => {
    await connect();
    const { send, until } = deps;
    deps.send = async (...message) => {
      deps.send = send;
      // The other process's wait ends at once, while this process is still at work.
      deps.until = async () => undefined;
      await hear(words('second'));
      deps.until = until;
      return send(...message);
    };
    await hear(words('first'));
    expect(queries()).toEqual(['', 'first', 'second']);
    expect(sent.length).toBe(3);
  });

  test('is worked on by one process at a time, which takes what others heard meanwhile', async () => {
    await connect();
    const slow = Promise.withResolvers<CallAnswer>();
    answers = [() => slow.promise];
    const first = hear(words('first'));
    await expect.poll(() => asked.length).toBe(2);
    await hear(words('second'));
    expect(asked.length).toBe(2);
    now += 200;
    slow.resolve(CALL_ANSWER);
    await first;
    expect(asked.map(({ query }) => query)).toEqual(['', 'first', 'second']);
    expect(sent.length).toBe(3);
  });

  test('relates a reply only to what was heard, not to what was interrupted or not yet sent', async () => {
    await connect();
    await hear(words('order'));
    const beforeAnswer = asked[1]?.until ?? 0;
    await hear(words('yes'));
    expect(asked[2]?.heardUntil).toBeGreaterThan(beforeAnswer - 20_000);
    const begun = now;
    await hear({ kind: 'interrupted', heard: 'Shall' });
    now += 60_000;
    await hear(words('yes'));
    expect(asked[3]?.heardUntil).toBeLessThan(begun);
    await hear({ kind: 'interrupted', heard: 'Shall I?' });
    await hear(words('yes'));
    expect(asked[4]?.heardUntil).toBeGreaterThan(begun);
    await hear(words('yes'), { at: now - 150 });
    expect(asked[5]?.heardUntil).toBeLessThanOrEqual(now - 150);
  });

  test('asks again under the same key over the next connection after its process died', async () => {
    await connect();
    answers = [never];
    void hear(words('order'));
    await expect.poll(() => asked.length).toBe(2);
    // No other process works on the call while its worker may be alive, and what is heard is kept.
    await hear(words('hello'));
    expect(asked.length).toBe(2);
    expect(await reply('ended')).toEqual({ do: 'connect' });
    now += 500;
    await openConnection(deps, await where(), 'two');
    await hear({ kind: 'connected' }, { connection: 'two' });
    expect(asked.map(({ query }) => query)).toEqual(['', 'order', 'order', 'hello']);
    expect(asked[2]?.idempotencyKey).toBe(asked[1]?.idempotencyKey);
    expect(sent.map(([connection]) => connection)).toEqual(['one', 'two', 'two']);
  });

  test('says over the next connection what the last one did not take', async () => {
    await connect();
    isOpen = (connection) => connection !== 'one';
    await hear(words('order'));
    expect(sent.length).toBe(1);
    await openConnection(deps, await where(), 'two');
    await hear({ kind: 'connected' }, { connection: 'two' });
    expect(sent.at(-1)).toEqual(['two', 'Shall I?']);
    expect(asked.length).toBe(2);
    // The first connection is no longer heard.
    await hear(words('yes'), { connection: 'one' });
    expect(asked.length).toBe(2);
  });

  test('treats a pause as silence only if nothing was heard or pressed since', async () => {
    await connect();
    await hear(words('order'));
    const [look] = looks.at(-1) ?? [];
    if (look === undefined) throw new Error('no look');
    expect(looks.at(-1)?.[1]).toBeGreaterThan(8000);
    await hear({ kind: 'digit', digit: '4' });
    now += 200;
    await hear({ kind: 'look', ...look });
    expect(asked.length).toBe(3);
    expect(asked[2]?.query).toBe('4');
    await hear({ kind: 'look', ...look });
    expect(asked.length).toBe(3);
    const [again] = looks.at(-1) ?? [];
    await hear({ kind: 'look', ...(again ?? look) });
    expect(asked.at(-1)?.query).toBe('');
  });

  test('waits for keys that follow, and takes them in the order in which they were pressed', async () => {
    await connect();
    const at = now;
    await hear({ kind: 'digit', digit: '2' }, { at: at + 100 });
    const [early] = looks.at(-1) ?? [];
    await hear({ kind: 'digit', digit: '1' }, { at });
    await hear({ kind: 'look', ...(early ?? { connection: 'one', turn: 1 }) });
    expect(asked.length).toBe(1);
    now += 200;
    await hear({ kind: 'digit', digit: '#' });
    expect(asked.at(-1)?.query).toBe('12');
  });

  test('is over after a goodbye, and ends its connection', async () => {
    await connect();
    answers = [{ ...CALL_ANSWER, ends: true }];
    await hear(words('bye'));
    expect(sent.at(-1)).toEqual(['one', 'hang_up']);
    expect(await openConnection(deps, await where(), 'two')).toBe(false);
    expect(await reply('begun')).toEqual({ do: 'end' });
    expect((await readCall(deps, await where())).call.isOver).toBe(true);
  });

  test('keeps only as many inputs meanwhile as it can answer', async () => {
    await connect();
    const slow = Promise.withResolvers<CallAnswer>();
    answers = [() => slow.promise];
    const first = hear(words('first'));
    await expect.poll(() => asked.length).toBe(2);
    for (let count = 0; count < 50; count += 1) await hear(words(`word ${count}`));
    now += 200;
    slow.resolve(CALL_ANSWER);
    await first;
    await hear({ kind: 'look', ...leftWork().look });
    expect(asked.length).toBe(22);
  });

  test('is given up after four connections that were refused or lost without an answer', async () => {
    await reply('begun');
    for (const _ of [1, 2, 3, 4]) expect(await reply('ended')).toEqual({ do: 'connect' });
    const given = await reply('ended');
    expect(given).toMatchObject({ do: 'say', said: { speech: { text: 'Sorry.' }, next: { do: 'hang_up' } } });
    // Repeats get the same reply.
    expect(await reply('ended')).toEqual(given);
  });

  test('counts no connection as lost after an answer or while its caller waits for people', async () => {
    await connect();
    answers = [{ ...CALL_ANSWER, isWithPeople: true }];
    await hear(words('a person please'));
    for (let count = 0; count < 10; count += 1) {
      expect(await reply('ended')).toEqual({ do: 'connect' });
      await openConnection(deps, await where(), `connection ${count}`);
    }
    // Connections that do not follow an end do not count as lost.
    for (let count = 0; count < 10; count += 1) {
      expect(await reply('begun')).toEqual({ do: 'connect' });
      await openConnection(deps, await where(), `other ${count}`);
    }
    expect(await reply('ended')).toEqual({ do: 'connect' });
  });

  test('asks nothing more after it was given up, and calls the number once', async () => {
    settings = { ...CALL_SETTINGS, handOverTo: '+14155550199' };
    await connect();
    answers = [never];
    void hear(words('order'));
    await expect.poll(() => asked.length).toBe(2);
    for (const _ of [1, 2, 3, 4]) await reply('ended');
    const dial = { do: 'dial', number: '+14155550199' };
    expect(await reply('ended')).toMatchObject({ said: { next: dial }, turn: 2 });
    const { call } = await readCall(deps, await where());
    expect([call.turn, call.asked, call.said?.next]).toEqual([2, undefined, dial]);
    // The number does not answer.
    const unreachable = async () =>
      answerCall(
        { ...deps, ask: never },
        {
          ...{ institution: 'acme', channelId: 'phone', callId: 'CA1', caller: '+14155550123' },
          ...{ turn: 2, settings, answerBy: now },
          ...{ heard: { kind: 'dialed', isAnswered: false }, isLastWait: true },
        },
      );
    expect(await reply('dialed', await unreachable())).toEqual({ do: 'connect' });
    await openConnection(deps, await where(), 'two');
    await hear({ kind: 'connected' }, { connection: 'two' });
    expect(sent.at(-1)).toEqual(['two', 'Nobody.']);
    expect(asked.length).toBe(2);
    expect(await reply('ended')).toMatchObject({ said: { next: { do: 'hang_up' } } });
  });

  test('goes on after its process died while its connection lives', async () => {
    await connect();
    answers = [never];
    void hear(words('order'));
    await expect.poll(() => asked.length).toBe(2);
    const { look, delayMs } = leftWork();
    await hear({ kind: 'look', ...look });
    expect(asked.length).toBe(2);
    now += delayMs;
    await hear({ kind: 'look', ...look });
    expect(queries()).toEqual(['', 'order', 'order']);
    expect(asked[2]?.idempotencyKey).toBe(asked[1]?.idempotencyKey);
    expect(sent.length).toBe(2);
    // No work is left.
    now += delayMs;
    await hear({ kind: 'look', ...leftWork().look });
    expect(asked.length).toBe(3);
  });

  test('is free for other processes at once when one throws', async () => {
    await connect();
    const { send } = deps;
    deps.send = () => Promise.reject(new Error('the gateway is down'));
    await expect(hear(words('order'))).rejects.toThrow('the gateway is down');
    deps.send = send;
    await hear(words('hello'));
    expect(queries()).toEqual(['', 'order', 'hello']);
    expect(sent.length).toBe(3);
  });

  test('is looked at no more after its connection was closed', async () => {
    await connect();
    isOpen = () => false;
    await hear(words('order'));
    const { length } = looks;
    now += leftWork().delayMs;
    await hear({ kind: 'look', ...leftWork().look });
    expect([asked.length, looks.length]).toEqual([2, length]);
  });

  test('says sorry after 20 seconds without an answer, and leaves what else was said to another process', async () => {
    await connect();
    letTimePass();
    let late = 0;
    deps.late = () => {
      late += 1;
    };
    const began = now;
    answers = [
      async () => {
        await hear(words('hello'), { at: began + 1 });
        return never();
      },
    ];
    await hear(words('order'));
    expect(texts().slice(1)).toEqual(['Sorry.']);
    expect([late, now - began]).toEqual([1, expect.closeTo(20_225, -3)]);
    expect(queries()).toEqual(['', 'order']);
    expect(looks.at(-1)).toEqual([leftWork().look, 0]);
    await hear({ kind: 'look', ...leftWork().look });
    expect(queries()).toEqual(['', 'order', 'hello']);
    expect(sent.length).toBe(3);
  });

  test('gets its answer even if “one moment” cannot be said', async () => {
    await connect();
    letTimePass();
    const slow = Promise.withResolvers<CallAnswer>();
    answers = [() => slow.promise];
    deps.sendOneMoment = () => {
      slow.resolve({ ...CALL_ANSWER, speak: 'Done.' });
      return Promise.reject(new Error('the gateway is down'));
    };
    await hear(words('order'));
    expect(texts().at(-1)).toBe('Done.');
  });

  test('is changed only once if a write succeeds but reports a conflict', async () => {
    const { calls } = deps;
    deps.calls = { ...calls, write: async (...write) => (await calls.write(...write)) && false };
    await connect();
    await hear(words('order'));
    expect(queries()).toEqual(['', 'order']);
    expect(sent.length).toBe(2);
  });

  test('loses nothing if a timer ends a millisecond early', async () => {
    await connect();
    deps.until = async (at, signal) => {
      if (at - now > 1000) return new Promise((resolve) => signal.addEventListener('abort', resolve));
      now = Math.max(now, at - 1);
    };
    await hear(words('order'));
    expect(queries()).toEqual(['', 'order']);
  });
});

describe('a call over a gateway that listens to one input at a time', () => {
  beforeEach(() => {
    deps.listening = { tellsSilence: true, settleMs: 120 };
  });

  test('hears one input a turn, however often and in whatever form it is reported', async () => {
    await connect();
    await Promise.all([
      hear({ kind: 'words', text: 'order', turn: 1 }),
      hear({ kind: 'words', text: 'order', turn: 1 }),
      hear({ kind: 'silence', turn: 1 }),
    ]);
    await hear({ kind: 'words', text: 'order', turn: 1 });
    await hear({ kind: 'digits', digits: '4', turn: 3 });
    expect(asked.length).toBe(2);
    await hear({ kind: 'digits', digits: '4', turn: 2 });
    expect(queries().at(-1)).toBe('4');
  });

  test('relies on the gateway to report silence', async () => {
    await connect();
    expect(looks.filter(([{ digits }]) => digits === undefined)).toEqual([]);
    for (const turn of [1, 2, 3]) await hear({ kind: 'silence', turn });
    expect(queries()).toEqual(['', '', '']);
    expect(sent.at(-1)).toEqual(['one', 'hang_up']);
  });

  test('accepts a yes only to a question that was heard to its end', async () => {
    await connect();
    const heardOf = async (turn: number, ...events: [RelayEvent, number][]) => {
      const began = now;
      for (const [event, afterMs] of events) {
        now = began + afterMs;
        await hear(event);
      }
      const at = now;
      await hear({ kind: 'words', text: 'yes', turn });
      return (asked.at(-1)?.heardUntil ?? 0) >= at;
    };
    const stopped = (turn: number): RelayEvent => ({ kind: 'spoken', wasCut: false, turn });
    const killed = (turn: number): RelayEvent => ({ kind: 'spoken', wasCut: true, turn });
    expect(await heardOf(1)).toBe(true);
    expect(await heardOf(2, [killed(2), 100])).toBe(false);
    // A gateway with both events sends them together if the caller spoke, else the second after the answer.
    expect(await heardOf(3, [stopped(3), 100], [killed(3), 110])).toBe(false);
    expect(await heardOf(4, [stopped(4), 300], [killed(4), 2000])).toBe(true);
    // A gateway without the event for the end: after this long, everything was spoken.
    expect(await heardOf(5, [killed(5), 5000])).toBe(true);
    expect(await heardOf(6, [killed(1), 100])).toBe(true);
  });

  test('accepts no yes to a question that was cut, even if a later process reports it', async () => {
    await connect();
    now += 60_000;
    await hear({ kind: 'words', text: 'order', turn: 1 });
    const at = now + 1000;
    const { until } = deps;
    deps.until = async (...waited) => {
      deps.until = until;
      await hear({ kind: 'spoken', wasCut: true, turn: 2 }, { at: at - 900 });
      return until(...waited);
    };
    now = at;
    await hear({ kind: 'words', text: 'yes', turn: 2 });
    expect(asked.at(-1)?.heardUntil).toBeLessThan(at);
  });

  test('accepts no yes to a question that was cut before it is known to be sent', async () => {
    await connect();
    now += 60_000;
    const { send } = deps;
    deps.send = async (...message) => {
      const isSent = await send(...message);
      await hear({ kind: 'spoken', wasCut: true, turn: 2 });
      return isSent;
    };
    await hear({ kind: 'words', text: 'order', turn: 1 });
    deps.send = send;
    now += 60_000;
    const at = now;
    await hear({ kind: 'words', text: 'yes', turn: 2 });
    expect(asked.at(-1)?.heardUntil).toBeLessThan(at);
  });

  test('goes on if the number that takes over does not answer, and is over if it does', async () => {
    for (const isAnswered of [false, true]) {
      memory.items.clear();
      sent = [];
      settings = { ...CALL_SETTINGS, handOverTo: '+14155550199' };
      await connect();
      answers = [{ ...CALL_ANSWER, handsOver: true }];
      await hear({ kind: 'words', text: 'a person', turn: 1 });
      expect(sent.at(-1)?.[1]).toBe('dial');
      // Nothing else is heard meanwhile.
      await hear({ kind: 'words', text: 'hello', turn: 2 });
      await hear({ kind: 'dialed', isAnswered, turn: 1 });
      expect(sent.length).toBe(2);
      await hear({ kind: 'dialed', isAnswered, turn: 2 });
      await hear({ kind: 'dialed', isAnswered, turn: 2 });
      expect(texts().slice(2)).toEqual(isAnswered ? [] : ['Nobody.']);
      expect((await readCall(deps, await where())).call.isOver).toBe(isAnswered);
    }
  });

  test('is over when the caller hangs up, and asks nothing more', async () => {
    await connect();
    const slow = Promise.withResolvers<CallAnswer>();
    answers = [() => slow.promise];
    const first = hear({ kind: 'words', text: 'order', turn: 1 });
    await expect.poll(() => asked.length).toBe(2);
    await hear({ kind: 'hang_up' });
    slow.resolve(CALL_ANSWER);
    await first;
    await hear({ kind: 'words', text: 'hello', turn: 2 });
    await hear({ kind: 'hang_up' });
    expect([asked.length, sent.length]).toEqual([2, 1]);
    expect(await openConnection(deps, await where(), 'two')).toBe(false);
  });
});
