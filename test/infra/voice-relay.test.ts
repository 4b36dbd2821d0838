import { describe, expect, test } from 'vitest';
import { RELAY_FUNCTIONS, RELAY_ROUTES } from '../../infra/functions.ts';
import { evaluate } from '../../local/lambda/intrinsics.ts';
import { allowances, readStatements } from '../../local/lambda/policy.ts';
import { synthesizeWithNag } from '../support/nag.ts';
import { propertiesOf, rolePolicies, stacksWith, templateWith } from '../support/stack.ts';

const given = { channels: ['voice' as const], voiceRelay: true };
const template = templateWith(given);

describe('the setting voiceRelay', () => {
  test('adds nothing unless it is on', () => {
    const plain = templateWith({ channels: ['voice'] });
    for (const type of ['AWS::ApiGatewayV2::Api', 'AWS::SQS::Queue']) plain.resourceCountIs(type, 0);
    expect([...stacksWith({ channels: ['voice'] }).keys()].join()).not.toContain('VoiceRelay');
  });

  test('takes the outer stack no more than its own place, and an output', () => {
    const count = (stacks: ReturnType<typeof stacksWith>) =>
      Object.keys(stacks.get('')?.Resources ?? {}).length;
    expect(count(stacksWith(given)) - count(stacksWith({ channels: ['voice'] }))).toBe(1);
    expect(Object.keys(stacksWith(given).get('')?.Outputs ?? {})).toContain('RelayUrl');
  });

  test('has a route for each function, and a queue for the one that looks', () => {
    const routes = propertiesOf(template, 'AWS::ApiGatewayV2::Route').map(({ RouteKey }) => RouteKey);
    expect(routes.toSorted()).toEqual(Object.keys(RELAY_ROUTES).toSorted());
    template.resourceCountIs('AWS::Lambda::EventSourceMapping', 2);
    template.hasResourceProperties('AWS::SQS::Queue', { SqsManagedSseEnabled: true });
  });

  test('logs no query and no message, in which callers’ words are', () => {
    const [stage] = propertiesOf(template, 'AWS::ApiGatewayV2::Stage');
    expect(stage.AccessLogSettings.Format).not.toMatch(/querystring|body|requestParameters/i);
    expect(stage.DefaultRouteSettings?.DataTraceEnabled).toBeUndefined();
  });

  test('lets only the functions that answer speak over connections and ask the query function', () => {
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

  test('breaks no rule of AwsSolutions that is not acknowledged with a reason', () => {
    synthesizeWithNag(given);
  });
});
