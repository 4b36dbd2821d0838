import { Duration } from 'aws-cdk-lib';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { Table } from 'aws-cdk-lib/aws-dynamodb';

/**
 * The metrics that functions write, as the alarms and the dashboard read them: one source for both.
 */
export { METRIC, METRIC_NAMESPACE, METRICS_BY_INSTITUTION } from '../functions/shared/http/metrics.ts';

export const PERIOD = Duration.minutes(1);

/** A metric that the functions write themselves. */
export const serviceMetric = (
  namespace: string,
  metricName: string,
  { statistic = 'sum', service = 'query' }: { statistic?: string; service?: string } = {},
): Metric =>
  new Metric({
    namespace,
    metricName,
    dimensionsMap: { service },
    statistic,
    period: PERIOD,
  });

export const tableMetric = (table: Table, metricName: string): Metric =>
  new Metric({
    namespace: 'AWS/DynamoDB',
    metricName,
    dimensionsMap: { TableName: table.tableName },
    statistic: 'sum',
    period: PERIOD,
  });
