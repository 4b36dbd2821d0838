import { type KeptCall, type KeptCallDependencies, keptAs } from './kept-calls.ts';

/** The function that looks at calls over connections after a time. */
export const RELAY_LOOK = 'relay-look';

/** A connection over which a call is held. */
export interface Connection extends KeptCall {
  /** The gateway's id of it. */
  id: string;
}

/** Stands for the call of a connection that is opened before its call is told, so that it takes a place of the channel. */
export const unheldCall = (
  deps: Pick<KeptCallDependencies, 'deploymentKey'>,
  { institution, channelId, id }: Omit<Connection, 'key'>,
): Promise<KeptCall> => keptAs(deps, { institution, channelId, callId: `connection ${id}` });

/** Stores open connections until they are closed. Reads are strongly consistent. */
export interface ConnectionStore {
  /**
   * Stores nothing if it throws.
   * @returns false, with nothing stored, if more than `most` calls of the channel would have connections
   */
  add(connection: Connection, limits: { most: number; now: number }): Promise<boolean>;
  find(id: string): Promise<Connection | undefined>;
  /** Has an open connection hold another call. */
  hold(connection: Connection, now: number): Promise<void>;
  remove(connection: Connection): Promise<void>;
}
