import { Match } from 'aws-cdk-lib/assertions';
import { describe, expect, test } from 'vitest';
import { FUNCTIONS } from '../../infra/functions.ts';
import { hasPreflight } from '../../infra/gateway-responses.ts';
import { environmentFromOutputs } from '../../infra/outputs.ts';
import { ROUTES_OF_EVERY_DEPLOYMENT, servedMethods } from '../../infra/routes.ts';
import { TABLES } from '../../infra/tables.ts';
import { rolePolicies, templateWith } from '../support/stack.ts';

type Resource = { Properties: Record<string, unknown>; DeletionPolicy?: string };

const template = templateWith();
const resources = (type: string) => Object.entries(template.findResources(type)) as [string, Resource][];

describe('the store', () => {
  test('has every table on demand, recoverable to any second, and kept when the stack goes', () => {
    const tables = resources('AWS::DynamoDB::Table');
    expect(tables).toHaveLength(Object.keys(TABLES).length);
    for (const [, { Properties, DeletionPolicy }] of tables) {
      expect(Properties.BillingMode).toBe('PAY_PER_REQUEST');
      expect(Properties.PointInTimeRecoverySpecification).toEqual({ PointInTimeRecoveryEnabled: true });
      expect(DeletionPolicy).toBe('Retain');
    }
  });

  test('expires what the table definitions say, and nothing else', () => {
    const expiring = resources('AWS::DynamoDB::Table').filter(
      ([, { Properties }]) => Properties.TimeToLiveSpecification !== undefined,
    );
    const defined = Object.values(TABLES).filter((table) => 'timeToLive' in table);
    expect(expiring).toHaveLength(defined.length);
  });

  test('keeps artifacts private, encrypted and versioned', () => {
    template.hasResource('AWS::S3::Bucket', {
      DeletionPolicy: 'Retain',
      Properties: {
        PublicAccessBlockConfiguration: {
          BlockPublicAcls: true,
          BlockPublicPolicy: true,
          IgnorePublicAcls: true,
          RestrictPublicBuckets: true,
        },
        VersioningConfiguration: { Status: 'Enabled' },
        BucketEncryption: Match.anyValue(),
      },
    });
  });
});

describe('the deployment’s key', () => {
  const [[id = '', secret] = []] = resources('AWS::SecretsManager::Secret');

  test('is one, made by AWS, and outlives the stack as what it opens does', () => {
    template.resourceCountIs('AWS::SecretsManager::Secret', 1);
    expect(secret).toMatchObject({
      DeletionPolicy: 'Retain',
      Properties: { GenerateSecretString: { PasswordLength: 64, ExcludePunctuation: true } },
    });
  });

  test('is read by those that need it, who may do nothing else with it', () => {
    const readers = Object.keys(FUNCTIONS).filter((name) => FUNCTIONS[name]?.deploymentKey !== undefined);
    const log = [
      ...['dialog-messages', 'dialog-tell', 'feedback', 'conversations-list', 'conversations-read'],
      ...['conversations-test', 'conversations-search'],
      ...[
        'handoffs-list',
        'handoffs-read',
        'handoffs-act',
        'handoffs-suggest',
        'webhooks',
        'unhandled',
        'unhandled-groups',
        'unhandled-dismiss',
      ],
    ];
    const authors = ['drafts-check', 'drafts-publish', 'business-logic-servers', 'drafts-train'];
    expect(readers).toEqual(['keys-create', 'keys-update', 'query', ...log, ...authors]);
    const statements = rolePolicies(template)
      .flatMap(([, { Statement }]): object[] => Statement)
      .filter((statement) => JSON.stringify(statement).includes('secretsmanager'));
    const statement = { Action: 'secretsmanager:GetSecretValue', Effect: 'Allow', Resource: { Ref: id } };
    expect(statements).toEqual(readers.map(() => statement));
    for (const name of Object.keys(FUNCTIONS)) {
      const known = readers.includes(name) ? { Ref: id } : undefined;
      expect(environmentOf(name).DEPLOYMENT_KEY, name).toEqual(known);
    }
  });
});

