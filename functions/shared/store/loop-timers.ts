/** The time between two ticks, and the most that one of them counts for. */
const TICK_MS = 25;
const MOST_MS = 2 * TICK_MS;

/** Timers that count the time in which the process was at work. */
export interface LoopTimers {
  /** Does the work once that much of it has passed. @returns what cancels it */
  after(milliseconds: number, work: () => void): () => void;
}

export interface LoopTimersDependencies {
  /** Milliseconds of a clock that only goes forward. */
  now: () => number;
  /** Calls the tick every so many milliseconds. @returns what ends it */
  every: (milliseconds: number, tick: () => void) => () => void;
}

interface Timer {
  /** Of the time counted; later where the tick that it came with may have come before what it waits for. */
  endsAt: number;
  isDue: boolean;
  work: () => void;
}

/**
 * Timers which do not count the time that the process stood still: while one long computation kept the event loop, or
 * while Lambda had frozen it. An answer that arrived meanwhile is read before anything is ended, since a timer that is due
 * waits for one more tick, and sockets are read in between.
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
