import { existsSync } from 'node:fs';
import path from 'node:path';
import { App, Validations } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { AwsSolutionsChecks } from 'cdk-nag';
import { describe, expect, test } from 'vitest';
import { FUNCTIONS, ROUTES } from '../../infra/routes.ts';
import { checkSettings, type GivenSettings } from '../../infra/settings.ts';
import { ParleyStack } from '../../infra/stack.ts';
import { TABLES } from '../../infra/tables.ts';

// biome-ignore lint/suspicious/noExplicitAny: a template is whatever CloudFormation takes
type Properties = any;

const makeApp = () => new App({ context: { 'aws:cdk:bundling-stacks': [] } });

function synthesize(given: GivenSettings = {}): Template {
  return Template.fromStack(new ParleyStack(makeApp(), 'Test', { settings: checkSettings(given) }));
}

const propertiesOf = (template: Template, type: string): Properties[] =>
  Object.values(template.findResources(type)).map(({ Properties }) => Properties);

const template = synthesize();

describe('by default', () => {
  test('no policy has a wildcard for an action or a resource but the objects of the bucket', () => {
    for (const { PolicyDocument } of propertiesOf(template, 'AWS::IAM::Policy')) {
      for (const { Action, Resource } of PolicyDocument.Statement) {
        expect(JSON.stringify(Action)).not.toContain('*');
        for (const resource of [Resource].flat()) {
          if (JSON.stringify(Action).includes('s3:GetObject')) continue;
          expect(JSON.stringify(resource)).not.toContain('*');
        }
      }
    }
  });

  test('no role of a function has a policy that AWS manages', () => {
    const roles = propertiesOf(template, 'AWS::IAM::Role').filter(({ AssumeRolePolicyDocument }) =>
      JSON.stringify(AssumeRolePolicyDocument).includes('lambda.amazonaws.com'),
    );
    expect(roles).toHaveLength(Object.keys(FUNCTIONS).length);
    for (const { ManagedPolicyArns } of roles) expect(ManagedPolicyArns).toBeUndefined();
  });

  test('tables are protected from deletion, and expire by their definition', () => {
    const tables = propertiesOf(template, 'AWS::DynamoDB::Table');
    for (const table of tables) expect(table.DeletionProtectionEnabled).toBe(true);
    const expiring = tables.map((table) => table.TimeToLiveSpecification).filter(Boolean);
    for (const ttl of expiring) expect(ttl).toEqual({ AttributeName: 'expires_at', Enabled: true });
    expect(expiring).toHaveLength(Object.values(TABLES).filter((table) => 'timeToLive' in table).length);
  });

  test('the bucket refuses what is not sent over TLS, and forgets old states in time', () => {
    template.hasResourceProperties('AWS::S3::Bucket', {
      LifecycleConfiguration: { Rules: [{ NoncurrentVersionExpiration: { NoncurrentDays: 90 } }] },
    });
    expect(JSON.stringify(propertiesOf(template, 'AWS::S3::BucketPolicy'))).toContain('aws:SecureTransport');
  });

  test('every log group keeps its lines for thirty days', () => {
    const groups = propertiesOf(template, 'AWS::Logs::LogGroup');
    expect(groups).toHaveLength(Object.keys(FUNCTIONS).length + 1);
    for (const { RetentionInDays } of groups) expect(RetentionInDays).toBe(30);
  });

  test('the stage limits all, and what is under /v1/oauth more tightly', () => {
    const [{ MethodSettings }] = propertiesOf(template, 'AWS::ApiGateway::Stage');
    const limits = new Map<string, number>(
      MethodSettings.map((setting: Properties) => [
        `${setting.HttpMethod} ${setting.ResourcePath.replaceAll('~1', '/')}`,
        setting.ThrottlingRateLimit,
      ]),
    );
    expect(limits.get('* /*')).toBe(500);
    for (const { method, path } of ROUTES.filter((route) => route.path.startsWith('/v1/oauth'))) {
      expect(limits.get(`${method} /${path}`)).toBe(50);
    }
  });

  test('the access log names no header, query string or body', () => {
    const [{ AccessLogSetting }] = propertiesOf(template, 'AWS::ApiGateway::Stage');
    expect(AccessLogSetting.Format).not.toMatch(/querystring|header|body|\$context\.path\b/i);
  });

  test('the firewall counts requests by address, those of /v1/oauth apart', () => {
    const [{ Rules }] = propertiesOf(template, 'AWS::WAFv2::WebACL');
    expect(Rules.map(({ Statement }: Properties) => Statement.RateBasedStatement.Limit)).toEqual([
      300, 10_000,
    ]);
    template.resourceCountIs('AWS::WAFv2::WebACLAssociation', 1);
  });

  test('the template is far from the limits of CloudFormation: 500 resources and 1 MB', () => {
    const json = template.toJSON();
    expect(Object.keys(json.Resources).length).toBeLessThan(400);
    expect(JSON.stringify(json).length).toBeLessThan(800_000);
  });
});

