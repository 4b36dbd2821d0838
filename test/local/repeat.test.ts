import { expect, test } from 'vitest';
import { repeat } from '../../local/repeat.ts';

test('work is repeated after a failed run, and each error is reported', async () => {
  const faults: unknown[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  let runs = 0;
  const repeated = repeat(
    1,
    async () => {
      runs += 1;
      if (runs === 3) resolve();
      throw new Error(`run ${runs}`);
    },
    (error) => faults.push(error),
  );
  await promise;
  await repeated.stop();
  expect(faults.slice(0, 3).map(String)).toEqual(['Error: run 1', 'Error: run 2', 'Error: run 3']);
});

test('stopping waits for the current run, and starts no other', async () => {
  const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let runs = 0;
  const repeated = repeat(
    1,
    async () => {
      runs += 1;
      begun.resolve();
      await end.promise;
    },
    () => undefined,
  );
  await begun.promise;
  let isStopped = false;
  const stopping = repeated.stop().then(() => {
    isStopped = true;
  });
  await new Promise((resolve) => setImmediate(resolve));
  expect(isStopped).toBe(false);
  end.resolve();
  await stopping;
  expect(runs).toBe(1);
});

test('stopping ends a pause at once', async () => {
  let runs = 0;
  await repeat(
    3_600_000,
    async () => {
      runs += 1;
    },
    () => undefined,
  ).stop();
  expect(runs).toBe(0);
});
