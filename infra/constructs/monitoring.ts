import { Annotations, NestedStack } from 'aws-cdk-lib';
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
import { type ITopic, Topic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import { TURN_LINES } from '../functions.ts';
import {
  deliveryMetric,
  institutionsMetric,
  METRIC,
  PERIOD,
  serviceMetric,
  tableMetric,
  versionErrors,
} from '../metrics.ts';
import { NO_TOPIC, type Settings } from '../settings.ts';
import type { Analytics } from './analytics.ts';
import { Canaries, type Candidate } from './canaries.ts';
import { addDashboard } from './dashboard.ts';
import type { ServiceFunction } from './service-function.ts';

export interface MonitoringProps {
  api: RestApi;
  functions: Readonly<Record<string, ServiceFunction>>;
  tables: ReadonlyMap<string, Table>;
  settings: Settings;
  /** The export of logged turns to S3, if enabled. */
  analytics?: Analytics | undefined;
}

/** The function whose refusals Lambda counts as errors. */
const AUTHORIZER = 'authorizer';

/** The alarms, in a stack of their own, and the dashboard; docs/OPERATIONS.md explains each alarm. */
export class Monitoring extends Construct {
  /** Deploys the functions' code gradually, if canary deployments are enabled. */
  readonly canaries: Canaries | undefined;
  readonly #alarms: NestedStack;
  readonly #topic: ITopic | undefined;

  constructor(
    scope: Construct,
    id: string,
    { api, functions, tables, settings, analytics }: MonitoringProps,
  ) {
    super(scope, id);
    this.#alarms = new NestedStack(this, 'Alarms');
    const { alarmTopicArn, stackName } = settings;
    this.#topic =
      alarmTopicArn === undefined || alarmTopicArn === NO_TOPIC
        ? undefined
        : Topic.fromTopicArn(this, 'Topic', alarmTopicArn);
    if (alarmTopicArn === undefined) {
      Annotations.of(scope).addWarningV2(
        'parley:alarmTopicArn',
        `Alarms notify nobody: set an SNS topic with -c alarmTopicArn=arn:aws:sns:…, or confirm this with -c alarmTopicArn=${NO_TOPIC}.`,
      );
    }

    this.#alarm('ServerErrors', 'More than 1 % of the answers are 5xx.', {
      metric: api.metricServerError({ statistic: 'avg', period: PERIOD }),
      threshold: 0.01,
    });
    this.#alarm('SlowAnswers', 'One answer in a hundred takes longer than three seconds.', {
      metric: api.metricLatency({ statistic: 'p99', period: PERIOD }),
      threshold: 3000,
    });
    for (const [name, fn] of Object.entries(functions)) {
      // Requests with another authorization scheme must not trigger the alarm.
      const refused =
        name === AUTHORIZER
          ? serviceMetric(stackName, METRIC.foreignCredentials, { service: name })
          : undefined;
      this.#alarm(`Function-${name}`, `The function ${name} fails or is throttled.`, {
        metric: sum(fn.metricErrors({ period: PERIOD }), fn.metricThrottles({ period: PERIOD }), refused),
        threshold: 0,
        minutes: 2,
      });
    }
    if (settings.canaryDeployments)
      this.canaries = new Canaries(this.#alarms, 'Canaries', this.#candidates(functions, stackName));
    for (const [name, table] of tables) {
      this.#alarm(`Table-${name}`, `DynamoDB throttles the table ${name}.`, {
        metric: sum(tableMetric(table, 'ReadThrottleEvents'), tableMetric(table, 'WriteThrottleEvents')),
        threshold: 0,
        minutes: 2,
      });
    }
    this.#alarm('BusinessLogic', 'More than 5 % of the business-logic calls fail.', {
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
    this.#alarm(
      'BusinessLogicServer',
      'The business logic of an institution is down and is not being called.',
      {
        metric: institutionsMetric(stackName, METRIC.serversLeftAlone),
        threshold: 0,
        minutes: 3,
        // A server that stays down is reported about once a minute.
        raisedBy: 1,
      },
    );
    this.#alarm('ConversationsLost', 'Turns are missing from the conversation log, or incomplete.', {
      metric: serviceMetric(stackName, METRIC.conversationsLost),
      threshold: 0,
    });
    this.#alarm('Artifacts', 'An artifact is missing or differs from the published one.', {
      metric: serviceMetric(stackName, METRIC.artifactsRefused),
      threshold: 0,
      minutes: 1,
    });
    if (analytics !== undefined) this.#watchLines(analytics, stackName);
    addDashboard(this, { api, functions, tables, stackName });
  }

  /** Alarms for lines that are not delivered. The stream keeps its records for a day, so there is time to react. */
  #watchLines({ delivery, turnLines }: Analytics, namespace: string): void {
    this.#alarm('TurnsLate', 'Logged turns wait for more than an hour to be delivered to S3.', {
      metric: new MathExpression({
        expression: 'MAX([FILL(read, 0) / 1000, FILL(delivered, 0)])',
        usingMetrics: {
          read: turnLines.metric('IteratorAge', { statistic: 'max', period: PERIOD }),
          delivered: deliveryMetric(delivery.ref, 'DeliveryToS3.DataFreshness'),
        },
        period: PERIOD,
      }),
      threshold: 3600,
    });
    this.#alarm(
      'TurnsUndelivered',
      'Logged turns cannot be read, or belong to more folders than Firehose allows.',
      {
        metric: sum(
          serviceMetric(namespace, METRIC.turnsUndelivered, { service: TURN_LINES }),
          deliveryMetric(delivery.ref, 'PartitionCountExceeded'),
        ),
        threshold: 0,
        minutes: 1,
      },
    );
  }

  /**
   * Each function's alias, with an alarm for errors and 500 answers of its new version only: failures of the old
   * version must not block a version that fixes them.
   */
  #candidates(
    functions: Readonly<Record<string, ServiceFunction>>,
    namespace: string,
  ): Map<string, Candidate> {
    const candidates = new Map<string, Candidate>();
    for (const [name, { live: alias }] of Object.entries(functions)) {
      if (alias === undefined) continue;
      const ours = { service: name, functionVersion: alias.version.version };
      const errors = versionErrors(alias);
      const metric =
        name === AUTHORIZER
          ? less(errors, serviceMetric(namespace, METRIC.foreignCredentials, ours))
          : sum(errors, serviceMetric(namespace, METRIC.faults, ours));
      const alarm = this.#alarm(`Canary-${name}`, `The new version of the function ${name} fails.`, {
        metric,
        threshold: 0,
        // A refusal and Lambda's error for it may fall into two consecutive minutes.
        minutes: name === AUTHORIZER ? 2 : 1,
      });
      candidates.set(name, { alias, alarm });
    }
    return candidates;
  }

  #alarm(
    id: string,
    alarmDescription: string,
    {
      metric,
      threshold,
      minutes = 5,
      raisedBy,
    }: { metric: IMetric; threshold: number; minutes?: number; raisedBy?: number },
  ): Alarm {
    const alarm = new Alarm(this.#alarms, id, {
      metric,
      threshold,
      alarmDescription,
      evaluationPeriods: minutes,
      // Three of five minutes, so that one bad minute triggers nothing; but every minute for events that should never
      // happen.
      datapointsToAlarm: raisedBy ?? (minutes === 5 ? 3 : minutes),
      comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    });
    if (this.#topic !== undefined) {
      alarm.addAlarmAction(new SnsAction(this.#topic));
      alarm.addOkAction(new SnsAction(this.#topic));
    }
    return alarm;
  }
}

const sum = (a: IMetric, b: IMetric, less?: IMetric): MathExpression =>
  new MathExpression({
    expression: `FILL(a, 0) + FILL(b, 0)${less === undefined ? '' : ' - FILL(less, 0)'}`,
    usingMetrics: { a, b, ...(less && { less }) },
    period: PERIOD,
  });

const less = (a: IMetric, b: IMetric): MathExpression =>
  new MathExpression({ expression: 'a - FILL(b, 0)', usingMetrics: { a, b }, period: PERIOD });
