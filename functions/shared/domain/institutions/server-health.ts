/** A server that an institution's assistants call. */
export interface ServerId {
  institution: string;
  /** Its address as the call has it. */
  address: string;
}

/** The state of a server, as all processes have told it. */
export interface ServerHealth {
  /** Epoch milliseconds at which the window began that the counts are of. */
  windowBeginsAt: number;
  /** Calls that came to nothing by the server's fault. */
  failed: number;
  /** Answered calls, as those tell them who have something else to tell. */
  answered: number;
  /** Calls under way that have taken longer than {@link SLOW_MS}, of those that came to do so in the window. */
  slow: number;
  /** Epoch milliseconds until which nobody calls; after it one call tries. Absent where the breaker is closed. */
  openUntil?: number;
  /** The number of times that it opened since the server last answered. */
  openings: number;
}

/** The port of what processes know of servers together. */
export interface ServerHealthStore {
  /** May be some moments old; undefined where nobody has told anything of late. */
  read(server: ServerId): Promise<ServerHealth | undefined>;
  /** Adds to the counts of a window, or takes from them. @returns the state after it */
  report(
    server: ServerId,
    windowBeginsAt: number,
    told: Partial<Record<'failed' | 'answered' | 'slow', number>>,
  ): Promise<ServerHealth>;
  /**
   * Opens the breaker, or moves its end.
   * @param seen the end that it had; undefined where it was closed
   * @returns false where another process has changed it meanwhile
   */
  open(server: ServerId, until: number, openings: number, seen: number | undefined): Promise<boolean>;
  /** Closes the breaker that ends at `seen`. */
  close(server: ServerId, seen: number): Promise<void>;
}

/** A call that takes longer has its process tell so, while it waits: an environment of Lambda does nothing else then. */
export const SLOW_MS = 500;
/** The time that calls are counted together. */
export const WINDOW_MS = 5000;
