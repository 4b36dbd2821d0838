/** CloudWatch's name for all that the service measures of itself. */
export const METRIC_NAMESPACE = 'Parley';

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
  modelLoads: 'ModelLoads',
  modelLoadMilliseconds: 'ModelLoadMilliseconds',
} as const;

export type MetricName = (typeof METRIC)[keyof typeof METRIC];

/**
 * Fields by which CloudWatch takes a log line for metrics as well (its embedded metric format): one line is both,
 * at no call and no wait. The dimension `service` is the log's own field, the function's folder.
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
  const Dimensions = [['service'], ...(outcome === undefined ? [] : [['service', 'outcome']])];
  return {
    _aws: { Timestamp: now, CloudWatchMetrics: [{ Namespace: METRIC_NAMESPACE, Dimensions, Metrics }] },
    ...(outcome === undefined ? {} : { outcome }),
    ...values,
  };
}
