import middy, { type MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import { credentialEvent, recordRefusal } from '../domain/audit.ts';
import { withinBudget } from '../domain/budget.ts';
import type { Clock } from '../domain/clock.ts';
import { type AccessRecords, keyUseRecorder } from '../domain/credentials/access-records.ts';
import { DependencyFailure } from '../domain/dependency-failure.ts';
import { type ErrorCode, ParleyError, unavailable } from '../domain/errors.ts';
import { aboutRequest, type RequestFacts } from '../domain/request-facts.ts';
import { subsegmentsSent, tracedRoot } from '../domain/subsegments.ts';
import { ANY_ORIGIN, corsHeaders, readOrigins } from './cors.ts';
import { type AuthorizedFunction, ENDPOINT_SCOPES } from './endpoint-scopes.ts';
import { ERROR_ALIASES_VARIABLE, readErrorAliases } from './error-aliases.ts';
import { isRefused, kindOf } from './error-kind.ts';
import { errorResponse, NO_STORE, SERVER_ERROR_MESSAGE } from './errors.ts';
import { createLog, type Log, withRequestFacts } from './log.ts';
import { METRIC, metricFields } from './metrics.ts';
import { readPrincipal, requirePermission } from './principal.ts';
import { type ApiRequest, type AuthorizedRequest, readHeaders, readRequest } from './request.ts';
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
}

export interface AuthorizedOptions extends EndpointOptions, AuthorizedDependencies {
  name: AuthorizedFunction;
}

/** The refusals of a credential that is right but may not do this. */
const NOT_PERMITTED: readonly ErrorCode[] = [
  'insufficient_scope',
  'referrer_not_allowed',
  'bearer_token_required',
];

/**
 * An endpoint behind the authorizer, whose work is done only for credentials with its scope (`endpoint-scopes.ts`) and
 * from an approved referrer. That a key was used is written meanwhile, and the answer waits for both.
 */
export function authorizedEndpoint(
  { records, ...options }: AuthorizedOptions,
  work: (request: AuthorizedRequest) => Promise<ApiResponse>,
) {
  const recordUse = records && keyUseRecorder(records);
  return build(options, async (event, now) => {
    const principal = readPrincipal(event);
    const request = readRequest(event, now);
    const used = recordUse?.(principal, now);
    try {
      requirePermission(principal, request, ENDPOINT_SCOPES[options.name]);
      return await work({ ...request, principal });
    } catch (error) {
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
    }
  });
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
      return toResult(response, event.requestContext.requestId, crossOriginHeaders(cors, event));
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
  crossOrigin: Record<string, string>,
): APIGatewayProxyResult {
  return {
    statusCode: status,
    headers: { ...COMMON, 'X-Request-Id': requestId, ...crossOrigin, ...headers },
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
      const crossOrigin = crossOriginHeaders(cors, request.event);
      if (answerError !== undefined) {
        request.response = toResult(answerError(error, request.event), requestId, crossOrigin);
        return;
      }
      const aliases = readErrorAliases(process.env[ERROR_ALIASES_VARIABLE]);
      const response = errorResponse(error, requestId, aliases);
      response.headers = { ...response.headers, 'X-Request-Id': requestId, ...crossOrigin };
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
