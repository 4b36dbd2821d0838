/** A process that the service needs. */
export interface Child {
  /** Resolves when the process has ended, for any reason. */
  ended: Promise<unknown>;
  stop(): Promise<void>;
}

export interface KeptRunning<SomeChild extends Child> {
  /** The current process, or the last one. */
  current(): SomeChild;
  stop(): Promise<void>;
}

/** Maximum restarts within a minute. After more, restarting clearly does not help. */
const MAX_RESTARTS = 5;
const WITHIN_MS = 60_000;

/**
 * Starts a process and restarts it if it ends unexpectedly.
 * @param start receives the ended process, so that the new process can replace it
 * @param report prints a line for the user of the service
 */
export async function keepRunning<SomeChild extends Child>(
  name: string,
  start: (before: SomeChild | undefined) => Promise<SomeChild>,
  { report, now = Date.now }: { report: (line: string) => void; now?: () => number },
): Promise<KeptRunning<SomeChild>> {
  let child = await start(undefined);
  let isStopping = false;
  let restarts: number[] = [];
  let watching = watch();

  async function watch(): Promise<void> {
    await child.ended;
    if (isStopping) return;
    restarts = restarts.filter((at) => now() - at < WITHIN_MS);
    if (restarts.length >= MAX_RESTARTS) return report(`${name} keeps ending. Restart Parley.`);
    restarts.push(now());
    report(`${name} has ended and is being restarted.`);
    try {
      child = await start(child);
    } catch {
      return report(`${name} could not be restarted. Restart Parley.`);
    }
    if (isStopping) return child.stop();
    watching = watch();
  }

  return {
    current: () => child,
    stop: async () => {
      isStopping = true;
      await child.stop();
      await watching;
    },
  };
}
