import { setTimeout as delay } from 'node:timers/promises';

/** Work beside the service that goes on until it is stopped. */
export interface Repeated {
  /** Begins no further run, and waits for the one under way. */
  stop(): Promise<void>;
}

/**
 * How often the service looks for events and messages, in milliseconds. Each look is a read of the store, which an idle
 * service pays for. On AWS, the table's stream and the functions that take messages begin the work.
 */
export const LOOK_EVERY_MS = 250;

/**
 * Repeats work, with a pause before each run, which does not keep the process alive.
 * @param onFault called with an error of a run, after which the next one comes as usual
 */
export function repeat(
  everyMs: number,
  work: () => Promise<void>,
  onFault: (error: unknown) => void,
): Repeated {
  const ending = new AbortController();

  async function run(): Promise<void> {
    while (!ending.signal.aborted) {
      await delay(everyMs, undefined, { signal: ending.signal, ref: false }).catch(() => undefined);
      if (!ending.signal.aborted) await work().catch(onFault);
    }
  }

  const running = run();
  return {
    stop: async () => {
      ending.abort();
      await running;
    },
  };
}
