import { expect, test } from 'vitest';
import { createLoopTimers } from '../../../../functions/shared/store/loop-timers.ts';

/** Creates timers whose clock and ticks the test controls. */
function setUp() {
  let time = 0;
  let tick: (() => void) | undefined;
  const timers = createLoopTimers({
    now: () => time,
    every: (_, work) => {
      tick = work;
      return () => {
        tick = undefined;
      };
    },
  });
  /** Lets time pass, with a tick every `each` milliseconds. */
  const pass = (milliseconds: number, each = 25) => {
    for (let passed = 0; passed < milliseconds; passed += each) {
      time += each;
      tick?.();
    }
  };
  /** Lets time pass as while the process is paused: the only tick comes at the end. */
  const standStill = (milliseconds: number) => pass(milliseconds, milliseconds);
  return { timers, pass, standStill, isTicking: () => tick !== undefined };
}

test('a timer ends after its time, and then the ticks stop', () => {
  const { timers, pass, isTicking } = setUp();
  let ended = 0;
  timers.after(1000, () => {
    ended += 1;
  });
  pass(975);
  expect(ended).toBe(0);
  pass(50);
  expect([ended, isTicking()]).toEqual([1, false]);
});

test('time in which the process stood still does not count', () => {
  const { timers, pass, standStill } = setUp();
  let ended = false;
  timers.after(1000, () => {
    ended = true;
  });
  standStill(60_000);
  pass(900);
  expect(ended).toBe(false);
  pass(100);
  expect(ended).toBe(true);
});

test('a timer that was nearly over has one more tick for what arrived while the process stood still', () => {
  const { timers, pass, standStill } = setUp();
  let ended = false;
  timers.after(1000, () => {
    ended = true;
  });
  pass(975);
  standStill(3000);
  expect(ended).toBe(false);
  pass(25);
  expect(ended).toBe(true);
});

test('a timer that is cancelled does nothing', () => {
  const { timers, pass, isTicking } = setUp();
  let ended = false;
  timers.after(100, () => {
    ended = true;
  })();
  pass(1000);
  expect([ended, isTicking()]).toEqual([false, false]);
});
