import { type BillLine, billOf, type Inventory, millionOf, totalOf } from './bill.ts';
import {
  BUSINESS_LOGIC_MS,
  deploymentLimits,
  guardReads,
  institutionLimits,
  type Limit,
  needsOf,
} from './limits.ts';
import { MONTH_SECONDS, PRICES, QUOTAS } from './prices.ts';
import { TAKES } from './takes.ts';

/** Queries a second of the columns of the bill. */
const RATES = [1, 100, 10_000];
/** What is worked through in full. */
const LARGE = { queries: 10_000, institutions: 10_000 };

const ENGLISH = 'en-US';
/** An amount as it is read: two figures of cents where it is small. */
const dollars = (amount: number): string =>
  amount === 0 ? '0' : amount < 100 ? amount.toFixed(2) : Math.round(amount).toLocaleString(ENGLISH);
const whole = (amount: number): string => Math.round(amount).toLocaleString(ENGLISH);

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

const queriesOf = (rate: number): number => rate * MONTH_SECONDS;

/** Dollars a month, by part. */
function bill(lines: readonly BillLine[], inventory: Inventory): string {
  const row = (part: string, idle: number, of: (queries: number) => number, mark = '') =>
    [part, dollars(of(1e6)), dollars(idle), ...RATES.map((rate) => dollars(idle + of(queriesOf(rate))))].map(
      (cell) => `${mark}${cell}${mark}`,
    );
  const rows = lines
    .filter(({ idle, of }) => idle > 0 || of(1e6) > 0)
    .map(({ part, idle, of }) =>
      row(part, idle, part.startsWith('alarms') ? (n) => (n === 1e6 ? 0 : of(n)) : of),
    );
  const idle = totalOf(lines, 0);
  rows.push([
    '**all**',
    `**${dollars(millionOf(lines))}**`,
    `**${dollars(idle)}**`,
    ...RATES.map((rate) => `**${dollars(totalOf(lines, queriesOf(rate)))}**`),
  ]);
  rows.push([
    'for a million queries',
    '–',
    '–',
    ...RATES.map((rate) => dollars((totalOf(lines, queriesOf(rate)) / queriesOf(rate)) * 1e6)),
  ]);
  const head = ['part', 'a million', 'idle', ...RATES.map((rate) => `${whole(rate)} a second`)];
  const { alarmMetrics, wafRules } = inventory;
  return [
    table(head, rows),
    '',
    `The template has ${alarmMetrics} metrics in alarms, ${wafRules} rules and groups of rules in AWS WAF, and queries ${dollars(inventory.memoryGigabytes.query)} GB. Idle, the firewall is $${dollars(idleOf(lines, 'WAF'))} of it, and alarms and dashboard $${dollars(idleOf(lines, 'alarms, dashboard, metrics'))}.`,
  ].join('\n');
}

const idleOf = (lines: readonly BillLine[], part: string): number =>
  lines.find((line) => line.part === part)?.idle ?? 0;

const units = ({ reads = 0, writes = 0 }: { reads?: number; writes?: number }): number =>
  (reads * PRICES.readUnit + writes * PRICES.writeUnit) * 1e6;

