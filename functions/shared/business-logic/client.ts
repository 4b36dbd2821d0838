import { type Clock, toSeconds } from '../domain/clock.ts';
import type { BusinessLogicSettings } from '../engine/assistant.ts';
import type { BusinessLogicOutcome, BusinessLogicRequest } from '../engine/business-logic.ts';
import { type AddressRule, isLoopback, mayCall, readAddressRule } from './addresses.ts';
import { type AnswerFailure, readAnswer } from './answer.ts';
import { ExchangeError, type ExchangeFailure, post, type Resolve, resolveWithDns } from './exchange.ts';
import { readSecret, signedHeaders } from './signature.ts';

/** Why a call came to nothing, as the log and the explanation tell it. */
export type CallFailure =
  | 'not_configured'
  | 'allowed_ranges_invalid'
  | 'url_refused'
  | 'unsigned'
  | ExchangeFailure
  | AnswerFailure
  | `status_${number}`;

/** As the engine takes it, and beside it the answer with every number as the server wrote it. */
export type CallOutcome =
  | { status: 'answered'; body: unknown; exactBody: unknown }
  | { status: 'failed'; reason: CallFailure };

/** What may be logged of a call. */
export interface CallReport {
  qid: string;
  status: BusinessLogicOutcome['status'];
  reason?: CallFailure;
  milliseconds: number;
}

export interface BusinessLogicClientOptions {
  /** Holds what `env:` names stand for, and the rule of addresses. */
  environment: Readonly<Record<string, string | undefined>>;
  now: Clock;
  report: (call: CallReport) => void;
  resolve?: Resolve;
}

export type BusinessLogicClient = (
  settings: BusinessLogicSettings,
  request: BusinessLogicRequest,
  /** Ends the call earlier than the version's own timeout would. */
  remainingMs: number,
) => Promise<CallOutcome>;

/** Only these names may be read for an assistant: an author must not reach the rest of the environment. */
const ENVIRONMENT_NAME = /^env:(BLS_[A-Z0-9_]+)$/;

/** A client that calls business logic (DESIGN §7). Its calls never throw: a failure is an outcome. */
export function businessLogicClient(options: BusinessLogicClientOptions): BusinessLogicClient {
  const rule = readAddressRule(options.environment);
  return async (settings, request, remainingMs) => {
    const startedAt = options.now();
    const outcome = await call(options, rule, settings, request, remainingMs);
    options.report({
      qid: request.qid,
      status: outcome.status,
      ...(outcome.status === 'failed' ? { reason: outcome.reason } : {}),
      milliseconds: options.now() - startedAt,
    });
    return outcome;
  };
}

async function call(
  { environment, now, resolve = resolveWithDns }: BusinessLogicClientOptions,
  rule: AddressRule | undefined,
  settings: BusinessLogicSettings,
  request: BusinessLogicRequest,
  remainingMs: number,
): Promise<CallOutcome> {
  if (rule === undefined) return failed('allowed_ranges_invalid');
  const address = fromEnvironment(settings.url, environment);
  if (address === undefined) return failed('not_configured');
  const url = readUrl(address, rule);
  if (url === undefined) return failed('url_refused');
  const body = JSON.stringify(request);
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    accept: 'application/json',
    'user-agent': 'parley',
  };
  if (settings.sign) {
    const secret = readSecret(fromEnvironment(settings.secret, environment) ?? '');
    // To call unsigned would teach the server to take unsigned calls.
    if (secret === undefined) return failed('unsigned');
    Object.assign(headers, signedHeaders(secret, request.qid, toSeconds(now()), body));
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
    const response = await postWithRetry(exchange);
    if (response.status < 200 || response.status > 299) return failed(`status_${response.status}`);
    const answer = readAnswer(response.body);
    return typeof answer === 'string' ? failed(answer) : { status: 'answered', ...answer };
  } catch (error) {
    if (error instanceof ExchangeError) return failed(error.reason);
    throw error;
  }
}

/** Once more where the connection failed, on one of its own: a kept one may have died since it was used. */
async function postWithRetry(exchange: Omit<Parameters<typeof post>[0], 'fresh'>) {
  try {
    return await post({ ...exchange, fresh: false });
  } catch (error) {
    if (!(error instanceof ExchangeError) || error.reason !== 'connection') throw error;
    return post({ ...exchange, fresh: true });
  }
}

/** A setting as it is, or what the environment holds where it is `env:BLS_…`. */
function fromEnvironment(
  value: string,
  environment: BusinessLogicClientOptions['environment'],
): string | undefined {
  if (!value.startsWith('env:')) return value;
  const name = ENVIRONMENT_NAME.exec(value)?.[1];
  return (name === undefined ? undefined : environment[name]) || undefined;
}

function readUrl(address: string, { allowLoopback }: AddressRule): URL | undefined {
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  return url.protocol === 'https:' || (url.protocol === 'http:' && allowLoopback) ? url : undefined;
}

const failed = (reason: CallFailure): CallOutcome => ({ status: 'failed', reason });
