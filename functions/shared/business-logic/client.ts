import type { BusinessLogicSettings } from '../../../engine/assistant.ts';
import type {
  BusinessLogicOutcome,
  BusinessLogicRequest,
} from '../../../engine/dialogue/business-logic/protocol.ts';
import { type Clock, toSeconds } from '../domain/clock.ts';
import type { NamedServer, ServerLookup } from '../domain/institutions/business-logic-names.ts';
import { readWebhookSecret } from '../domain/institutions/webhook-secret.ts';
import { elsewhere } from '../domain/places.ts';
import { asSubsegment } from '../domain/subsegments.ts';
import { type AddressRule, isLoopback, mayCall } from './addresses.ts';
import { type AnswerFailure, readAnswer } from './answer.ts';
import { ExchangeError, type ExchangeFailure, post, type Resolve, resolveWithDns } from './exchange.ts';
import { signedHeaders } from './signature.ts';

/** Reasons why a call failed, for the log and the explanation. */
export type CallFailure =
  | 'not_configured'
  /** The institution's names were sealed with another deployment key. */
  | 'names_unreadable'
  | 'allowed_ranges_invalid'
  | 'url_refused'
  | 'unsigned'
  /** The guard refused the call (`guard.ts`). */
  | 'breaker_open'
  | 'too_many_slow'
  | 'too_many_in_flight'
  | ExchangeFailure
  | AnswerFailure
  | `status_${number}`;

/** The outcome for the engine, and the answer with every number as the server wrote it. */
export type CallOutcome =
  | { status: 'answered'; body: unknown; exactBody: unknown }
  /**
   * `mayHaveActed`: the call may have reached the server, and the server did not rule out that it acted. `isNotDone`:
   * the server's header says that no call with this key was carried out.
   */
  | { status: 'failed'; reason: CallFailure; mayHaveActed?: boolean; isNotDone?: boolean };

/** Facts of a call that may be logged. */
export interface CallReport {
  qid: string;
  status: BusinessLogicOutcome['status'];
  reason?: CallFailure;
  milliseconds: number;
  /** The caller's trace header, if there is one. */
  traceparent?: string;
}

export interface BusinessLogicClientOptions {
  /** Undefined if the deployment's own rule cannot be read. */
  addresses: AddressRule | undefined;
  now: Clock;
  report: (call: CallReport) => void;
  resolve?: Resolve;
}

export type BusinessLogicClient = (
  settings: BusinessLogicSettings,
  /** Resolves names in `settings` for the calling application; undefined if the names cannot be read. */
  servers: ServerLookup | undefined,
  request: BusinessLogicRequest,
  /** Limits the call's time if this is shorter than the version's timeout. */
  remainingMs: number,
  /** Sent as `Idempotency-Key`: the same for every attempt at the same work. */
  key: string,
  /** The caller's trace header, forwarded. */
  traceparent?: string,
) => Promise<CallOutcome>;

/** Traces omit the server's address, which belongs to the institution. */
const BUSINESS_LOGIC = { name: 'business logic', operation: 'POST', namespace: 'remote' } as const;

const NAME_PREFIX = 'env:';

/**
 * Statuses by which a server says that it did not do the work (RFC 9110 §15.5 and §15.6.2, RFC 6585, RFC 8470). Left
 * out: 3xx, which may follow completed work (303); 406, which may concern only the answer; 408, 409 and 423, during
 * which the work may still be in progress; undefined statuses; and 5xx such as 503, which a gateway may send without
 * knowing.
 */
const NOT_DONE: readonly number[] = [
  400, 401, 402, 403, 404, 405, 407, 410, 411, 412, 413, 414, 415, 416, 417, 421, 422, 424, 425, 426, 428,
  429, 431, 451, 501,
];

/** The header and value by which a server says under any other status that it did not do the work. */
const DEED_HEADER = 'parley-deed';
const DEED_NOT_DONE = 'not-done';

/**
 * A client that calls business logic as `docs/BUSINESS-LOGIC.md` describes. Its calls never throw: a failure is an
 * outcome.
 */
export function businessLogicClient(options: BusinessLogicClientOptions): BusinessLogicClient {
  return async (settings, servers, request, remainingMs, key, traceparent) => {
    const startedAt = options.now();
    const correlation = { 'idempotency-key': key, ...(traceparent !== undefined && { traceparent }) };
    const outcome = await asSubsegment(BUSINESS_LOGIC, () =>
      call(options, settings, servers, request, remainingMs, correlation),
    );
    options.report({
      qid: request.qid,
      status: outcome.status,
      ...(outcome.status === 'failed' ? { reason: outcome.reason } : {}),
      milliseconds: options.now() - startedAt,
      ...(traceparent !== undefined && { traceparent }),
    });
    return outcome;
  };
}

