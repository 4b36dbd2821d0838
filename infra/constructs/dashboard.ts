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
import { METRIC } from '../metrics.ts';
import { serviceMetric, tableMetric } from './monitoring.ts';

interface Watched {
  api: RestApi;
  functions: Readonly<Record<string, IFunction>>;
  tables: ReadonlyMap<string, Table>;
  stackName: string;
}

/** From top to bottom: is it healthy; if not, is it a function, the store, business logic or the AI, or the callers. */
export function addDashboard(scope: Construct, { api, functions, tables, stackName }: Watched): void {
  const all = Object.values(functions);
  const stores = [...tables.values()];
  const ours = (name: string, options = {}) => serviceMetric(stackName, name, options);
  const rows: [string, IWidget[]][] = [
    [
      'Is it healthy?',
      [
        graph('Requests', [api.metricCount()]),
        graph('Refused (4xx) and failed (5xx)', [api.metricClientError(), api.metricServerError()]),
        graph('Milliseconds to answer', [
          api.metricLatency({ statistic: 'p50' }),
          api.metricLatency({ statistic: 'p99' }),
        ]),
      ],
    ],
    [
      'Is it a function?',
      [
        graph(
          'Errors',
          all.map((fn) => fn.metricErrors()),
        ),
        graph(
          'Throttles',
          all.map((fn) => fn.metricThrottles()),
        ),
        graph(
          'Milliseconds, p99',
          all.map((fn) => fn.metricDuration({ statistic: 'p99' })),
        ),
      ],
    ],
    [
      'Is it the store?',
      [
        graph(
          'Reads throttled',
          stores.map((table) => tableMetric(table, 'ReadThrottleEvents')),
        ),
        graph(
          'Writes throttled',
          stores.map((table) => tableMetric(table, 'WriteThrottleEvents')),
        ),
        graph('Capacity used', [
          ...stores.map((table) => tableMetric(table, 'ConsumedReadCapacityUnits')),
          ...stores.map((table) => tableMetric(table, 'ConsumedWriteCapacityUnits')),
        ]),
      ],
    ],
    [
      'Is it business logic or the AI?',
      [
        graph('Queries, expired dialogs, models loaded', [
          ours(METRIC.modelLoads),
          ours(METRIC.queries),
          ours(METRIC.expiredDialogs),
        ]),
        graph('Business logic: calls, failures', [
          ours(METRIC.businessLogicCalls),
          ours(METRIC.businessLogicFailures),
        ]),
        graph('Milliseconds: business logic, loading a model', [
          ours(METRIC.businessLogicMilliseconds, { statistic: 'p99' }),
          ours(METRIC.modelLoadMilliseconds, { statistic: 'p99' }),
        ]),
      ],
    ],
    [
      'Is it the callers?',
      [
        graph('Answers by function and reason', [byOutcome(stackName, METRIC.answers)]),
        graph('Credentials that are none of ours', [
          ours(METRIC.foreignCredentials, { service: 'authorizer' }),
        ]),
      ],
    ],
  ];
  new Dashboard(scope, 'Dashboard', {
    dashboardName: stackName,
    widgets: rows.flatMap(([question, widgets]) => [
      [new TextWidget({ markdown: `## ${question}`, width: 24, height: 1 })],
      widgets,
    ]),
  });
}

/** Every outcome that there is: no list of them is complete. */
const byOutcome = (namespace: string, metricName: string): IMetric =>
  new MathExpression({
    expression: `SEARCH('{${namespace},service,outcome} MetricName="${metricName}"', 'Sum', 60)`,
    label: '',
  });

const graph = (title: string, left: IMetric[]): GraphWidget =>
  new GraphWidget({ title, left, width: 8, height: 6, leftYAxis: { min: 0 } });
