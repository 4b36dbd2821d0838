import { describe, expect, test } from 'vitest';
import { checkSettings, readSettings, SettingsError } from '../../infra/settings.ts';

describe('settings', () => {
  test('of nothing are those of a careful production', () => {
    expect(checkSettings()).toMatchObject({
      authorizerCacheSeconds: 0,
      deletionProtection: true,
      waf: { enabled: true },
      logRetentionDays: 30,
      serviceUserIdAliases: ['clinc_user_id'],
    });
  });

  test('of the context are JSON wherever they are no mere text', () => {
    const context: Record<string, unknown> = {
      stackName: 'Other',
      authorizerCacheSeconds: '60',
      waf: '{"enabled": false}',
      memoryMegabytes: { query: 3008 },
      '@aws-cdk/some:flag': true,
    };
    expect(readSettings((name) => context[name])).toMatchObject({
      stackName: 'Other',
      authorizerCacheSeconds: 60,
      waf: { enabled: false, oauthRequestsPerAddress: 300 },
      memoryMegabytes: { query: 3008 },
    });
  });

  test.each([
    [{ authorizerCacheSeconds: 301 }, 'authorizerCacheSeconds'],
    [{ authorizerCacheSeconds: -1 }, 'authorizerCacheSeconds'],
    [{ corsOrigin: 'https://app.example.com/' }, 'corsOrigin: must be * or an origin'],
    [{ corsOrigin: 'app.example.com' }, 'corsOrigin: must be * or an origin'],
    [{ logRetentionDays: 31 }, 'logRetentionDays: must be one of 1, 3, 5'],
    [{ memoryMegabytes: { qeury: 512 } }, 'memoryMegabytes.qeury'],
    [{ memoryMegabytes: { query: 127 } }, 'memoryMegabytes.query'],
    [{ memoryMegabytes: { query: 10_241 } }, 'memoryMegabytes.query'],
    [{ provisionedConcurrency: { query: 0 } }, 'provisionedConcurrency.query'],
    [{ throttles: { oauth: { rate: 0, burst: 1 } } }, 'throttles.oauth.rate'],
    [{ waf: { requestsPerAddress: 9 } }, 'waf.requestsPerAddress'],
    [{ alarmTopicArn: 'arn:aws:sqs:eu-west-1:123456789012:q' }, 'alarmTopicArn: must be an ARN of sns'],
    [{ customDomain: { name: 'API.example.com', certificateArn: 'x' } }, 'customDomain.name'],
    [
      { vpc: { vpcId: 'vpc-1', availabilityZones: [], subnetIds: [], securityGroupIds: [] } },
      'vpc.subnetIds',
    ],
    [{ businessLogic: { DIRECTORY_TABLE: 'x' } }, 'businessLogic.DIRECTORY_TABLE'],
    [{ stackName: '1st' }, 'stackName'],
    [{ colour: 'blue' }, 'colour'],
  ])('%j cannot be deployed, and the message says where the fault is', (given, where) => {
    expect(() => checkSettings(given)).toThrow(SettingsError);
    expect(() => checkSettings(given)).toThrow(where);
  });
});
