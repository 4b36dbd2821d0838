import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { afterEach } from 'vitest';
import { useServer } from '../../support/server.ts';

export interface Received {
  path: string;
  method: string;
  headers: IncomingMessage['headers'];
  body: string;
}

type Act = (response: ServerResponse, request: Received) => void;

/** Starts a server that handles each request with the next act of a script, and repeats the last one. */
export function useScriptedServer() {
  const received: Received[] = [];
  let acts: Act[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += chunk;
    const { url: path = '', method = '', headers } = request;
    const asked = { path, method, headers, body };
    received.push(asked);
    const act = acts.length > 1 ? acts.shift() : acts[0];
    act?.(response, asked);
  });
  const url = useServer(server);
  afterEach(() => {
    received.length = 0;
  });
  return {
    url,
    received,
    script: (...next: Act[]) => {
      acts = next;
    },
  };
}

export const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Act =>
  (response) =>
    void response
      .writeHead(status, { 'Content-Type': 'application/json', ...headers })
      .end(typeof body === 'string' ? body : JSON.stringify(body));

export const refusal = (status: number, error: string, headers?: Record<string, string>): Act =>
  json(status, { error, error_description: `It is ${error}.`, request_id: 'r1' }, headers);

export const hangUp: Act = (response) => void response.destroy();

/** Answers a query with the minimum of fields. */
export const answer = (dialog = 'd1'): Act =>
  json(200, { dialog, visuals: { speakableResponse: 'Hi.', formattedResponse: 'Hi.' } });
