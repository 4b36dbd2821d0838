import { FIRST_USE } from '../settings.ts';
import type { StackTemplate } from '../whole-template.ts';
import { dollarsOf, MONTH_SECONDS, PRICES } from './prices.ts';
import { TAKES } from './takes.ts';

/** The parts of a deployment with a monthly charge, used or not, and those that affect the price of a request. */
export interface Inventory {
  /** Metrics in alarms; a metric counts once for each alarm that uses it. */
  alarmMetrics: number;
  dashboards: number;
  secrets: number;
  acls: number;
  wafRules: number;
  memoryGigabytes: { authorizer: number; query: number; messages: number; training: number };
  /** Gigabytes of provisioned concurrency. */
  provisionedGigabytes: number;
  /** The stage's limit of requests per second. */
  stageRate: number;
  /** Requests in five minutes by rule name. */
  wafLimits: Readonly<Record<string, number>>;
  /** Units per second that a table and its indexes allow from the start, by table. */
  warmed: ReadonlyMap<string, { reads: number; writes: number; indexes: number }>;
}

interface AlarmMetric {
  MetricStat?: unknown;
}
interface WafRule {
  Name: string;
  Statement: { RateBasedStatement?: { Limit: number } };
}

/** The throughput of a template's tables before their first use. */
function warmedOf({ Resources }: StackTemplate): Inventory['warmed'] {
  const tables = Object.entries(Resources).filter(([, { Type }]) => Type === 'AWS::DynamoDB::Table');
  return new Map(
    tables.map(([id, { Properties = {} }]) => {
      const { ReadUnitsPerSecond: reads = FIRST_USE.reads, WriteUnitsPerSecond: writes = FIRST_USE.writes } =
        (Properties.WarmThroughput ?? {}) as { ReadUnitsPerSecond?: number; WriteUnitsPerSecond?: number };
      const indexes = ((Properties.GlobalSecondaryIndexes ?? []) as unknown[]).length;
      // For example `Sessions` of `StoreSessions0123ABCD`.
      return [id.replace(/^Store|[0-9A-F]{8}$/g, ''), { reads, writes, indexes }];
    }),
  );
}

/** Counts the resources of a template. */
export function inventoryOf(template: StackTemplate): Inventory {
  const { Resources } = template;
  const all = Object.values(Resources);
  const ofType = (type: string) =>
    all.filter(({ Type }) => Type === type).map(({ Properties = {} }) => Properties);
  const rules = ofType('AWS::WAFv2::WebACL').flatMap(({ Rules }) => Rules as WafRule[]);
  const memories = Object.entries(Resources).flatMap(([id, { Type, Properties = {} }]) =>
    Type === 'AWS::Lambda::Function' ? [[id, Number(Properties.MemorySize) / 1024] as const] : [],
  );
  const memoryOf = (name: string): number =>
    memories.find(([id]) => new RegExp(`^${name}Function|^${name}[0-9A-F]{8}$`).test(id))?.[1] ?? 0;
  const provisioned = ofType('AWS::Lambda::Alias').map(({ FunctionName, ProvisionedConcurrencyConfig }) => {
    const { Ref } = FunctionName as { Ref: string };
    const warm = ProvisionedConcurrencyConfig as { ProvisionedConcurrentExecutions: number } | undefined;
    const memory = memories.find(([id]) => id === Ref)?.[1] ?? 0;
    return (warm?.ProvisionedConcurrentExecutions ?? 0) * memory;
  });
  const [stage] = ofType('AWS::ApiGateway::Stage');
  const settings = (stage?.MethodSettings ?? []) as {
    ResourcePath: string;
    ThrottlingRateLimit: number;
  }[];
  return {
    warmed: warmedOf(template),
    alarmMetrics: ofType('AWS::CloudWatch::Alarm')
      .map(({ Metrics }) =>
        Metrics === undefined ? 1 : (Metrics as AlarmMetric[]).filter(({ MetricStat }) => MetricStat).length,
      )
      .reduce((sum, metrics) => sum + metrics, 0),
    dashboards: ofType('AWS::CloudWatch::Dashboard').length,
    secrets: ofType('AWS::SecretsManager::Secret').length,
    acls: ofType('AWS::WAFv2::WebACL').length,
    wafRules: rules.length,
    memoryGigabytes: {
      authorizer: memoryOf('Authorizer'),
      query: memoryOf('Query'),
      messages: memoryOf('DialogMessages'),
      training: memoryOf('DraftsTrain'),
    },
    provisionedGigabytes: provisioned.reduce((sum, gigabytes) => sum + gigabytes, 0),
    stageRate: settings.find(({ ResourcePath }) => ResourcePath === '/*')?.ThrottlingRateLimit ?? 0,
    wafLimits: Object.fromEntries(
      rules.flatMap(({ Name, Statement: { RateBasedStatement } }) =>
        RateBasedStatement === undefined ? [] : [[Name, RateBasedStatement.Limit]],
      ),
    ),
  };
}

