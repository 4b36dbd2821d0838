/** A business-logic server of an institution. */
export interface ServerId {
  institution: string;
  /** The server's address as called. */
  address: string;
}

/** A server's health, shared by all processes. */
export interface ServerHealth {
  /** When the window of the counts began, in epoch milliseconds. */
  windowBeginsAt: number;
  /** Calls that failed by the server's fault. */
  failed: number;
  /** Answered calls that were reported; a process reports them only together with other news. */
  answered: number;
  /** Concurrent calls that exceeded {@link SLOW_MS} within the window. */
  slow: number;
  /** Epoch milliseconds until which the breaker is open; after it, one call probes the server. Absent if closed. */
  openUntil?: number;
  /** How often the breaker has opened since the server last answered. */
  openings: number;
}

/** Port of server health shared between processes. */
export interface ServerHealthStore {
  /** Eventually consistent; undefined if nothing was reported recently. */
  read(server: ServerId): Promise<ServerHealth | undefined>;
  /** Adds to a window's counts; amounts may be negative. @returns the new state */
  report(
    server: ServerId,
    windowBeginsAt: number,
    told: Partial<Record<'failed' | 'answered' | 'slow', number>>,
  ): Promise<ServerHealth>;
  /**
   * Opens the breaker or changes when it ends.
   * @param seen its end as read; undefined if it was closed
   * @returns false if another process has changed it meanwhile
   */
  open(server: ServerId, until: number, openings: number, seen: number | undefined): Promise<boolean>;
  /** Closes the breaker that ends at `seen`. */
  close(server: ServerId, seen: number): Promise<void>;
}

/** A call that exceeds this is reported as slow while it runs: a Lambda environment is blocked meanwhile. */
export const SLOW_MS = 500;
/** The window in which calls are counted together. */
export const WINDOW_MS = 5000;