async function call(
  { addresses, now, resolve = resolveWithDns }: BusinessLogicClientOptions,
  settings: BusinessLogicSettings,
  servers: ServerLookup | undefined,
  request: BusinessLogicRequest,
  remainingMs: number,
  correlation: Readonly<Record<string, string>>,
): Promise<CallOutcome> {
  if (addresses === undefined) return failed('allowed_ranges_invalid');
  if (servers === undefined) return failed('names_unreadable');
  const { url: address, isPublicOnly } = serverOf(settings.url, servers);
  if (!address) return failed('not_configured');
  const rule = isPublicOnly ? { ...addresses, allowedRanges: [] } : addresses;
  const url = readUrl(address, rule);
  if (url === undefined) return failed('url_refused');
  const body = JSON.stringify(request);
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    accept: 'application/json',
    'user-agent': 'parley',
    ...correlation,
  };
  if (settings.sign) {
    const secrets = secretsOf(settings.secret, servers);
    // An unsigned call would teach the server to accept unsigned calls.
    if (secrets.length === 0) return failed('unsigned');
    Object.assign(headers, signedHeaders(secrets, request.qid, toSeconds(now()), body));
  }
  const timeoutMs = Math.min(settings.timeoutMs, remainingMs);
  if (timeoutMs < 1) return failed('timeout');
  const exchange = {
    url,
    headers,
    body,
    signal: AbortSignal.timeout(timeoutMs),
    resolve,
    mayCall: (ip: string) => mayCall(ip, rule) && (url.protocol === 'https:' || isLoopback(ip)),
  };
  try {
    const response = await elsewhere(() => postWithRetry(exchange));
    const { status } = response;
    if (status < 200 || status > 299) {
      const refusal = failed(`status_${status}`, mayHaveActed(response));
      return saysNotDone(response) ? { ...refusal, isNotDone: true } : refusal;
    }
    const answer = readAnswer(response.body);
    return typeof answer === 'string' ? failed(answer, true) : { status: 'answered', ...answer };
  } catch (error) {
    if (error instanceof ExchangeError) return failed(error.reason, error.wasSent);
    throw error;
  }
}

/** The reply, and whether an earlier attempt may have reached the server. */
type Reply = Awaited<ReturnType<typeof post>> & { wasSentBefore: boolean };

/** True if the server may have done the work although it sent no usable answer. */
const mayHaveActed = (reply: Reply): boolean =>
  !saysNotDone(reply) && (reply.wasSentBefore || !NOT_DONE.includes(reply.status));

const saysNotDone = ({ headers }: Reply): boolean =>
  String(headers[DEED_HEADER]).toLowerCase() === DEED_NOT_DONE;

/** Retries once after a connection failure, over a new connection: a kept-alive one may have died while idle. */
async function postWithRetry(exchange: Omit<Parameters<typeof post>[0], 'fresh'>): Promise<Reply> {
  try {
    return { ...(await post({ ...exchange, fresh: false })), wasSentBefore: false };
  } catch (first) {
    if (!(first instanceof ExchangeError) || first.reason !== 'connection') throw first;
    try {
      return { ...(await post({ ...exchange, fresh: true })), wasSentBefore: first.wasSent };
    } catch (error) {
      if (!(error instanceof ExchangeError) || !first.wasSent) throw error;
      throw new ExchangeError(error.reason, { wasSent: true, cause: error.cause });
    }
  }
}

/** The address written in the assistant, or the address behind its name. */
export const addressOf = (url: string, servers: ServerLookup): string | undefined =>
  serverOf(url, servers).url || undefined;

const serverOf = (url: string, servers: ServerLookup): NamedServer =>
  url.startsWith(NAME_PREFIX) ? servers(url.slice(NAME_PREFIX.length)) : { url };

/** The secrets behind the name. An assistant cannot contain secrets itself. */
function secretsOf(secret: string, servers: ServerLookup): Uint8Array[] {
  const { secrets = [] } = secret.startsWith(NAME_PREFIX) ? servers(secret.slice(NAME_PREFIX.length)) : {};
  return secrets.map(readWebhookSecret).filter((bytes) => bytes !== undefined);
}

function readUrl(address: string, { allowLoopback }: AddressRule): URL | undefined {
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  return url.protocol === 'https:' || (url.protocol === 'http:' && allowLoopback) ? url : undefined;
}

const failed = (reason: CallFailure, mayHaveActed = false): CallOutcome & { status: 'failed' } => ({
  status: 'failed',
  reason,
  ...(mayHaveActed && { mayHaveActed }),
});
