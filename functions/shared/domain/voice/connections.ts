import { type KeptCall, type KeptCallDependencies, keptAs } from './kept-calls.ts';

/** The function that runs the delayed checks of calls over connections (`Look`). */
export const RELAY_LOOK = 'relay-look';

/** An open connection and its call. */
export interface Connection extends KeptCall {
  /** The gateway's id of the connection. */
  id: string;
}

/**
 * A placeholder for the call of a new connection until the gateway names the call, so that the connection counts
 * towards the channel's limit.
 */
export const unheldCall = (
  deps: Pick<KeptCallDependencies, 'deploymentKey'>,
  { institution, channelId, id }: Omit<Connection, 'key'>,
): Promise<KeptCall> => keptAs(deps, { institution, channelId, callId: `connection ${id}` });

/** Stores open connections until they are closed. Reads are strongly consistent. */
export interface ConnectionStore {
  /**
   * Stores nothing if it throws.
   * @returns false, without storing, if more than `most` calls of the channel would have connections
   */
  add(connection: Connection, limits: { most: number; now: number }): Promise<boolean>;
  find(id: string): Promise<Connection | undefined>;
  /** Assigns an open connection to another call. */
  hold(connection: Connection, now: number): Promise<void>;
  remove(connection: Connection): Promise<void>;
}