describe('the functions', () => {
  test('are all there, on Node 24 and arm64', () => {
    const functions = resources('AWS::Lambda::Function');
    expect(functions).toHaveLength(Object.keys(FUNCTIONS).length);
    for (const [, { Properties }] of functions) {
      expect(Properties).toMatchObject({ Runtime: 'nodejs24.x', Architectures: ['arm64'] });
    }
  });

  test('may do what the table of functions says, with no wildcard among the actions', () => {
    for (const [name, { tables }] of Object.entries(FUNCTIONS)) {
      const wanted = Object.entries(tables).flatMap(([table, actions]) =>
        actions.map((action) => `${table} dynamodb:${action}`),
      );
      expect(tableRights(name).sort(), name).toEqual(wanted.sort());
    }
  });

  test('know the names of their own tables only', () => {
    for (const [name, { tables, artifacts, drafts }] of Object.entries(FUNCTIONS)) {
      const named = Object.keys(environmentOf(name)).filter(
        (key) => key.endsWith('_TABLE') || key === 'ARTIFACTS',
      );
      const wanted = Object.entries(TABLES).flatMap(([table, { environment }]) =>
        table in tables ? [environment] : [],
      );
      expect(named.sort(), name).toEqual([...wanted, ...(artifacts || drafts ? ['ARTIFACTS'] : [])].sort());
    }
  });
});

describe('the API', () => {
  const methods = resources('AWS::ApiGateway::Method').map(([, { Properties }]) => Properties);

  test('has each route, guarded by the authorizer unless it is public', () => {
    const integrated = methods.filter(({ HttpMethod }) => HttpMethod !== 'ANY');
    expect(integrated).toHaveLength(ROUTES_OF_EVERY_DEPLOYMENT.flatMap(servedMethods).length);
    const guarded = integrated.filter(({ AuthorizationType }) => AuthorizationType === 'CUSTOM');
    const authorized = ROUTES_OF_EVERY_DEPLOYMENT.filter(({ access }) => access === 'authorized');
    expect(guarded).toHaveLength(authorized.flatMap(servedMethods).length);
  });

  test('asks the authorizer about every request, and only those that carry a credential', () => {
    template.hasResourceProperties('AWS::ApiGateway::Authorizer', {
      Type: 'REQUEST',
      AuthorizerResultTtlInSeconds: 0,
      IdentitySource: 'method.request.header.Authorization',
    });
  });

  test('answers other methods and preflights at no cost of a function', () => {
    const paths = [...new Set(ROUTES_OF_EVERY_DEPLOYMENT.map(({ path }) => path))];
    const preflights = paths.filter((path) => hasPreflight(ROUTES_OF_EVERY_DEPLOYMENT, path)).length;
    // No script calls the pages: sign-in, the account, and the console with its files.
    expect(preflights).toBe(paths.length - 4);
    const mocks = methods.filter(({ HttpMethod }) => HttpMethod === 'ANY');
    expect(mocks).toHaveLength(paths.length + NOTHINGS.length);
    for (const { Integration } of mocks) expect(Integration).toMatchObject({ Type: 'MOCK' });
    const choosing = mocks.filter(({ Integration }) => JSON.stringify(Integration).includes('OPTIONS\\"'));
    expect(choosing).toHaveLength(preflights);
    template.hasResourceProperties('AWS::ApiGateway::Method', {
      HttpMethod: 'ANY',
      Integration: {
        IntegrationResponses: [
          {
            StatusCode: '204',
            SelectionPattern: '204',
            ResponseParameters: {
              'method.response.header.Access-Control-Allow-Methods': "'POST, GET, HEAD, OPTIONS'",
            },
          },
          {
            StatusCode: '405',
            ResponseParameters: { 'method.response.header.Allow': "'POST, GET, HEAD, OPTIONS'" },
          },
        ],
      },
    });
  });

  test('answers what has no route with 404, whatever its Authorization header is', () => {
    const pathOf = resourcePaths();
    const nothings = methods.filter(({ Integration }) =>
      JSON.stringify(Integration).includes('Nothing exists at this path.'),
    );
    expect(nothings.map(({ ResourceId }) => pathOf(ResourceId)).sort()).toEqual([...NOTHINGS].sort());
    for (const method of nothings) {
      expect(method).toMatchObject({
        HttpMethod: 'ANY',
        AuthorizationType: 'NONE',
        Integration: { Type: 'MOCK', IntegrationResponses: [{ StatusCode: '404' }] },
      });
    }
  });

  test('leaves no resource without a method, for which API Gateway would ask for a signature', () => {
    const pathOf = resourcePaths();
    const served = new Set(methods.map(({ ResourceId }) => pathOf(ResourceId)));
    const all = resources('AWS::ApiGateway::Resource').map(([id]) => pathOf({ Ref: id }));
    expect(all.filter((path) => !served.has(path))).toEqual([]);
  });

  test.each([
    ['UNAUTHORIZED', '401', 'unauthorized'],
    ['ACCESS_DENIED', '401', 'invalid_token'],
    ['MISSING_AUTHENTICATION_TOKEN', '404', 'not_found'],
    ['THROTTLED', '429', 'too_many_requests'],
    ['REQUEST_TOO_LARGE', '413', 'payload_too_large'],
  ])("answers %s with %s and the service's error body", (type, status, error) => {
    const [[, found] = ['', undefined]] = resources('AWS::ApiGateway::GatewayResponse').filter(
      ([, { Properties }]) => Properties.ResponseType === type,
    );
    expect(found?.Properties.StatusCode).toBe(status);
    const templates = found?.Properties.ResponseTemplates as Record<string, string>;
    expect(JSON.parse(templates['application/json'] ?? '')).toEqual({
      error,
      error_description: expect.any(String),
      request_id: '$context.requestId',
    });
  });

  test('is regional', () => {
    template.hasResourceProperties('AWS::ApiGateway::RestApi', {
      EndpointConfiguration: { Types: ['REGIONAL'] },
    });
  });
});

