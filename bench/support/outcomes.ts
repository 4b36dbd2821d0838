import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import type { Call } from './load.ts';

/** A request's status, 0 without a complete answer, and its duration. */
export interface Outcome {
  status: number;
  milliseconds: number;
  /** The seconds of the answer's `Retry-After`, if it has one. */
  retryAfterSeconds?: number;
  /** The answer's `X-Request-Id`, if it has one. */
  requestId?: string;
}

/** Sends requests over its own connections; failures are outcomes too. */
export function createSender(baseUrl: string, connections: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  return {
    /** @param since `performance.now()` from which to measure; default now */
    send: (call: Call, index: number, since = performance.now()) =>
      sendOne(agent, baseUrl, call, index, since),
    close: () => agent.destroy(),
  };
}

function sendOne(agent: Agent, baseUrl: string, call: Call, index: number, since: number): Promise<Outcome> {
  const body = call.body?.(index);
  const length = body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
  return new Promise((resolve) => {
    const done = (
      status: number,
      { 'retry-after': retryAfter, 'x-request-id': id }: IncomingHttpHeaders = {},
    ) =>
      resolve({
        status,
        milliseconds: performance.now() - since,
        ...(retryAfter !== undefined && { retryAfterSeconds: Number(retryAfter) }),
        ...(typeof id === 'string' && { requestId: id }),
      });
    const outgoing = request(
      new URL(call.path, baseUrl),
      { method: call.method, agent, headers: { ...call.headers, ...length } },
      (incoming) => {
        incoming.on('error', () => done(0));
        incoming.on('end', () => done(incoming.statusCode ?? 0, incoming.headers));
        incoming.resume();
      },
    );
    outgoing.on('error', (error) => {
      // The server just closed this kept-alive connection: the request was not read, and any client would retry it.
      const isUnread = outgoing.reusedSocket && 'code' in error && error.code === 'ECONNRESET';
      if (isUnread) resolve(sendOne(agent, baseUrl, call, index, since));
      else done(0);
    });
    outgoing.end(body);
  });
}
