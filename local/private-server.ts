import { randomBytes } from 'node:crypto';
import {
  createServer,
  type IncomingMessage,
  type RequestOptions,
  request,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { isSameText } from '../functions/shared/domain/signatures.ts';

/** A server on this machine that answers only those who know its full address. */
export interface PrivateServer {
  /** `http://KEY@127.0.0.1:PORT`, with a new key at every start. */
  url: string;
  close(): void;
}

type Serve = (incoming: IncomingMessage, outgoing: ServerResponse) => void;

/**
 * Listens on a free loopback port. Every web page and every user of the machine can connect to the port, so
 * requests need the key. AWS clients send it as their access key id, within their signature.
 */
export async function listenPrivately(serve: Serve): Promise<PrivateServer> {
  const key = newKey();
  const server = createServer({ keepAliveTimeout: 60_000 }, (incoming, outgoing) => {
    if (isAdmitted(incoming, key)) serve(incoming, outgoing);
    else refuse(outgoing);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://${key}@127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** The same address with another port, for a proxy in front of a server. */
export function atPort(address: string, port: number): string {
  const url = new URL(address);
  url.port = String(port);
  return url.href;
}

/** A random key, in characters that need no encoding in an address. */
export const newKey = (): string => randomBytes(16).toString('hex');

/**
 * True if the request has the key. A request with an `Origin` comes from a web page and is always refused.
 */
function isAdmitted({ headers }: IncomingMessage, key: string): boolean {
  const [, given = ''] = CREDENTIAL.exec(headers.authorization ?? '') ?? [];
  return headers.origin === undefined && isSameText(given, key);
}

/** The access key id in an AWS Signature Version 4 `Authorization` header. */
const CREDENTIAL = /(?<=\bCredential=)([^/,\s]*)/;

function refuse(outgoing: ServerResponse): void {
  const message = 'This server answers only the Parley service that started it.';
  const body = JSON.stringify({ __type: 'com.amazon.coral.service#UnrecognizedClientException', message });
  outgoing.writeHead(403, { 'Content-Type': 'application/json' }).end(body);
}

/**
 * Forwards a request to a server, whose address may contain a key, and returns the answer without its CORS
 * headers.
 * @param body the part of the request that was already read, if any
 */
export function forward(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  target: Pick<RequestOptions, 'agent' | 'hostname' | 'port'> & { key: string },
  body?: Buffer,
): void {
  const { key, ...place } = target;
  const { method, url: path } = incoming;
  const authorization = incoming.headers.authorization?.replace(CREDENTIAL, key);
  const headers = { ...incoming.headers, ...(authorization === undefined ? {} : { authorization }) };
  const onward = request({ ...place, method, path, headers }, (answer) => {
    const kept = Object.entries(answer.headers).filter(([name]) => !name.startsWith('access-control-'));
    outgoing.writeHead(answer.statusCode ?? 502, Object.fromEntries(kept));
    answer.on('error', () => outgoing.destroy()).pipe(outgoing);
  });
  onward.on('error', () => outgoing.destroy());
  outgoing.on('close', () => onward.destroy());
  if (body === undefined) incoming.pipe(onward);
  else onward.end(body);
}