test('the outputs tell the operator everything that a function is told of the store and of the training', () => {
  const outputs = new Map(Object.keys(template.findOutputs('*')).map((key) => [key, `value of ${key}`]));
  const environment = environmentFromOutputs(outputs);
  expect(Object.keys(environment).sort()).toEqual(
    [
      ...Object.values(TABLES).map((table) => table.environment),
      'ARTIFACTS',
      'DEPLOYMENT_KEY',
      'TRAINING',
    ].sort(),
  );
});

/** Paths without a route: the parents of routes, and the catch-all. */
const NOTHINGS = [
  '',
  '/{nothing+}',
  '/v1',
  '/v1/apps',
  '/v1/dialog',
  '/.well-known',
  '/v1/oauth/.well-known',
];

/** Returns a function from a template's reference to the resource's path, empty for the root. */
function resourcePaths(): (reference: unknown) => string {
  const byId = new Map(resources('AWS::ApiGateway::Resource'));
  const pathOf = (reference: unknown): string => {
    const resource = byId.get((reference as { Ref?: string }).Ref ?? '');
    if (resource === undefined) return '';
    return `${pathOf(resource.Properties.ParentId)}/${resource.Properties.PathPart}`;
  };
  return pathOf;
}

/** Returns the start of a function's logical id; the CDK appends a hash. */
const idPrefix = (name: string): string =>
  name.replace(/(^|-)([a-z])/g, (_match, _dash, letter: string) => letter.toUpperCase());

function environmentOf(name: string): Record<string, unknown> {
  const [, found] = resources('AWS::Lambda::Function').find(([id]) =>
    new RegExp(`^${idPrefix(name)}[0-9A-F]{8}$`).test(id),
  ) ?? ['', undefined];
  const environment = found?.Properties.Environment as { Variables: Record<string, unknown> } | undefined;
  return environment?.Variables ?? {};
}

/** Returns the DynamoDB rights of a function's role, as `Table dynamodb:Action`. */
function tableRights(name: string): string[] {
  const policies = rolePolicies(template).filter(([id]) => id.startsWith(`${idPrefix(name)}Role`));
  const statements = policies.flatMap(([, policy]): Statement[] => policy.Statement);
  return statements.flatMap(({ Action, Resource }) =>
    [Action]
      .flat()
      .flatMap((action) =>
        action.startsWith('dynamodb:')
          ? [Resource].flat().map((resource) => `${tableOf(resource)} ${action}`)
          : [],
      ),
  );
}

interface Statement {
  Action: string | string[];
  Resource: unknown;
}

const tableOf = (resource: unknown): string =>
  /"Store([A-Za-z]+)[0-9A-F]{8}"/.exec(JSON.stringify(resource))?.[1] ?? 'unknown';
