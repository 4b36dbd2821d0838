/** The environment variable by which deployments of one account keep their metrics apart: CloudWatch's namespace. */
export const METRIC_NAMESPACE = 'METRIC_NAMESPACE';

const DEFAULT_NAMESPACE = 'Parley';

/** What is measured; every one has the dimension `service`, the function's folder. */
export const METRIC = {
  /** One for every answer; by `outcome` too: `answered`, or the error's code. */
  answers: 'Answers',
  /** One for every answered query; by `outcome` too: `answered` or `replayed`. */
  queries: 'Queries',
  expiredDialogs: 'ExpiredDialogs',
  businessLogicCalls: 'BusinessLogicCalls',
  businessLogicFailures: 'BusinessLogicFailures',
  businessLogicMilliseconds: 'BusinessLogicMilliseconds',
  /**
   * One for every request that the authorizer refuses by an error, which is how the gateway wants it and what
   * Lambda counts as a failure of the function.
   */
  foreignCredentials: 'ForeignCredentials',
  /** One for every try to load an artifact that is missing, or not the one which was published. */
  artifactsRefused: 'ArtifactsRefused',
  /** One for every turn that the log of conversations could not have, or not all of it. */
  conversationsLost: 'ConversationsLost',
  modelLoads: 'ModelLoads',
  modelLoadMilliseconds: 'ModelLoadMilliseconds',
} as const;

export type MetricName = (typeof METRIC)[keyof typeof METRIC];

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
  const Dimensions = [['service'], ...(outcome === undefined ? [] : [['service', 'outcome']])];
  return {
    _aws: { Timestamp: now, CloudWatchMetrics: [{ Namespace, Dimensions, Metrics }] },
    ...(outcome === undefined ? {} : { outcome }),
    ...values,
  };
}
