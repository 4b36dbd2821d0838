import { fstatSync } from 'node:fs';
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createOnce, type Once } from './once.ts';
import {
  type BusinessLogicAnswer,
  type BusinessLogicRequest,
  InvalidRequest,
  readRequest,
} from './protocol.ts';
import { isSigned } from './signature.ts';

/** Maximum bytes of a body; the service sends no longer bodies. */
const MAX_BODY_BYTES = 262_144;

export interface HandlerOptions {
  /**
   * Answers a call; null if the server does not handle the state, and the service then continues without an
   * answer. Throw `NotDone` if nothing was done. Any other error becomes a 500, and the outcome of a deed
   * then counts as unknown.
   */
  answer(request: BusinessLogicRequest): BusinessLogicAnswer | null | Promise<BusinessLogicAnswer | null>;
  /** The webhook secret, `whsec_…`. Null accepts unsigned calls, which only suits a server on your own machine. */
  secret: string | null;
  /** Default `createOnce()`. */
  once?: Once;
  /** Called with every error that was answered with a 500. Default: writes it to standard error. */
  onError?: (error: unknown) => void;
  /** Epoch milliseconds. Default `Date.now`. */
  now?: () => number;
}

/** Thrown if no part of a deed was done; the user is told so. */
export class NotDone extends Error {
  override name = 'NotDone';
}

class Unhandled extends Error {}

/**
 * A listener for `node:http` that answers calls of the service on every path. It accepts only signed calls,
 * refuses web pages, and answers each `Idempotency-Key` once.
 * @throws {TypeError} if the secret is empty, so that an unset variable does not accept every call
 */
export function createHandler(options: HandlerOptions): RequestListener {
  const { secret, now = Date.now, once = createOnce(now), onError = report } = options;
  if (secret === '' || secret === undefined) {
    throw new TypeError('Set the webhook secret, or null to accept calls without a signature.');
  }

  const textOf = async (body: Buffer): Promise<string> => {
    const answer = await options.answer(readRequest(body.toString('utf8')));
    if (answer === null) throw new Unhandled();
    return JSON.stringify(answer);
  };

  const answer = async (request: IncomingMessage): Promise<[status: number, body: unknown]> => {
    if (request.method !== 'POST') return [405, { error: 'Send a POST.' }];
    // Only browsers send this header, on every POST. Web pages are refused, signed or not.
    if (request.headers.origin !== undefined) return [403, { error: 'Pages in browsers are not answered.' }];
    const body = await readBody(request);
    if (body === undefined) return [413, { error: `The body may have ${MAX_BODY_BYTES} bytes.` }];
    if (secret !== null && !isSigned({ headers: request.headers, body }, secret, now())) {
      return [401, { error: 'The signature is missing, wrong or too old.' }];
    }
    // The key identifies the call, regardless of its body.
    const key = request.headers['idempotency-key'];
    const isKeyed = typeof key === 'string' && key !== '';
    return [200, await (isKeyed ? once(key, () => textOf(body)) : textOf(body))];
  };

  return (request, response) => {
    answer(request).then(
      ([status, body]) => send(response, status, body),
      (error: unknown) => {
        if (error instanceof InvalidRequest) return send(response, 400, { error: error.message });
        if (error instanceof Unhandled) return send(response, 501, { error: 'This state is not handled.' });
        if (error instanceof NotDone) {
          return send(response, 503, { error: error.message }, { 'parley-deed': 'not-done' });
        }
        onError(error);
        send(response, 500, { error: 'The business logic failed.' });
      },
    );
  };
}

/**
 * Listens as `npm start` and `parley ai chat` expect: on the loopback port `PORT` (0: any free port), which
 * it prints as `{"listening": <port>}`. Stops on a signal or, if another process writes to its standard
 * input, when that input ends.
 */
export function serve(server: Server): void {
  const stop = (): void => {
    server.close(() => process.exit(0));
    server.closeAllConnections();
  };
  server.listen(Number(process.env.PORT ?? 0), '127.0.0.1', () => {
    const { port } = server.address() as AddressInfo;
    process.stdout.write(`${JSON.stringify({ listening: port })}\n`);
  });
  // Under a service manager the input is empty from the start; that must not stop the server.
  const input = fstatSync(0);
  if (input.isFIFO() || input.isSocket()) process.stdin.resume().on('end', stop).on('error', stop);
  process.on('SIGTERM', stop).on('SIGINT', stop);
}

/** The whole body; undefined if it is too long, after reading and discarding the rest. */
async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    length += chunk.byteLength;
    if (length <= MAX_BODY_BYTES) chunks.push(chunk);
  }
  return length <= MAX_BODY_BYTES ? Buffer.concat(chunks) : undefined;
}

function send(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  const allow = status === 405 ? { allow: 'POST' } : {};
  response.writeHead(status, {
    'content-type': 'application/json',
    'cache-control': 'no-store',
    ...allow,
    ...headers,
  });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}

const report = (error: unknown): void =>
  void process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
