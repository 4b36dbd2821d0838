import { describe, expect, test } from 'vitest';
import { FUNCTIONS } from '../../infra/functions.ts';
import { ROUTES, servedMethods } from '../../infra/routes.ts';
import { checkSettings, type GivenSettings } from '../../infra/settings.ts';
import { ParleyStack } from '../../infra/stack.ts';
import { TABLES } from '../../infra/tables.ts';
import { type Properties, propertiesOf, templateWith, withApp } from '../support/stack.ts';

const functionsWith = (given: GivenSettings): Map<string, Properties> => {
  const found = Object.entries(templateWith(given).findResources('AWS::Lambda::Function'));
  return new Map(found.map(([id, { Properties }]) => [id.slice(0, -8), Properties]));
};
const environmentsWith = (given: GivenSettings, variable: string): [string, string][] =>
  [...functionsWith(given)].flatMap(([id, { Environment }]) =>
    variable in Environment.Variables ? [[id, Environment.Variables[variable]]] : [],
  );

const DOMAIN = {
  name: 'api.example.com',
  certificateArn: 'arn:aws:acm:eu-west-1:123456789012:certificate/one',
};
const ZONE = { hostedZoneId: 'Z1', hostedZoneName: 'example.com' };
const VPC = {
  vpcId: 'vpc-0123456789abcdef0',
  availabilityZones: ['eu-west-1a'],
  subnetIds: ['subnet-0123456789abcdef0'],
  securityGroupIds: ['sg-0123456789abcdef0'],
};

/** Independent settings, so that one synthesis shows all their effects. */
const MANY: GivenSettings = {
  tracing: true,
  metricsByInstitution: true,
  stageName: 'prod',
  authorizerCacheSeconds: 300,
  throttles: {
    all: { rate: 3, burst: 4 },
    oauth: { rate: 5, burst: 6 },
    routes: { 'POST /v1/query': { rate: 7, burst: 9 }, 'POST /v1/oauth/revoke': { rate: 8, burst: 8 } },
  },
  waf: {
    requestsPerCredential: 1000,
    otherRequestsPerCredential: 500,
    requestsPerAddress: 100,
    requestsPerChannel: 700,
    credentialedRequestsPerAddress: 2000,
    oauthRequestsPerAddress: 10,
    managedRules: false,
  },
  logRetentionDays: 365,
  memoryMegabytes: { 'keys-list': 1024 },
  alarmTopicArn: 'arn:aws:sns:eu-west-1:123456789012:alarms',
  vpc: VPC,
  accountLogging: false,
  deletionProtection: false,
  businessLogic: { allowedRanges: ['10.0.0.0/8', 'fd00::/8'], slowCalls: 5 },
  waiting: 5,
  issuer: 'https://parley.example',
  serviceUserIdAliases: ['a', 'b'],
  errorAliases: ['detail'],
  auditRetentionDays: 7,
  corsOrigins: ['https://a.example', 'https://b.example'],
};

const WARM = { Conversations: { writes: 25_000 }, Sessions: { reads: 20_000, writes: 10_000 } };
/** More settings for one synthesis, which `MANY` leaves out or sets differently. */
const OTHERS: GivenSettings = {
  customDomain: DOMAIN,
  issuer: 'https://login.example.com',
  waf: { enabled: false },
  warmThroughput: WARM,
};
/** A custom domain that closes the API's own address, with a channel and the firewall limits of `MANY`. */
const OWN_ADDRESS: GivenSettings = {
  customDomain: { ...DOMAIN, ...ZONE },
  channels: ['sms'],
  ...(MANY.waf && { waf: MANY.waf }),
};

