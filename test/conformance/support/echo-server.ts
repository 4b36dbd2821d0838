import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * Business-logic server that obeys the query's field `bls` and returns its request under `visuals.received`,
 * where tests can read the request without sharing a process with the server.
 */
export interface EchoServer {
  url: string;
  stop(): Promise<void>;
}

/** Directives in the field `bls`. */
export interface Directive {
  /** Text of the whole answer. */
  raw?: string;
  /** Number of opening brackets for each `@` in `raw`, and of closing ones for each `#`. */
  depth?: number;
  /** Number of zeros for each `~` in `raw`. */
  zeros?: number;
  /** Fields that override those of the echoed answer. */
  answer?: Record<string, unknown>;
  fault?: 'status' | 'hang' | 'no_json' | 'no_object' | 'huge' | 'redirect' | 'drop_once' | 'drop';
}

export async function startEchoServer(port = 0): Promise<EchoServer> {
  const seen = new Set<string>();
  const server = createServer((request, response) => {
    void answer(request, response, seen).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const { port: actual } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${actual}/bls`,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function answer(request: IncomingMessage, response: ServerResponse, seen: Set<string>): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString('utf8');
  const body = JSON.parse(text);
  const directive: Directive = body.bls ?? {};
  const again = seen.has(body.qid);
  seen.add(body.qid);
  const send = (status: number, content: string, headers = {}) =>
    void response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(content);

  if (directive.raw !== undefined) {
    const { raw, depth = 0, zeros = 0 } = directive;
    const nested = raw.replaceAll('@', '['.repeat(depth)).replaceAll('#', ']'.repeat(depth));
    return send(200, nested.replaceAll('~', '0'.repeat(zeros)));
  }
  if (directive.fault === 'status') return send(500, '{"response_slots":{"said":"never"}}');
  if (directive.fault === 'hang') return;
  if (directive.fault === 'no_json') return send(200, '<html>');
  if (directive.fault === 'no_object') return send(200, '["said"]');
  if (directive.fault === 'huge') return send(200, JSON.stringify({ x: 'x'.repeat(300 * 1024) }));
  if (directive.fault === 'redirect') return send(307, '{}', { Location: '/elsewhere' });
  if (directive.fault === 'drop' || (directive.fault === 'drop_once' && !again)) {
    return void request.socket.destroy();
  }
  const info = typeof body.session_info === 'object' && body.session_info !== null ? body.session_info : {};
  const turn = Number(info.turn ?? 0) + 1;
  send(
    200,
    JSON.stringify({
      ...body,
      response_slots: { said: body.said ?? 'nothing', turn },
      session_info: { ...info, turn },
      visual_payload: { received: { path: request.url, headers: request.headers, text, again } },
      ...directive.answer,
    }),
  );
}
