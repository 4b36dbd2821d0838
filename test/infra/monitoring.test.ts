import { readFileSync } from 'node:fs';
import { ArtifactMetadataEntryType } from 'aws-cdk-lib/cloud-assembly-schema';
import { describe, expect, test } from 'vitest';
import { FUNCTIONS } from '../../infra/functions.ts';
import { METRIC } from '../../infra/metrics.ts';
import { checkSettings } from '../../infra/settings.ts';
import { ParleyStack } from '../../infra/stack.ts';
import { TABLES } from '../../infra/tables.ts';
import { type Properties, propertiesOf, templateWith, withApp } from '../support/stack.ts';

const template = templateWith();
const guide = readFileSync(new URL('../../docs/OPERATIONS.md', import.meta.url), 'utf8');

/** Returns an alarm's logical id without dashes; the CDK appends eight more characters. */
const idOf = (alarm: string) => alarm.replaceAll('-', '');
const alarms = new Map<string, Properties>(
  Object.entries(template.findResources('AWS::CloudWatch::Alarm')).map(([id, { Properties }]) => [
    id.slice(0, -8),
    Properties,
  ]),
);

const functionAlarms = Object.keys(FUNCTIONS).map((name) => `Function-${name}`);
const tableAlarms = Object.keys(TABLES).map((name) => `Table-${name}`);

/** Returns an alarm's metrics by their ids in its expression, as `namespace/name statistic`. */
const metricsOf = ({ Metrics = [] }: Properties) =>
  Object.fromEntries(
    Metrics.flatMap(({ Id, MetricStat }: Properties) =>
      MetricStat
        ? [[Id, `${MetricStat.Metric.Namespace}/${MetricStat.Metric.MetricName} ${MetricStat.Stat}`]]
        : [],
    ),
  );
const expressionOf = ({ Metrics = [] }: Properties) =>
  Metrics.find(({ Expression }: Properties) => Expression)?.Expression;

test('questions about institutions and requests are saved over the lines of every function', () => {
  const template = templateWith();
  const saved = propertiesOf(template, 'AWS::Logs::QueryDefinition');
  expect(saved.map(({ Name }) => Name)).toContain('Parley/Answers by institution');
  for (const { LogGroupNames, QueryString } of saved) {
    expect(LogGroupNames).toHaveLength(Object.keys(FUNCTIONS).length);
    expect(QueryString).toMatch(/institution/);
  }
});

describe('alarms', () => {
  test('are those of the guide, including one for every function and every table', () => {
    const all = [
      ...[
        'ServerErrors',
        'SlowAnswers',
        'BusinessLogic',
        'BusinessLogicServer',
        'ConversationsLost',
        'Artifacts',
      ],
      ...functionAlarms,
      ...tableAlarms,
    ];
    expect([...alarms.keys()].sort()).toEqual(all.map(idOf).sort());
    const described = [...guide.matchAll(/^\| `([\w-]+(?:<name>)?)` \| /gm)].map(([, name]) => name);
    const single = [
      'ServerErrors',
      'SlowAnswers',
      'BusinessLogic',
      'BusinessLogicServer',
      'ConversationsLost',
      'Artifacts',
    ];
    const kinds = [...single, 'Function-<name>', 'Table-<name>'];
    expect(described).toEqual(expect.arrayContaining(kinds));
  });

  test('treat missing data as healthy, and have a description', () => {
    for (const [id, alarm] of alarms) {
      expect(alarm, id).toMatchObject({
        TreatMissingData: 'notBreaching',
        ComparisonOperator: 'GreaterThanThreshold',
        AlarmDescription: expect.stringMatching(/\.$/),
      });
    }
  });

  test('of 5xx rise over one in a hundred, in three minutes of five', () => {
    expect(alarms.get(idOf('ServerErrors'))).toMatchObject({
      MetricName: '5XXError',
      Statistic: 'Average',
      Threshold: 0.01,
      Period: 60,
      EvaluationPeriods: 5,
      DatapointsToAlarm: 3,
    });
  });

  test('of slowness rise over three seconds at p99, in three minutes of five', () => {
    expect(alarms.get(idOf('SlowAnswers'))).toMatchObject({
      MetricName: 'Latency',
      ExtendedStatistic: 'p99',
      Threshold: 3000,
      EvaluationPeriods: 5,
      DatapointsToAlarm: 3,
    });
  });

  test.each(functionAlarms)('%s rises at an error or a throttle in each of two minutes', (name) => {
    const alarm = alarms.get(idOf(name));
    expect(alarm).toMatchObject({ Threshold: 0, EvaluationPeriods: 2, DatapointsToAlarm: 2 });
    expect(metricsOf(alarm)).toMatchObject({ a: 'AWS/Lambda/Errors Sum', b: 'AWS/Lambda/Throttles Sum' });
  });

  test('of the authorizer excludes errors that refuse a request, unlike those of other functions', () => {
    const less = { less: `Parley/${METRIC.foreignCredentials} Sum` };
    for (const name of functionAlarms) {
      const alarm = alarms.get(idOf(name));
      const expected = name === 'Function-authorizer' ? less : {};
      expect(metricsOf(alarm)).toEqual({ ...expected, a: expect.anything(), b: expect.anything() });
      expect(expressionOf(alarm).includes('- FILL(less, 0)')).toBe(name === 'Function-authorizer');
    }
  });

  test.each(tableAlarms)('%s rises when DynamoDB throttles in each of two minutes', (name) => {
    const alarm = alarms.get(idOf(name));
    expect(alarm).toMatchObject({ Threshold: 0, EvaluationPeriods: 2, DatapointsToAlarm: 2 });
    expect(metricsOf(alarm)).toEqual({
      a: 'AWS/DynamoDB/ReadThrottleEvents Sum',
      b: 'AWS/DynamoDB/WriteThrottleEvents Sum',
    });
  });

  test('of business logic rise over one failed call in twenty, and not without calls', () => {
    const alarm = alarms.get(idOf('BusinessLogic'));
    expect(alarm).toMatchObject({ Threshold: 0.05, EvaluationPeriods: 5, DatapointsToAlarm: 3 });
    expect(expressionOf(alarm)).toBe('IF(calls > 0, failures / calls, 0)');
    expect(metricsOf(alarm)).toEqual({
      calls: `Parley/${METRIC.businessLogicCalls} Sum`,
      failures: `Parley/${METRIC.businessLogicFailures} Sum`,
    });
  });
});

