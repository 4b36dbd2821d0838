import { LONGEST_PLAY_MS } from '../../functions/shared/domain/drafts/jobs.ts';
import { RELAY_LOOK } from '../../functions/shared/domain/voice/connections.ts';
import {
  CHANNELS_ANSWER,
  functionSettings,
  GROUPER,
  GROUPING_EVERY_MINUTES,
  TRAINER,
  WEBHOOKS_DELIVER,
} from '../functions.ts';
import { FIRST_USE } from '../settings.ts';
import { type BillLine, billOf, type Inventory, millionOf, totalOf, warmingOf } from './bill.ts';
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

/** Queries per second, one for each column of the bill. */
const RATES = [1, 100, 10_000];
/** The load of the worked example. */
const LARGE = { queries: 10_000, institutions: 10_000 };

const ENGLISH = 'en-US';
/** A readable amount: with cents if it is small. */
const dollars = (amount: number): string =>
  amount === 0 ? '0' : amount < 100 ? amount.toFixed(2) : Math.round(amount).toLocaleString(ENGLISH);
const whole = (amount: number): string => Math.round(amount).toLocaleString(ENGLISH);

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

const queriesOf = (rate: number): number => rate * MONTH_SECONDS;

/** Dollars per month by part. */
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
    `The template has ${alarmMetrics} metrics in alarms and ${wafRules} rules and rule groups in AWS WAF; the query function has ${dollars(inventory.memoryGigabytes.query)} GB. Of the idle cost, the firewall is $${dollars(idleOf(lines, 'WAF'))} and alarms and dashboard are $${dollars(idleOf(lines, 'alarms, dashboard, metrics'))}.`,
  ].join('\n');
}

const idleOf = (lines: readonly BillLine[], part: string): number =>
  lines.find((line) => line.part === part)?.idle ?? 0;

const units = ({ reads = 0, writes = 0 }: { reads?: number; writes?: number }): number =>
  (reads * PRICES.readUnit + writes * PRICES.writeUnit) * 1e6;

/** The cost of a million uses of an extra, in addition to a million queries. */
function extras(lines: readonly BillLine[], inventory: Inventory): string {
  const { memoryGigabytes } = inventory;
  const million = millionOf(lines);
  const log = [TAKES.log.least, TAKES.log.most].map((writes) => units({ writes }));
  const waiting = (BUSINESS_LOGIC_MS / 1000) * memoryGigabytes.query * PRICES.lambdaGigabyteSecond * 1e6;
  const training = (seconds: number) =>
    1000 * seconds * memoryGigabytes.training * PRICES.lambdaGigabyteSecond;
  const longest = functionSettings(TRAINER).timeoutSeconds;
  const warm = memoryGigabytes.query * MONTH_SECONDS * PRICES.lambdaProvisionedGigabyteSecond;
  const authorizer = lines.find(({ part }) => part === 'Lambda, authorizer')?.of(1e6) ?? 0;
  return table(
    ['what', 'dollars', 'of'],
    [
      ['a million queries', dollars(million), 'the sum above'],
      [
        'the same with the conversation log',
        log.map((more) => dollars(million + more)).join(' to '),
        `${TAKES.log.least} to ${TAKES.log.most} more write units`,
      ],
      [
        'in addition for a million dialogs',
        dollars(units(TAKES.session)),
        `${TAKES.session.writes} write unit when one begins, for the index by which an erasure finds it`,
      ],
      [
        'in addition for a million deeds',
        dollars(units({ writes: TAKES.deed })),
        `${TAKES.deed} write units, to reserve the session`,
      ],
      [
        'in addition for a million queries of an institution with both limits',
        dollars(units(TAKES.limits)),
        `${TAKES.limits.writes} write units; a refused query costs 1`,
      ],
      [
        'in addition for a million queries with an `Idempotency-Key`',
        dollars(units(TAKES.idempotencyKey)),
        '8 write units, 1 read unit',
      ],
      [
        'in addition for a million queries that may call business logic, at most',
        dollars(units({ reads: TAKES.guard })),
        'half a read unit, for the health of the server',
      ],
      [
        `for each ${BUSINESS_LOGIC_MS} ms of business logic, per million queries`,
        dollars(waiting),
        'the query function waits',
      ],
      ['a million tokens, besides their requests', dollars(units(TAKES.token)), '6 read and 6 write units'],
      [
        'a million refused secrets, besides their requests',
        dollars(units(TAKES.refusedSecret)),
        '4 read and 2 write units',
      ],
      [
        'one provisioned environment of the query function, per month',
        dollars(warm),
        `\`provisionedConcurrency.query\`: ${dollars(memoryGigabytes.query)} GB at ${PRICES.lambdaProvisionedGigabyteSecond} per second; its requests are charged in addition`,
      ],
      ...TAKES.trainings.map(({ utterances, seconds }) => [
        `a thousand [trainings in the service](AUTHORING.md#drafts-in-the-service) of ${utterances.toLocaleString(ENGLISH)} utterances`,
        dollars(training(seconds)),
        `${seconds} seconds of ${dollars(memoryGigabytes.training)} GB each; its job takes a write unit every five seconds`,
      ]),
      [
        'a thousand comparisons after a training, at most',
        dollars(training(LONGEST_PLAY_MS / 1000)),
        `${LONGEST_PLAY_MS / 1000} seconds each; the log is read in addition`,
      ],
      [
        'a thousand trainings that take all the time that a function has',
        dollars(training(longest)),
        `${longest} seconds; Lambda begins one that was ended again, twice at most`,
      ],
      [
        'savings of `authorizerCacheSeconds` per million queries, at most',
        dollars(authorizer + units({ reads: 1 })),
        'the authorizer’s Lambda and its read',
      ],
      [
        'one institution’s server that is down all month',
        dollars(PRICES.metric + PRICES.alarmMetric),
        'its metric, and the alarm’s query over it; both are billed for the hours in which they have data',
      ],
      warmingExtra(inventory),
      ...groupingExtras(),
      ...webhooksExtras(),
      inboxExtra(lines),
      ...channelsExtras(),
    ],
  );
}

