import middy, { type MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import { credentialEvent, recordRefusal } from '../domain/audit.ts';
import { withinBudget } from '../domain/budget.ts';
import type { Clock } from '../domain/clock.ts';
import { type AccessRecords, keyUseRecorder } from '../domain/credentials/access-records.ts';
import { DependencyFailure } from '../domain/dependency-failure.ts';
import { type ErrorCode, ParleyError, type RateState, unavailable } from '../domain/errors.ts';
import type { Admission, Entry } from '../domain/institutions/admission.ts';
import type { QuerySettings } from '../domain/query/query-settings.ts';
import { aboutRequest, type RequestFacts } from '../domain/request-facts.ts';
import { subsegmentsSent, tracedRoot } from '../domain/subsegments.ts';
import { ANY_ORIGIN, corsHeaders, readOrigins } from './cors.ts';
import { type AuthorizedFunction, ENDPOINT_SCOPES } from './endpoint-scopes.ts';
import { weightOf } from './endpoint-weights.ts';
import { ERROR_ALIASES_VARIABLE, readErrorAliases } from './error-aliases.ts';
import { isRefused, kindOf } from './error-kind.ts';
import { errorResponse, NO_STORE, SERVER_ERROR_MESSAGE } from './errors.ts';
import { createLog, type Log, withRequestFacts } from './log.ts';
import { METRIC, metricFields } from './metrics.ts';
import { readPrincipal, requirePermission } from './principal.ts';
import { rateLimitHeaders } from './rate-limits.ts';
import { type ApiRequest, type AuthorizedRequest, readHeaders, readRequest } from './request.ts';
import { reportSideFailure } from './side-failures.ts';
import { stackFrames } from './stack-frames.ts';
import { readTrace } from './trace.ts';

export interface ApiResponse {
  /** Default 200. */
  status?: number;
  headers?: Record<string, string>;
  /** Sent as JSON; a string or bytes are sent as they are and need their Content-Type among the headers. */
  body: unknown;
}

export interface EndpointOptions {
  /** The function's name in logs: its folder. */
  name: string;
  now?: Clock;
  log?: Log;
  /** Milliseconds in which a request is answered, whatever it waits for. Default 20 000. */
  budgetMs?: number;
  /** False where no script of another origin may read the answers. Default true. */
  cors?: boolean;
  /** Answers what went wrong; left out, the one error body does. */
  answerError?: (error: ParleyError, event: APIGatewayProxyEvent) => ApiResponse;
}

/**
 * Headers for pages of other origins, as the deployment's settings say, which are read once per answer: every origin
 * is allowed unless the operator says otherwise.
 */
function crossOriginHeaders(cors: boolean, event: APIGatewayProxyEvent): Record<string, string> {
  if (!cors) return {};
  const origins = readOrigins(process.env.CORS_ORIGINS);
  const asking = origins.includes(ANY_ORIGIN) ? undefined : readHeaders(event).get('origin')?.[0];
  return corsHeaders(origins, asking);
}

/** An endpoint that anyone may call. */
export function publicEndpoint(
  options: EndpointOptions,
  work: (request: ApiRequest) => Promise<ApiResponse>,
) {
  return build(options, (event, now) => work(readRequest(event, now)));
}

/** Dependencies of every endpoint behind the authorizer. */
export interface AuthorizedDependencies {
  now?: Clock;
  /** Records of refusals and of the use of keys; left out, none are written. */
  records?: AccessRecords;
  /**
   * Makes what lets requests in; left out, all are.
   * @param uncounted told of what could not be counted, and was let in
   */
  admission?: (uncounted: (error: unknown) => void) => RequestAdmission;
}

/** The admission of requests, and where it reads the settings of institutions. */
export interface RequestAdmission {
  admit: Admission;
  /** Strongly consistent; undefined where nothing was set. */
  readSettings(institution: string): Promise<QuerySettings | undefined>;
}

export interface AuthorizedOptions extends EndpointOptions, AuthorizedDependencies {
  name: AuthorizedFunction;
  /** True where the work itself has the request admitted, by `entry`, beside its first read. */
  admitsItself?: true;
}

/** The refusals of a credential that is right but may not do this. */
const NOT_PERMITTED: readonly ErrorCode[] = [
  'insufficient_scope',
  'referrer_not_allowed',
  'bearer_token_required',
];

/** Errors after which nothing else is asked of the store for the request. */
const NO_FAULT_OF_CALLERS: readonly ErrorCode[] = ['temporarily_unavailable', 'server_error'];

/**
 * An endpoint behind the authorizer. A request is weighed (`endpoint-weights.ts`) before its body is parsed and before
 * anything else is read; then its work is done only for credentials with its scope (`endpoint-scopes.ts`) and from an
 * approved referrer. That a key was used is written meanwhile, and the answer waits for both.
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
      // A request that is refused as one too many is that, whatever else is wrong with it.
      if (error instanceof ParleyError && !NO_FAULT_OF_CALLERS.includes(error.code)) await weighed();
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

/** The limits that a request was weighed by. */
const ratesOf = new WeakMap<APIGatewayProxyEvent, readonly RateState[]>();

/** A request at the entrance, admitted once, whoever asks for it first. */
interface WeighedEntry extends Entry {
  isAdmitted(): boolean;
  /** Admits the request unless that is done, and reads what it needs itself. */
  settled(): Promise<readonly RateState[]>;
}

/** Where the settings cannot be read, the request is let in: a limit is no reason to fail. */
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

/** The time of a request; every function's own is longer (`infra/functions.ts`), so that it can still answer. */
const BUDGET_MS = 20_000;

/** A function that has less time left than its request was to have still answers that it cannot. */
const EARLY = {
  timeoutEarlyInMillis: 1000,
  timeoutEarlyResponse: () => {
    throw unavailable(new Error('the time of the function was up'));
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

/** The facts of a request that are known before its work. */
const factsOf = ({ requestContext: { requestId, authorizer } }: APIGatewayProxyEvent): RequestFacts => ({
  requestId,
  ...xrayOf(tracedRoot()),
  ...(authorizer?.institution && { institution: String(authorizer.institution) }),
});

/** Headers of every answer, unless it says otherwise. */
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

/** A proxy's answer is text, in which bytes stand as base64. */
function bodyOf(body: unknown): Pick<APIGatewayProxyResult, 'body' | 'isBase64Encoded'> {
  if (body instanceof Uint8Array)
    return { body: Buffer.from(body).toString('base64'), isBase64Encoded: true };
  return { body: typeof body === 'string' ? body : JSON.stringify(body) };
}

/** Epoch milliseconds at which the function was called. */
type Internal = { startedAt?: number };
type Middleware = MiddlewareObj<APIGatewayProxyEvent, APIGatewayProxyResult, Error, Context, Internal>;

/**
 * Turns whatever was thrown into an answer. What is no refusal of ours is logged and hidden, and so is the reason why
 * something cannot be answered now.
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
        error: describe(error.cause),
        ...metricFields(now(), { [METRIC.faults]: 1 }),
      });
      if (error.code === 'server_error') log.error('failed', fault());
      if (error.code === 'temporarily_unavailable') {
        // Nobody but an operator ends it, and another version of the function may be what is refused.
        if (isRefused(error)) log.error('refused', fault());
        else log.warn('unavailable', { error: describe(error.cause) });
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

/** Logs a line for each request: who asked, the outcome, the time that it took, and whether the process was new. */
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

/** Describes an unexpected error by its kind and its place. Its message is left out, since it may carry values. */
function describe(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { ...kindOf(error) };
  const origin = error instanceof DependencyFailure ? error.cause : error;
  return { ...kindOf(error), frames: stackFrames(origin) };
}
