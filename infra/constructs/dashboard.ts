import type { RestApi } from 'aws-cdk-lib/aws-apigateway';
import {
  Dashboard,
  GraphWidget,
  type IMetric,
  type IWidget,
  MathExpression,
  TextWidget,
} from 'aws-cdk-lib/aws-cloudwatch';
import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { TURN_LINES, WEBHOOKS_DELIVER } from '../functions.ts';
import { METRIC, serviceMetric, tableMetric } from '../metrics.ts';

interface Watched {
  api: RestApi;
  functions: Readonly<Record<string, IFunction>>;
  tables: ReadonlyMap<string, Table>;
  stackName: string;
}

/** Adds a dashboard that shows, from top to bottom, whether the service is healthy and where it fails. */
export function addDashboard(scope: Construct, { api, functions, tables, stackName }: Watched): void {
  const rows: [string, IWidget[]][] = [
    ['Is it healthy?', health(api)],
    ['Is it a function?', functionHealth(Object.values(functions))],
    ['Is it the store?', storeHealth([...tables.values()])],
    ['Is it business logic or the AI?', queryHealth(stackName)],
    ['Is it the callers?', callers(stackName)],
  ];
  new Dashboard(scope, 'Dashboard', {
    dashboardName: stackName,
    widgets: rows.flatMap(([question, widgets]) => [
      [new TextWidget({ markdown: `## ${question}`, width: 24, height: 1 })],
      widgets,
    ]),
  });
}

const health = (api: RestApi): IWidget[] => [
  graph('Requests', [api.metricCount()]),
  graph('Refused (4xx) and failed (5xx)', [api.metricClientError(), api.metricServerError()]),
  graph('Milliseconds to answer', [
    api.metricLatency({ statistic: 'p50' }),
    api.metricLatency({ statistic: 'p99' }),
  ]),
];

const functionHealth = (functions: readonly IFunction[]): IWidget[] => [
  graph(
    'Errors',
    functions.map((fn) => fn.metricErrors()),
  ),
  graph(
    'Throttles',
    functions.map((fn) => fn.metricThrottles()),
  ),
  graph(
    'Milliseconds, p99',
    functions.map((fn) => fn.metricDuration({ statistic: 'p99' })),
  ),
];

function storeHealth(tables: readonly Table[]): IWidget[] {
  const each = (metric: string) => tables.map((table) => tableMetric(table, metric));
  return [
    graph('Reads throttled', each('ReadThrottleEvents')),
    graph('Writes throttled', each('WriteThrottleEvents')),
    graph('Capacity used', [...each('ConsumedReadCapacityUnits'), ...each('ConsumedWriteCapacityUnits')]),
  ];
}

function queryHealth(stackName: string): IWidget[] {
  const ours = (name: string, statistic = 'sum') => serviceMetric(stackName, name, { statistic });
  return [
    graph('Queries, expired dialogs, queries not read completely, models loaded, artifacts refused', [
      ours(METRIC.queries),
      ours(METRIC.expiredDialogs),
      ours(METRIC.queriesGivenUp),
      ours(METRIC.modelLoads),
      ours(METRIC.artifactsRefused),
      ours(METRIC.conversationsLost),
      serviceMetric(stackName, METRIC.turnsUndelivered, { service: TURN_LINES }),
      serviceMetric(stackName, METRIC.eventsGivenUp, { service: WEBHOOKS_DELIVER }),
      byService(stackName, METRIC.usesUncounted),
    ]),
    graph('Business logic: calls, failures, calls refused by the guard', [
      ours(METRIC.businessLogicCalls),
      ours(METRIC.businessLogicFailures),
      ours(METRIC.businessLogicRefusals),
    ]),
    graph('Institutions whose business logic is down', [byInstitution(stackName, METRIC.serversLeftAlone)]),
    graph('Milliseconds, p99: business logic, loading a model', [
      ours(METRIC.businessLogicMilliseconds, 'p99'),
      ours(METRIC.modelLoadMilliseconds, 'p99'),
    ]),
  ];
}

const callers = (stackName: string): IWidget[] => [
  graph('Answers by function and reason', [byOutcome(stackName, METRIC.answers)]),
  graph('Faults by function', [byService(stackName, METRIC.faults)]),
  graph('Credentials not issued by Parley', [
    serviceMetric(stackName, METRIC.foreignCredentials, { service: 'authorizer' }),
  ]),
];

const byService = (namespace: string, metricName: string): IMetric =>
  new MathExpression({
    expression: `SEARCH('{"${namespace}",service} MetricName="${metricName}"', 'Sum', 60)`,
    label: '',
  });

const byInstitution = (namespace: string, metricName: string): IMetric =>
  new MathExpression({
    expression: `SEARCH('{"${namespace}",service,institution} MetricName="${metricName}"', 'Sum', 60)`,
    label: '',
  });

/** All outcomes, found by a search, since a list would go out of date. */
const byOutcome = (namespace: string, metricName: string): IMetric =>
  new MathExpression({
    expression: `SEARCH('{"${namespace}",service,outcome} MetricName="${metricName}"', 'Sum', 60)`,
    label: '',
  });

const graph = (title: string, left: IMetric[]): GraphWidget =>
  new GraphWidget({ title, left, width: 8, height: 6, leftYAxis: { min: 0 } });