/** Logged queries per second for which the example of `warmThroughput` warms the tables. */
const WARM_QUERIES = 5000;

/** What it costs once to have tables that allow a load from the start. */
function warmingExtra({ warmed }: Inventory): string[] {
  const writesOf: Readonly<Record<string, number>> = {
    Conversations: WARM_QUERIES * TAKES.log.most,
    Sessions: WARM_QUERIES * TAKES.query.writes,
  };
  const example = new Map(
    [...warmed].map(([name, table]) => [name, { ...table, writes: writesOf[name] ?? table.writes }]),
  );
  const setting = Object.entries(writesOf).map(([name, writes]) => `"${name}": {"writes": ${writes}}`);
  return [
    `\`warmThroughput\` for ${whole(WARM_QUERIES)} logged queries a second from the first on, once`,
    dollars(warmingOf({ warmed: example })),
    `\`{${setting.join(', ')}}\`: ${PRICES.warmWrite} for each write unit above ${whole(FIRST_USE.writes)}, ${PRICES.warmRead} for each read unit above ${whole(FIRST_USE.reads)}, of a table and of its index`,
  ];
}

/** What it costs a month to group queries that went wrong. */
function groupingExtras(): string[][] {
  const { ms, reads, readsOfDay, writesOfDay } = TAKES.grouping;
  const looks = MONTH_SECONDS / 60 / GROUPING_EVERY_MINUTES;
  const gigabytes = functionSettings(GROUPER).memoryMegabytes / 1024;
  const look =
    PRICES.lambdaRequest + (ms / 1000) * gigabytes * PRICES.lambdaGigabyteSecond + reads * PRICES.readUnit;
  const busy = (units({ reads: readsOfDay, writes: writesOfDay }) / 1e6) * looks;
  return [
    [
      'groups of queries that went wrong, per month',
      dollars(looks * look),
      `a run every ${GROUPING_EVERY_MINUTES} minutes: ${whole(looks)} invocations, of which ${ms} ms each are assumed, and ${reads} read units each`,
    ],
    [
      'each institution with 100 such queries every five minutes all month, at most',
      dollars(busy),
      `${readsOfDay} read and ${writesOfDay} write units a run`,
    ],
  ];
}

/** What the setting `webhooks` costs a month by its clock, and what its events cost. */
function webhooksExtras(): string[][] {
  const { ms, reads, readsOfInstitution, readsOfWebhook } = TAKES.webhooksLook;
  const looks = MONTH_SECONDS / 60;
  const gigabytes = functionSettings(WEBHOOKS_DELIVER).memoryMegabytes / 1024;
  const look =
    PRICES.lambdaRequest + (ms / 1000) * gigabytes * PRICES.lambdaGigabyteSecond + reads * PRICES.readUnit;
  const institution = (webhooks: number) =>
    looks * (readsOfInstitution + webhooks * readsOfWebhook) * PRICES.readUnit;
  return [
    [
      'the setting `webhooks`, per month',
      dollars(looks * look + TAKES.webhooksAlarmMetrics * PRICES.alarmMetric),
      `one look a minute: ${whole(looks)} invocations, of which ${ms} ms each are assumed, and ${reads} read unit each, ${dollars(looks * look)}; the rest is ${TAKES.webhooksAlarmMetrics} alarm metrics`,
    ],
    [
      'each institution with one webhook, per month; with ten',
      `${dollars(institution(1))}; ${dollars(institution(10))}`,
      `${readsOfInstitution} queries and ${readsOfWebhook} more for each webhook at each look, a read unit each while nothing waits`,
    ],
    [
      'a million events to one webhook, besides Lambda',
      dollars(units(TAKES.webhookEvent)),
      `${TAKES.webhookEvent.writes} write units; that Lambda reads the table’s stream is free`,
    ],
  ];
}

