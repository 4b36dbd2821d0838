import {
  createServer as createHttpServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { createBank } from './bank.ts';
import { createOnce } from './once.ts';
import { isSigned } from './signature.ts';
import { readRequest, WireError } from './wire.ts';

const MAX_BODY_BYTES = 262_144;

export interface ServerOptions {
  /** Epoch milliseconds. */
  now: () => number;
  /** The webhook secret; without one no signature is asked for. */
  secret?: string | undefined;
}

/** The business-logic server: `POST` anywhere with a request gets the answer of the bank. */
export function createServer({ now, secret }: ServerOptions): Server {
  const bank = createBank(now);
  const once = createOnce(now);

  const answer = async (request: IncomingMessage): Promise<[number, unknown]> => {
    if (request.method !== 'POST') return [405, { error: 'Send a POST.' }];
    // Browsers put it on every POST, and nothing else does: no page may book anything here, signed or not.
    if (request.headers.origin !== undefined) return [403, { error: 'Pages in browsers are not answered.' }];
    const body = await readBody(request);
    if (body === undefined) return [413, { error: `The body may have ${MAX_BODY_BYTES} bytes.` }];
    if (secret && !isSigned({ headers: request.headers, body }, secret, now())) {
      return [401, { error: 'The signature is missing, wrong or too old.' }];
    }
    const key = request.headers['idempotency-key'];
    const work = () => JSON.stringify(bank(readRequest(body.toString('utf8'))));
    // Whatever its body says, a call under a known key is the same one again.
    return [200, once(typeof key === 'string' && key !== '' ? key : undefined, work)];
  };

  return createHttpServer((request, response) => {
    answer(request).then(
      ([status, body]) => send(response, status, body),
      (error: unknown) => {
        if (error instanceof WireError) return send(response, 400, { error: error.message });
        process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
        send(response, 500, { error: 'The bank failed to answer.' });
      },
    );
  });
}

/** The whole body, or undefined where it is too long; the rest of a long one is read and dropped. */
async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    length += chunk.byteLength;
    if (length <= MAX_BODY_BYTES) chunks.push(chunk);
  }
  return length <= MAX_BODY_BYTES ? Buffer.concat(chunks) : undefined;
}

function send(response: ServerResponse, status: number, body: unknown): void {
  const allow = status === 405 ? { allow: 'POST' } : {};
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store', ...allow });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}

/** Listens on the loopback until its standard input closes or it is told to stop. */
function main(): void {
  const server = createServer({ now: Date.now, secret: process.env.BLS_SECRET });
  const stop = (): void => {
    server.close(() => process.exit(0));
    server.closeAllConnections();
  };
  server.listen(Number(process.env.PORT ?? 0), '127.0.0.1', () => {
    const { port } = server.address() as AddressInfo;
    process.stdout.write(`${JSON.stringify({ listening: port })}\n`);
  });
  process.stdin.resume().on('end', stop).on('error', stop);
  process.on('SIGTERM', stop).on('SIGINT', stop);
}

if (import.meta.main) main();
