import { requestFacts } from '../domain/request-facts.ts';

/** The environment variable by which deployments of one account keep their metrics apart: CloudWatch's namespace. */
export const METRIC_NAMESPACE = 'METRIC_NAMESPACE';

const DEFAULT_NAMESPACE = 'Parley';

/**
 * The environment variable that has every metric by institution as well, where it is `true`: CloudWatch charges for
 * each that it has seen in a month.
 */
export const METRICS_BY_INSTITUTION = 'METRICS_BY_INSTITUTION';

/** The environment variable by which Lambda tells a process which published version of its function it is. */
const FUNCTION_VERSION = 'AWS_LAMBDA_FUNCTION_VERSION';

/** The version that Lambda names where the function was not published. */
const UNPUBLISHED = '$LATEST';

/** The metrics; every one has the dimension `service`, the function's folder. */
export const METRIC = {
  /** Counts the answers; by `outcome` too: `answered`, or the error's code. */
  answers: 'Answers',
  /** Answers for which somebody has to mend something: a 500, and a 503 where a service refuses what is asked of it. */
  faults: 'Faults',
  /** Counts the answered queries; by `outcome` too: `answered` or `replayed`. */
  queries: 'Queries',
  expiredDialogs: 'ExpiredDialogs',
  /** Counts the queries that were not read to their end, since that would have taken too much work. */
  queriesGivenUp: 'QueriesGivenUp',
  businessLogicCalls: 'BusinessLogicCalls',
  businessLogicFailures: 'BusinessLogicFailures',
  businessLogicMilliseconds: 'BusinessLogicMilliseconds',
  /**
   * Counts the times that a failing server of business logic was found down, and its calls are not made for a while; by
   * institution in any case.
   */
  serversLeftAlone: 'ServersLeftAlone',
  /** Calls of business logic that were not made. */
  businessLogicRefusals: 'BusinessLogicRefusals',
  /**
   * Counts the requests that the authorizer refuses by an error, which is how the gateway wants it and what Lambda
   * counts as a failure of the function.
   */
  foreignCredentials: 'ForeignCredentials',
  /** Counts the tries to load an artifact that is missing, or not the one which was published. */
  artifactsRefused: 'ArtifactsRefused',
  /** Counts the turns that were not logged, or not in full. */
  conversationsLost: 'ConversationsLost',
  /** Counts the changes of a logged turn that could not be read, and so have no line outside the table. */
  turnsUndelivered: 'TurnsUndelivered',
  /**
   * Counts the requests and tokens that were let through since the limits of their institution could not be asked
   * about.
   */
  usesUncounted: 'UsesUncounted',
  modelLoads: 'ModelLoads',
  modelLoadMilliseconds: 'ModelLoadMilliseconds',
} as const;

export type MetricName = (typeof METRIC)[keyof typeof METRIC];

/**
 * The metrics that a version which takes over from another is judged by, and which so have the dimension
 * `functionVersion` as well. Every deployment makes new metrics by that; CloudWatch charges only for those that count
 * something.
 */
const BY_VERSION: readonly string[] = [METRIC.faults, METRIC.foreignCredentials] satisfies MetricName[];

/**
 * The metrics that have the dimension `institution` whether the deployment has all by it or not: those that few
 * institutions have at a time, since CloudWatch charges for a metric only in the hours in which it is written.
 */
const BY_INSTITUTION: readonly string[] = [METRIC.serversLeftAlone] satisfies MetricName[];

/**
 * Fields by which CloudWatch takes a log line for metrics as well (its embedded metric format): one line is both,
 * at no call and no wait. The dimension `service` is a field of every line already.
 * @param now milliseconds since the epoch
 * @param outcome a second dimension, beside the sums over all of its values
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