/** What an open page of the inbox costs an hour, by how many conversations are open. */
function inboxExtra(lines: readonly BillLine[]): string[] {
  const { reads, writes, lineBytes, everySeconds } = TAKES.inbox;
  const requests = 3600 / everySeconds;
  const gigabytes = functionSettings('handoffs-list').memoryMegabytes / 1024;
  const around = GATEWAY_PARTS.reduce((sum, part) => sum + partOf(lines, part, requests), 0);
  const logs = (partOf(lines, 'logs', requests) * TAKES.messagesLogKilobytes) / TAKES.logKilobytes;
  const lambda =
    requests * (PRICES.lambdaRequest + (TAKES.messagesMs / 1000) * gigabytes * PRICES.lambdaGigabyteSecond);
  const hour = (open: number) => {
    // A strongly consistent query takes one unit for each 4 KB, one at least.
    const more = Math.max(0, Math.ceil((open * lineBytes) / 4096) - 1);
    return around + lambda + logs + (requests / 1e6) * units({ reads: reads + more, writes });
  };
  return [
    'a page of the inbox that is open for a thousand hours, with 10 open conversations; with 100',
    `${dollars(1000 * hour(10))}; ${dollars(1000 * hour(100))}`,
    `a look every ${everySeconds} seconds while the page is visible; conversations that are over are not read`,
  ];
}

const GATEWAY_PARTS = ['API Gateway', 'Lambda, authorizer', 'WAF'];

const partOf = (lines: readonly BillLine[], name: string, requests: number): number =>
  lines.find(({ part }) => part === name)?.of(requests) ?? 0;

/** What a million inputs of calls over connections cost. */
function relayExtra(): string[] {
  const { writes, reads, messages, queueRequests, ms, minutes } = TAKES.relayInput;
  const gigabytes = functionSettings(RELAY_LOOK).memoryMegabytes / 1024;
  const lambda = 2 * PRICES.lambdaRequest + (ms / 1000) * gigabytes * PRICES.lambdaGigabyteSecond;
  const gateway = messages * PRICES.socketMessage + minutes * PRICES.socketMinute;
  return [
    'a million inputs of telephone calls over connections (`voiceRelay`), besides their queries',
    dollars(units({ writes, reads }) + 1e6 * (lambda + gateway + queueRequests * PRICES.queueRequest)),
    `${messages} messages, ${minutes * 60} seconds of connection, ${queueRequests} requests to the queue, ${writes} write units, ${reads} read units, ${ms} ms of Lambda; the gateway’s minutes come on top`,
  ];
}

/** What the setting `channels` costs a month by its clock, besides what `webhooks` costs, and what messages cost. */
function channelsExtras(): string[][] {
  const { ms, reads, readsOfInstitution, readsOfChannel } = TAKES.channelsLook;
  const looks = MONTH_SECONDS / 60;
  const gigabytes = functionSettings(CHANNELS_ANSWER).memoryMegabytes / 1024;
  const look =
    PRICES.lambdaRequest + (ms / 1000) * gigabytes * PRICES.lambdaGigabyteSecond + reads * PRICES.readUnit;
  return [
    [
      'the setting `channels` with one channel, per month, besides `webhooks`, which it includes',
      dollars(looks * look + TAKES.channelsAlarmMetrics * PRICES.alarmMetric + PRICES.wafRule),
      `one look a minute, ${dollars(looks * look)}; the firewall's rule that counts by channel, ${dollars(PRICES.wafRule)}, which desks need, too; the rest is ${TAKES.channelsAlarmMetrics} alarm metrics. Each further kind has ${TAKES.channelsAlarmMetrics / 2}`,
    ],
    [
      'each institution with one channel, per month',
      dollars(looks * (readsOfInstitution + readsOfChannel) * PRICES.readUnit),
      `${readsOfInstitution + readsOfChannel} queries at each look, a read unit each while nothing waits`,
    ],
    [
      'a million messages, besides their queries and Lambda',
      dollars(units(TAKES.channelMessage)),
      `${TAKES.channelMessage.writes} write units and ${TAKES.channelMessage.reads} read units; the platform’s own price comes on top`,
    ],
    [
      'a million inputs of telephone calls, besides their queries and Lambda',
      dollars(units(TAKES.callInput)),
      `${TAKES.callInput.writes} write units and ${TAKES.callInput.reads} read units. The function waits for the query too; Twilio’s minutes and recognition come on top`,
    ],
    relayExtra(),
  ];
}

