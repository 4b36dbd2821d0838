import type { BusinessLogicSettings } from '../../../engine/assistant.ts';
import type {
  BusinessLogicOutcome,
  BusinessLogicRequest,
} from '../../../engine/dialogue/business-logic/protocol.ts';
import { type Clock, toSeconds } from '../domain/clock.ts';
import type { ServerLookup } from '../domain/institutions/business-logic-names.ts';
import { readWebhookSecret } from '../domain/institutions/webhook-secret.ts';
import { elsewhere } from '../domain/places.ts';
import { asSubsegment } from '../domain/subsegments.ts';
import { type AddressRule, isLoopback, mayCall } from './addresses.ts';
import { type AnswerFailure, readAnswer } from './answer.ts';
import { ExchangeError, type ExchangeFailure, post, type Resolve, resolveWithDns } from './exchange.ts';
import { signedHeaders } from './signature.ts';

/** Reasons why a call failed, as the log and the explanation tell them. */
export type CallFailure =
  | 'not_configured'
  /** The meaning of the institution's names was sealed with another key of the deployment. */
  | 'names_unreadable'
  | 'allowed_ranges_invalid'
  | 'url_refused'
  | 'unsigned'
  /** The call was not made (`guard.ts`). */
  | 'breaker_open'
  | 'too_many_slow'
  | 'too_many_in_flight'
  | ExchangeFailure
  | AnswerFailure
  | `status_${number}`;

/** The outcome as the engine takes it, and beside it the answer with every number as the server wrote it. */
export type CallOutcome =
  | { status: 'answered'; body: unknown; exactBody: unknown }
  /**
   * `mayHaveActed`: the call may have reached the server, which did not answer that it has not done it. `isNotDone`: by
   * its header the server says so of every call under the key.
   */
  | { status: 'failed'; reason: CallFailure; mayHaveActed?: boolean; isNotDone?: boolean };

/** The facts of a call that may be logged. */
export interface CallReport {
  qid: string;
  status: BusinessLogicOutcome['status'];
  reason?: CallFailure;
  milliseconds: number;
  /** The header of the caller's trace, where it is in one. */
  traceparent?: string;
}

export interface BusinessLogicClientOptions {
  /** Undefined where the deployment's own cannot be read. */
  addresses: AddressRule | undefined;
  now: Clock;
  report: (call: CallReport) => void;
  resolve?: Resolve;
}

export type BusinessLogicClient = (
  settings: BusinessLogicSettings,
  /** Looks up the names in `settings`, as the asking application has them; undefined where they cannot be read. */
  servers: ServerLookup | undefined,
  request: BusinessLogicRequest,
  /** Ends the call earlier than the version's own timeout would. */
  remainingMs: number,
  /** Sent as `Idempotency-Key`: the same for every try at what is called for. */
  key: string,
  /** The header of the caller's trace, handed on. */
  traceparent?: string,
) => Promise<CallOutcome>;

/** Its address is an institution's own matter, and in no trace. */
const BUSINESS_LOGIC = { name: 'business logic', operation: 'POST', namespace: 'remote' } as const;

const NAMED = 'env:';

/**
 * By these a server says that it has not done what it was asked (RFC 9110 §15.5 and §15.6.2, RFC 6585, RFC 8470). Not
 * among them are 3xx, which follow a deed that is done as well (303); 406, which may be about the answer alone; 408, 409
 * and 423, under which it may be at it; statuses that nobody has defined; and 5xx, which a gateway gives that does not
 * know, 503 among them.
 */
const NOT_DONE: readonly number[] = [
  400, 401, 402, 403, 404, 405, 407, 410, 411, 412, 413, 414, 415, 416, 417, 421, 422, 424, 425, 426, 428,
  429, 431, 451, 501,
];

/** The header and its value by which a server says so under any other status. */
const DEED_HEADER = 'parley-deed';
const DEED_NOT_DONE = 'not-done';

/** A client that calls business logic as `docs/BUSINESS-LOGIC.md` tells. Its calls never throw: a failure is an outcome. */
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
  { addresses: rule, now, resolve = resolveWithDns }: BusinessLogicClientOptions,
  settings: BusinessLogicSettings,
  servers: ServerLookup | undefined,
  request: BusinessLogicRequest,
  remainingMs: number,
  correlation: Readonly<Record<string, string>>,
): Promise<CallOutcome> {
  if (rule === undefined) return failed('allowed_ranges_invalid');
  if (servers === undefined) return failed('names_unreadable');
  const address = addressOf(settings.url, servers);
  if (address === undefined) return failed('not_configured');
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
    // To call unsigned would teach the server to take unsigned calls.
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

/** The reply, and true where the request may have reached the server once before. */
type Reply = Awaited<ReturnType<typeof post>> & { wasSentBefore: boolean };

/** True if the server may have done the work although it sent no usable answer. */
const mayHaveActed = (reply: Reply): boolean =>
  !saysNotDone(reply) && (reply.wasSentBefore || !NOT_DONE.includes(reply.status));

const saysNotDone = ({ headers }: Reply): boolean =>
  String(headers[DEED_HEADER]).toLowerCase() === DEED_NOT_DONE;

/** Once more where the connection failed, on one of its own: a kept one may have died since it was used. */
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

/** The address that stands in the assistant, or that its name stands for. */
export const addressOf = (url: string, servers: ServerLookup): string | undefined =>
  (url.startsWith(NAMED) ? servers(url.slice(NAMED.length)).url : url) || undefined;

/** The secrets among what the name stands for; an assistant cannot hold any itself. */
function secretsOf(secret: string, servers: ServerLookup): Uint8Array[] {
  const { secrets = [] } = secret.startsWith(NAMED) ? servers(secret.slice(NAMED.length)) : {};
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
