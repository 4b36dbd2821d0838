import type { KeptCall } from './kept-calls.ts';

/** The function that looks at calls over connections after a time. */
export const RELAY_LOOK = 'relay-look';

/** A connection over which a call is held. */
export interface Connection extends KeptCall {
  /** The gateway's id of it. */
  id: string;
}

/** Stores open connections until they are closed. Reads are strongly consistent. */
export interface ConnectionStore {
  /**
   * Stores nothing if it throws.
   * @returns false, with nothing stored, if more than `most` calls of the channel would have connections
   */
  add(connection: Connection, limits: { most: number; now: number }): Promise<boolean>;
  find(id: string): Promise<Connection | undefined>;
  remove(connection: Connection): Promise<void>;
}
