import { Duration } from 'aws-cdk-lib';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import type { Alias } from 'aws-cdk-lib/aws-lambda';

/**
 * The metrics that functions write, as the alarms and the dashboard read them: one source for both.
 */
export { METRIC, METRIC_NAMESPACE, METRICS_BY_INSTITUTION } from '../functions/shared/http/metrics.ts';

export const PERIOD = Duration.minutes(1);

/** A metric that the functions write themselves. */
export const serviceMetric = (
  namespace: string,
  metricName: string,
  {
    statistic = 'sum',
    service = 'query',
    functionVersion,
  }: { statistic?: string; service?: string; functionVersion?: string } = {},
): Metric =>
  new Metric({
    namespace,
    metricName,
    dimensionsMap: { service, ...(functionVersion === undefined ? {} : { functionVersion }) },
    statistic,
    period: PERIOD,
  });

/**
 * Invocations of the alias's version that failed, while the alias leads to two. Lambda counts them apart then, and not
 * else.
 */
export const versionErrors = (alias: Alias): Metric =>
  new Metric({
    namespace: 'AWS/Lambda',
    metricName: 'Errors',
    dimensionsMap: {
      FunctionName: alias.lambda.functionName,
      Resource: `${alias.lambda.functionName}:${alias.aliasName}`,
      ExecutedVersion: alias.version.version,
    },
    statistic: 'sum',
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

/** A metric that Firehose keeps of a stream, by the stream's name. */
export const deliveryMetric = (DeliveryStreamName: string, metricName: string): Metric =>
  new Metric({
    namespace: 'AWS/Firehose',
    metricName,
    dimensionsMap: { DeliveryStreamName },
    statistic: 'max',
    period: PERIOD,
  });
