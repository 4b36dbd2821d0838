import { RemovalPolicy } from 'aws-cdk-lib';
import {
  AccessLogFormat,
  LogGroupLogDestination,
  type MethodDeploymentOptions,
  MethodLoggingLevel,
  type StageOptions,
} from 'aws-cdk-lib/aws-apigateway';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { Route } from '../routes.ts';
import { type Settings, SettingsError } from '../settings.ts';

/** Secrets can be guessed at these. */
const OAUTH_PATH = '/v1/oauth';

/**
 * The requests that API Gateway takes of an account in a region: a method with this limit has none of the stage's.
 */
const UNLIMITED = { rate: 10_000, burst: 5_000 };

/**
 * The access log alone. What API Gateway would log of a request's execution goes to a group that it makes itself and
 * keeps for ever; the access log has the errors. Metrics by method are billed one by one; the functions' own say the
 * same.
 */
const LOGGING = {
  metricsEnabled: false,
  loggingLevel: MethodLoggingLevel.OFF,
  dataTraceEnabled: false,
} as const satisfies MethodDeploymentOptions;

/** A line for each request. No header, no query string, no body: those hold secrets and what users say. */
const ACCESS_LOG = {
  requestId: '$context.requestId',
  time: '$context.requestTimeEpoch',
  method: '$context.httpMethod',
  resource: '$context.resourcePath',
  status: '$context.status',
  milliseconds: '$context.responseLatency',
  integrationMilliseconds: '$context.integrationLatency',
  authorizerMilliseconds: '$context.authorizer.latency',
  integrationError: '$context.integrationErrorMessage',
  authorizerError: '$context.authorizer.error',
  gatewayError: '$context.error.responseType',
  gatewayMessage: '$context.error.message',
  firewall: '$context.wafResponseCode',
  institution: '$context.authorizer.institution',
  credentialId: '$context.authorizer.credentialId',
  sourceIp: '$context.identity.sourceIp',
  responseBytes: '$context.responseLength',
};

/** The stage's limits, metrics and logs. */
export function stageOptions(scope: Construct, routes: readonly Route[], settings: Settings): StageOptions {
  const accessLogs = new LogGroup(scope, 'AccessLogs', {
    retention: settings.logRetentionDays,
    removalPolicy: RemovalPolicy.DESTROY,
  });
  const { all } = settings.throttles;
  return {
    stageName: settings.stageName,
    ...LOGGING,
    ...(settings.tracing ? { tracingEnabled: true } : {}),
    throttlingRateLimit: all.rate,
    throttlingBurstLimit: all.burst,
    methodOptions: methodOptions(routes, settings),
    accessLogDestination: new LogGroupLogDestination(accessLogs),
    accessLogFormat: AccessLogFormat.custom(JSON.stringify(ACCESS_LOG)),
  };
}

/** @throws {SettingsError} where a throttle names no route */
function methodOptions(
  routes: readonly Route[],
  { throttles }: Settings,
): Record<string, MethodDeploymentOptions> {
  const named = (route: Route) => `${route.method} ${route.path}`;
  const stray = Object.keys(throttles.routes).find((name) => !routes.some((route) => named(route) === name));
  if (stray !== undefined) {
    throw new SettingsError(`throttles.routes: "${stray}" is no route; name one as in "POST /v1/query"`);
  }
  const limited = routes.flatMap((route) => {
    const oauth = route.path === OAUTH_PATH || route.path.startsWith(`${OAUTH_PATH}/`);
    const limit =
      throttles.routes[named(route)] ??
      (route.evenWhenBusy ? UNLIMITED : oauth ? throttles.oauth : undefined);
    if (limit === undefined) return [];
    const options: MethodDeploymentOptions = {
      ...LOGGING,
      throttlingRateLimit: limit.rate,
      throttlingBurstLimit: limit.burst,
    };
    return [[`${route.path}/${route.method}`, options]];
  });
  return Object.fromEntries(limited);
}
