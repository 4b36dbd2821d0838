import {
  ApiGatewayManagementApiClient,
  DeleteConnectionCommand,
  GoneException,
  PostToConnectionCommand,
} from '@aws-sdk/client-apigatewaymanagementapi';
import { ATTEMPTS, CONNECTION_MS, withDeadlines } from './deadlines.ts';
import { localService } from './endpoint.ts';
import { optionalSetting, setting } from './environment.ts';

/** Open WebSocket connections. Both report false for one that is closed. */
export interface Sockets {
  send(connection: string, message: string): Promise<boolean>;
  close(connection: string): Promise<boolean>;
}

let inProcess: Sockets | undefined;

/** Has this process hold the connections, as on a laptop. */
export const serveSockets = (sockets: Sockets | undefined): void => {
  inProcess = sockets;
};

/**
 * The connections of the gateway at `SOCKETS_ADDRESS`, or those of this process. `SOCKETS_ENDPOINT` sets another
 * implementation of its management API (see `localService`).
 */
export function createSockets(): Sockets {
  let client: ApiGatewayManagementApiClient | undefined;
  const gateway = (): ApiGatewayManagementApiClient => {
    const endpoint = optionalSetting('SOCKETS_ENDPOINT');
    client ??= withDeadlines(
      new ApiGatewayManagementApiClient({
        requestHandler: { connectionTimeout: CONNECTION_MS },
        maxAttempts: ATTEMPTS,
        ...(endpoint === undefined ? { endpoint: setting('SOCKETS_ADDRESS') } : localService(endpoint)),
      }),
    );
    return client;
  };
  const unlessGone = async (work: Promise<unknown>): Promise<boolean> => {
    try {
      await work;
      return true;
    } catch (error) {
      if (error instanceof GoneException) return false;
      throw error;
    }
  };
  return {
    send: async (ConnectionId, Data) =>
      inProcess === undefined
        ? unlessGone(gateway().send(new PostToConnectionCommand({ ConnectionId, Data })))
        : inProcess.send(ConnectionId, Data),
    close: async (ConnectionId) =>
      inProcess === undefined
        ? unlessGone(gateway().send(new DeleteConnectionCommand({ ConnectionId })))
        : inProcess.close(ConnectionId),
  };
}
