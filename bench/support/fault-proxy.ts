import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/**
 * The faults that the proxy injects into a request:
 * - `hang`: never answers;
 * - `refuse`: closes the connection at once;
 * - `empty`: answers 200 without a body, without forwarding the request;
 * - `cut`: forwards the request and breaks the answer off in the middle;
 * - `lost`: forwards the request and closes the connection instead of answering;
 * - `error`: answers 500 with an HTML page;
 * - `garbage`: answers bytes that are not HTTP;
 * - `slow`: forwards the request and sends only the answer's headers.
 */
export const FAULTS = ['hang', 'refuse', 'empty', 'cut', 'lost', 'error', 'garbage', 'slow'] as const;

/** An error answer of a service, as AWS sends it. */
export interface ServiceError {
  /** The error's name. */
  error: string;
  /** Default 400. */
  status?: number;
  /** Further members of its JSON body. */
  members?: Record<string, unknown>;
  /** If true, forwards the request and replaces the answer. */
  passesOn?: true;
}

export type Fault = (typeof FAULTS)[number] | ServiceError;

/** DynamoDB's answer to a retry of a transaction that is still running and will complete. */
export const IN_PROGRESS: ServiceError = { error: 'TransactionInProgressException', passesOn: true };

export interface FaultProxy {
  port: number;
  /** Chooses the fault of each request by operation (`X-Amz-Target`) and index; undefined forwards it. */
  fault: (operation: string, index: number) => Fault | undefined;
  /** The operations that arrived, in order. */
  seen: string[];
  /** The number of connections waiting for an answer that never comes. */
  hanging: () => number;
  close(): void;
}

/**
 * A proxy between Parley and a dependency that fails like networks and services.
 * @param port 0 lets the operating system choose
 */
export async function startFaultProxy(target: () => string, port = 0): Promise<FaultProxy> {
  const sockets = new Set<Socket>();
  const hanging = new Set<Socket>();
  const server = createServer((incoming, outgoing) => {
    const operation = String(incoming.headers['x-amz-target'] ?? incoming.method).replace(/^.*\./, '');
    proxy.seen.push(operation);
    hanging.add(incoming.socket);
    outgoing.once('finish', () => hanging.delete(incoming.socket));
    void treat(incoming, outgoing, target(), proxy.fault(operation, proxy.seen.length - 1));
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => {
      sockets.delete(socket);
      hanging.delete(socket);
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', () => resolve()));
  const proxy: FaultProxy = {
    port: (server.address() as AddressInfo).port,
    fault: () => undefined,
    seen: [],
    hanging: () => hanging.size,
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
  return proxy;
}

async function treat(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  target: string,
  fault: Fault | undefined,
): Promise<void> {
  switch (fault) {
    case 'hang':
      return void incoming.resume();
    case 'refuse':
      return void incoming.socket.destroy();
    case 'empty':
      return void outgoing.writeHead(200, { 'Content-Length': 0 }).end();
    case 'error':
      return void outgoing.writeHead(500, { 'Content-Type': 'text/html' }).end('<h1>500</h1>');
    case 'garbage':
      return void incoming.socket.end('This is no HTTP.\r\n\r\n');
    default:
  }
  const refusal = typeof fault === 'object' ? fault : undefined;
  if (refusal !== undefined && !refusal.passesOn) {
    incoming.resume();
    return sayError(incoming, outgoing, refusal);
  }
  const { method, url, headers } = incoming;
  const onward = request(new URL(url ?? '/', target), { method, headers }, (answer) => {
    const chunks: Buffer[] = [];
    answer.on('data', (chunk: Buffer) => chunks.push(chunk));
    answer.on('end', () => {
      const body = Buffer.concat(chunks);
      if (fault === 'lost') return incoming.socket.destroy();
      if (refusal !== undefined) return sayError(incoming, outgoing, refusal);
      const { 'transfer-encoding': _, ...kept } = answer.headers;
      outgoing.writeHead(answer.statusCode ?? 502, { ...kept, 'content-length': body.byteLength });
      if (fault === undefined) return outgoing.end(body);
      outgoing.flushHeaders();
      if (fault === 'cut') {
        outgoing.write(body.subarray(0, Math.floor(body.byteLength / 2)), () => incoming.socket.destroy());
      }
    });
  });
  onward.on('error', () => incoming.socket.destroy());
  incoming.pipe(onward);
}

/** Writes an error answer: in XML for S3, whose requests name no operation; otherwise in JSON. */
function sayError(
  { headers }: IncomingMessage,
  outgoing: ServerResponse,
  { error, status = 400, members = {} }: ServiceError,
): void {
  const body =
    headers['x-amz-target'] === undefined
      ? `<?xml version="1.0"?><Error><Code>${error}</Code><Message>${error}</Message></Error>`
      : JSON.stringify({ __type: `com.amazonaws#${error}`, message: error, ...members });
  outgoing.writeHead(status, { 'Content-Length': Buffer.byteLength(body) }).end(body);
}
