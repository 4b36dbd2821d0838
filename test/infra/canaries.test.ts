import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { FUNCTIONS } from '../../infra/functions.ts';
import { METRIC } from '../../infra/metrics.ts';
import { ROUTES_OF_EVERY_DEPLOYMENT, servedMethods } from '../../infra/routes.ts';
import { type Properties, propertiesOf, rolePolicies, templateWith } from '../support/stack.ts';

const template = templateWith({ canaryDeployments: true });
const plain = templateWith();
const TOPIC = 'arn:aws:sns:eu-west-1:123456789012:alarms';
/** Canary deployments with other settings that change functions, their aliases or alarms. */
const withMore = templateWith({
  canaryDeployments: true,
  channels: ['sms', 'voice'],
  webhooks: true,
  provisionedConcurrency: { query: 2 },
  alarmTopicArn: TOPIC,
});
const NAMES = Object.keys(FUNCTIONS);

/** Returns the resources of a type by their ids. */
const ofType = (type: string, from = template) =>
  new Map<string, Properties>(Object.entries(from.findResources(type)));
const aliases = ofType('AWS::Lambda::Alias');
const groups = ofType('AWS::CodeDeploy::DeploymentGroup');
const alarms = ofType('AWS::CloudWatch::Alarm');
/** Returns the ids of the aliases of functions that the API calls. */
const ofApiIn = (from: typeof template) =>
  [...ofType('AWS::Lambda::Alias', from).keys()].filter((id) => !/^(DraftsTrain|UnhandledGroups)/.test(id));
/** Returns the API's permissions to call functions. */
const permissionsIn = (from: typeof template) =>
  [...ofType('AWS::Lambda::Permission', from)].filter(
    ([, { Properties }]) => Properties.Principal === 'apigateway.amazonaws.com',
  );
const ofApi = ofApiIn(template);
const versionOf = (alias: Properties) => alias.Properties.FunctionVersion['Fn::GetAtt'][0];

/** Returns the deployment group by which CodeDeploy moves an alias. */
const groupOf = ({ UpdatePolicy }: Properties) => {
  const { DeploymentGroupName } = UpdatePolicy.CodeDeployLambdaAliasUpdate;
  return groups.get(DeploymentGroupName.Ref)?.Properties;
};
const alarmsOf = (alias: Properties): [string, Properties][] =>
  groupOf(alias).AlarmConfiguration.Alarms.map(({ Name }: Properties) => [
    Name.Ref,
    alarms.get(Name.Ref)?.Properties,
  ]);

/** Returns the name and the dimension values of each metric of an alarm. */
const metricsOf = ({
  MetricName,
  Dimensions,
  Metrics,
}: Properties): [string, Record<string, Properties>][] => {
  const single = { MetricName, Dimensions };
  const all = Metrics?.flatMap(({ MetricStat }: Properties) => MetricStat?.Metric ?? []) ?? [single];
  return all.map((metric: Properties) => [
    metric.MetricName,
    Object.fromEntries(metric.Dimensions.map(({ Name, Value }: Properties) => [Name, Value])),
  ]);
};