/** Dollars, once, for what tables allow from the start beyond a new table's first use. */
export const warmingOf = ({ warmed }: Pick<Inventory, 'warmed'>): number =>
  [...warmed.values()].reduce(
    (sum, { reads, writes, indexes }) =>
      sum +
      (1 + indexes) *
        ((reads - FIRST_USE.reads) * PRICES.warmRead + (writes - FIRST_USE.writes) * PRICES.warmWrite),
    0,
  );

/** A line of the bill. */
export interface BillLine {
  part: string;
  /** Dollars per month without requests. */
  idle: number;
  /** Dollars for a number of queries per month. */
  of(queries: number): number;
}

const GIGABYTE_KB = 1024 * 1024;

/** Metrics of our own that queries write. */
const WRITTEN_METRICS = 12;

/** The monthly cost of a deployment, part by part. */
export function billOf({
  alarmMetrics,
  dashboards,
  secrets,
  acls,
  wafRules,
  memoryGigabytes,
  provisionedGigabytes,
}: Inventory): BillLine[] {
  const used = (part: string, of: (queries: number) => number, idle = 0): BillLine => ({ part, idle, of });
  const lambda = (milliseconds: number, gigabytes: number) => (queries: number) =>
    queries * (PRICES.lambdaRequest + (milliseconds / 1000) * gigabytes * PRICES.lambdaGigabyteSecond);
  return [
    used('API Gateway', (queries) => dollarsOf(PRICES.apiRequest, queries)),
    used('data out', (queries) =>
      dollarsOf(PRICES.dataOutGigabyte, (queries * TAKES.answerKilobytes) / GIGABYTE_KB),
    ),
    used('Lambda, authorizer', lambda(TAKES.authorizerMs, memoryGigabytes.authorizer)),
    used('Lambda, query', lambda(TAKES.queryMs, memoryGigabytes.query)),
    used(
      'Lambda, provisioned concurrency',
      () => 0,
      provisionedGigabytes * MONTH_SECONDS * PRICES.lambdaProvisionedGigabyteSecond,
    ),
    used('DynamoDB reads', (queries) => queries * TAKES.query.reads * PRICES.readUnit),
    used('DynamoDB writes', (queries) => queries * TAKES.query.writes * PRICES.writeUnit),
    used('logs', (queries) => dollarsOf(PRICES.logGigabyte, (queries * TAKES.logKilobytes) / GIGABYTE_KB)),
    used(
      'WAF',
      (queries) => queries * acls * PRICES.wafRequest,
      acls * PRICES.wafAcl + wafRules * PRICES.wafRule,
    ),
    used('the deployment’s key', () => 0, secrets * PRICES.secret),
    used(
      'alarms, dashboard, metrics',
      (queries) => (queries === 0 ? 0 : WRITTEN_METRICS * PRICES.metric),
      alarmMetrics * PRICES.alarmMetric + dashboards * PRICES.dashboard,
    ),
  ];
}

/** Dollars per month for all parts. */
export const totalOf = (bill: readonly BillLine[], queries: number): number =>
  bill.reduce((sum, { idle, of }) => sum + idle + of(queries), 0);

/** Dollars per million queries at each price's first tier, without monthly charges. */
export const millionOf = (bill: readonly BillLine[]): number =>
  bill.filter(({ part }) => part !== 'alarms, dashboard, metrics').reduce((sum, { of }) => sum + of(1e6), 0);
