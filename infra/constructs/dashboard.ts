import type { RestApi } from 'aws-cdk-lib/aws-apigateway';
import { Dashboard, GraphWidget, type IMetric, type IWidget, TextWidget } from 'aws-cdk-lib/aws-cloudwatch';
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

/** From top to bottom: is it healthy; if not, is it a function, the store, business logic, or the AI. */
export function addDashboard(scope: Construct, { api, functions, tables, stackName }: Watched): void {
  const all = Object.values(functions);
  const stores = [...tables.values()];
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
        graph('Queries and expired dialogs', [
          serviceMetric(METRIC.queries),
          serviceMetric(METRIC.expiredDialogs),
        ]),
        graph('Business logic: calls, failures', [
          serviceMetric(METRIC.businessLogicCalls),
          serviceMetric(METRIC.businessLogicFailures),
        ]),
        graph('Milliseconds: business logic, loading a model', [
          serviceMetric(METRIC.businessLogicMilliseconds, 'p99'),
          serviceMetric(METRIC.modelLoadMilliseconds, 'p99'),
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

const graph = (title: string, left: IMetric[]): GraphWidget =>
  new GraphWidget({ title, left, width: 8, height: 6, leftYAxis: { min: 0 } });
