import { once } from 'node:events';
import { type ClientOptions, WebSocket } from 'ws';
import { until } from '../../../local/until.ts';

/** Words said to the caller if an answer takes seconds; on a busy machine, any answer may. */
export const ONE_MOMENT = 'One moment.';

/** How long a test waits for what the service sends, even from a busy machine. */
export const PATIENCE = { everyMs: 10, mostMs: 60_000 };

/**
 * Reads what a caller was told.
 * @param allTexts returns every text so far
 */
export function heard(allTexts: () => string[]) {
  /** Returns the texts said so far, without `ONE_MOMENT`. */
  const texts = () => allTexts().filter((text) => text !== ONE_MOMENT);
  /** Waits for `many` texts, and returns all texts said so far. */
  async function said(many: number): Promise<string[]> {
    await until(() => (texts().length >= many ? true : undefined), PATIENCE);
    return texts();
  }
  return { allTexts, texts, said };
}

/**
 * Opens the connection of a gateway that holds a call, and collects what the service sends.
 * @throws {Error} with the status if the service refuses the connection
 */
export async function connectGateway<Sent>(
  address: string,
  { subprotocols = [], ...options }: ClientOptions & { subprotocols?: string[] },
) {
  const socket = new WebSocket(address, subprotocols, options);
  const got: Sent[] = [];
  let closed: number | undefined;
  socket.on('message', (data) => void got.push(JSON.parse(data.toString())));
  socket.on('close', (code) => {
    closed = code;
  });
  const refused = once(socket, 'unexpected-response').then(([, response]) => {
    socket.on('error', () => undefined);
    throw new Error(String(response.statusCode));
  });
  await Promise.race([once(socket, 'open'), refused]);
  return {
    got,
    send: (message: object | string) =>
      socket.send(typeof message === 'string' ? message : JSON.stringify(message)),
    close: () => socket.close(),
    /** Breaks the connection without a close handshake. */
    terminate: () => socket.terminate(),
    /** Waits until the service closes the connection, and returns the code. @throws {Error} if it does not */
    closed: async () => {
      await until(() => closed, PATIENCE);
      if (closed === undefined) throw new Error('the service did not close the connection');
      return closed;
    },
  };
}
