import type { KeptCall } from './kept-calls.ts';

/** A connection over which a call is held. */
export interface Connection extends KeptCall {
  /** The gateway's id of it. */
  id: string;
}

/** Stores open connections until they are closed. Reads are strongly consistent. */
export interface ConnectionStore {
  /** @returns false, with nothing stored, if the channel would have more than `most` connections */
  add(connection: Connection, limits: { most: number; now: number }): Promise<boolean>;
  find(id: string): Promise<Connection | undefined>;
  remove(connection: Connection): Promise<void>;
}