describe('every function', () => {
  test('is invoked by routes and the authorizer through its alias only', () => {
    expect(aliases.size).toBe(NAMES.length);
    const methods = propertiesOf(template, 'AWS::ApiGateway::Method').map(({ Integration }) => Integration);
    const authorizers = propertiesOf(template, 'AWS::ApiGateway::Authorizer');
    const uris = [
      ...methods.filter(({ Type }) => Type === 'AWS_PROXY').map(({ Uri }) => Uri),
      ...authorizers.map(({ AuthorizerUri }) => AuthorizerUri),
    ];
    expect(uris).toHaveLength(ROUTES_OF_EVERY_DEPLOYMENT.flatMap(servedMethods).length + 1);
    const called = uris.map(
      (uri) => /:lambda:path.*?"(?:Ref|Fn::GetAtt)":\[?"(\w+)"/.exec(JSON.stringify(uri))?.[1],
    );
    expect(new Set(called)).toEqual(new Set(ofApi));
  });

  test('that another function invokes is invoked by its alias, without waiting for that one’s alarm', () => {
    const [, { Properties }] = [...ofType('AWS::Lambda::Function')].find(([id]) =>
      id.startsWith('DraftsPublish'),
    ) ?? ['', {}];
    const { TRAINING } = Properties.Environment.Variables;
    expect(TRAINING).toEqual({
      'Fn::Join': ['', [{ 'Fn::GetAtt': [expect.stringMatching(/^DraftsTrain/), 'Arn'] }, ':serving']],
    });
  });

  test('that another function invokes may be invoked by the aliases of both releases during an upgrade', () => {
    const invocations = rolePolicies(withMore).flatMap(([id, { Statement }]) =>
      Statement.filter(({ Action }: Properties) => Action === 'lambda:InvokeFunction').map(
        ({ Resource }: Properties): [string, string] => [id, JSON.stringify(Resource)],
      ),
    );
    const aliasesOf = (caller: string, called: string) => {
      const [, resources = ''] =
        invocations.find(([id, text]) => id.startsWith(caller) && text.includes(called)) ?? [];
      return ['live', 'serving'].filter((alias) => resources.includes(`:${alias}"`));
    };
    for (const [caller, called] of [
      ['DraftsPublish', 'DraftsTrain'],
      ['ChannelsAnswer', 'Query'],
      ['ChannelVoice', 'Query'],
      ['WebhooksDeliver', 'WebhooksDeliver'],
    ] as const)
      expect(aliasesOf(caller, called), caller).toEqual(['live', 'serving']);
    for (const policy of rolePolicies(plain)) expect(JSON.stringify(policy)).not.toContain(':live"');
  });

  test('may be called by its alias alone', () => {
    const byApi = permissionsIn(template).map(([, { Properties }]) => Properties.FunctionName.Ref);
    expect(byApi.sort()).toEqual(ofApi.sort());
    for (const { FunctionName } of propertiesOf(template, 'AWS::Lambda::Permission'))
      expect([...aliases.keys()]).toContain(FunctionName.Ref);
  });

  test('with provisioned concurrency keeps its environments warm behind the same alias', () => {
    const all = propertiesOf(withMore, 'AWS::Lambda::Alias');
    const warm = all.flatMap((alias) => alias.ProvisionedConcurrencyConfig ?? []);
    expect(warm).toEqual([{ ProvisionedConcurrentExecutions: 2 }]);
    expect(new Set(all.map(({ FunctionName }) => FunctionName.Ref)).size).toBe(all.length);
  });
});

describe('a new version of a function', () => {
  test('gets a tenth of the requests for five minutes, and is rolled back on failure, stop or alarm', () => {
    for (const alias of aliases.values()) {
      expect(groupOf(alias)).toMatchObject({
        DeploymentConfigName: 'CodeDeployDefault.LambdaCanary10Percent5Minutes',
        DeploymentStyle: { DeploymentOption: 'WITH_TRAFFIC_CONTROL', DeploymentType: 'BLUE_GREEN' },
        AutoRollbackConfiguration: {
          Enabled: true,
          Events: ['DEPLOYMENT_FAILURE', 'DEPLOYMENT_STOP_ON_REQUEST', 'DEPLOYMENT_STOP_ON_ALARM'],
        },
        AlarmConfiguration: { Enabled: true },
      });
    }
    expect(new Set([...aliases.values()].map((alias) => groupOf(alias)))).toHaveProperty(
      'size',
      NAMES.length,
    );
  });

  test('is watched from its first request by an alarm that only this version can raise', () => {
    for (const [id, alias] of aliases) {
      const group = alias.UpdatePolicy.CodeDeployLambdaAliasUpdate.DeploymentGroupName.Ref;
      expect(alias.DependsOn, id).toContain(group);
      const [errors, ...others] = alarmsOf(alias).flatMap(([, alarm]) => metricsOf(alarm));
      const version = { 'Fn::GetAtt': [versionOf(alias), 'Version'] };
      const name = alias.Properties.FunctionName;
      expect(errors, id).toEqual([
        'Errors',
        {
          FunctionName: name,
          Resource: { 'Fn::Join': ['', [name, ':serving']] },
          ExecutedVersion: version,
        },
      ]);
      const authorizer = id.startsWith('Authorizer');
      expect(others, id).toEqual([
        [
          authorizer ? METRIC.foreignCredentials : METRIC.faults,
          { service: expect.any(String), functionVersion: version },
        ],
      ]);
    }
  });

  test('is rolled back at the first failure; the authorizer in the second minute, not for requests of strangers', () => {
    for (const alias of aliases.values()) {
      for (const [id, alarm] of alarmsOf(alias)) {
        const minutes = id.startsWith('Canaryauthorizer') ? 2 : 1;
        expect(alarm, id).toMatchObject({
          Threshold: 0,
          EvaluationPeriods: minutes,
          DatapointsToAlarm: minutes,
          TreatMissingData: 'notBreaching',
          ComparisonOperator: 'GreaterThanThreshold',
        });
      }
    }
    const authorizer = [...alarms].find(([id]) => id.startsWith('Canaryauthorizer'))?.[1].Properties;
    const failing = ({ Metrics }: Properties): string => Metrics[0].Expression;
    const others = [...alarms].filter(([id]) => /^Canary(?!authorizer)/.test(id));
    expect(others).toHaveLength(NAMES.length - 1);
    for (const [id, { Properties: alarm }] of others)
      expect(failing(alarm), id).toBe('FILL(a, 0) + FILL(b, 0)');
    expect(authorizer.Metrics.map(({ Expression }: Properties) => Expression)).toContain('a - FILL(b, 0)');
  });

  test('is found by an output, which names the application of all groups', () => {
    const { Value } = template.findOutputs('CanaryApplication').CanaryApplication ?? {};
    for (const alias of aliases.values()) expect(groupOf(alias).ApplicationName).toEqual(Value);
  });

  test('has alarms that are explained in the guide', () => {
    const guide = readFileSync(new URL('../../docs/OPERATIONS.md', import.meta.url), 'utf8');
    expect(guide).toContain('| `Canary-<name>` |');
    const added = [...alarms.keys()].filter((id) => !ofType('AWS::CloudWatch::Alarm', plain).has(id));
    expect(added).toHaveLength(NAMES.length);
    for (const id of added) expect(id).toMatch(/^Canary/);
  });

  test('reports a roll-back to the topic of alarms', () => {
    for (const { AlarmActions } of propertiesOf(withMore, 'AWS::CloudWatch::Alarm'))
      expect(AlarmActions).toEqual([TOPIC]);
  });
});

describe('the setting', () => {
  test('is off by default, without any of its resources', () => {
    const whole = JSON.stringify(plain.toJSON());
    for (const word of ['CodeDeploy', 'codedeploy', 'AWS::Lambda::Alias', 'Canary'])
      expect(whole).not.toContain(word);
  });

  test.each([
    ['canaryDeployments', { canaryDeployments: true }],
    ['provisionedConcurrency', { provisionedConcurrency: { query: 1, authorizer: 1 } }],
  ])('%s makes the API use aliases only after it may call them', (_name, given) => {
    const from = templateWith(given);
    const [[id, deployment] = ['', {}]] = ofType('AWS::ApiGateway::Deployment', from);
    expect([...ofType('AWS::ApiGateway::Deployment', from).keys()]).not.toEqual([
      ...ofType('AWS::ApiGateway::Deployment', plain).keys(),
    ]);
    const permissions = permissionsIn(from).filter(
      ([, { Properties }]) => Properties.FunctionName.Ref !== undefined,
    );
    expect(permissions).toHaveLength(ofApiIn(from).length);
    for (const [permission] of permissions) expect(deployment.DependsOn, id).toContain(permission);
  });
});
