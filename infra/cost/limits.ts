import { MAX_SLOW } from '../../functions/shared/business-logic/guard.ts';
import { MORE_SHARDS, SHARDS } from '../../functions/shared/store/conversation-items.ts';
import { FIRST_USE } from '../settings.ts';
import type { Inventory } from './bill.ts';
import { QUOTAS } from './prices.ts';
import { TAKES } from './takes.ts';

/** A rate at which a limit is reached. */
export interface Limit {
  aSecond: number;
  what: string;
  why: string;
  lever: string;
}

const WAF_SECONDS = 300;

/** Assumed milliseconds of business logic per query. */
export const BUSINESS_LOGIC_MS = 100;

const bySize = (limits: Limit[]): Limit[] => limits.sort((a, b) => a.aSecond - b.aSecond);

/** The limits for one institution, lowest first. */
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
      what: 'requests other than queries with one credential',
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
      what: 'requests of all institutions',
      why: 'the stage, `throttles.all`',
      lever: 'raise it, up to API Gateway’s own quota',
    },
    {
      aSecond: (SHARDS * QUOTAS.partitionWrites) / TAKES.counters,
      what: 'logged turns of one version and application in a day',
      why: `${SHARDS} items of counters over 1 KB, ${QUOTAS.partitionWrites} write units a second each`,
      lever: `none needed: after throttling, turns are counted in ${MORE_SHARDS} more items, ${((SHARDS + MORE_SHARDS) * QUOTAS.partitionWrites) / TAKES.counters} a second`,
    },
    {
      aSecond: QUOTAS.partitionReads / TAKES.selectorReads,
      what: 'queries of one institution',
      why: 'the partitions of Versions with the selector and the names, one strong read each',
      lever: 'a second institution; DynamoDB cannot split one item',
    },
    {
      aSecond: SHARDS * QUOTAS.partitionWrites,
      what: 'logged turns of sessions that began on one day',
      why: `${SHARDS} partitions of sessions' lines, 1 write unit a turn`,
      lever: 'none; a second institution',
    },
  ]);

/** The limits for a whole deployment, lowest first, assuming that `throttles.all` is raised. */
export const deploymentLimits = ({ warmed }: Pick<Inventory, 'warmed'>): Limit[] => {
  const turn = TAKES.log.most;
  const firstWrites = (table: string) => warmed.get(table)?.writes ?? FIRST_USE.writes;
  const querySeconds = (TAKES.authorizerMs + TAKES.queryMs) / 1000;
  return bySize([
    {
      aSecond: firstWrites('Conversations') / turn,
      what: 'logged turns, with a new Conversations table',
      why: `${firstWrites('Conversations')} write units, ${turn} a turn; afterwards twice the last peak, within half an hour`,
      lever:
        'raise the load step by step, or set `warmThroughput`. Until then queries are answered, but turns are missing from the log',
    },
    {
      aSecond: firstWrites('Sessions') / TAKES.query.writes,
      what: 'queries, with a new Sessions table',
      why: `${firstWrites('Sessions')} write units, ${TAKES.query.writes} a query`,
      lever: 'the same',
    },
    {
      aSecond: (QUOTAS.lambdaConcurrency * QUOTAS.lambdaRequestsEach) / 2,
      what: 'queries',
      why: `${QUOTAS.lambdaRequestsEach} invocations per second for each of ${QUOTAS.lambdaConcurrency} executions; a query takes two`,
      lever: 'ask AWS for more; `authorizerCacheSeconds` saves half of them',
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

/** A load's need of a resource, and AWS's default quota for it. */
export interface Need {
  what: string;
  need: number;
  quota: number;
}

/** The needs of a number of queries per second, with log and business logic. */
export function needsOf(queries: number): Need[] {
  const seconds = (TAKES.authorizerMs + TAKES.queryMs + BUSINESS_LOGIC_MS) / 1000;
  return [
    { what: 'API Gateway, requests a second', need: queries, quota: QUOTAS.apiGateway },
    { what: 'Lambda, concurrent executions', need: queries * seconds, quota: QUOTAS.lambdaConcurrency },
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

/** Read units per second for one server's health item if one institution uses all executions. */
export const guardReads = (): number => QUOTAS.lambdaConcurrency * TAKES.guardReads;

export { MAX_SLOW };
