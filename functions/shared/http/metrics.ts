import { requestFacts } from '../domain/request-facts.ts';

/** The environment variable with the CloudWatch namespace, which separates deployments of one account. */
export const METRIC_NAMESPACE = 'METRIC_NAMESPACE';

const DEFAULT_NAMESPACE = 'Parley';

/**
 * `true` in this environment variable adds a per-institution copy of every metric. CloudWatch charges for each one seen
 * in a month.
 */
export const METRICS_BY_INSTITUTION = 'METRICS_BY_INSTITUTION';

/** Lambda's environment variable with the function's published version. */
const FUNCTION_VERSION = 'AWS_LAMBDA_FUNCTION_VERSION';

/** The version that Lambda reports for an unpublished function. */
const UNPUBLISHED = '$LATEST';

/** All metrics; each has the dimension `service`, the function's folder. */
export const METRIC = {
  /** Answers; also by `outcome`: `answered` or the error code. */
  answers: 'Answers',
  /** Answers that an operator must look into: a 500, or a 503 because a dependency refuses requests. */
  faults: 'Faults',
  /** Answered queries; also by `outcome`: `answered` or `replayed`. */
  queries: 'Queries',
  expiredDialogs: 'ExpiredDialogs',
  /** Queries that were only read in part, to limit the work. */
  queriesGivenUp: 'QueriesGivenUp',
  businessLogicCalls: 'BusinessLogicCalls',
  businessLogicFailures: 'BusinessLogicFailures',
  businessLogicMilliseconds: 'BusinessLogicMilliseconds',
  /** How often a failing business-logic server's breaker opened; always by institution. */
  serversLeftAlone: 'ServersLeftAlone',
  /** Business-logic calls that were refused by the guard. */
  businessLogicRefusals: 'BusinessLogicRefusals',
  /**
   * Credentials of other services: the authorizer refuses such a request by throwing, as the gateway requires, so
   * Lambda counts it as an error.
   */
  foreignCredentials: 'ForeignCredentials',
  /** Attempts to load an artifact that is missing or altered. */
  artifactsRefused: 'ArtifactsRefused',
  /** Turns that were not logged, or not completely. */
  conversationsLost: 'ConversationsLost',
  /** Changes of a logged turn that could not be read and are missing from the exported lines. */
  turnsUndelivered: 'TurnsUndelivered',
  /** Requests and tokens that were admitted although their institution's limits could not be checked. */
  usesUncounted: 'UsesUncounted',
  /** Conversation events that a webhook's receiver did not accept in any attempt. */
  eventsGivenUp: 'EventsGivenUp',
  modelLoads: 'ModelLoads',
  modelLoadMilliseconds: 'ModelLoadMilliseconds',
} as const;

export type MetricName = (typeof METRIC)[keyof typeof METRIC];

/**
 * The metrics that decide whether a new version is rolled back during a gradual deployment; they also have the
 * dimension `functionVersion`. Every deployment adds new metrics, and CloudWatch charges only for metrics with data.
 */
const BY_VERSION: readonly string[] = [METRIC.faults, METRIC.foreignCredentials] satisfies MetricName[];

/**
 * Metrics that always have the dimension `institution`. Few institutions have them at a time, and CloudWatch charges
 * for a metric only in hours in which it is written.
 */
const BY_INSTITUTION: readonly string[] = [METRIC.serversLeftAlone] satisfies MetricName[];

/**
 * Fields that make a log line a CloudWatch metric too (embedded metric format), without a call or wait. The dimension
 * `service` is already a field of every line.
 * @param now milliseconds since the epoch
 * @param outcome a second dimension, in addition to the total
 */
export function metricFields(
  now: number,
  values: Partial<Record<MetricName, number>>,
  outcome?: string,
): Record<string, unknown> {
  const Metrics = Object.keys(values).map((Name) => ({
    Name,
    Unit: Name.endsWith('Milliseconds') ? 'Milliseconds' : 'Count',
  }));
  const Namespace = process.env[METRIC_NAMESPACE] || DEFAULT_NAMESPACE;
  const names = Object.keys(values);
  const byInstitution =
    process.env[METRICS_BY_INSTITUTION] === 'true' || names.some((name) => BY_INSTITUTION.includes(name));
  const { institution } = byInstitution ? requestFacts() : {};
  const functionVersion = Object.keys(values).some((name) => BY_VERSION.includes(name))
    ? publishedVersion()
    : undefined;
  const Dimensions = [
    ['service'],
    ...(functionVersion === undefined ? [] : [['service', 'functionVersion']]),
    ...(outcome === undefined ? [] : [['service', 'outcome']]),
    ...(institution === undefined ? [] : [['service', 'institution']]),
  ];
  return {
    _aws: { Timestamp: now, CloudWatchMetrics: [{ Namespace, Dimensions, Metrics }] },
    ...(outcome === undefined ? {} : { outcome }),
    ...(institution === undefined ? {} : { institution }),
    ...(functionVersion === undefined ? {} : { functionVersion }),
    ...values,
  };
}

function publishedVersion(): string | undefined {
  const version = process.env[FUNCTION_VERSION];
  return version === UNPUBLISHED ? undefined : version;
}
