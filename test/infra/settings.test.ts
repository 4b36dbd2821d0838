import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, test, vi } from 'vitest';
import {
  checkSettings,
  configNames,
  deployedEncoder,
  readSettings,
  SettingsError,
} from '../../infra/settings.ts';

const CERTIFICATE = 'arn:aws:acm:eu-west-1:123456789012:certificate/one';
const TOPIC = 'arn:aws:sns:eu-west-1:123456789012:alarms';
const VPC = {
  vpcId: 'vpc-0123456789abcdef0',
  availabilityZones: ['eu-west-1a'],
  subnetIds: ['subnet-0123456789abcdef0'],
  securityGroupIds: ['sg-0123456789abcdef0'],
};
const origins = (count: number) => Array.from({ length: count }, (_, n) => `https://${n}.example`);

describe('settings', () => {
  test('have careful defaults for production', () => {
    expect(checkSettings()).toEqual({
      stackName: 'Parley',
      tags: {},
      stageName: 'api',
      authorizerCacheSeconds: 0,
      corsOrigins: ['*'],
      errorAliases: [],
      throttles: { all: { rate: 500, burst: 1000 }, oauth: { rate: 500, burst: 1000 }, routes: {} },
      waf: {
        enabled: true,
        managedRules: true,
        requestsPerCredential: 60_000,
        otherRequestsPerCredential: 6_000,
        requestsPerAddress: 10_000,
        credentialedRequestsPerAddress: 120_000,
        requestsPerChannel: 60_000,
        oauthRequestsPerAddress: 300,
      },
      logRetentionDays: 30,
      memoryMegabytes: {},
      provisionedConcurrency: {},
      warmThroughput: {},
      canaryDeployments: false,
      accountLogging: true,
      metricsByInstitution: false,
      tracing: false,
      webhooks: false,
      channels: [],
      voiceRelay: false,
      desks: [],
      deletionProtection: true,
      serviceUserIdAliases: ['clinc_user_id'],
      businessLogic: { allowedRanges: [] },
    });
  });

  test('from the context may be JSON or text, and the CDK’s own names are ignored', () => {
    const context = {
      stackName: 'Other',
      authorizerCacheSeconds: '60',
      waf: '{"enabled": false}',
      memoryMegabytes: { query: 3008 },
      corsOrigins: '["https://app.example.com"]',
      '@aws-cdk/some:flag': true,
      'aws:cdk:bundling-stacks': [],
      'cli-telemetry': false,
    };
    expect(readSettings(context)).toMatchObject({
      stackName: 'Other',
      authorizerCacheSeconds: 60,
      waf: { enabled: false, oauthRequestsPerAddress: 300 },
      memoryMegabytes: { query: 3008 },
      corsOrigins: ['https://app.example.com'],
    });
  });

  test('from the context with an unknown name are rejected', () => {
    expect(() => readSettings({ authoriserCacheSeconds: '60' })).toThrow('authoriserCacheSeconds');
  });

  test.each([
    [{ stackName: `A${'b'.repeat(127)}` }],
    [{ stageName: 'prod_1-2' }],
    [{ stageName: 's'.repeat(128) }],
    [{ customDomain: { name: 'api.example.com', certificateArn: CERTIFICATE } }],
    [{ customDomain: { name: 'api.example.com', certificateArn: CERTIFICATE, keepDefaultEndpoint: true } }],
    [{ customDomain: { name: 'a.b.example', certificateArn: CERTIFICATE.replace('aws', 'aws-cn') } }],
    [{ authorizerCacheSeconds: 300 }],
    [{ corsOrigins: ['https://app.example.com', 'http://localhost:8080'] }],
    [{ corsOrigins: origins(20) }],
    [{ throttles: { all: { rate: 1, burst: 1 }, oauth: { rate: 100_000, burst: 100_000 } } }],
    [{ waf: { requestsPerAddress: 10, oauthRequestsPerAddress: 2_000_000_000 } }],
    [{ logRetentionDays: 1 }],
    [{ logRetentionDays: 3653 }],
    [{ auditRetentionDays: 1 }],
    [{ auditRetentionDays: 36_500 }],
    [{ issuer: 'https://parley.example/path' }],
    [{ memoryMegabytes: { query: 10_240, authorizer: 128 } }],
    [{ provisionedConcurrency: { query: 1, authorizer: 1000 } }],
    [{ warmThroughput: { Conversations: { writes: 4000 }, Sessions: { reads: 12_000, writes: 40_000 } } }],
    [{ alarmTopicArn: TOPIC }],
    [{ vpc: VPC }],
    [{ serviceUserIdAliases: [] }],
    [{ businessLogic: { allowedRanges: ['10.0.0.0/8', 'fd12:3456::/32'] } }],
    [{ encoder: { source: '../models/e5-small', languages: ['de', 'fr'] } }],
    [{ encoder: { source: '@bank/encoder', languages: ['*'] } }],
  ])('%j can be deployed', (given) => {
    expect(checkSettings(given)).toMatchObject(given);
  });

  test.each([
    [{ stackName: '1st' }, 'stackName'],
    [{ stackName: `A${'b'.repeat(128)}` }, 'stackName'],
    [{ stageName: 'a b' }, 'stageName'],
    [{ stageName: '' }, 'stageName'],
    [{ stageName: 's'.repeat(129) }, 'stageName'],
    [{ customDomain: { name: 'API.example.com', certificateArn: CERTIFICATE } }, 'customDomain.name'],
    [
      { customDomain: { name: 'a.example', certificateArn: TOPIC } },
      'customDomain.certificateArn: must be an ARN',
    ],
    [
      { customDomain: { name: 'a.example', certificateArn: CERTIFICATE, hostedZoneId: 'Z1' } },
      'customDomain: needs both hostedZoneId and hostedZoneName',
    ],
    [{ authorizerCacheSeconds: 301 }, 'authorizerCacheSeconds'],
    [{ authorizerCacheSeconds: -1 }, 'authorizerCacheSeconds'],
    [{ authorizerCacheSeconds: 1.5 }, 'authorizerCacheSeconds'],
    [{ authorizerCacheSeconds: Number.NaN }, 'authorizerCacheSeconds'],
    [{ corsOrigins: 'https://app.example.com' }, 'corsOrigins: Invalid input: expected array'],
    [{ corsOrigins: [] }, 'corsOrigins: must list 1 to 20 origins'],
    [{ errorAliases: ['error'] }, 'errorAliases.0: '],
    [{ corsOrigins: origins(21) }, 'corsOrigins: must list 1 to 20 origins'],
    [{ corsOrigins: ['https://app.example.com/'] }, 'corsOrigins.0: must be * or an origin'],
    [{ corsOrigins: ['https://App.example.com'] }, 'corsOrigins.0: must be * or an origin'],
    [{ corsOrigins: ['app.example.com'] }, 'corsOrigins.0: must be * or an origin'],
    [{ corsOrigins: ['null'] }, 'corsOrigins.0: must be * or an origin'],
    [{ corsOrigins: ['*', 'https://a.example'] }, 'corsOrigins: * already allows every origin'],
    [{ corsOrigins: ['https://a.example', 'https://a.example'] }, 'corsOrigins: lists an origin twice'],
    [{ throttles: { oauth: { rate: 0, burst: 1 } } }, 'throttles.oauth.rate'],
    [{ throttles: { all: { rate: 1, burst: 100_001 } } }, 'throttles.all.burst'],
    [{ throttles: { routes: { 'POST /v1/query': { rate: 1 } } } }, 'throttles.routes.POST /v1/query.burst'],
    [{ waf: { enabled: 'yes' } }, 'waf.enabled'],
    [{ waf: { requestsPerAddress: 9 } }, 'waf.requestsPerAddress'],
    [{ waf: { oauthRequestsPerAddress: 2_000_000_001 } }, 'waf.oauthRequestsPerAddress'],
    [{ logRetentionDays: 0 }, 'logRetentionDays: must be one of 1, 3, 5'],
    [{ logRetentionDays: 31 }, 'logRetentionDays: must be one of 1, 3, 5'],
    [{ auditRetentionDays: 0 }, 'auditRetentionDays'],
    [{ auditRetentionDays: 36_501 }, 'auditRetentionDays'],
    [{ issuer: 'http://parley.example' }, 'issuer: must be an https URL'],
    [{ issuer: 'https://parley.example?x' }, 'issuer: must be an https URL'],
    [{ memoryMegabytes: { qeury: 512 } }, 'memoryMegabytes.qeury'],
    [{ memoryMegabytes: { query: 127 } }, 'memoryMegabytes.query'],
    [{ memoryMegabytes: { query: 10_241 } }, 'memoryMegabytes.query'],
    [{ provisionedConcurrency: { qeury: 1 } }, 'provisionedConcurrency.qeury'],
    [{ provisionedConcurrency: { query: 0 } }, 'provisionedConcurrency.query'],
    [{ provisionedConcurrency: { query: 1001 } }, 'provisionedConcurrency.query'],
    [{ accountLogging: 1 }, 'accountLogging'],
    [{ alarmTopicArn: 'arn:aws:sqs:eu-west-1:123456789012:q' }, 'alarmTopicArn: must be an ARN of sns'],
    [{ vpc: { ...VPC, vpcId: 'vpc' } }, 'vpc.vpcId'],
    [{ vpc: { ...VPC, availabilityZones: [] } }, 'vpc.availabilityZones'],
    [{ vpc: { ...VPC, subnetIds: [] } }, 'vpc.subnetIds'],
    [{ vpc: { ...VPC, securityGroupIds: ['group'] } }, 'vpc.securityGroupIds.0'],
    [{ deletionProtection: 'no' }, 'deletionProtection'],
    [{ serviceUserIdAliases: ['User'] }, 'serviceUserIdAliases.0'],
    [
      { businessLogic: { BLS_URL: 'https://logic.example' } },
      'businessLogic: does not have BLS_URL: names are set per',
    ],
    [{ encoder: { source: '../models/e5-small' } }, 'encoder.languages'],
    [{ encoder: { source: '', languages: ['de'] } }, 'encoder.source'],
    [{ encoder: { source: 'e5', languages: [] } }, 'encoder.languages'],
    [{ encoder: { source: 'e5', languages: ['german'] } }, 'encoder.languages.0: must be ISO 639-1 codes'],
    [{ businessLogic: { allowedRanges: ['10.0.0.0'] } }, 'businessLogic.allowedRanges.0: must be a range'],
    [{ businessLogic: { slowCalls: 0 } }, 'businessLogic.slowCalls'],
    [{ businessLogic: { allowedRanges: ['10.0.0.0/33'] } }, 'businessLogic.allowedRanges.0: must be a range'],
    [{ businessLogic: { allowedRanges: '10.0.0.0/8' } }, 'businessLogic.allowedRanges'],
    [{ colour: 'blue' }, 'colour'],
    [{ tags: { 'aws:team': 'a' } }, 'must be 1 to 128'],
    [{ tags: { ['a'.repeat(129)]: 'a' } }, 'must be 1 to 128'],
    [{ tags: { team: 'a'.repeat(257) } }, 'tags.team'],
  ])('%j cannot be deployed, and the message names the fault', (given, where) => {
    expect(() => checkSettings(given)).toThrow(SettingsError);
    expect(() => checkSettings(given)).toThrow(where);
  });
});