describe('settings', () => {
  test('can leave the firewall out', () => {
    synthesize({ waf: { enabled: false } }).resourceCountIs('AWS::WAFv2::WebACL', 0);
  });

  test('give the API a domain, and its record where the zone is known', () => {
    const given = synthesize({
      customDomain: {
        name: 'api.example.com',
        certificateArn: 'arn:aws:acm:eu-west-1:123456789012:certificate/one',
        hostedZoneId: 'Z1',
        hostedZoneName: 'example.com',
      },
    });
    given.hasResourceProperties('AWS::ApiGateway::DomainName', { SecurityPolicy: 'TLS_1_2' });
    given.hasResourceProperties('AWS::Route53::RecordSet', { Name: 'api.example.com.' });
    expect(given.findOutputs('BaseUrl').BaseUrl?.Value).toBe('https://api.example.com');
  });

  test('keep environments warm, which the gateway then calls', () => {
    const given = synthesize({ provisionedConcurrency: { query: 2 } });
    const [[alias]] = Object.entries(given.findResources('AWS::Lambda::Alias')) as [[string, Properties]];
    const integrations = JSON.stringify(propertiesOf(given, 'AWS::ApiGateway::Method'));
    expect(integrations).toContain(alias);
  });

  test('put the query function alone into a network', () => {
    const given = synthesize({
      vpc: {
        vpcId: 'vpc-0123456789abcdef0',
        availabilityZones: ['eu-west-1a'],
        subnetIds: ['subnet-0123456789abcdef0'],
        securityGroupIds: ['sg-0123456789abcdef0'],
      },
    });
    const inside = propertiesOf(given, 'AWS::Lambda::Function').filter(({ VpcConfig }) => VpcConfig);
    expect(inside).toHaveLength(Object.values(FUNCTIONS).filter((needs) => needs.callsBusinessLogic).length);
  });

  test('tell a topic of every alarm', () => {
    const topic = 'arn:aws:sns:eu-west-1:123456789012:alarms';
    const alarms = propertiesOf(synthesize({ alarmTopicArn: topic }), 'AWS::CloudWatch::Alarm');
    expect(alarms.length).toBeGreaterThan(Object.keys(FUNCTIONS).length);
    for (const { AlarmActions } of alarms) expect(AlarmActions).toEqual([topic]);
  });

  test('limit a route by name, and refuse a name that is none', () => {
    const throttles = { routes: { 'POST /v1/query': { rate: 7, burst: 9 } } };
    expect(JSON.stringify(propertiesOf(synthesize({ throttles }), 'AWS::ApiGateway::Stage'))).toContain(
      '"ThrottlingRateLimit":7',
    );
    expect(() => synthesize({ throttles: { routes: { 'GET /v1/query': { rate: 1, burst: 1 } } } })).toThrow(
      'GET /v1/query',
    );
  });

  test('of a deployment to be thrown away leave nothing behind', () => {
    const given = synthesize({ deletionProtection: false });
    for (const { DeletionPolicy } of Object.values(given.findResources('AWS::DynamoDB::Table'))) {
      expect(DeletionPolicy).toBe('Delete');
    }
  });
});

test('the template says where each bundle lies, as SAM and the local run read it', () => {
  const context = {
    'aws:cdk:bundling-stacks': [],
    'aws:cdk:enable-asset-metadata': true,
    'aws:cdk:enable-path-metadata': true,
  };
  const assembly = new App({ context });
  new ParleyStack(assembly, 'Test');
  const { directory, stacks } = assembly.synth();
  const functions = Object.values<Properties>(stacks[0]?.template.Resources).filter(
    ({ Type }) => Type === 'AWS::Lambda::Function',
  );
  expect(functions).toHaveLength(Object.keys(FUNCTIONS).length);
  for (const { Metadata } of functions) {
    expect(Metadata['aws:asset:property']).toBe('Code');
    expect(existsSync(path.resolve(directory, Metadata['aws:asset:path']))).toBe(true);
  }
});

describe('cdk-nag’s AwsSolutions', () => {
  test('find nothing that is not explained', () => {
    const app = makeApp();
    Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
    new ParleyStack(app, 'Test');
    expect(() => app.synth()).not.toThrow();
  });

  test('would stop a bucket that takes what is not encrypted on its way', () => {
    const app = makeApp();
    Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
    new Bucket(new ParleyStack(app, 'Test'), 'Open');
    expect(() => app.synth()).toThrow('does not require requests to use SSL');
  });
});