describe('settings', () => {
  test('tag the stack, and thereby everything in it', () => {
    const settings = checkSettings({ tags: { team: 'bank' } });
    const tags = withApp((app) => new ParleyStack(app, 'Test', { settings }).tags.tagValues());
    expect(tags).toEqual({ team: 'bank' });
  });

  test('trace the gateway and every function if set, and otherwise nothing', () => {
    const traced = templateWith(MANY);
    traced.hasResourceProperties('AWS::ApiGateway::Stage', { TracingEnabled: true });
    for (const { TracingConfig, Environment } of propertiesOf(traced, 'AWS::Lambda::Function')) {
      expect(TracingConfig).toEqual({ Mode: 'Active' });
      expect(Environment.Variables.TRACING).toBe('true');
    }
    const plain = JSON.stringify(templateWith().toJSON());
    for (const word of ['TRACING', 'TracingEnabled', 'TracingConfig', 'xray:'])
      expect(plain).not.toContain(word);
  });

  test('have metrics by institution only if set', () => {
    const named = environmentsWith(MANY, 'METRICS_BY_INSTITUTION');
    expect(named).toHaveLength(Object.keys(FUNCTIONS).length);
    expect(environmentsWith({}, 'METRICS_BY_INSTITUTION')).toEqual([]);
  });

  test('name the stage, and the address with it', () => {
    const given = templateWith(MANY);
    given.hasResourceProperties('AWS::ApiGateway::Stage', { StageName: 'prod' });
    const [stage = ''] = Object.keys(given.findResources('AWS::ApiGateway::Stage'));
    expect(JSON.stringify(given.findOutputs('BaseUrl'))).toContain(`{"Ref":"${stage}"}`);
  });

  test('give the API a domain, and its record where the zone is known', () => {
    const given = templateWith(OWN_ADDRESS);
    given.hasResourceProperties('AWS::ApiGateway::DomainName', {
      SecurityPolicy: 'TLS_1_2',
      RegionalCertificateArn: DOMAIN.certificateArn,
    });
    given.hasResourceProperties('AWS::Route53::RecordSet', { Name: 'api.example.com.' });
    expect(given.findOutputs('BaseUrl').BaseUrl?.Value).toBe('https://api.example.com');
    templateWith(OTHERS).resourceCountIs('AWS::Route53::RecordSet', 0);
  });

  test('name the issuer: the given one, else the domain, else none', () => {
    const issuersWith = (given: GivenSettings) =>
      new Set(environmentsWith(given, 'ISSUER').map(([, issuer]) => issuer));
    expect(issuersWith(OWN_ADDRESS)).toEqual(new Set(['https://api.example.com']));
    expect(issuersWith(OTHERS)).toEqual(new Set([OTHERS.issuer]));
    expect(issuersWith({})).toEqual(new Set());
  });

  test('close the API’s own address if it has a domain, unless both are requested', () => {
    const restOf = (settings: GivenSettings) => {
      const given = templateWith(settings);
      const [{ DisableExecuteApiEndpoint }] = propertiesOf(given, 'AWS::ApiGateway::RestApi');
      return {
        closed: DisableExecuteApiEndpoint,
        deployments: given.findResources('AWS::ApiGateway::Deployment'),
      };
    };
    const customDomain = { ...DOMAIN, ...ZONE, keepDefaultEndpoint: true };
    const [without, closed, both] = [{}, OWN_ADDRESS, { ...OWN_ADDRESS, customDomain }].map(restOf);
    expect([without?.closed, closed?.closed, both?.closed]).toEqual([undefined, true, undefined]);
    // API Gateway closes the address only at the next deployment of the API.
    expect(Object.keys(closed?.deployments ?? {})).not.toEqual(Object.keys(both?.deployments ?? {}));
  });

  test('cache the authorizer’s answers for up to 300 seconds', () => {
    templateWith(MANY).hasResourceProperties('AWS::ApiGateway::Authorizer', {
      AuthorizerResultTtlInSeconds: 300,
    });
  });

  test('of the authorizer make a new deployment of the API, since they have no effect without it', () => {
    const deploymentWith = (given: GivenSettings) =>
      Object.keys(templateWith(given).findResources('AWS::ApiGateway::Deployment'));
    const before = deploymentWith({});
    expect(deploymentWith({ authorizerCacheSeconds: 300 })).not.toEqual(before);
    expect(deploymentWith({ provisionedConcurrency: { authorizer: 2 } })).not.toEqual(before);
  });

  test('limit all requests, those under /v1/oauth, and a single route', () => {
    const [{ MethodSettings }] = propertiesOf(templateWith(MANY), 'AWS::ApiGateway::Stage');
    const limits = new Map(
      MethodSettings.map((setting: Properties) => [
        `${setting.HttpMethod} ${setting.ResourcePath.replaceAll('~1', '/')}`,
        [setting.ThrottlingRateLimit, setting.ThrottlingBurstLimit],
      ]),
    );
    expect(limits.get('* /*')).toEqual([3, 4]);
    expect(limits.get('POST //v1/oauth')).toEqual([5, 6]);
    expect(limits.get('POST //v1/oauth/revoke')).toEqual([8, 8]);
    expect(limits.get('POST //v1/query')).toEqual([7, 9]);
    expect(limits.get('HEAD //v1/oauth/authorize')).toEqual(limits.get('GET //v1/oauth/authorize'));
    const limited = ROUTES.filter(({ path }) => path.startsWith('/v1/oauth') || path === '/v1/query');
    const watching = ROUTES.filter((route) => 'evenWhenBusy' in route);
    expect(limits.size).toBe(1 + [...limited, ...watching].flatMap(servedMethods).length);
  });

  test('cannot limit an unknown route', () => {
    const routes = { 'GET /v1/query': { rate: 1, burst: 1 } };
    expect(() => templateWith({ throttles: { routes } })).toThrow('throttles.routes: "GET /v1/query"');
  });

  test('set the firewall’s limits, or leave it out', () => {
    const limitsWith = (given: GivenSettings) => {
      const [{ Rules }] = propertiesOf(templateWith(given), 'AWS::WAFv2::WebACL');
      return Rules.map(({ Name, Statement }: Properties) => [Name, Statement.RateBasedStatement?.Limit]);
    };
    expect(limitsWith(MANY)).toEqual([
      ['probes', undefined],
      ['oauth', 10],
      ['credential', 1000],
      ['others', 500],
      ['address', 100],
      ['credentials', 2000],
    ]);
    expect(limitsWith({})).toHaveLength(9);
    const [{ Rules }] = propertiesOf(templateWith(OWN_ADDRESS), 'AWS::WAFv2::WebACL');
    expect(Rules.find(({ Name }: Properties) => Name === 'channel').Statement.RateBasedStatement.Limit).toBe(
      700,
    );
    const without = templateWith(OTHERS);
    without.resourceCountIs('AWS::WAFv2::WebACL', 0);
    without.resourceCountIs('AWS::WAFv2::WebACLAssociation', 0);
  });

  test('warm a table and its index, and no other table', () => {
    const warm = (given: GivenSettings) =>
      Object.entries(templateWith(given).findResources('AWS::DynamoDB::Table')).flatMap(
        ([
          id,
          {
            Properties: { WarmThroughput, GlobalSecondaryIndexes = [] },
          },
        ]) =>
          [
            WarmThroughput,
            ...GlobalSecondaryIndexes.map((index: Properties) => index.WarmThroughput),
          ].flatMap((throughput) =>
            throughput === undefined ? [] : [[id.replace(/^Store|.{8}$/g, ''), throughput]],
          ),
      );
    const ofSessions = { ReadUnitsPerSecond: 20_000, WriteUnitsPerSecond: 10_000 };
    expect(warm(OTHERS)).toEqual([
      ['Sessions', ofSessions],
      ['Sessions', ofSessions],
      ['Conversations', { WriteUnitsPerSecond: 25_000 }],
    ]);
    expect(warm({})).toEqual([]);
  });

  test('keep every log for the given number of days', () => {
    const groups = propertiesOf(templateWith(MANY), 'AWS::Logs::LogGroup');
    expect(groups).toHaveLength(Object.keys(FUNCTIONS).length + 1);
    for (const { RetentionInDays } of groups) expect(RetentionInDays).toBe(365);
  });

  test('give the authorizer, which every call waits for, the memory of at least half a processor', () => {
    expect(functionsWith({}).get('Authorizer').MemorySize).toBeGreaterThanOrEqual(1024);
  });

  test('set the memory of a single function, and not of the others', () => {
    const [before, after] = [functionsWith({}), functionsWith(MANY)];
    for (const [id, { MemorySize }] of after) {
      expect(MemorySize, id).toBe(id === 'KeysList' ? 1024 : before.get(id).MemorySize);
    }
  });

  test.each(['query', 'authorizer'])('keep environments of %s warm, which the gateway then calls', (name) => {
    const given = templateWith({ provisionedConcurrency: { [name]: 2 } });
    given.resourceCountIs('AWS::Lambda::Alias', 1);
    given.hasResourceProperties('AWS::Lambda::Alias', {
      ProvisionedConcurrencyConfig: { ProvisionedConcurrentExecutions: 2 },
    });
    const [alias = ''] = Object.keys(given.findResources('AWS::Lambda::Alias'));
    const callers = ['AWS::ApiGateway::Method', 'AWS::ApiGateway::Authorizer'];
    const called = callers.flatMap((type) => propertiesOf(given, type));
    expect(JSON.stringify(called)).toContain(alias);
  });

  test('notify a topic of every alarm and of its end', () => {
    const topic = MANY.alarmTopicArn;
    const alarms = propertiesOf(templateWith(MANY), 'AWS::CloudWatch::Alarm');
    expect(alarms.length).toBeGreaterThan(Object.keys(FUNCTIONS).length);
    for (const { AlarmActions, OKActions } of alarms) {
      expect(AlarmActions).toEqual([topic]);
      expect(OKActions).toEqual([topic]);
    }
    for (const { AlarmActions } of propertiesOf(templateWith(), 'AWS::CloudWatch::Alarm')) {
      expect(AlarmActions).toBeUndefined();
    }
  });

  test('put only the query function into a network, with the right to use it', () => {
    const inside = [...functionsWith(MANY)].filter(([, { VpcConfig }]) => VpcConfig !== undefined);
    expect(inside.map(([id, { VpcConfig }]) => [id, VpcConfig])).toEqual([
      ['Query', { SubnetIds: VPC.subnetIds, SecurityGroupIds: VPC.securityGroupIds }],
    ]);
    const managed = propertiesOf(templateWith(MANY), 'AWS::IAM::Role').filter(({ ManagedPolicyArns }) =>
      JSON.stringify(ManagedPolicyArns ?? '').includes('AWSLambdaVPCAccessExecutionRole'),
    );
    expect(managed).toHaveLength(1);
  });

  test('can leave the account’s logging role to another stack', () => {
    templateWith().resourceCountIs('AWS::ApiGateway::Account', 1);
    templateWith(MANY).resourceCountIs('AWS::ApiGateway::Account', 0);
  });

  test('of a disposable deployment leave nothing behind', () => {
    const given = templateWith(MANY);
    const kept = ['AWS::DynamoDB::Table', 'AWS::S3::Bucket', 'AWS::SecretsManager::Secret'].flatMap((type) =>
      Object.values(given.findResources(type)),
    );
    expect(kept).toHaveLength(Object.keys(TABLES).length + 2);
    for (const { DeletionPolicy } of kept) expect(DeletionPolicy).toBe('Delete');
    for (const table of propertiesOf(given, 'AWS::DynamoDB::Table')) {
      expect(table.DeletionProtectionEnabled).toBe(false);
    }
  });
});

