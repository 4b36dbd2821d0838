import { MAX_SLOW } from '../../functions/shared/business-logic/guard.ts';
import { MORE_SHARDS, SHARDS } from '../../functions/shared/store/conversation-items.ts';
import type { Inventory } from './bill.ts';
import { QUOTAS } from './prices.ts';
import { TAKES } from './takes.ts';

/** A rate at which something gives way. */
export interface Limit {
  aSecond: number;
  what: string;
  why: string;
  lever: string;
}

const WAF_SECONDS = 300;

/** Milliseconds of business logic in what is worked through. */
export const BUSINESS_LOGIC_MS = 100;

const bySize = (limits: Limit[]): Limit[] => limits.sort((a, b) => a.aSecond - b.aSecond);

/** What gives way first for one institution, the lowest first. */
export const institutionLimits = ({ wafLimits, stageRate }: Inventory): Limit[] =>
  bySize([
    {
      aSecond: (wafLimits.credential ?? 0) / WAF_SECONDS,
      what: 'requests with one credential',
      why: `AWS WAF: ${wafLimits.credential} in five minutes`,
      lever: 'more credentials, or `waf.requestsPerCredential`',
    },
    {
      aSecond: (wafLimits.others ?? 0) / WAF_SECONDS,
      what: 'requests with one credential that are no queries',
      why: `AWS WAF: ${wafLimits.others} in five minutes`,
      lever: '`waf.otherRequestsPerCredential`',
    },
    {
      aSecond: (wafLimits.credentials ?? 0) / WAF_SECONDS,
      what: 'requests from one address',
      why: `AWS WAF: ${wafLimits.credentials} in five minutes`,
      lever: 'more addresses, or `waf.credentialedRequestsPerAddress`',
    },
    {
      aSecond: stageRate,
      what: 'requests of all institutions together',
      why: 'the stage, `throttles.all`',
      lever: 'the setting, up to API Gateway’s own quota',
    },
    {
      aSecond: (SHARDS * QUOTAS.partitionWrites) / TAKES.counters,
      what: 'logged turns of one version and application in a day',
      why: `${SHARDS} items of counters over 1 KB, ${QUOTAS.partitionWrites} write units a second each`,
      lever: `none needed: once they are throttled turns are counted in ${MORE_SHARDS} more, ${((SHARDS + MORE_SHARDS) * QUOTAS.partitionWrites) / TAKES.counters} a second`,
    },
    {
      aSecond: QUOTAS.partitionReads / TAKES.selectorReads,
      what: 'queries of one institution',
      why: 'the partitions of Versions that hold the selector and the names, one strong read each',
      lever: 'a second institution; DynamoDB cannot split one item',
    },
    {
      aSecond: SHARDS * QUOTAS.partitionWrites,
      what: 'logged turns of sessions that began on one day',
      why: `${SHARDS} partitions of sessions' lines, 1 write unit a turn`,
      lever: 'none; a second institution',
    },
  ]);

/** What gives way first for a whole deployment, the lowest first; `throttles.all` raised out of the way. */
export const deploymentLimits = (): Limit[] => {
  const turn = TAKES.log.most;
  const querySeconds = (TAKES.authorizerMs + TAKES.queryMs) / 1000;
  return bySize([
    {
      aSecond: QUOTAS.firstUseWrites / turn,
      what: 'logged turns, on a table Conversations that was never used',
      why: `${QUOTAS.firstUseWrites} write units, ${turn} a turn; twice the last peak within half an hour afterwards`,
      lever:
        'raise the load step by step, or set warm throughput on the table. Queries are answered meanwhile; turns are lost to the log',
    },
    {
      aSecond: QUOTAS.firstUseWrites / TAKES.query.writes,
      what: 'queries, on a table Sessions that was never used',
      why: `${QUOTAS.firstUseWrites} write units, ${TAKES.query.writes} a query`,
      lever: 'the same',
    },
    {
      aSecond: (QUOTAS.lambdaConcurrency * QUOTAS.lambdaRequestsEach) / 2,
      what: 'queries',
      why: `${QUOTAS.lambdaRequestsEach} invocations a second for each of ${QUOTAS.lambdaConcurrency} executions; a query is two`,
      lever: 'ask AWS for more; `authorizerCacheSeconds` takes away one in two',
    },
    {
      aSecond: Math.floor(QUOTAS.lambdaConcurrency / (querySeconds + BUSINESS_LOGIC_MS / 1000)),
      what: `queries whose business logic takes ${BUSINESS_LOGIC_MS} ms`,
      why: `${QUOTAS.lambdaConcurrency} executions, ${Math.round(querySeconds * 1000) + BUSINESS_LOGIC_MS} ms each`,
      lever: 'ask AWS for more; faster business logic',
    },
    {
      aSecond: QUOTAS.tableUnits / turn,
      what: 'logged turns',
      why: `${QUOTAS.tableUnits} write units of one table`,
      lever: 'ask AWS for more',
    },
    {
      aSecond: QUOTAS.apiGateway,
      what: 'requests',
      why: 'API Gateway, account and region',
      lever: 'ask AWS for more; a deployment in another region',
    },
    {
      aSecond: QUOTAS.tableUnits / TAKES.query.writes,
      what: 'queries',
      why: `${QUOTAS.tableUnits} write units of Sessions`,
      lever: 'ask AWS for more',
    },
  ]);
};

/** The need of something at a load, and how much there is of it before anybody asks AWS. */
export interface Need {
  what: string;
  need: number;
  quota: number;
}

/** What so many queries a second need, with log and business logic. */
export function needsOf(queries: number): Need[] {
  const seconds = (TAKES.authorizerMs + TAKES.queryMs + BUSINESS_LOGIC_MS) / 1000;
  return [
    { what: 'API Gateway, requests a second', need: queries, quota: QUOTAS.apiGateway },
    { what: 'Lambda, executions at a time', need: queries * seconds, quota: QUOTAS.lambdaConcurrency },
    {
      what: 'Lambda, invocations a second',
      need: queries * 2,
      quota: QUOTAS.lambdaConcurrency * QUOTAS.lambdaRequestsEach,
    },
    { what: 'Credentials, read units a second', need: queries, quota: QUOTAS.tableUnits },
    { what: 'Versions, read units a second', need: queries * 2, quota: QUOTAS.tableUnits },
    {
      what: 'Sessions, write units a second',
      need: queries * TAKES.query.writes,
      quota: QUOTAS.tableUnits,
    },
    {
      what: 'Conversations, write units a second',
      need: queries * TAKES.log.most,
      quota: QUOTAS.tableUnits,
    },
  ];
}

/** Read units a second that the item of one server has where every execution is one institution's. */
export const guardReads = (): number => QUOTAS.lambdaConcurrency * TAKES.guardReads;

export { MAX_SLOW };
