import { readFileSync } from 'node:fs';
import { Stack } from 'aws-cdk-lib';
import { Match } from 'aws-cdk-lib/assertions';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { describe, expect, test } from 'vitest';
import { FUNCTIONS } from '../../infra/functions.ts';
import { ROUTES } from '../../infra/routes.ts';
import { checkSettings } from '../../infra/settings.ts';
import { ParleyStack } from '../../infra/stack.ts';
import { TABLES } from '../../infra/tables.ts';
import { synthesizeWithNag } from '../support/nag.ts';
import {
  EVERYTHING,
  type Properties,
  propertiesOf,
  rolePolicies,
  templateWith,
  withApp,
} from '../support/stack.ts';

const FIVE_MINUTES = 300;
const template = templateWith();

describe('by default', () => {
  test('no policy has a wildcard for an action or a resource, except the objects of the bucket', () => {
    for (const [, { Statement }] of rolePolicies(template)) {
      for (const { Action, Resource } of Statement) {
        expect(JSON.stringify(Action)).not.toContain('*');
        for (const resource of [Resource].flat()) {
          if (/s3:(?:Get|Put)Object/.test(JSON.stringify(Action))) continue;
          expect(JSON.stringify(resource)).not.toContain('*');
        }
      }
    }
  });

  test('no role of a function has an AWS managed policy', () => {
    const roles = propertiesOf(template, 'AWS::IAM::Role').filter(({ AssumeRolePolicyDocument }) =>
      JSON.stringify(AssumeRolePolicyDocument).includes('lambda.amazonaws.com'),
    );
    expect(roles).toHaveLength(Object.keys(FUNCTIONS).length);
    for (const { ManagedPolicyArns } of roles) expect(ManagedPolicyArns).toBeUndefined();
  });

  test('tables are protected from deletion, and expire items by their definition', () => {
    const tables = propertiesOf(template, 'AWS::DynamoDB::Table');
    for (const table of tables) expect(table.DeletionProtectionEnabled).toBe(true);
    const expiring = tables.map((table) => table.TimeToLiveSpecification).filter(Boolean);
    for (const ttl of expiring) expect(ttl).toEqual({ AttributeName: 'expires_at', Enabled: true });
    expect(expiring).toHaveLength(Object.values(TABLES).filter((table) => 'timeToLive' in table).length);
  });

  test('the bucket refuses requests without TLS, and deletes old versions after a time', () => {
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

  test('the stage limits all requests, and under /v1/oauth allows more than one address may send', () => {
    const [{ MethodSettings }] = propertiesOf(template, 'AWS::ApiGateway::Stage');
    const limits = new Map<string, number>(
      MethodSettings.map((setting: Properties) => [
        `${setting.HttpMethod} ${setting.ResourcePath.replaceAll('~1', '/')}`,
        setting.ThrottlingRateLimit,
      ]),
    );
    expect(limits.get('* /*')).toBe(500);
    const [{ Rules }] = propertiesOf(template, 'AWS::WAFv2::WebACL');
    const ofOneAddress = Rules.find(({ Name }: Properties) => Name === 'credentials').Statement
      .RateBasedStatement;
    for (const { method, path } of ROUTES.filter((route) => route.path.startsWith('/v1/oauth'))) {
      expect(limits.get(`${method} /${path}`)).toBe(500);
      expect(limits.get(`${method} /${path}`)).toBeGreaterThan(ofOneAddress.Limit / FIVE_MINUTES);
    }
  });

  test('the access log names no header, query string or body', () => {
    const [{ AccessLogSetting }] = propertiesOf(template, 'AWS::ApiGateway::Stage');
    expect(AccessLogSetting.Format).not.toMatch(/querystring|header|body|\$context\.path\b/i);
  });

  test('API Gateway creates no log group of its own, which would never expire', () => {
    const [{ MethodSettings, AccessLogSetting }] = propertiesOf(template, 'AWS::ApiGateway::Stage');
    for (const { LoggingLevel } of MethodSettings) expect(LoggingLevel).toBe('OFF');
    for (const error of ['authorizer.error', 'integrationErrorMessage', 'error.message']) {
      expect(AccessLogSetting.Format).toContain(`$context.${error}`);
    }
  });

  test('health and readiness have the highest limits, so that monitoring is not throttled', () => {
    const [{ MethodSettings }] = propertiesOf(template, 'AWS::ApiGateway::Stage');
    for (const path of ['/v1/health', '/v1/ready']) {
      const setting = MethodSettings.find(
        ({ ResourcePath }: Properties) => ResourcePath.replaceAll('~1', '/') === `/${path}`,
      );
      // API Gateway's limits for a whole account.
      expect([setting.ThrottlingRateLimit, setting.ThrottlingBurstLimit], path).toEqual([10_000, 5_000]);
    }
  });
});

test.each([
  'AUTHORIZER_FAILURE',
  'AUTHORIZER_CONFIGURATION_ERROR',
  'INTEGRATION_FAILURE',
  'INTEGRATION_TIMEOUT',
])('a failure of AWS (%s) is 503 with the time to wait', (ResponseType) => {
  template.hasResourceProperties('AWS::ApiGateway::GatewayResponse', {
    ResponseType,
    StatusCode: '503',
    ResponseParameters: Match.objectLike({ 'gatewayresponse.header.Retry-After': "'2'" }),
    ResponseTemplates: { 'application/json': Match.stringLikeRegexp('temporarily_unavailable') },
  });
});

describe('the synthesis', () => {
  test('looks nothing up in an account, whatever the settings contain', () => {
    const settings = checkSettings({
      customDomain: {
        name: 'api.example.com',
        certificateArn: 'arn:aws:acm:eu-west-1:123456789012:certificate/one',
        hostedZoneId: 'Z1',
        hostedZoneName: 'example.com',
      },
      vpc: {
        vpcId: 'vpc-0123456789abcdef0',
        availabilityZones: ['eu-west-1a'],
        subnetIds: ['subnet-0123456789abcdef0'],
        securityGroupIds: ['sg-0123456789abcdef0'],
      },
      alarmTopicArn: 'arn:aws:sns:eu-west-1:123456789012:alarms',
    });
    const missing = withApp((app) => {
      new ParleyStack(app, 'Test', { settings });
      return app.synth().manifest.missing;
    });
    expect(missing).toBeUndefined();
  });

  test('sends no telemetry and requests no notices', () => {
    const manifest = JSON.parse(readFileSync(new URL('../../cdk.json', import.meta.url), 'utf8'));
    expect(manifest).toMatchObject({ notices: false, versionReporting: false });
    expect(manifest.context).toMatchObject({ 'cli-telemetry': false });
  });
});

describe('cdk-nag’s AwsSolutions', () => {
  test.each([
    ['as it is without settings', {}],
    ['with all that settings add', EVERYTHING],
  ])('find only explained findings in a deployment %s', (_, settings) => {
    expect(() =>
      synthesizeWithNag((app) => new ParleyStack(app, 'Test', { settings: checkSettings(settings) })),
    ).not.toThrow();
  });

  test('would reject a bucket that accepts requests without TLS', () => {
    expect(() => synthesizeWithNag((app) => new Bucket(new Stack(app, 'Test'), 'Open'))).toThrow(
      'does not require requests to use SSL',
    );
  });
});