/** Seconds between two looks of a client that does not wait. */
const LOOKS_EVERY = [5, 10, 30];

/** The hourly cost of users who wait for messages, by how they wait. */
function waiting(lines: readonly BillLine[], { memoryGigabytes }: Inventory): string {
  const users = 1000;
  const { messages, wait, messagesMs, messagesLogKilobytes, logKilobytes } = TAKES;
  const row = (what: string, every: number, seconds: number, takes: { reads: number; writes: number }) => {
    const requests = (users * 3600) / every;
    const gateway = GATEWAY_PARTS.reduce((sum, part) => sum + partOf(lines, part, requests), 0);
    const lambda =
      requests * (PRICES.lambdaRequest + seconds * memoryGigabytes.messages * PRICES.lambdaGigabyteSecond);
    const stored = (requests / 1e6) * units(takes);
    const logs = (partOf(lines, 'logs', requests) * messagesLogKilobytes) / logKilobytes;
    const parts = [gateway, lambda, stored, logs];
    return [what, ...parts.map(dollars), dollars(parts.reduce((sum, part) => sum + part, 0))];
  };
  return table(
    ['for an hour', 'gateway, authorizer, firewall', 'Lambda', 'DynamoDB', 'logs', 'all'],
    [
      row(`\`wait=${wait.seconds}\`, one after another`, wait.seconds, wait.seconds, wait),
      ...LOOKS_EVERY.map((every) =>
        row(`without \`wait\`, every ${every} seconds`, every, messagesMs / 1000, messages),
      ),
    ],
  );
}

const limits = (list: readonly Limit[]): string =>
  table(
    ['a second', 'of', 'limit', 'lever'],
    list.map(({ aSecond, what, why, lever }) => [whole(aSecond), what, why, lever]),
  );

/** The worked example: a load's need of each quota. */
function large(lines: readonly BillLine[]): string {
  const { queries, institutions } = LARGE;
  const monthly = totalOf(lines, queriesOf(queries));
  const logged = (queriesOf(queries) / 1e6) * units({ writes: TAKES.log.most });
  const rows = needsOf(queries).map(({ what, need, quota }) => [
    what,
    whole(need),
    whole(quota),
    need > quota ? `raise to ${whole(need)}` : need === quota ? 'no reserve: raise it' : 'enough',
  ]);
  return [
    `${whole(queries)} queries per second from ${whole(institutions)} institutions, each with ${queries / institutions} per second, all logged and with ${BUSINESS_LOGIC_MS} ms of business logic:`,
    '',
    table(['what', 'need', 'quota', ''], rows),
    '',
    `This costs $${whole(monthly)} per month, and the log $${whole(logged)} more. No institution comes near the limit of a partition: the busiest may send ${whole(QUOTAS.partitionReads / TAKES.selectorReads)} queries per second. If one institution used all ${whole(QUOTAS.lambdaConcurrency)} executions, they would read the health of its server with ${whole(guardReads())} of the ${whole(QUOTAS.partitionReads)} units per second that one item allows. Metrics by institution (\`metricsByInstitution\`) would cost $${whole(institutions * PRICES.metric)} per month for each metric, and an alarm for each institution's server $${whole(institutions * PRICES.alarmMetric)}: so one alarm asks for all servers, with a state for each institution, and its metric is written only while a server is down.`,
  ].join('\n');
}

/** The generated sections of docs/COST.md by name. */
export function pagesOf(inventory: Inventory): ReadonlyMap<string, string> {
  const lines = billOf(inventory);
  return new Map([
    ['bill', bill(lines, inventory)],
    ['extras', extras(lines, inventory)],
    ['waiting', waiting(lines, inventory)],
    ['institution', limits(institutionLimits(inventory))],
    ['deployment', limits(deploymentLimits(inventory))],
    ['large', large(lines)],
  ]);
}

const begin = (name: string): string => `<!-- ${name}: npm run cost -->`;
const END = '<!-- end -->';

/**
 * Replaces the sections between their marks in a document.
 * @throws {Error} if the document lacks the marks of a section
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