describe('settings that functions read', () => {
  const oauth = [
    'OauthToken',
    'OauthAuthorize',
    'OauthAccount',
    'OauthRevoke',
    'OauthIntrospect',
    'OauthMetadata',
  ];

  test('of business logic reach the query function alone', () => {
    const told = environmentsWith(MANY, 'BLS_ALLOWED_RANGES');
    expect(told).toEqual([['Query', '10.0.0.0/8,fd00::/8']]);
    expect(environmentsWith({}, 'BLS_ALLOWED_RANGES')).toEqual([]);
    expect(environmentsWith(MANY, 'SLOW_CALLS')).toEqual([['Query', '5']]);
  });

  test('of waits for messages reach the functions that wait', () => {
    expect(environmentsWith(MANY, 'MAX_WAITING')).toEqual([
      ['DialogMessages', '5'],
      ['HandoffsRead', '5'],
    ]);
  });

  test('of the issuer and of aliases reach the functions that name them', () => {
    expect(environmentsWith(MANY, 'ISSUER')).toEqual(oauth.map((id) => [id, MANY.issuer]));
    expect(environmentsWith(MANY, 'SERVICE_USER_ID_ALIASES')).toEqual(oauth.map((id) => [id, 'a,b']));
  });

  test('of error aliases reach every function, and none by default', () => {
    const told = environmentsWith(MANY, 'ERROR_ALIASES');
    expect(told).toEqual([...functionsWith({}).keys()].map((id) => [id, 'detail']));
    expect(environmentsWith({}, 'ERROR_ALIASES')).toEqual([]);
  });

  test('of the audit trail reach the functions that write it', () => {
    const writers = Object.values(FUNCTIONS).filter(({ tables }) => tables.Audit !== undefined);
    const told = environmentsWith(MANY, 'AUDIT_RETENTION_DAYS');
    expect(told).toHaveLength(writers.length);
    for (const [, days] of told) expect(days).toBe('7');
  });

  test('of origins reach every function that scripts of other origins may call', () => {
    const told = new Map(environmentsWith(MANY, 'CORS_ORIGINS'));
    expect(told.get('Query')).toBe('https://a.example https://b.example');
    // No script calls the pages, and no browser calls the authorizer, the grouping or the training.
    expect([...functionsWith({}).keys()].filter((id) => !told.has(id))).toEqual([
      'Authorizer',
      'OauthAuthorize',
      'OauthAccount',
      'UnhandledGroups',
      'DraftsTrain',
      'Console',
    ]);
  });
});