/** What a million of something costs beside a million queries. */
function extras(lines: readonly BillLine[], { memoryGigabytes }: Inventory): string {
  const million = millionOf(lines);
  const log = [TAKES.log.least, TAKES.log.most].map((writes) => units({ writes }));
  const waiting = (BUSINESS_LOGIC_MS / 1000) * memoryGigabytes.query * PRICES.lambdaGigabyteSecond * 1e6;
  const warm = memoryGigabytes.query * MONTH_SECONDS * PRICES.lambdaProvisionedGigabyteSecond;
  const authorizer = lines.find(({ part }) => part === 'Lambda, authorizer')?.of(1e6) ?? 0;
  return table(
    ['what', 'dollars', 'of'],
    [
      ['a million queries', dollars(million), 'the sum above'],
      [
        'the same with the log of conversations',
        log.map((more) => dollars(million + more)).join(' to '),
        `${TAKES.log.least} to ${TAKES.log.most} write units more`,
      ],
      [
        'a million deeds, more',
        dollars(units({ writes: TAKES.deed })),
        `${TAKES.deed} write units: the session is reserved before`,
      ],
      [
        'a million queries of an institution with both its limits, more',
        dollars(units(TAKES.limits)),
        `${TAKES.limits.writes} write units; one refused costs 1`,
      ],
      [
        'a million queries with an `Idempotency-Key`, more',
        dollars(units(TAKES.idempotencyKey)),
        '8 write units, 1 read unit',
      ],
      [
        'a million queries that may call business logic, more, at most',
        dollars(units({ reads: TAKES.guard })),
        'half a read unit: how its server does',
      ],
      [
        `each ${BUSINESS_LOGIC_MS} ms that business logic takes, a million`,
        dollars(waiting),
        'the query function waits',
      ],
      ['a million tokens, beside their requests', dollars(units(TAKES.token)), '6 read and 6 write units'],
      [
        'a million refused secrets, beside their requests',
        dollars(units(TAKES.refusedSecret)),
        '4 read and 2 write units',
      ],
      [
        'an environment of the query function kept warm, a month',
        dollars(warm),
        `\`provisionedConcurrency.query\`: ${dollars(memoryGigabytes.query)} GB at ${PRICES.lambdaProvisionedGigabyteSecond} a second; what it answers is charged beside it`,
      ],
      [
        'a million authorizers’ calls, less with `authorizerCacheSeconds`, at most',
        dollars(authorizer + units({ reads: 1 })),
        'its Lambda and its read',
      ],
      [
        'an alarm of its own for an institution’s server, a month',
        dollars(PRICES.alarmMetric),
        'its metric costs by the hour in which it is down',
      ],
    ],
  );
}

const limits = (list: readonly Limit[]): string =>
  table(
    ['a second', 'of', 'limit', 'lever'],
    list.map(({ aSecond, what, why, lever }) => [whole(aSecond), what, why, lever]),
  );

/** A load worked through: what it needs of each quota. */
function large(lines: readonly BillLine[]): string {
  const { queries, institutions } = LARGE;
  const monthly = totalOf(lines, queriesOf(queries));
  const logged = (queriesOf(queries) / 1e6) * units({ writes: TAKES.log.most });
  const rows = needsOf(queries).map(({ what, need, quota }) => [
    what,
    whole(need),
    whole(quota),
    need > quota ? `raise to ${whole(need)}` : need === quota ? 'nothing to spare: raise it' : 'enough',
  ]);
  return [
    `${whole(queries)} queries a second of ${whole(institutions)} institutions, each with ${queries / institutions} a second, all of them logged and with business logic of ${BUSINESS_LOGIC_MS} ms:`,
    '',
    table(['what', 'need', 'quota', ''], rows),
    '',
    `It costs $${whole(monthly)} a month, and the log $${whole(logged)} more. No institution comes near a partition's limit: the busiest may have ${whole(QUOTAS.partitionReads / TAKES.selectorReads)} queries a second. Where one institution has all ${whole(QUOTAS.lambdaConcurrency)} executions to itself, they read how its server does ${whole(guardReads())} units a second of the ${whole(QUOTAS.partitionReads)} that one item takes. Metrics by institution (\`metricsByInstitution\`) would be $${whole(institutions * PRICES.metric)} a month for each metric, and an alarm for every institution's server $${whole(institutions * PRICES.alarmMetric)}: that is why one alarm is for all of them, and its metric is written by institution only while a server is down.`,
  ].join('\n');
}

/** The parts of docs/COST.md that are made from the template, by name. */
export function pagesOf(inventory: Inventory): ReadonlyMap<string, string> {
  const lines = billOf(inventory);
  return new Map([
    ['bill', bill(lines, inventory)],
    ['extras', extras(lines, inventory)],
    ['institution', limits(institutionLimits(inventory))],
    ['deployment', limits(deploymentLimits())],
    ['large', large(lines)],
  ]);
}

const begin = (name: string): string => `<!-- ${name}: npm run cost -->`;
const END = '<!-- end -->';

/**
 * Puts the parts into a document, each between its marks.
 * @throws {Error} where the document has no place for one
 */
export function written(document: string, pages: ReadonlyMap<string, string>): string {
  let text = document;
  for (const [name, page] of pages) {
    const from = text.indexOf(begin(name));
    const to = text.indexOf(END, from);
    if (from < 0 || to < 0) throw new Error(`docs/COST.md has no place for "${name}"`);
    text = `${text.slice(0, from)}${begin(name)}\n${page}\n${text.slice(to)}`;
  }
  return text;
}
