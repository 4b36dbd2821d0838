import { describe, expect, test } from 'vitest';
import { WEBHOOK_EVENT } from '../../functions/shared/store/webhook-items.ts';
import { inventoryOf } from '../../infra/cost/bill.ts';
import { TAKES } from '../../infra/cost/takes.ts';
import { FUNCTIONS } from '../../infra/functions.ts';
import type { StackTemplate } from '../../infra/whole-template.ts';
import { evaluate } from '../../local/lambda/intrinsics.ts';
import { allowances, readStatements } from '../../local/lambda/policy.ts';
import { propertiesOf, rolePolicies, templateWith } from '../support/stack.ts';

const template = templateWith({ webhooks: true });

/** Returns the schedules of a stack; the first one groups queries that went wrong. */
const clocks = (of: typeof template): string[] =>
  propertiesOf(of, 'AWS::Events::Rule').map(({ ScheduleExpression }) => ScheduleExpression);

describe('the setting webhooks', () => {
  test('is off by default, without a stream or a schedule', () => {
    const plain = templateWith();
    plain.resourceCountIs('AWS::Lambda::EventSourceMapping', 0);
    expect(clocks(plain)).toEqual(['rate(5 minutes)']);
    for (const { Environment } of propertiesOf(plain, 'AWS::Lambda::Function')) {
      expect(Environment.Variables).not.toHaveProperty('WEBHOOKS');
    }
  });

  test('adds one function, which runs only for new events and once a minute', () => {
    template.resourceCountIs('AWS::Lambda::Function', Object.keys(FUNCTIONS).length + 1);
    const [mapping] = propertiesOf(template, 'AWS::Lambda::EventSourceMapping');
    const [{ Pattern }] = mapping.FilterCriteria.Filters;
    expect(JSON.parse(Pattern)).toEqual({
      eventName: ['INSERT'],
      dynamodb: { Keys: { sk: { S: [{ prefix: WEBHOOK_EVENT }] } } },
    });
    expect(clocks(template)).toEqual(['rate(5 minutes)', 'rate(1 minute)']);
  });

  test('adds as many alarm metrics as its cost assumes', () => {
    const metrics = (of: typeof template) => inventoryOf(of.toJSON() as StackTemplate).alarmMetrics;
    expect(metrics(template) - metrics(templateWith())).toBe(TAKES.webhooksAlarmMetrics);
  });

  test('lets only functions that change conversations write events', () => {
    const functions = Object.entries(template.findResources('AWS::Lambda::Function'));
    const writing = functions.filter(([, { Properties }]) => 'WEBHOOKS' in Properties.Environment.Variables);
    expect(writing.map(([id]) => id.slice(0, -8)).toSorted()).toEqual([
      'DialogMessages',
      'DialogTell',
      'HandoffsAct',
      'Query',
      'Webhooks',
    ]);
  });

  test('does not let the function invoke other functions or use a private network', () => {
    const rights = rolePolicies(template)
      .filter(([id]) => id.startsWith('WebhooksDeliver'))
      .flatMap(([, policy]) => allowances(readStatements(evaluate(policy, () => undefined))))
      .filter(({ action }) => action === 'lambda:InvokeFunction');
    expect(rights.map(({ resource }) => resource.replace(/[0-9A-F]{8}\b/g, ''))).toEqual([
      'WebhooksDeliver.Arn',
    ]);
    const vpc = {
      vpcId: 'vpc-0123456789abcdef0',
      availabilityZones: ['eu-west-1a'],
      subnetIds: ['subnet-0123456789abcdef0'],
      securityGroupIds: ['sg-0123456789abcdef0'],
    };
    const functions = Object.entries(
      templateWith({ webhooks: true, vpc }).findResources('AWS::Lambda::Function'),
    );
    expect(functions.some(([id]) => id.startsWith('WebhooksDeliver'))).toBe(true);
    const inside = functions.filter(([, { Properties }]) => Properties.VpcConfig !== undefined);
    expect(inside.map(([id]) => id.slice(0, -8))).toEqual(['Query']);
  });
});
