import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import type { SocketResult } from '../../functions/shared/http/socket.ts';
import type { Sockets } from '../../functions/shared/store/sockets.ts';
import { RELAY_ROUTES } from '../../infra/functions.ts';

/** Where this machine serves the WebSocket API, which on AWS has an address of its own. */
export const SOCKETS_PATH = '/v1/relay';

/** The largest message of a WebSocket API. */
const MAX_MESSAGE_BYTES = 128 * 1024;

/** The longest line and headers of a request for a connection. */
const MAX_TARGET = 4096;

export interface LocalSockets extends Sockets {
  onUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  closeAll(): void;
  stop(): Promise<void>;
}

/**
 * A WebSocket API (v2) of API Gateway on this machine: the same events, in which each message is an invocation of its
 * own, whether or not an earlier one is answered.
 * @param invoke runs a function
 */
export function startSockets(invoke: (name: string, event: unknown) => Promise<unknown>): LocalSockets {
  /** The subprotocols that the functions chose. */
  const chosen = new WeakMap<IncomingMessage, string>();
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_MESSAGE_BYTES,
    handleProtocols: (_offered, request) => chosen.get(request) ?? false,
  });
  const open = new Map<string, WebSocket>();
  const underWay = new Set<Promise<unknown>>();

  const track = (work: Promise<unknown>): void => {
    const tracked = work.catch(() => undefined).finally(() => underWay.delete(tracked));
    underWay.add(tracked);
  };
  const contextOf = (connectionId: string, eventType: string) => ({
    requestContext: { connectionId, eventType, requestId: randomUUID(), requestTimeEpoch: Date.now() },
    isBase64Encoded: false,
  });

  async function connect(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const target = request.url ?? '/';
    const url = target.length > MAX_TARGET ? undefined : new URL(target, 'http://local');
    if (url?.pathname !== SOCKETS_PATH) return refuse(socket, 404);
    const connectionId = randomUUID();
    const event = {
      ...contextOf(connectionId, 'CONNECT'),
      headers: request.headers,
      queryStringParameters: Object.fromEntries(url.searchParams),
    };
    const answer = (await invoke(RELAY_ROUTES.$connect, event)) as SocketResult;
    if (answer.statusCode !== 200) return refuse(socket, answer.statusCode);
    const subprotocol = answer.headers?.['Sec-WebSocket-Protocol'];
    if (subprotocol !== undefined) chosen.set(request, subprotocol);
    server.handleUpgrade(request, socket, head, (opened) => accept(connectionId, opened));
  }

  function accept(connectionId: string, opened: WebSocket): void {
    open.set(connectionId, opened);
    let last = 0;
    opened.on('message', (data) => {
      const { requestContext, ...event } = contextOf(connectionId, 'MESSAGE');
      // Two messages at once are in the order in which they came.
      last = Math.max(last + 1, requestContext.requestTimeEpoch);
      const context = { ...requestContext, requestTimeEpoch: last };
      track(invoke(RELAY_ROUTES.$default, { ...event, requestContext: context, body: data.toString() }));
    });
    opened.on('error', () => opened.terminate());
    opened.on('close', () => {
      open.delete(connectionId);
      track(invoke(RELAY_ROUTES.$disconnect, contextOf(connectionId, 'DISCONNECT')));
    });
  }

  return {
    onUpgrade(request, socket, head) {
      socket.on('error', () => socket.destroy());
      track(connect(request, socket, head).catch(() => refuse(socket, 500)));
    },
    send: async (connectionId, message) => {
      const connection = open.get(connectionId);
      if (connection === undefined) return false;
      connection.send(message);
      return true;
    },
    close: async (connectionId) => {
      open.get(connectionId)?.close();
      return open.has(connectionId);
    },
    closeAll() {
      for (const connection of open.values()) connection.terminate();
    },
    async stop() {
      for (const connection of open.values()) connection.terminate();
      server.close();
      await Promise.all(underWay);
    },
  };
}

const refuse = (socket: Duplex, status: number): void =>
  void socket.end(`HTTP/1.1 ${status} Refused\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
