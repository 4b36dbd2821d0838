import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { inPlace } from '../../functions/shared/domain/places.ts';
import { NO_STORE } from '../../functions/shared/http/errors.ts';
import { allowedMethods, hasPreflight } from '../../infra/gateway-responses.ts';
import { type Route, servedMethods } from '../../infra/routes.ts';
import { authorize } from './authorize.ts';
import { RequestAborted, readBody } from './body.ts';
import { createEntrance, type Entrance } from './entrance.ts';
import { type Incoming, parseTarget, proxyEvent, rawHeaders } from './event.ts';
import { type Hosts, hostsOf, isServed } from './hosts.ts';
import { type Integrations, invokeFunction } from './invoke.ts';
import { type Match, matchPath } from './match.ts';
import { Refusal } from './refusal.ts';
import {
  type Answer,
  functionAnswer,
  type GatewayAnswers,
  gatewayAnswer,
  type MockRequest,
  OWN_ANSWERS,
  write,
} from './respond.ts';

/** A REST API's limit of request line and headers together, in bytes. */
export const MAX_HEADER_BYTES = 10_240;

export interface GatewayOptions extends Integrations {
  routes: readonly Route[];
  /** A page at `/`, which deployments do not have. */
  home?: Answer;
  /** The gateway's own answers. Default: those of the stack. */
  answers?: GatewayAnswers;
  /** The service's public address, if different; the gateway accepts requests to it too. */
  issuer?: string | undefined;
  /** Holds WebSocket connections. Default: requests for them are refused. */
  sockets?: {
    onUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
    closeAll(): void;
  };
  /** Time limits for a request's headers and the whole request. Defaults 10,000 and 30,000. */
  headersTimeoutMs?: number;
  requestTimeoutMs?: number;
  /** The interval between checks of both limits. Default 1,000. */
  timeoutCheckMs?: number;
  /** Requests processed concurrently; others wait (`entrance.ts`). Default 8. */
  maxConcurrent?: number;
  /**
   * Maximum number of open requests, whether processed or waiting. Further requests are refused at once,
   * except health checks. Default 256.
   */
  maxUnderWay?: number;
}

export interface Gateway {
  /**
   * Listens on loopback. With port 0, the operating system chooses the port. @returns the port; rejects if it
   * is taken
   */
  listen(port: number): Promise<number>;
  /** Stops accepting requests, lets running ones finish, and aborts them after `graceMs`. */
  close(graceMs?: number): Promise<void>;
}

/** A REST API (v1) on this machine: the same events, refusals and limits, with handlers in this process. */
export function createGateway(options: GatewayOptions): Gateway {
  let hosts = hostsOf(0);
  const max = options.maxUnderWay ?? MAX_UNDER_WAY;
  const { maxConcurrent } = options;
  const entrance = createEntrance({
    ...(maxConcurrent && { maxConcurrent }),
    longest: max,
    now: () => performance.now(),
    after,
  });
  const load: Load = { underWay: 0, max, entrance };
  const server = createServer(
    {
      maxHeaderSize: 4 * MAX_HEADER_BYTES,
      headersTimeout: options.headersTimeoutMs ?? 10_000,
      requestTimeout: options.requestTimeoutMs ?? 30_000,
      connectionsCheckingInterval: options.timeoutCheckMs ?? 1000,
      keepAliveTimeout: 60_000,
      // Node would refuse such a request without a body; `answerTo` refuses it with our body.
      requireHostHeader: false,
    },
    (request, response) => void serve(options, hosts, load, request, response),
  );
  server.on('clientError', refuseMalformed);
  const { sockets } = options;
  if (sockets !== undefined) server.on('upgrade', sockets.onUpgrade);
  return {
    listen: async (port) => {
      const actual = await listen(server, port);
      hosts = hostsOf(actual, options.issuer);
      return actual;
    },
    close: (ms) => {
      sockets?.closeAll();
      return close(server, ms);
    },
  };
}

async function listen(server: Server, port: number): Promise<number> {
  server.listen({ port, host: '127.0.0.1', backlog: BACKLOG });
  await once(server, 'listening');
  const address: AddressInfo | string | null = server.address();
  return typeof address === 'object' && address !== null ? address.port : port;
}

async function close(server: Server, graceMs = 2000): Promise<void> {
  if (!server.listening) return;
  const closed = once(server, 'close');
  server.close();
  const timer = setTimeout(() => server.closeAllConnections(), graceMs);
  await closed;
  clearTimeout(timer);
}

/** About as many as a process can answer within a request's time limit. */
const MAX_UNDER_WAY = 256;

/** Connections that may wait to be accepted; further ones retry after one second, then three. */
const BACKLOG = 4096;

/** The body of a refused request is read completely up to this size, so that its connection can be reused. */
const MAX_DUMPED_BYTES = 65_536;

interface Load {
  underWay: number;
  max: number;
  entrance: Entrance;
}

const after = (milliseconds: number, work: () => void) => {
  const timer = setTimeout(work, milliseconds);
  return () => clearTimeout(timer);
};