test('the encoder of a deployment comes from the settings, else the environment, else it is ours', () => {
  const languages = ['fr', 'de', 'fr'];
  const named = { source: '/models/own', languages: ['de', 'fr'] };
  vi.stubEnv('PARLEY_ENCODER', '');
  expect(deployedEncoder(checkSettings())).toBeNull();
  expect(deployedEncoder(checkSettings({ encoder: { source: '/models/own', languages } }))).toEqual(named);
  vi.stubEnv('PARLEY_ENCODER', '/models/other');
  vi.stubEnv('PARLEY_ENCODER_LANGUAGES', '*');
  expect(deployedEncoder(checkSettings())).toEqual({ source: '/models/other', languages: ['*'] });
  expect(deployedEncoder(checkSettings({ encoder: { source: '/models/own', languages } }))).toEqual(named);
  vi.unstubAllEnvs();
});

describe('the settings of an environment', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'parley-config-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const file = (name: string, content: string) => writeFileSync(path.join(folder, `${name}.json`), content);
  const read = (context: Record<string, unknown>) =>
    readSettings(context, new URL(`${pathToFileURL(folder)}/`));

  test('are those of its file, in a stack of its own', () => {
    file('prod', '{"logRetentionDays": 365, "tags": {"team": "bank"}}');
    expect(read({ config: 'prod' })).toMatchObject({
      stackName: 'Parley-prod',
      logRetentionDays: 365,
      tags: { team: 'bank' },
    });
    file('named', '{"stackName": "Bank"}');
    expect(read({ config: 'named' }).stackName).toBe('Bank');
    expect(read({}).stackName).toBe('Parley');
  });

  test('are overridden by the context', () => {
    file('test', '{"logRetentionDays": 7, "stageName": "test"}');
    const { logRetentionDays, stageName } = read({ config: 'test', logRetentionDays: '1' });
    expect([logRetentionDays, stageName]).toEqual([1, 'test']);
  });

  test('may have a number as their name', () => {
    file('2', '{}');
    expect(read({ config: '2' }).stackName).toBe('Parley-2');
  });

  test.each([
    ['staging', 'infra/config/staging.json does not exist; available: '],
    ['../prod', 'is not an environment name'],
    ['', 'is not an environment name'],
    ['list', 'list.json: must be one JSON object'],
    ['broken', 'broken.json: must be one JSON object'],
    ['wrong', 'colour'],
  ])('that cannot be read stop the synthesis: %j', (config, message) => {
    file('list', '[]');
    file('broken', '{');
    file('wrong', '{"colour": "blue"}');
    expect(() => read({ config })).toThrow(SettingsError);
    expect(() => read({ config })).toThrow(message);
  });

  test.each(configNames())('%s.json of the repository can be deployed', (config) => {
    expect(() => readSettings({ config })).not.toThrow();
  });
});
