import middy, { type MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import { credentialEvent, recordRefusal } from '../domain/audit.ts';
import { withinBudget } from '../domain/budget.ts';
import type { Clock } from '../domain/clock.ts';
import { type AccessRecords, keyUseRecorder } from '../domain/credentials/access-records.ts';
import { type ErrorCode, ParleyError, type RateState, unavailable } from '../domain/errors.ts';
import type { Admission, Entry } from '../domain/institutions/admission.ts';
import type { QuerySettings } from '../domain/query/query-settings.ts';
import { aboutRequest, type RequestFacts } from '../domain/request-facts.ts';
import { subsegmentsSent, tracedRoot } from '../domain/subsegments.ts';
import { ANY_ORIGIN, corsHeaders, readOrigins } from './cors.ts';
import { describeError } from './describe-error.ts';
import { type AuthorizedFunction, ENDPOINT_SCOPES } from './endpoint-scopes.ts';
import { weightOf } from './endpoint-weights.ts';
import { ERROR_ALIASES_VARIABLE, readErrorAliases } from './error-aliases.ts';
import { isRefused } from './error-kind.ts';
import { errorResponse, NO_STORE, SERVER_ERROR_MESSAGE } from './errors.ts';
import { createLog, type Log, withRequestFacts } from './log.ts';
import { METRIC, metricFields } from './metrics.ts';
import { readPrincipal, requirePermission } from './principal.ts';
import { rateLimitHeaders } from './rate-limits.ts';
import { type ApiRequest, type AuthorizedRequest, readHeaders, readRequest } from './request.ts';
import { reportSideFailure } from './side-failures.ts';
import { readTrace } from './trace.ts';

export interface ApiResponse {
  /** Default 200. */
  status?: number;
  headers?: Record<string, string>;
  /** Sent as JSON. A string or bytes are sent unchanged and need a Content-Type header. */
  body: unknown;
}

export interface EndpointOptions {
  /** The function's name in logs: its folder. */
  name: string;
  now?: Clock;
  log?: Log;
  /** Milliseconds after which a request is answered as unavailable. Default 20,000. */
  budgetMs?: number;
  /** False keeps scripts of other origins from reading the answers. Default true. */
  cors?: boolean;
  /** Answers an error; default: the common error body. */
  answerError?: (error: ParleyError, event: APIGatewayProxyEvent) => ApiResponse;
}

/** CORS headers from the deployment's settings, read once per answer. Default: every origin. */
function crossOriginHeaders(cors: boolean, event: APIGatewayProxyEvent): Record<string, string> {
  if (!cors) return {};
  const origins = readOrigins(process.env.CORS_ORIGINS);
  const asking = origins.includes(ANY_ORIGIN) ? undefined : readHeaders(event).get('origin')?.[0];
  return corsHeaders(origins, asking);
}

/** An endpoint that needs no credential. */
export function publicEndpoint(
  options: EndpointOptions,
  work: (request: ApiRequest) => Promise<ApiResponse>,
) {
  return build(options, (event, now) => work(readRequest(event, now)));
}

/** Dependencies of every endpoint behind the authorizer. */
export interface AuthorizedDependencies {
  now?: Clock;
  /** Records refusals and key use; if unset, nothing is recorded. */
  records?: AccessRecords;
  /**
   * Creates the admission control; if unset, every request is admitted.
   * @param uncounted called with the error if a request was admitted without being counted
   */
  admission?: (uncounted: (error: unknown) => void) => RequestAdmission;
}

/** Admits requests by the limits in their institutions' settings. */
export interface RequestAdmission {
  admit: Admission;
  /** Strongly consistent; undefined if nothing is set. */
  readSettings(institution: string): Promise<QuerySettings | undefined>;
}

export interface AuthorizedOptions extends EndpointOptions, AuthorizedDependencies {
  name: AuthorizedFunction;
  /** True if the handler itself admits the request through `entry`, concurrently with its first read. */
  admitsItself?: true;
}

/** Errors for a valid credential that lacks permission. */
const NOT_PERMITTED: readonly ErrorCode[] = [
  'insufficient_scope',
  'referrer_not_allowed',
  'bearer_token_required',
];

/** Errors after which the store is not asked again for this request. */
const SERVICE_FAULTS: readonly ErrorCode[] = ['temporarily_unavailable', 'server_error'];

/**
 * An endpoint behind the authorizer. The request is weighed (`endpoint-weights.ts`) before its body is parsed or
 * anything else is read. Then the credential's scope (`endpoint-scopes.ts`) and referrer are checked, and the handler
 * runs. Key use is recorded concurrently, and the answer waits for both.
 */
export function authorizedEndpoint(
  { records, admission, admitsItself, ...options }: AuthorizedOptions,
  work: (request: AuthorizedRequest) => Promise<ApiResponse>,
) {
  const recordUse = records && keyUseRecorder(records);
  const log = withRequestFacts(options.log ?? createLog(options.name));
  const uncounted = reportSideFailure(log, 'request not counted', METRIC.usesUncounted);
  const entrance = admission && entranceOf(admission(uncounted), uncounted);
  return build(options, async (event, now) => {
    const principal = readPrincipal(event);
    const entry = entrance?.(principal.institution, options.name, now);
    const weighed = async (): Promise<void> => {
      const rates = await entry?.settled();
      if (rates !== undefined) ratesOf.set(event, rates);
    };
    if (!admitsItself) await weighed();
    const request = readRequest(event, now);
    const used = recordUse?.(principal, now);
    try {
      requirePermission(principal, request, ENDPOINT_SCOPES[options.name]);
      return await work({ ...request, principal, ...(entry && { entry }) });
    } catch (error) {
      // Exceeding a limit takes precedence over any other error of the request.
      if (error instanceof ParleyError && !SERVICE_FAULTS.includes(error.code)) await weighed();
      if (records !== undefined && error instanceof ParleyError && NOT_PERMITTED.includes(error.code)) {
        const refused = { action: 'credential.use', outcome: 'refused', reason: error.code } as const;
        await recordRefusal(
          records,
          credentialEvent(principal, request, { ...refused, target: options.name }),
        );
      }
      throw error;
    } finally {
      await used;
      if (entry?.isAdmitted()) await weighed();
    }
  });
}

/** The limits that were applied to a request. */
const ratesOf = new WeakMap<APIGatewayProxyEvent, readonly RateState[]>();

/** A request at admission. It is admitted once, by whichever caller asks first. */
interface WeighedEntry extends Entry {
  isAdmitted(): boolean;
  /** Admits the request if that has not happened yet, and reads the settings if needed. */
  settled(): Promise<readonly RateState[]>;
}

/** If the settings cannot be read, the request is admitted: a limit is no reason to fail. */
function entranceOf({ admit, readSettings }: RequestAdmission, uncounted: (error: unknown) => void) {
  const settingsOf = async (institution: string): Promise<QuerySettings | undefined> => {
    try {
      return await readSettings(institution);
    } catch (error) {
      uncounted(error);
      return undefined;
    }
  };
  return (institution: string, name: AuthorizedFunction, now: number): WeighedEntry => {
    const entry = admit(institution, weightOf(name), now);
    let admitted: Promise<readonly RateState[]> | undefined;
    const admittedOnce = (settings?: QuerySettings) => {
      admitted ??= entry.admitted(settings);
      return admitted;
    };
    return {
      ...entry,
      admitted: admittedOnce,
      isAdmitted: () => admitted !== undefined,
      settled: async () =>
        admitted ?? admittedOnce(entry.wantsSettings ? await settingsOf(institution) : undefined),
    };
  };
}

/**
 * The time limit of a request; every function's own timeout is longer (`infra/functions.ts`), so that it can still
 * answer.
 */
const BUDGET_MS = 20_000;

/** Answers shortly before the function's own timeout, if that comes first. */
const EARLY = {
  timeoutEarlyInMillis: 1000,
  timeoutEarlyResponse: () => {
    throw unavailable(new Error('the function timed out'));
  },
};

function build(
  {
    name,
    now = Date.now,
    log: given = createLog(name),
    budgetMs = BUDGET_MS,
    cors = true,
    answerError,
  }: EndpointOptions,
  work: (event: APIGatewayProxyEvent, now: number) => Promise<ApiResponse>,
) {
  const log = withRequestFacts(given);
  const handle = middy<APIGatewayProxyEvent, APIGatewayProxyResult, Error, Context, Internal>(EARLY)
    .use(observe(name, log, now))
    .use(answerErrors(log, cors, now, answerError))
    .handler(async (event) => {
      const response = await withinBudget(budgetMs, () => work(event, now()));
      const headers = { ...crossOriginHeaders(cors, event), ...rateLimitHeaders(ratesOf.get(event)) };
      return toResult(response, event.requestContext.requestId, headers);
    });
  return (event: APIGatewayProxyEvent, context: Context): Promise<APIGatewayProxyResult> =>
    aboutRequest(factsOf(event), async () => {
      try {
        return await handle(event, context);
      } finally {
        await subsegmentsSent();
      }
    });
}

const xrayOf = (xrayTraceId: string | undefined): RequestFacts =>
  xrayTraceId === undefined ? {} : { xrayTraceId };

/** The facts of a request that are known at its start. */
const factsOf = ({ requestContext: { requestId, authorizer } }: APIGatewayProxyEvent): RequestFacts => ({
  requestId,
  ...xrayOf(tracedRoot()),
  ...(authorizer?.institution && { institution: String(authorizer.institution) }),
});

/** Default headers of every answer. */
const COMMON = { 'Content-Type': 'application/json', ...NO_STORE, 'X-Content-Type-Options': 'nosniff' };

function toResult(
  { status = 200, headers = {}, body }: ApiResponse,
  requestId: string,
  more: Record<string, string>,
): APIGatewayProxyResult {
  return {
    statusCode: status,
    headers: { ...COMMON, 'X-Request-Id': requestId, ...more, ...headers },
    ...bodyOf(body),
  };
}

/** A Lambda proxy answer is text, so bytes are sent as base64. */
function bodyOf(body: unknown): Pick<APIGatewayProxyResult, 'body' | 'isBase64Encoded'> {
  if (body instanceof Uint8Array)
    return { body: Buffer.from(body).toString('base64'), isBase64Encoded: true };
  return { body: typeof body === 'string' ? body : JSON.stringify(body) };
}

/** Epoch milliseconds at which the function was invoked. */
type Internal = { startedAt?: number };
type Middleware = MiddlewareObj<APIGatewayProxyEvent, APIGatewayProxyResult, Error, Context, Internal>;

/**
 * Turns every thrown value into an answer. Unexpected errors and the causes of unavailability are logged and hidden
 * from the caller.
 */
function answerErrors(
  log: Log,
  cors: boolean,
  now: Clock,
  answerError: EndpointOptions['answerError'],
): Middleware {
  return {
    onError: (request) => {
      const { requestId } = request.event.requestContext;
      const error =
        request.error instanceof ParleyError
          ? request.error
          : new ParleyError('server_error', SERVER_ERROR_MESSAGE, { cause: request.error });
      const fault = () => ({
        error: describeError(error.cause),
        ...metricFields(now(), { [METRIC.faults]: 1 }),
      });
      if (error.code === 'server_error') log.error('failed', fault());
      if (error.code === 'temporarily_unavailable') {
        // Logged as an error, because it lasts until an operator acts, and another version of the function may not have
        // it.
        if (isRefused(error)) log.error('refused', fault());
        else log.warn('unavailable', { error: describeError(error.cause) });
      }
      const rates = error.details.rates ?? ratesOf.get(request.event);
      const more = { ...crossOriginHeaders(cors, request.event), ...rateLimitHeaders(rates) };
      if (answerError !== undefined) {
        request.response = toResult(answerError(error, request.event), requestId, more);
        return;
      }
      const aliases = readErrorAliases(process.env[ERROR_ALIASES_VARIABLE]);
      const response = errorResponse(error, requestId, aliases);
      response.headers = { ...response.headers, 'X-Request-Id': requestId, ...more };
      request.response = response;
    },
  };
}

/** Logs each request: caller, outcome, duration, and whether it was a cold start. */
function observe(name: string, log: Log, now: Clock): Middleware {
  let coldStart = true;
  const finish: Middleware['after'] = (request) => {
    const { authorizer } = request.event.requestContext;
    const finished = now();
    const trace = readTrace(readHeaders(request.event));
    log.info('answered', {
      ...(trace !== undefined && { traceId: trace.traceId }),
      route: name,
      statusCode: request.response?.statusCode,
      credentialId: authorizer?.credentialId,
      milliseconds: finished - (request.internal.startedAt ?? finished),
      coldStart,
      ...metricFields(finished, { [METRIC.answers]: 1 }, outcomeOf(request.error)),
    });
    coldStart = false;
  };
  return {
    before: (request) => {
      request.internal.startedAt = now();
    },
    after: finish,
    onError: finish,
  };
}

const outcomeOf = (error: Error | null | undefined): string =>
  error instanceof ParleyError ? error.code : error ? 'server_error' : 'answered';
