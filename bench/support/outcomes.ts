import { Agent, request } from 'node:http';
import type { Call } from './load.ts';

/** The outcome of a request: its status, 0 where there was no whole answer, and the time that it took. */
export interface Outcome {
  status: number;
  milliseconds: number;
  /** As the answer says, where it does. */
  retryAfterSeconds?: number;
}

/** Sends requests over connections of its own; whatever becomes of one is an outcome. */
export function createSender(baseUrl: string, connections: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  return {
    /** @param since `performance.now()` from which the time counts, where it is not now */
    send: (call: Call, index: number, since = performance.now()) =>
      sendOne(agent, baseUrl, call, index, since),
    close: () => agent.destroy(),
  };
}

function sendOne(agent: Agent, baseUrl: string, call: Call, index: number, since: number): Promise<Outcome> {
  const body = call.body?.(index);
  const length = body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
  return new Promise((resolve) => {
    const done = (status: number, retryAfter?: string) =>
      resolve({
        status,
        milliseconds: performance.now() - since,
        ...(retryAfter !== undefined && { retryAfterSeconds: Number(retryAfter) }),
      });
    const outgoing = request(
      new URL(call.path, baseUrl),
      { method: call.method, agent, headers: { ...call.headers, ...length } },
      (incoming) => {
        incoming.on('error', () => done(0));
        incoming.on('end', () => done(incoming.statusCode ?? 0, incoming.headers['retry-after']));
        incoming.resume();
      },
    );
    outgoing.on('error', (error) => {
      // A kept connection that its server closed at this moment: the request was not read, and any client sends it again.
      const isUnread = outgoing.reusedSocket && 'code' in error && error.code === 'ECONNRESET';
      if (isUnread) resolve(sendOne(agent, baseUrl, call, index, since));
      else done(0);
    });
    outgoing.end(body);
  });
}
