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
import { type Route, servedMethods } from '../routes.ts';
import { type Settings, SettingsError } from '../settings.ts';

/** Secrets could be guessed on these paths. */
const OAUTH_PATH = '/v1/oauth';

/** API Gateway's own limit per account and region. A method with this limit is exempt from the stage's limit. */
const UNLIMITED = { rate: 10_000, burst: 5_000 };

/**
 * Access logs only. API Gateway's execution logs would go to a log group that it creates and keeps forever; the access
 * log contains the errors. Metrics by method are billed individually, and the functions' metrics cover them.
 */
const LOGGING = {
  metricsEnabled: false,
  loggingLevel: MethodLoggingLevel.OFF,
  dataTraceEnabled: false,
} as const satisfies MethodDeploymentOptions;

/** One line per request, without headers, query string and body, which may contain secrets and users' words. */
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

/** @throws {SettingsError} if a throttle names an unknown route */
function methodOptions(
  routes: readonly Route[],
  { throttles }: Settings,
): Record<string, MethodDeploymentOptions> {
  const named = (route: Route) => `${route.method} ${route.path}`;
  const stray = Object.keys(throttles.routes).find((name) => !routes.some((route) => named(route) === name));
  if (stray !== undefined) {
    throw new SettingsError(`throttles.routes: "${stray}" is not a route; use the form "POST /v1/query"`);
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
    return servedMethods(route).map((method) => [`${route.path}/${method}`, options]);
  });
  return Object.fromEntries(limited);
}
