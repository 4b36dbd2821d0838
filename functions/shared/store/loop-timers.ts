/** The interval of ticks, and the most time that one tick counts. */
const TICK_MS = 25;
const MOST_MS = 2 * TICK_MS;

/** Timers that count only time in which the process was running. */
export interface LoopTimers {
  /** Runs the work after that much running time. @returns a function that cancels it */
  after(milliseconds: number, work: () => void): () => void;
}

export interface LoopTimersDependencies {
  /** Milliseconds of a monotonic clock. */
  now: () => number;
  /** Calls `tick` periodically. @returns a function that stops it */
  every: (milliseconds: number, tick: () => void) => () => void;
}

interface Timer {
  /** A time on the running-time clock; extended if the current tick may have come before the awaited answer. */
  endsAt: number;
  isDue: boolean;
  work: () => void;
}

/**
 * Timers that do not count time in which the process stood still: while a long computation blocked the event loop, or
 * while Lambda had frozen it. A timer that is due waits for one more tick, in which sockets are read, so that an answer
 * that arrived meanwhile is processed before its timer fires.
 */
export function createLoopTimers({ now, every }: LoopTimersDependencies): LoopTimers {
  const timers = new Set<Timer>();
  let counted = 0;
  let lastAt = 0;
  let stop: (() => void) | undefined;

  function tick(): void {
    const time = now();
    counted += Math.min(MOST_MS, time - lastAt);
    lastAt = time;
    for (const timer of timers) {
      if (counted < timer.endsAt) continue;
      if (timer.isDue) {
        forget(timer);
        timer.work();
      } else timer.isDue = true;
    }
  }

  function forget(timer: Timer): void {
    timers.delete(timer);
    if (timers.size > 0) return;
    stop?.();
    stop = undefined;
  }

  return {
    after(milliseconds, work) {
      if (stop === undefined) {
        lastAt = now();
        stop = every(TICK_MS, tick);
      }
      const timer = { endsAt: counted + milliseconds, isDue: false, work };
      timers.add(timer);
      return () => forget(timer);
    },
  };
}

const every = (milliseconds: number, tick: () => void) => {
  const interval = setInterval(tick, milliseconds);
  return () => clearInterval(interval);
};

export const loopTimers = createLoopTimers({ now: () => performance.now(), every });
