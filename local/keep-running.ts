/** A process that the service needs. */
export interface Child {
  /** Resolves once it has ended, for whatever reason. */
  ended: Promise<unknown>;
  stop(): Promise<void>;
}

export interface KeptRunning<SomeChild extends Child> {
  /** The one that runs now, or ran last. */
  current(): SomeChild;
  stop(): Promise<void>;
}

/** The most restarts within a minute: more have a reason that starting anew does not mend. */
const MAX_RESTARTS = 5;
const WITHIN_MS = 60_000;

/**
 * Starts a process, and starts it again where it ends by itself.
 * @param start given the one that ended, so that the new one can take its place
 * @param report takes a line for whoever runs the service
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
    if (restarts.length >= MAX_RESTARTS)
      return report(`${name} ends again and again. Stop Parley and start it anew.`);
    restarts.push(now());
    report(`${name} has ended. It is started again.`);
    try {
      child = await start(child);
    } catch {
      return report(`${name} could not be started again. Stop Parley and start it anew.`);
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
