import { describe, expect, test } from 'vitest';
import { RELAY_FUNCTIONS, RELAY_ROUTES } from '../../infra/functions.ts';
import type { GivenSettings } from '../../infra/settings.ts';
import { evaluate } from '../../local/lambda/intrinsics.ts';
import { allowances, readStatements } from '../../local/lambda/policy.ts';
import { type Properties, propertiesOf, rolePolicies, stacksWith, templateWith } from '../support/stack.ts';

const given = { channels: ['voice' as const], voiceRelay: true };
const template = templateWith(given);

const stages = (settings: GivenSettings): [string, Properties][] =>
  Object.entries(templateWith(settings).findResources('AWS::ApiGatewayV2::Stage'));

describe('the setting voiceRelay', () => {
  test('adds nothing by default', () => {
    const plain = templateWith({ channels: ['voice'] });
    for (const type of ['AWS::ApiGatewayV2::Api', 'AWS::SQS::Queue']) plain.resourceCountIs(type, 0);
    expect([...stacksWith({ channels: ['voice'] }).keys()].join()).not.toContain('VoiceRelay');
  });

  test('adds only one resource and an output to the outer stack', () => {
    const count = (stacks: ReturnType<typeof stacksWith>) =>
      Object.keys(stacks.get('')?.Resources ?? {}).length;
    expect(count(stacksWith(given)) - count(stacksWith({ channels: ['voice'] }))).toBe(1);
    expect(Object.keys(stacksWith(given).get('')?.Outputs ?? {})).toContain('RelayUrl');
  });

  test('has a route for each function, and a queue for the function that looks at calls', () => {
    const routes = propertiesOf(template, 'AWS::ApiGatewayV2::Route').map(({ RouteKey }) => RouteKey);
    expect(routes.toSorted()).toEqual(Object.keys(RELAY_ROUTES).toSorted());
    template.resourceCountIs('AWS::Lambda::EventSourceMapping', 2);
    template.hasResourceProperties('AWS::SQS::Queue', { SqsManagedSseEnabled: true });
  });

  test('handles each call separately, so that none waits for another’s failure', () => {
    const sizes = propertiesOf(template, 'AWS::Lambda::EventSourceMapping')
      .filter(({ EventSourceArn }) => JSON.stringify(EventSourceArn).includes('Looks'))
      .map(({ BatchSize }) => BatchSize);
    expect(sizes).toEqual([1]);
  });

  test('limits new connections to a small share of requests, since no firewall protects handshakes', () => {
    const [[, { Properties: stage, DependsOn }] = ['', { Properties: {} }]] = stages(given);
    expect(stage.DefaultRouteSettings).toMatchObject({ ThrottlingRateLimit: 500 });
    expect(stage.RouteSettings.$connect.ThrottlingRateLimit).toBeLessThanOrEqual(50);
    expect(stage.RouteSettings.$connect.ThrottlingBurstLimit).toBeGreaterThan(0);
    // API Gateway refuses settings for a route that does not exist yet.
    const routes = template.findResources('AWS::ApiGatewayV2::Route');
    expect(DependsOn.some((id: string) => routes[id]?.Properties.RouteKey === '$connect')).toBe(true);
  });

  test('writes logs only after the account allows it, if the stack sets that', () => {
    const account = (from: typeof template) => Object.keys(from.findResources('AWS::ApiGateway::Account'))[0];
    const waits = (more: object) =>
      stages({ ...given, ...more }).flatMap(([, { DependsOn = [] }]) => DependsOn);
    expect(account(template)).toBeDefined();
    expect(waits({})).toContain(account(template));
    expect(account(templateWith({ ...given, accountLogging: false }))).toBeUndefined();
    expect(waits({ accountLogging: false }).join()).not.toContain('Account');
  });

  test('does not log queries or messages, which contain callers’ words', () => {
    const [stage] = propertiesOf(template, 'AWS::ApiGatewayV2::Stage');
    expect(stage.AccessLogSettings.Format).not.toMatch(/querystring|body|requestParameters/i);
    expect(stage.DefaultRouteSettings?.DataTraceEnabled).toBeUndefined();
  });

  test('lets only the answering functions send over connections and invoke the query function', () => {
    const rights = rolePolicies(template).flatMap(([id, policy]) =>
      allowances(readStatements(evaluate(policy, () => undefined))).map(({ action }) => ({
        name: RELAY_FUNCTIONS.find((name) => id.toLowerCase().includes(name.replace('-', ''))),
        action,
      })),
    );
    const may = (action: string) =>
      rights.filter((right) => right.action === action && right.name !== undefined).map(({ name }) => name);
    const answering = ['relay-look', 'relay-message'];
    expect(may('execute-api:ManageConnections').toSorted()).toEqual(answering);
    expect(may('sqs:SendMessage').toSorted()).toEqual(answering);
    expect(may('lambda:InvokeFunction').toSorted()).toEqual(answering);
    expect(may('sqs:ReceiveMessage')).toEqual(['relay-look']);
  });
});
