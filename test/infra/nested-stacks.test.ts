import { describe, expect, test } from 'vitest';
import { CHANNELS, CHANNELS_ANSWER, DESKS, RELAY_FUNCTIONS } from '../../infra/functions.ts';
import { ROUTES } from '../../infra/routes.ts';
import { type StackTemplate, wholeTemplate } from '../../infra/whole-template.ts';
import { EVERYTHING, stacksWith } from '../support/stack.ts';

const stacks = stacksWith(EVERYTHING);
const nested = [...stacks].filter(([id]) => id !== '');

/** Returns the ids of the resources of a template to which a value refers. */
const referred = (value: unknown, { Resources }: StackTemplate): string[] =>
  [...JSON.stringify(value).matchAll(/"([^"]+)"/g)]
    .map(([, word = '']) => word)
    .filter((word) => word in Resources);

describe('the stacks of a deployment with every setting', () => {
  test.each([...stacks])('%s stays within CloudFormation’s limits, with room left', (_id, template) => {
    // CloudFormation allows 500 resources, 200 parameters, 200 outputs and 1 MB.
    const { Parameters = {} } = template as { Parameters?: object };
    expect(Object.keys(template.Resources).length).toBeLessThanOrEqual(450);
    expect(Object.keys(Parameters).length).toBeLessThan(180);
    expect(Object.keys(template.Outputs ?? {}).length).toBeLessThan(180);
    expect(JSON.stringify(template).length).toBeLessThan(800_000);
  });

  test('nest nothing that holds data or has an address, which a move would create anew', () => {
    // The stack of calls over connections has always been separate.
    const moved = nested.filter(([id]) => !id.startsWith('VoiceRelay'));
    const types = moved.flatMap(([, { Resources }]) => Object.values(Resources).map(({ Type }) => Type));
    expect(new Set(types)).toEqual(
      new Set([
        'AWS::IAM::Role',
        'AWS::IAM::Policy',
        'AWS::ApiGateway::Method',
        'AWS::Events::Rule',
        'AWS::Lambda::Permission',
        'AWS::CloudWatch::Alarm',
        'AWS::CodeDeploy::Application',
        'AWS::CodeDeploy::DeploymentGroup',
        'AWS::Lambda::Function',
        'AWS::Lambda::Alias',
        'AWS::Athena::NamedQuery',
      ]),
    );
  });

  test('nest no method except HEAD, since the outer stack already has the others', () => {
    const methods = nested.flatMap(([, { Resources }]) =>
      Object.values(Resources).filter(({ Type }) => Type === 'AWS::ApiGateway::Method'),
    );
    expect(new Set(methods.map(({ Properties }) => Properties?.HttpMethod))).toEqual(new Set(['HEAD']));
    const heads = [...stacks.values()].flatMap(({ Resources }) =>
      Object.values(Resources).filter(({ Properties }) => Properties?.HttpMethod === 'HEAD'),
    );
    expect(heads).toHaveLength(ROUTES.filter(({ method }) => method === 'GET').length);
  });

  test('nest only the functions of channels, desks and voice connections', () => {
    const functions = nested.flatMap(([, { Resources }]) =>
      Object.entries(Resources).filter(([, { Type }]) => Type === 'AWS::Lambda::Function'),
    );
    const names = functions.map(([id]) => id.slice(0, -8));
    const platforms = [
      ...Object.values(CHANNELS),
      ...Object.values(DESKS),
      CHANNELS_ANSWER,
      ...RELAY_FUNCTIONS,
    ];
    const pascal = (name: string) =>
      name.replace(/(^|-)([a-z])/g, (_match, _dash, letter: string) => letter.toUpperCase());
    expect(names.toSorted()).toEqual(platforms.map(pascal).toSorted());
  });

  test('nest nothing whose fixed name an earlier deployment may have taken', () => {
    // An upgrade creates a moved resource before it deletes the old one, so a fixed name would clash.
    const taken = nested.flatMap(([, { Resources }]) =>
      Object.values(Resources).flatMap(({ Type, Properties = {} }) =>
        ['FunctionName', 'RoleName', 'AlarmName', 'ApplicationName', 'DeploymentGroupName', 'PolicyName']
          .filter((name) => typeof Properties[name] === 'string' && Type !== 'AWS::IAM::Policy')
          .map((name) => `${Type} ${name} ${Properties[name]}`),
      ),
    );
    expect(taken).toEqual([]);
    const aliases = nested.flatMap(([, { Resources }]) =>
      Object.values(Resources).flatMap(({ Type, Properties }) =>
        Type === 'AWS::Lambda::Alias' ? [Properties?.Name] : [],
      ),
    );
    // In the outer stack the aliases were called `live`.
    expect(new Set(aliases)).toEqual(new Set(['serving']));
  });

  test('have no circular dependencies', () => {
    for (const template of stacks.values()) {
      const waiting = new Map(
        Object.entries(template.Resources).map(([id, resource]) => [id, referred(resource, template)]),
      );
      for (;;) {
        const ready = [...waiting].filter(([id, on]) =>
          on.every((other) => other === id || !waiting.has(other)),
        );
        if (ready.length === 0) break;
        for (const [id] of ready) waiting.delete(id);
      }
      expect([...waiting.keys()]).toEqual([]);
    }
  });

  test('combine into one template without references to parameters or outputs of nested ones', () => {
    const whole = wholeTemplate(stacks);
    const all = [...stacks.values()].flatMap(({ Resources }) => Object.keys(Resources));
    expect(Object.keys(whole.Resources)).toHaveLength(all.length - nested.length);
    expect(JSON.stringify(whole)).not.toMatch(/"(referenceto\w+|Outputs\.\w+)"/);
  });
});