async function serve(
  options: GatewayOptions,
  hosts: Hosts,
  load: Load,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const requestId = randomUUID();
  load.underWay += 1;
  try {
    const isBounded = !isVital(options.routes, request);
    if (isBounded && load.underWay > load.max) throw new Refusal('INTEGRATION_FAILURE');
    if (isBounded) load.entrance.check();
    const answer = isServed(hosts, request)
      ? await answerTo(options, hosts, request, requestId, isBounded ? load.entrance : undefined)
      : misdirected(hosts, requestId);
    write(response, answer, isUnread(request));
  } catch (error) {
    if (error instanceof RequestAborted) return void response.destroy();
    const refusal = error instanceof Refusal ? error : new Refusal('DEFAULT_5XX', 500);
    if (!(error instanceof Refusal)) options.onFault?.('gateway', error);
    write(response, answersOf(options).refusal(refusal, requestId), isUnread(request));
  } finally {
    load.underWay -= 1;
  }
}

/** True if too much of a request is unread; its connection is then closed after the answer. */
const isUnread = ({ complete, headers }: IncomingMessage): boolean =>
  !complete &&
  (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > MAX_DUMPED_BYTES);

/** True for health-check paths, which are answered however busy the service is. */
const isVital = (routes: readonly Route[], { url = '/' }: IncomingMessage): boolean =>
  routes.some(({ path, evenWhenBusy }) => evenWhenBusy && (url === path || url === `${path}/`));

const answersOf = ({ answers = OWN_ANSWERS }: GatewayOptions): GatewayAnswers => answers;

/** RFC 9110 §15.5.20: a request for a host that this server does not serve. */
const misdirected = ({ host }: Hosts, requestId: string): Answer => {
  const message = `This service is at http://${host}. Use this address, or set ISSUER to the intended one.`;
  return gatewayAnswer({ status: 421, error: 'invalid_request', message }, requestId, 421, NO_STORE);
};

/** @param entrance waits for a slot before the work; absent for requests that are always answered */
async function answerTo(
  options: GatewayOptions,
  hosts: Hosts,
  request: IncomingMessage,
  requestId: string,
  entrance: Entrance | undefined,
): Promise<Answer> {
  if (headerBytes(request) > MAX_HEADER_BYTES) throw new Refusal('DEFAULT_4XX', 431);
  if (request.headers.host === undefined && request.httpVersion === '1.1') {
    throw new Refusal('BAD_REQUEST_PARAMETERS');
  }
  const target = parseTarget(request.url ?? '/');
  // The time of arrival: a long wait in the queue must not change what the user's query refers to.
  const now = Date.now();
  const asked = { request, requestId, target, now, body: await readBody(request) };
  const place = await entrance?.enter();
  if (place === undefined) return route(options, hosts, asked);
  try {
    return await inPlace(place, () => route(options, hosts, asked));
  } finally {
    place.end();
  }
}

/** Routes a completely read request and answers it. */
async function route(
  options: GatewayOptions,
  { host }: Hosts,
  asked: Omit<Incoming, 'host' | 'match'>,
): Promise<Answer> {
  const { request, requestId, target } = asked;
  if (['GET', 'HEAD'].includes(request.method ?? '') && target.path === '/' && options.home !== undefined)
    return options.home;
  const match = findResource(options.routes, target.path);
  const methods = allowedMethods(options.routes, match.resource);
  const cors = hasPreflight(options.routes, match.resource);
  const { origin: asking, 'content-type': contentType } = request.headers;
  const mock: MockRequest = { path: match.resource, methods, cors, requestId, contentType, asking };
  if (request.method === 'OPTIONS' && cors) {
    return answersOf(options).preflight(mock);
  }
  const method = match.routes.find((candidate) =>
    servedMethods(candidate).some((served) => served === request.method),
  );
  if (method === undefined) return answersOf(options).methodNotAllowed(mock);

  const incoming: Incoming = { ...asked, host, match };
  const invoke = (name: string, event: unknown) => invokeFunction(options, name, event, requestId);
  const context =
    method.access === 'authorized'
      ? await authorize(incoming, (event) => invoke('authorizer', event))
      : undefined;
  return functionAnswer(await invoke(method.function, proxyEvent(incoming, context)));
}

function findResource(routes: readonly Route[], path: string): Match {
  let match: Match | undefined;
  try {
    match = matchPath(routes, path);
  } catch {
    throw new Refusal('BAD_REQUEST_PARAMETERS');
  }
  if (match === undefined) throw new Refusal('MISSING_AUTHENTICATION_TOKEN');
  return match;
}

/** The number of bytes of the request line and all headers as sent. */
function headerBytes(request: IncomingMessage): number {
  const line = Buffer.byteLength(`${request.method} ${request.url} HTTP/1.1\r\n`, 'latin1');
  return rawHeaders(request).reduce(
    (total, [name, value]) => total + Buffer.byteLength(`${name}: ${value}\r\n`, 'latin1'),
    line,
  );
}

/** Answers an invalid or slow HTTP request and closes the connection. */
function refuseMalformed(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const statuses: Record<string, number> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };
  const status = statuses[error.code ?? ''] ?? 400;
  const { headers, body } = gatewayAnswer(
    { error: 'invalid_request', message: MALFORMED[status] ?? 'The request is not valid HTTP.' },
    randomUUID(),
    status,
  );
  const lines = Object.entries({ ...headers, 'Content-Length': body.byteLength, Connection: 'close' });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head}\r\n${body}`);
}

const MALFORMED: Record<number, string> = {
  408: 'The request took too long to arrive.',
  431: `The request line and headers exceed ${MAX_HEADER_BYTES} bytes.`,
};
