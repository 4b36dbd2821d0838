import { setImmediate } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  ALONE_MS,
  createPatientLog,
  GRACE_MS,
  LogLeftAlone,
  MAX_ALONE_MS,
  MAX_FAILED,
  MAX_UNDER_WAY,
} from '../../../functions/query/patient-log.ts';
import type { LogEntry } from '../../../functions/shared/domain/conversations/conversations.ts';

const ENTRY = {} as LogEntry;
let time = 0;
let timers: { milliseconds: number; work: () => void; isCancelled: boolean }[] = [];
let lost: unknown[] = [];
let written = 0;
let withdrawn = 0;
let answer: () => Promise<void> = async () => undefined;
const hangs = () => new Promise<never>(() => undefined);
const fails = async () => {
  throw new Error('throttled');
};

const newLog = () =>
  createPatientLog({
    log: {
      write: () => {
        written += 1;
        return answer();
      },
      withdraw: async () => {
        withdrawn += 1;
      },
    },
    now: () => time,
    after: (milliseconds, work) => {
      const timer = { milliseconds, work, isCancelled: false };
      timers.push(timer);
      return () => {
        timer.isCancelled = true;
      };
    },
    lost: (error) => void lost.push(error),
  });

/** Returns whether the work ends without any time passing. */
async function isOver(work: Promise<void>): Promise<boolean> {
  let over = false;
  void work.then(() => {
    over = true;
  });
  await setImmediate();
  return over;
}
const endGrace = () => {
  for (const { work, isCancelled } of timers.splice(0)) if (!isCancelled) work();
};

beforeEach(() => {
  time = Date.UTC(2030, 0, 1);
  [timers, lost, written, withdrawn] = [[], [], 0, 0];
  answer = async () => undefined;
});

describe('a query', () => {
  test('waits for a log that writes in time', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    answer = () => promise;
    const waited = newLog()(ENTRY).waited();
    expect(await isOver(waited)).toBe(false);
    resolve();
    await waited;
    expect(timers.map(({ milliseconds }) => milliseconds)).toEqual([GRACE_MS]);
  });

  test('waits for a hanging log once, as long as its grace, and then not at all', async () => {
    answer = hangs;
    const log = newLog();
    const first = log(ENTRY).waited();
    expect(await isOver(first)).toBe(false);
    endGrace();
    await first;
    for (let turn = 0; turn < 10; turn += 1) expect(await isOver(log(ENTRY).waited())).toBe(true);
  });

  test('waits again once the log has written in time', async () => {
    answer = hangs;
    const log = newLog();
    const first = log(ENTRY).waited();
    endGrace();
    await first;
    answer = async () => undefined;
    expect(await isOver(log(ENTRY).waited())).toBe(true);
    answer = hangs;
    expect(await isOver(log(ENTRY).waited())).toBe(false);
  });

  test('that tries a log again after a pause with dropped entries does not wait for it', async () => {
    const log = newLog();
    const { promise, reject } = Promise.withResolvers<never>();
    answer = () => promise;
    const first = Array.from({ length: MAX_FAILED }, () => log(ENTRY).waited());
    endGrace();
    await Promise.all(first);
    reject(new Error('throttled'));
    await setImmediate();
    expect(await isOver(log(ENTRY).waited())).toBe(true);
    expect(lost.at(-1)).toBeInstanceOf(LogLeftAlone);
    time += ALONE_MS;
    answer = hangs;
    expect(await isOver(log(ENTRY).waited())).toBe(true);
    expect(written).toBe(MAX_FAILED + 1);
  });

  test('that is overtaken withdraws its entry only if that was written', async () => {
    const log = newLog();
    await log(ENTRY).withdraw();
    expect(withdrawn).toBe(1);
    answer = fails;
    await log(ENTRY).withdraw();
    expect(withdrawn).toBe(1);
  });
});

describe('a log that fails', () => {
  const turns = async (count: number, log: ReturnType<typeof newLog>) => {
    for (let turn = 0; turn < count; turn += 1) await log(ENTRY).waited();
  };

  test('is left alone after three failed entries in a row, and every turn is reported as lost', async () => {
    answer = fails;
    const log = newLog();
    await turns(MAX_FAILED + 5, log);
    expect(written).toBe(MAX_FAILED);
    expect(lost).toHaveLength(MAX_FAILED + 5);
    expect(lost.at(-1)).toBeInstanceOf(LogLeftAlone);
  });

  test('is not left alone if an entry in between is written', async () => {
    const log = newLog();
    for (let round = 0; round < 4; round += 1) {
      answer = fails;
      await turns(MAX_FAILED - 1, log);
      answer = async () => undefined;
      await turns(1, log);
    }
    expect(written).toBe(4 * MAX_FAILED);
  });

  test('is tried with one entry after the pause, and gets all again if that is written', async () => {
    answer = fails;
    const log = newLog();
    await turns(MAX_FAILED, log);
    time += ALONE_MS - 1;
    await turns(1, log);
    expect(written).toBe(MAX_FAILED);
    time += 1;
    const { promise, resolve } = Promise.withResolvers<void>();
    answer = () => promise;
    const tried = log(ENTRY).waited();
    log(ENTRY);
    expect(written).toBe(MAX_FAILED + 1);
    resolve();
    await tried;
    answer = async () => undefined;
    await turns(5, log);
    expect(written).toBe(MAX_FAILED + 6);
  });

  test('is left alone longer each time, at most a minute', async () => {
    answer = fails;
    const log = newLog();
    await turns(MAX_FAILED, log);
    for (const milliseconds of [ALONE_MS, 10_000, 20_000, 40_000, MAX_ALONE_MS, MAX_ALONE_MS]) {
      const before = written;
      time += milliseconds - 1;
      await turns(1, log);
      expect(written).toBe(before);
      time += 1;
      await turns(1, log);
      expect(written).toBe(before + 1);
    }
  });

  test('that hangs has at most thirty-two pending entries per process', async () => {
    answer = hangs;
    const log = newLog();
    for (let turn = 0; turn < MAX_UNDER_WAY + 3; turn += 1) log(ENTRY);
    expect(written).toBe(MAX_UNDER_WAY);
    expect(lost).toHaveLength(3);
  });
});
