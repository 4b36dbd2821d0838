import { Duration } from 'aws-cdk-lib';
import { MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import type { Alias } from 'aws-cdk-lib/aws-lambda';

/** The functions' metrics, for alarms and dashboard. */
export { METRIC, METRIC_NAMESPACE, METRICS_BY_INSTITUTION } from '../functions/shared/http/metrics.ts';

export const PERIOD = Duration.minutes(1);

/** A metric that the functions write. */
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
 * The sums of a metric of the query function that has the dimension `institution`: one series per institution. An
 * alarm on them has a state for each institution and notifies for each
 * (https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/Create_Metrics_Insights_Alarm.html).
 */
export const institutionsMetric = (namespace: string, metricName: string): MathExpression =>
  new MathExpression({
    expression:
      `SELECT SUM(${metricName}) FROM SCHEMA("${namespace}", institution, service) ` +
      `WHERE service = 'query' GROUP BY institution ORDER BY SUM() DESC`,
    period: PERIOD,
  });

/**
 * Failed invocations of the alias's new version while the alias has two. Only then does Lambda count them separately.
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

/** A Firehose metric of a stream. */
export const deliveryMetric = (DeliveryStreamName: string, metricName: string): Metric =>
  new Metric({
    namespace: 'AWS/Firehose',
    metricName,
    dimensionsMap: { DeliveryStreamName },
    statistic: 'max',
    period: PERIOD,
  });
