import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import type { CallOutcome } from '../../../../functions/shared/business-logic/client.ts';
import {
  createGuard,
  type Guard,
  MAX_IN_FLIGHT,
  MAX_OPEN_MS,
  MAX_SLOW,
  MIN_FAILED,
  OPEN_MS,
  PATIENCE_MS,
  PROBE_MS,
} from '../../../../functions/shared/business-logic/guard.ts';
import {
  type ServerHealthStore,
  SLOW_MS,
  WINDOW_MS,
} from '../../../../functions/shared/domain/institutions/server-health.ts';
import { createServerHealth } from '../../../../functions/shared/store/server-health.ts';
import { useCountedDynamoDb } from '../../../support/wire.ts';

const db = useCountedDynamoDb();
const ANSWERED: CallOutcome = { status: 'answered', body: {}, exactBody: {} };
const failedBy = (reason: Extract<CallOutcome, { status: 'failed' }>['reason']): CallOutcome => ({
  status: 'failed',
  reason,
});
const TIMEOUT = failedBy('timeout');

/** Creates a clock that stands still until a test moves it, and runs the timers then due. */
function clockFrom(time: number) {
  /** Sorted by due time. */
  let timers: { at: number; work: () => void }[] = [];
  const clock = {
    time,
    after(milliseconds: number, work: () => void) {
      const timer = { at: clock.time + milliseconds, work };
      timers.splice(timers.findLastIndex(({ at }) => at <= timer.at) + 1, 0, timer);
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
    /** Returns when the next timer is due, or infinity. */
    next: () => timers[0]?.at ?? Number.POSITIVE_INFINITY,
    async to(end: number) {
      for (let due = timers[0]; due !== undefined && due.at <= end; due = timers[0]) {
        timers.shift();
        clock.time = due.at;
        due.work();
        await setImmediate();
      }
      clock.time = end;
    },
  };
  return clock;
}

let clock = clockFrom(0);
let server = { institution: '', address: 'https://bls.example/' };
let opened: number[] = [];
let lost: unknown[] = [];
const processWith = (store: ServerHealthStore): Guard =>
  createGuard({
    store,
    now: () => clock.time,
    after: clock.after,
    opened: (_server, openings) => void opened.push(openings),
    refused: () => undefined,
    lost: (error) => void lost.push(error),
  });
const newProcess = (): Guard => processWith(createServerHealth(() => db.client()));

/** Makes a call, by default in a new process. Returns its outcome's status, or why the guard refused it. */
async function call(outcome: CallOutcome, guard: Guard = newProcess(), of = server): Promise<string> {
  const pass = await guard(of).enter();
  if (typeof pass === 'string') return pass;
  await pass.leave(outcome);
  return outcome.status;
}
const calls = async (count: number, outcome: CallOutcome, guard?: Guard): Promise<string[]> => {
  const outcomes: string[] = [];
  for (let each = 0; each < count; each += 1) outcomes.push(await call(outcome, guard));
  return outcomes;
};

beforeEach(() => {
  clock = clockFrom(Date.UTC(2030, 0, 1, 12));
  server = { ...server, institution: `acme-${randomUUID()}` };
  opened = [];
  lost = [];
});

describe('a server that is down', () => {
  test.each(['timeout', 'connection', 'status_502', 'status_503', 'status_504', 'status_429'] as const)(
    'is left alone by every process after five failed calls: %s',
    async (reason) => {
      expect(await calls(MIN_FAILED - 1, failedBy(reason))).not.toContain('breaker_open');
      expect(await call(ANSWERED)).toBe('answered');
      expect(await call(failedBy(reason))).toBe('failed');
      expect(opened).toEqual([1]);
      expect(await calls(3, failedBy(reason))).toEqual(Array(3).fill('breaker_open'));
    },
  );

  test.each(['status_500', 'status_501', 'status_404', 'not_json'] as const)(
    'is not one that answers with its own error: %s',
    async (reason) => {
      const outcomes = await calls(20, failedBy(reason as 'status_500'));
      expect(outcomes).toEqual(Array(20).fill('failed'));
      expect(opened).toEqual([]);
    },
  );

  test('is not one that answers half of the calls', async () => {
    const guard = newProcess();
    for (let each = 0; each < 20; each += 1) {
      await calls(2, ANSWERED, guard);
      await call(TIMEOUT, guard);
    }
    expect(opened).toEqual([]);
  });

  test('is tried by one call of all processes when its time is over, and works again after an answer', async () => {
    await calls(MIN_FAILED, TIMEOUT);
    await clock.to(clock.time + OPEN_MS - 1);
    expect(await call(ANSWERED)).toBe('breaker_open');
    await clock.to(clock.time + 1);
    const processes = Array.from({ length: 8 }, newProcess);
    const entered = await Promise.all(processes.map((guard) => guard(server).enter()));
    const passes = entered.filter((pass) => typeof pass !== 'string');
    expect(passes).toHaveLength(1);
    await passes[0]?.leave(ANSWERED);
    expect(await calls(3, ANSWERED)).toEqual(['answered', 'answered', 'answered']);
    expect(opened).toEqual([1]);
  });

  test('is left alone twice as long each time that the trial fails, a minute at most', async () => {
    await calls(MIN_FAILED, TIMEOUT);
    const waits: number[] = [];
    for (let trial = 0; trial < 6; trial += 1) {
      const began = clock.time;
      while ((await call(TIMEOUT)) === 'breaker_open') await clock.to(clock.time + OPEN_MS);
      waits.push(clock.time - began);
    }
    expect(waits).toEqual([OPEN_MS, 10_000, 20_000, 40_000, MAX_OPEN_MS, MAX_OPEN_MS]);
    expect(opened).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });

  test('is tried again by another process if the one that tried is gone', async () => {
    await calls(MIN_FAILED, TIMEOUT);
    await clock.to(clock.time + OPEN_MS);
    expect(typeof (await newProcess()(server).enter())).toBe('object');
    await clock.to(clock.time + PROBE_MS - 1);
    expect(await call(ANSWERED)).toBe('breaker_open');
    await clock.to(clock.time + 1);
    expect(await call(ANSWERED)).toBe('answered');
  });

  test('affects no other server or institution', async () => {
    await calls(MIN_FAILED, TIMEOUT);
    expect(await call(ANSWERED, newProcess(), { ...server, address: 'https://other.example/' })).toBe(
      'answered',
    );
    expect(await call(ANSWERED, newProcess(), { ...server, institution: 'rival' })).toBe('answered');
  });
});

describe('calls under way', () => {
  test('of one process to one server are at most fifty', async () => {
    const guard = newProcess();
    const entered = await Promise.all(Array.from({ length: MAX_IN_FLIGHT + 1 }, () => guard(server).enter()));
    expect(entered.filter((pass) => pass === 'too_many_in_flight')).toHaveLength(1);
    const first = entered[0];
    if (typeof first === 'object') await first.leave(ANSWERED);
    expect(typeof (await guard(server).enter())).toBe('object');
  });

  test('that are slow are at most fifty of all processes in five seconds', async () => {
    clock = clockFrom(clock.time - (clock.time % WINDOW_MS));
    for (let each = 0; each < MAX_SLOW; each += 1) {
      const pass = await newProcess()(server).enter();
      expect(typeof pass).toBe('object');
    }
    expect(typeof (await newProcess()(server).enter())).toBe('object');
    await clock.to(clock.time + SLOW_MS);
    await expect.poll(() => newProcess()(server).enter()).toBe('too_many_slow');
    await clock.to(clock.time + WINDOW_MS);
    expect(typeof (await newProcess()(server).enter())).toBe('object');
  });

  test('that were slow but have ended block no others', async () => {
    clock = clockFrom(clock.time - (clock.time % WINDOW_MS));
    for (let each = 0; each < 3 * MAX_SLOW; each += 1) {
      const pass = await newProcess()(server).enter();
      if (typeof pass === 'string') throw new Error(pass);
      await clock.to(clock.time + SLOW_MS);
      await pass.leave(ANSWERED);
      clock.time -= SLOW_MS;
    }
    expect(lost).toEqual([]);
  });
});

describe('the cost of the guard', () => {
  test('for a healthy server is one read, begun with the turn, and no write', async () => {
    const guard = newProcess();
    const look = guard(server);
    await expect.poll(() => db.operations).toEqual(['GetItem']);
    const pass = await look.enter();
    if (typeof pass === 'object') await pass.leave(ANSWERED);
    expect(await calls(5, ANSWERED, guard)).toEqual(Array(5).fill('answered'));
    expect(db.operations).toEqual(['GetItem']);
  });

  test('is at most a tenth of a second if the store hangs, and then all calls are made', async () => {
    const never = () => new Promise<never>(() => undefined);
    const guard = processWith({ read: never, report: never, open: never, close: never });
    const outcomes: string[] = [];
    for (let each = 0; each < 6; each += 1) {
      const done = call(TIMEOUT, guard);
      await setImmediate();
      await clock.to(clock.time + 2 * PATIENCE_MS);
      outcomes.push(await done);
    }
    expect(outcomes).toEqual(Array(6).fill('failed'));
  });

  test('is no lost call if the store fails, and the failure is reported', async () => {
    const fails = () => Promise.reject(new Error('no store'));
    const guard = processWith({ read: fails, report: fails, open: fails, close: fails });
    expect(await calls(6, TIMEOUT, guard)).toEqual(Array(6).fill('failed'));
    expect(lost.length).toBeGreaterThan(0);
  });
});

describe('a server that hangs for four seconds at 250 queries a second', () => {
  const ENVIRONMENTS = 1000;

  /** Returns the most Lambda environments waiting for the server at once: overall and after 10 s. */
  async function busiest(): Promise<{ most: number; later: number }> {
    const store = memoryStore();
    const idle = Array.from({ length: ENVIRONMENTS }, () => processWith(store));
    const began = clock.time;
    let [busy, most, later] = [0, 0, 0];
    const query = async () => {
      const guard = idle.pop();
      if (guard === undefined) return;
      busy += 1;
      most = Math.max(most, busy);
      if (clock.time - began > 10_000) later = Math.max(later, busy);
      const pass = await guard(server).enter();
      if (typeof pass !== 'string') {
        const over = Promise.withResolvers<void>();
        clock.after(4000, over.resolve);
        await over.promise;
        await pass.leave(TIMEOUT);
      }
      busy -= 1;
      idle.unshift(guard);
    };
    for (let each = 0; each < 250 * 20; each += 1) clock.after(each * 4, () => void query());
    await clock.to(clock.time + 20_000);
    return { most, later };
  }

  test('occupies under three of ten at first, and then one', async () => {
    const { most, later } = await busiest();
    expect(most).toBeLessThan(300);
    expect(later).toBeLessThanOrEqual(2);
  });
});

/** Creates a store in memory, fast enough for thousands of calls. */
function memoryStore(): ServerHealthStore {
  let health: Awaited<ReturnType<ServerHealthStore['report']>> | undefined;
  return {
    read: async () => health,
    async report(_server, windowBeginsAt, added) {
      const { openUntil, openings = 0 } = health ?? {};
      const before =
        health !== undefined && health.windowBeginsAt >= windowBeginsAt
          ? health
          : { windowBeginsAt, failed: 0, answered: 0, slow: 0 };
      health = {
        windowBeginsAt: before.windowBeginsAt,
        failed: before.failed + (added.failed ?? 0),
        answered: before.answered + (added.answered ?? 0),
        slow: before.slow + (added.slow ?? 0),
        openings,
        ...(openUntil !== undefined && { openUntil }),
      };
      return health;
    },
    async open(_server, until, openings, seen) {
      if (health === undefined || health.openUntil !== seen) return false;
      health = { ...health, openUntil: until, openings };
      return true;
    },
    async close() {
      health = undefined;
    },
  };
}
