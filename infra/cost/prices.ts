/** A tier of a graduated price. */
export interface Step {
  /** Units in this tier; the last has no limit. */
  units: number;
  dollars: number;
}

const MILLION = 1e6;
const MONTH_HOURS = 730;
export const MONTH_SECONDS = MONTH_HOURS * 3600;

/** List prices in us-east-1 in dollars, without free tiers or discounts; docs/COST.md links to the source of each. */
export const PRICES = {
  /** Per REST API request. */
  apiRequest: [
    { units: 333 * MILLION, dollars: 3.5 / MILLION },
    { units: 667 * MILLION, dollars: 2.8 / MILLION },
    { units: 19_000 * MILLION, dollars: 2.38 / MILLION },
    { units: Number.POSITIVE_INFINITY, dollars: 1.51 / MILLION },
  ],
  /** Per gigabyte sent out of the region. */
  dataOutGigabyte: [
    { units: 10_240, dollars: 0.09 },
    { units: 40_960, dollars: 0.085 },
    { units: 102_400, dollars: 0.07 },
    { units: Number.POSITIVE_INFINITY, dollars: 0.05 },
  ],
  /** Per message over a WebSocket connection, of 32 KB at most, in either direction. */
  socketMessage: 1 / MILLION,
  /** Per minute of a WebSocket connection. */
  socketMinute: 0.25 / MILLION,
  /** Per request to a queue. */
  queueRequest: 0.4 / MILLION,
  lambdaRequest: 0.2 / MILLION,
  lambdaGigabyteSecond: 0.0000133334,
  /** Per gigabyte-second of provisioned concurrency, used or not. */
  lambdaProvisionedGigabyteSecond: 0.0000033334,
  readUnit: 0.125 / MILLION,
  writeUnit: 0.625 / MILLION,
  /** Once per unit per second that a table allows from the start, beyond a new table's. */
  warmRead: 0.00013,
  warmWrite: 0.00065,
  logGigabyte: [
    { units: 10_240, dollars: 0.5 },
    { units: 20_480, dollars: 0.25 },
    { units: 20_480, dollars: 0.1 },
    { units: Number.POSITIVE_INFINITY, dollars: 0.05 },
  ],
  wafAcl: 5,
  wafRule: 1,
  wafRequest: 0.6 / MILLION,
  secret: 0.4,
  alarmMetric: 0.1,
  dashboard: 3,
  metric: 0.3,
} as const satisfies Record<string, number | readonly Step[]>;

/** The price of an amount, tier by tier. */
export function dollarsOf(price: number | readonly Step[], amount: number): number {
  if (typeof price === 'number') return price * amount;
  let left = amount;
  let sum = 0;
  for (const { units, dollars } of price) {
    const taken = Math.min(left, units);
    sum += taken * dollars;
    left -= taken;
  }
  return sum;
}

/**
 * AWS's default quotas, per account and region unless stated otherwise. All except the partitions' quotas can be
 * raised.
 */
export const QUOTAS = {
  /** Requests per second. */
  apiGateway: 10_000,
  /** Concurrent Lambda executions, and requests per second for each of them. */
  lambdaConcurrency: 1000,
  lambdaRequestsEach: 10,
  /** Units per second of one DynamoDB partition. */
  partitionReads: 3000,
  partitionWrites: 1000,
  /** Units per second that an on-demand table allows at most. */
  tableUnits: 40_000,
} as const;
