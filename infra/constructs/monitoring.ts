import type { RestApi } from 'aws-cdk-lib/aws-apigateway';
import {
  Alarm,
  ComparisonOperator,
  type IMetric,
  MathExpression,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { type ITopic, Topic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import { METRIC, PERIOD, serviceMetric, tableMetric } from '../metrics.ts';
import type { Settings } from '../settings.ts';
import { addDashboard } from './dashboard.ts';

export interface MonitoringProps {
  api: RestApi;
  functions: Readonly<Record<string, IFunction>>;
  tables: ReadonlyMap<string, Table>;
  settings: Settings;
}

/** The alarms, and the dashboard that shows where the trouble is. docs/OPERATIONS.md says what each one means. */
export class Monitoring extends Construct {
  readonly #topic: ITopic | undefined;

  constructor(scope: Construct, id: string, { api, functions, tables, settings }: MonitoringProps) {
    super(scope, id);
    const { alarmTopicArn, stackName } = settings;
    this.#topic = alarmTopicArn === undefined ? undefined : Topic.fromTopicArn(this, 'Topic', alarmTopicArn);

    this.#alarm('ServerErrors', 'More than 1 % of the answers are 5xx.', {
      metric: api.metricServerError({ statistic: 'avg', period: PERIOD }),
      threshold: 0.01,
    });
    this.#alarm('SlowAnswers', 'One answer in a hundred takes longer than three seconds.', {
      metric: api.metricLatency({ statistic: 'p99', period: PERIOD }),
      threshold: 3000,
    });
    for (const [name, fn] of Object.entries(functions)) {
      // A stranger who sends another scheme must not raise the alarm.
      const refused =
        name === 'authorizer'
          ? serviceMetric(stackName, METRIC.foreignCredentials, { service: name })
          : undefined;
      this.#alarm(`Function-${name}`, `The function ${name} fails or is throttled.`, {
        metric: sum(fn.metricErrors({ period: PERIOD }), fn.metricThrottles({ period: PERIOD }), refused),
        threshold: 0,
        minutes: 2,
      });
    }
    for (const [name, table] of tables) {
      this.#alarm(`Table-${name}`, `DynamoDB throttles the table ${name}.`, {
        metric: sum(tableMetric(table, 'ReadThrottleEvents'), tableMetric(table, 'WriteThrottleEvents')),
        threshold: 0,
        minutes: 2,
      });
    }
    this.#alarm('BusinessLogic', 'More than 5 % of the calls of business logic come to nothing.', {
      metric: new MathExpression({
        expression: 'IF(calls > 0, failures / calls, 0)',
        usingMetrics: {
          calls: serviceMetric(stackName, METRIC.businessLogicCalls),
          failures: serviceMetric(stackName, METRIC.businessLogicFailures),
        },
        period: PERIOD,
      }),
      threshold: 0.05,
    });
    this.#alarm('Artifacts', 'An artifact is not the one that was published.', {
      metric: serviceMetric(stackName, METRIC.artifactsRefused),
      threshold: 0,
      minutes: 1,
    });
    addDashboard(this, { api, functions, tables, stackName });
  }

  #alarm(
    id: string,
    alarmDescription: string,
    { metric, threshold, minutes = 5 }: { metric: IMetric; threshold: number; minutes?: number },
  ): void {
    const alarm = new Alarm(this, id, {
      metric,
      threshold,
      alarmDescription,
      evaluationPeriods: minutes,
      // Three of five, so that one bad minute wakes nobody; all of fewer where nothing should ever happen.
      datapointsToAlarm: minutes === 5 ? 3 : minutes,
      comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    });
    if (this.#topic === undefined) return;
    alarm.addAlarmAction(new SnsAction(this.#topic));
    alarm.addOkAction(new SnsAction(this.#topic));
  }
}

const sum = (a: IMetric, b: IMetric, less?: IMetric): MathExpression =>
  new MathExpression({
    expression: `FILL(a, 0) + FILL(b, 0)${less === undefined ? '' : ' - FILL(less, 0)'}`,
    usingMetrics: { a, b, ...(less && { less }) },
    period: PERIOD,
  });
