import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { billOf, inventoryOf, millionOf, totalOf, warmingOf } from '../../../infra/cost/bill.ts';
import { deploymentLimits, institutionLimits } from '../../../infra/cost/limits.ts';
import { pagesOf, written } from '../../../infra/cost/pages.ts';
import { dollarsOf, PRICES } from '../../../infra/cost/prices.ts';
import type { StackTemplate } from '../../../infra/whole-template.ts';
import { type Properties, templateWith } from '../../support/stack.ts';

const template = templateWith().toJSON() as StackTemplate;
const inventory = inventoryOf(template);
/** A deployment with other limits and warmed tables. */
const changed = inventoryOf(
  templateWith({
    waf: { requestsPerCredential: 300_000 },
    throttles: { all: { rate: 9000, burst: 9000 } },
    warmThroughput: { Conversations: { writes: 25_000 }, Sessions: { writes: 10_000 } },
  }).toJSON() as StackTemplate,
);
const document = readFileSync(new URL('../../../docs/COST.md', import.meta.url), 'utf8');

test('the guide’s sums are those of the template: run npm run cost', () => {
  expect(written(document, pagesOf(inventory))).toBe(document);
});

describe('the monthly price without requests', () => {
  test('is counted in the template', () => {
    const alarms = Object.values(template.Resources).filter(({ Type }) => Type === 'AWS::CloudWatch::Alarm');
    const metrics = alarms.flatMap(({ Properties = {} }: Properties) =>
      (Properties.Metrics ?? [{ MetricStat: {} }]).filter(({ MetricStat }: Properties) => MetricStat),
    );
    expect(inventory.alarmMetrics).toBe(metrics.length);
    expect(inventory.alarmMetrics).toBeGreaterThan(alarms.length);
    expect(inventory).toMatchObject({ dashboards: 1, secrets: 1, acls: 1, stageRate: 500 });
    expect(inventory.memoryGigabytes).toEqual({
      authorizer: 1,
      query: 1769 / 1024,
      messages: 0.25,
      training: 3008 / 1024,
    });
  });

  test('is firewall, alarms, dashboard and key, and without the firewall only the rest', () => {
    const idle = totalOf(billOf(inventory), 0);
    expect(idle).toBeCloseTo(5 + inventory.wafRules + 0.1 * inventory.alarmMetrics + 3 + 0.4, 6);
    const open = inventoryOf(templateWith({ waf: { enabled: false } }).toJSON() as StackTemplate);
    expect(totalOf(billOf(open), 0)).toBeCloseTo(0.1 * open.alarmMetrics + 3.4, 6);
  });

  test('includes provisioned concurrency', () => {
    const warm = inventoryOf(
      templateWith({ provisionedConcurrency: { query: 2 } }).toJSON() as StackTemplate,
    );
    expect(warm.provisionedGigabytes).toBeCloseTo((2 * 1769) / 1024, 6);
    expect(totalOf(billOf(warm), 0)).toBeGreaterThan(totalOf(billOf(inventory), 0) + 30);
  });
});

test('a million queries cost the sum of their parts at the first step of each price', () => {
  expect(millionOf(billOf(inventory))).toBeCloseTo(8.36, 1);
});

test('a price in steps is charged step by step', () => {
  expect(dollarsOf(PRICES.apiRequest, 333e6)).toBeCloseTo(1165.5, 6);
  expect(dollarsOf(PRICES.apiRequest, 334e6)).toBeCloseTo(1168.3, 6);
  expect(dollarsOf(PRICES.apiRequest, 1000e6)).toBeCloseTo(1165.5 + 667 * 2.8, 6);
  expect(dollarsOf(2, 3)).toBe(6);
});

test('limits are listed lowest first, with the values of the settings in the template', () => {
  for (const limits of [institutionLimits(inventory), deploymentLimits(inventory)]) {
    const rates = limits.map(({ aSecond }) => aSecond);
    expect(rates).toEqual([...rates].sort((a, b) => a - b));
  }
  const rates = institutionLimits(changed).map(({ aSecond }) => aSecond);
  expect(rates).toEqual([20, 400, 1000, 2000, 3000, 4000, 9000]);
});

test('a new table’s first limit is that of the template, and raising it is charged once', () => {
  const firstOf = (of: typeof inventory) => deploymentLimits(of).map(({ aSecond }) => aSecond);
  expect(warmingOf(inventory)).toBe(0);
  expect(firstOf(inventory).slice(0, 2)).toEqual([800, 2000]);
  expect(firstOf(changed)[0]).toBe(5000);
  // Sessions has an index, which is warmed as well.
  expect(warmingOf(changed)).toBeCloseTo((21_000 + 2 * 6000) * PRICES.warmWrite, 6);
  expect(totalOf(billOf(changed), 0)).toBeCloseTo(totalOf(billOf(inventory), 0), 6);
});

test('a document without a place for a part is refused', () => {
  expect(() => written('nothing', pagesOf(inventory))).toThrow('no place');
});
