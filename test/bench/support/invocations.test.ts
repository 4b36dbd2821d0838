import { expect, it } from 'vitest';
import { invocationsOf } from '../../../bench/support/invocations.ts';
import { reckonedTimes } from '../../../bench/support/reckoned-time.ts';

it('separates computing from waiting of an invocation, without waits for a processor', () => {
  const [invocation] = invocationsOf([
    ['begin', 'a', 1000, 100, 50],
    // 4 ms of work, and 6 ms of waiting for a processor.
    ['call', 1, 1010, 104, 56],
    ['call', 2, 1010, 104, 56],
    ['answer', 1, 1030, 104, 56],
    ['answer', 2, 1031, 105, 56],
    // 20 ms of a timer, and 3 ms of waiting for a processor.
    ['call', 3, 1054, 105, 59],
    ['answer', 3, 1070, 106, 60],
    ['end', 'a', 1071, 107, 60],
  ]);
  expect(invocation).toEqual({ requestId: 'a', from: 1000, to: 1071, cpu: 107, rounds: 2, waited: 20 });
});

it('counts a call that is never answered as a wait, and one that is answered later as a round', () => {
  const [hung, late] = invocationsOf([
    ['begin', 'a', 0, 0, 0],
    ['call', 1, 0, 0, 0],
    ['end', 'a', 25, 0, 0],
    ['begin', 'b', 100, 0, 0],
    ['call', 2, 100, 0, 0],
    ['end', 'b', 125, 0, 0],
    ['answer', 2, 200, 0, 0],
  ]);
  expect(hung).toMatchObject({ waited: 25, rounds: 0 });
  expect(late).toMatchObject({ waited: 0, rounds: 1 });
});

it('counts the start of a process with its first invocation only', () => {
  const invocations = invocationsOf([
    ['begin', 'a', 0, 300, 0],
    ['end', 'a', 0, 310, 0],
    ['begin', 'b', 0, 320, 0],
    ['end', 'b', 0, 325, 0],
  ]);
  expect(invocations.map(({ cpu }) => cpu)).toEqual([310, 5]);
});

it('computes a query’s time from both functions, and waits for an environment only if all are busy', () => {
  const invocation = (requestId: string, from: number, to: number) => {
    return { requestId, from, to, cpu: 2, rounds: 1, waited: 10 };
  };
  const times = reckonedTimes(
    new Map([
      ['authorizer', [invocation('b', 100, 150)]],
      ['query', [invocation('a', 0, 200), invocation('b', 201, 300), invocation('c', 400, 500)]],
    ]),
    1,
  );
  expect(times.get('b')).toEqual({ all: 4 + 10 + 20 + 51, cpu: 4, rounds: 10, waited: 20, queued: 51 });
  expect(times.get('c')).toMatchObject({ all: 2 + 5 + 10, queued: 0 });
});
