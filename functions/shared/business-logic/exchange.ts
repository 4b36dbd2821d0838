import { lookup as resolveName } from 'node:dns/promises';
import http from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';

/** Size limit of an answer in bytes. */
export const MAX_ANSWER_BYTES = 256 * 1024;

export type ExchangeFailure = 'address_refused' | 'connection' | 'timeout' | 'too_large';

/** Why an exchange failed. Contains no address and no content. */
export class ExchangeError extends Error {
  override name = 'ExchangeError';
  readonly reason: ExchangeFailure;
  /** True if any part of the request may have reached the server. */
  readonly wasSent: boolean;

  constructor(
    reason: ExchangeFailure,
    { wasSent = false, cause }: { wasSent?: boolean; cause?: unknown } = {},
  ) {
    super(reason, { cause });
    this.reason = reason;
    this.wasSent = wasSent;
  }
}

export interface ResolvedAddress {
  address: string;
  family: number;
}
/** Resolves a host name to all its addresses. */
export type Resolve = (hostname: string) => Promise<ResolvedAddress[]>;

export const resolveWithDns: Resolve = (hostname) => resolveName(hostname, { all: true });

export interface Exchange {
  /** `http:` or `https:`. */
  url: URL;
  /** Default POST. */
  method?: 'GET' | 'PUT';
  headers: Record<string, string>;
  body: string;
  /** Aborts the exchange at any point. */
  signal: AbortSignal;
  resolve: Resolve;
  mayCall: (address: string) => boolean;
  /** True to open a new connection instead of a kept-alive one. */
  fresh: boolean;
}

const KEEP_ALIVE = { keepAlive: true, keepAliveMsecs: 10_000, maxFreeSockets: 16 };
const agents = { 'http:': new http.Agent(KEEP_ALIVE), 'https:': new https.Agent(KEEP_ALIVE) };

/**
 * Posts a body and reads the whole answer. Follows no redirect.
 * @throws {ExchangeError}
 */
export async function post(
  exchange: Exchange,
): Promise<{ status: number; headers: http.IncomingHttpHeaders; body: Buffer }> {
  const { url, mayCall, signal } = exchange;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  // A literal IP address needs no DNS lookup, so it is checked here.
  if (isIP(host) !== 0 && !mayCall(host)) throw new ExchangeError('address_refused');
  let wasSent = false;
  const onSent = () => {
    wasSent = true;
  };
  try {
    const response = await send(exchange, onSent);
    const { statusCode: status = 0, headers } = response;
    return { status, headers, body: await readBody(response) };
  } catch (error) {
    if (error instanceof ExchangeError) throw error;
    throw new ExchangeError(signal.aborted ? 'timeout' : 'connection', { wasSent, cause: error });
  }
}

/** @param onSent called once the connection over which the request goes is open */
function send(exchange: Exchange, onSent: () => void): Promise<http.IncomingMessage> {
  const { url, method = 'POST', headers, body, signal, fresh } = exchange;
  const protocol = url.protocol === 'http:' ? 'http:' : 'https:';
  return new Promise((resolve, reject) => {
    const request = (protocol === 'http:' ? http : https).request(url, {
      method,
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      agent: fresh ? false : agents[protocol],
      lookup: checkedLookup(exchange),
      signal,
    });
    request.once('socket', (socket) => {
      if (socket.connecting) socket.once(protocol === 'http:' ? 'connect' : 'secureConnect', onSent);
      else onSent();
    });
    request.once('response', resolve).once('error', reject).end(body);
  });
}

/** Connects to exactly the addresses that were checked, so that a second DNS answer cannot change them. */
function checkedLookup({ resolve, mayCall }: Exchange): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname).then(
      (addresses) => {
        const [first] = addresses;
        if (first === undefined || !addresses.every(({ address }) => mayCall(address))) {
          callback(new ExchangeError('address_refused'), '', 0);
        } else if (options.all) callback(null, addresses);
        else callback(null, first.address, first.family);
      },
      (error: Error) => callback(error, '', 0),
    );
  };
}

async function readBody(response: http.IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response) {
    size += chunk.byteLength;
    if (size > MAX_ANSWER_BYTES) {
      response.destroy();
      throw new ExchangeError('too_large', { wasSent: true });
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