test('the server of each institution raises its own alarm when it is down', () => {
  expect(alarms.get(idOf('BusinessLogicServer'))).toMatchObject({
    Metrics: [
      {
        Expression:
          `SELECT SUM(${METRIC.serversLeftAlone}) FROM SCHEMA("Parley", institution, service) ` +
          "WHERE service = 'query' GROUP BY institution ORDER BY SUM() DESC",
        Period: 60,
      },
    ],
    Threshold: 0,
    EvaluationPeriods: 3,
    DatapointsToAlarm: 1,
  });
});

test.each([
  [{}, 1],
  [{ alarmTopicArn: 'none' }, 0],
  [{ alarmTopicArn: 'arn:aws:sns:eu-west-1:123456789012:alarms' }, 0],
])('the synthesis warns if alarms have no topic, unless that is set to none: %j', (settings, warnings) => {
  const found = withApp((app) => {
    const stack = new ParleyStack(app, 'Parley', { settings: checkSettings(settings) });
    const notes = stack.node.findAll().flatMap(({ node }) => node.metadata);
    return notes.filter(
      ({ type, data }) => type === ArtifactMetadataEntryType.WARN && data.includes('alarmTopicArn=none'),
    );
  });
  expect(found).toHaveLength(warnings);
});

test('a single refused artifact raises its own alarm', () => {
  expect(alarms.get(idOf('Artifacts'))).toMatchObject({
    MetricName: METRIC.artifactsRefused,
    Namespace: 'Parley',
    Statistic: 'Sum',
    Threshold: 0,
    Period: 60,
    EvaluationPeriods: 1,
    DatapointsToAlarm: 1,
    Dimensions: [{ Name: 'service', Value: 'query' }],
  });
});

describe('the dashboard', () => {
  const [{ DashboardBody, DashboardName }] = propertiesOf(template, 'AWS::CloudWatch::Dashboard');
  const parts: unknown[] = DashboardBody['Fn::Join'][1];
  /** The dashboard's body, with resource ids where CloudFormation would put names. */
  const body = parts.map((part: Properties) => (typeof part === 'string' ? part : part.Ref)).join('');

  test('shows from top to bottom whether the service is healthy, and if not, where the trouble is', () => {
    expect(DashboardName).toBe('Parley');
    const asked = [...body.matchAll(/## ([^?]+\?)/g)].map(([, question]) => question);
    expect(asked).toEqual([
      'Is it healthy?',
      'Is it a function?',
      'Is it the store?',
      'Is it business logic or the AI?',
      'Is it the callers?',
    ]);
  });

  test('shows every function’s errors, throttles and time, and every table’s throttles and use', () => {
    const shown = (metric: string) => body.split(new RegExp(`"AWS/\\w+","${metric}"`)).length - 1;
    const functions = Object.keys(FUNCTIONS).length;
    for (const metric of ['Errors', 'Throttles', 'Duration']) expect(shown(metric), metric).toBe(functions);
    const tables = Object.keys(TABLES).length;
    for (const metric of ['ReadThrottleEvents', 'WriteThrottleEvents', 'ConsumedReadCapacityUnits']) {
      expect(shown(metric), metric).toBe(tables);
    }
  });

  test('shows everything that the service measures of itself', () => {
    for (const metric of Object.values(METRIC)) expect(body).toContain(metric);
  });

  test('has the form that CloudWatch reads', () => {
    const { widgets } = JSON.parse(body);
    expect(widgets.filter(({ type }: Properties) => type === 'metric')).toHaveLength(16);
  });
});

test('two deployments of one account have no metric in common, nor the name of their dashboard', () => {
  const named = (given: typeof template) => {
    const [{ Name }] = propertiesOf(given, 'AWS::ApiGateway::RestApi');
    const [{ DashboardName }] = propertiesOf(given, 'AWS::CloudWatch::Dashboard');
    const [{ Rules, VisibilityConfig }] = propertiesOf(given, 'AWS::WAFv2::WebACL');
    const functions = propertiesOf(given, 'AWS::Lambda::Function');
    return [
      Name,
      DashboardName,
      VisibilityConfig.MetricName,
      ...Rules.map((rule: Properties) => rule.VisibilityConfig.MetricName),
      ...new Set(functions.map(({ Environment }) => Environment.Variables.METRIC_NAMESPACE)),
    ];
  };
  const [one, other] = [named(template), named(templateWith({ stackName: 'Other' }))];
  expect(one).toHaveLength(13);
  for (const [index, name] of one.entries()) expect(other[index]).toBe(name.replace('Parley', 'Other'));
});
