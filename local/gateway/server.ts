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
import { inPlace } from '../../functions/shared/domain/places.ts';
import { NO_STORE } from '../../functions/shared/http/errors.ts';
import { allowedMethods, hasPreflight } from '../../infra/gateway-responses.ts';
import type { Route } from '../../infra/routes.ts';
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

/** REST API's limit on the request line and the headers together, in bytes. */
export const MAX_HEADER_BYTES = 10_240;

export interface GatewayOptions extends Integrations {
  routes: readonly Route[];
  /** A page at `/`, which no deployment has. */
  home?: Answer;
  /** The gateway's own answers. Default: as the stack is given them. */
  answers?: GatewayAnswers;
  /** The address by which the service is known, where that is not its own: it is served under that name too. */
  issuer?: string | undefined;
  /** The time that a client may take over its headers, and over its whole request. Defaults 10 000 and 30 000. */
  headersTimeoutMs?: number;
  requestTimeoutMs?: number;
  /** The time between checks of both. Default 1 000. */
  timeoutCheckMs?: number;
  /** The requests that are worked on at once; others wait (`entrance.ts`). Default 8. */
  atWork?: number;
  /**
   * The requests that may be under way, wherever they wait: more are refused at once, but for those that are answered
   * even then. Default 256.
   */
  maxUnderWay?: number;
}

export interface Gateway {
  /** Listens on the loopback. @returns the port; 0 lets the operating system choose. Rejects where it is taken. */
  listen(port: number): Promise<number>;
  /** Takes no more requests, lets those under way finish, and cuts them off after `graceMs`. */
  close(graceMs?: number): Promise<void>;
}

/** REST API (v1) on this machine: the same events, refusals and limits, the handlers in this process. */
export function createGateway(options: GatewayOptions): Gateway {
  let hosts = hostsOf(0);
  const max = options.maxUnderWay ?? MAX_UNDER_WAY;
  const { atWork } = options;
  const entrance = createEntrance({
    ...(atWork && { atWork }),
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
      // Node would refuse such a request without a body; `answerTo` does it with ours.
      requireHostHeader: false,
    },
    (request, response) => void serve(options, hosts, load, request, response),
  );
  server.on('clientError', refuseMalformed);
  return {
    listen: async (port) => {
      const actual = await listen(server, port);
      hosts = hostsOf(actual, options.issuer);
      return actual;
    },
    close: (ms) => close(server, ms),
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

/** About as many as one process answers within the time that a request has. */
const MAX_UNDER_WAY = 256;

/** Connections that may wait to be taken: what comes more is made to try again after a second, and then after three. */
const BACKLOG = 4096;

/** A body of so many bytes is read to its end although its request is refused, so that its connection can be used again. */
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

/** True where more of a request is to come than is worth reading: its connection is closed after the answer. */
const isUnread = ({ complete, headers }: IncomingMessage): boolean =>
  !complete &&
  (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > MAX_DUMPED_BYTES);

/** True for the paths that say whether the service is well: they are answered however busy it is. */
const isVital = (routes: readonly Route[], { url = '/' }: IncomingMessage): boolean =>
  routes.some(({ path, evenWhenBusy }) => evenWhenBusy && (url === path || url === `${path}/`));

const answersOf = ({ answers = OWN_ANSWERS }: GatewayOptions): GatewayAnswers => answers;

/** RFC 9110 §15.5.20: a request for a host that this server does not answer for. */
const misdirected = ({ host }: Hosts, requestId: string): Answer => {
  const message = `This service is at http://${host}. Call it there, or set ISSUER to the address that it is to have.`;
  return gatewayAnswer({ status: 421, error: 'invalid_request', message }, requestId, 421, NO_STORE);
};

/** @param entrance waits for a place before the work; left out for what is answered however busy the service is */
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
  // A query replies to what its user had seen when it came, however long it waits for its place.
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

/** Finds what answers a request that was read, and has it answer. */
async function route(
  options: GatewayOptions,
  { host }: Hosts,
  asked: Omit<Incoming, 'host' | 'match'>,
): Promise<Answer> {
  const { request, requestId, target } = asked;
  if (request.method === 'GET' && target.path === '/' && options.home !== undefined) return options.home;
  const match = findResource(options.routes, target.path);
  const methods = allowedMethods(options.routes, match.resource);
  const cors = hasPreflight(options.routes, match.resource);
  const { origin: asking, 'content-type': contentType } = request.headers;
  const mock: MockRequest = { path: match.resource, methods, cors, requestId, contentType, asking };
  if (request.method === 'OPTIONS' && cors) {
    return answersOf(options).preflight(mock);
  }
  const method = match.routes.find((candidate) => candidate.method === request.method);
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

/** The bytes of the request line and of every header line, as they came. */
function headerBytes(request: IncomingMessage): number {
  const line = Buffer.byteLength(`${request.method} ${request.url} HTTP/1.1\r\n`, 'latin1');
  return rawHeaders(request).reduce(
    (total, [name, value]) => total + Buffer.byteLength(`${name}: ${value}\r\n`, 'latin1'),
    line,
  );
}

/** Answers what is no HTTP request, or took too long to become one, and hangs up. */
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
  431: `The request line and headers are over ${MAX_HEADER_BYTES} bytes; send less.`,
};
