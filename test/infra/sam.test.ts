import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { FUNCTIONS } from '../../infra/functions.ts';
import { tableOutput } from '../../infra/outputs.ts';
import { ROUTES_OF_EVERY_DEPLOYMENT } from '../../infra/routes.ts';
import { ParleyStack } from '../../infra/stack.ts';
import { TABLES, type TableName } from '../../infra/tables.ts';
import { evaluate } from '../../local/lambda/intrinsics.ts';
import { type Properties, withApp } from '../support/stack.ts';

/** Context for asset and path metadata, which only `cdk synth` turns on. */
const METADATA = { 'aws:cdk:enable-asset-metadata': true, 'aws:cdk:enable-path-metadata': true };

interface Resource {
  id: string;
  Type: string;
  Properties: Properties;
  Metadata: Record<string, unknown>;
  /** Whether the resource's asset existed in the synthesized assembly. */
  assetFound: boolean;
}

/** Resources in template order, with references resolved to logical ids. */
const resources: Resource[] = withApp((app) => {
  new ParleyStack(app, 'Test');
  const { directory, stacks } = app.synth();
  return Object.entries<Resource>(stacks[0]?.template.Resources).map(
    ([id, { Type, Metadata, ...resource }]) => ({
      id,
      Type,
      Metadata: Metadata ?? {},
      Properties: evaluate(resource.Properties ?? {}, () => undefined),
      assetFound: existsSync(path.resolve(directory, String(Metadata?.['aws:asset:path']))),
    }),
  );
}, METADATA);
const ofType = (type: string) => resources.filter(({ Type }) => Type === type);

/** Returns the id of the function in the URI of an integration or authorizer. */
const functionOf = (uri: unknown) => /\/functions\/(\w+)\.Arn\/invocations$/.exec(String(uri))?.[1];

const pathOf = (id: string): string => {
  const found = resources.find(
    (resource) => resource.id === id && resource.Type === 'AWS::ApiGateway::Resource',
  );
  return found === undefined ? '' : `${pathOf(found.Properties.ParentId)}/${found.Properties.PathPart}`;
};

const pascalCase = (name: string): string =>
  name.replace(/(^|-)([a-z])/g, (_match, _dash, letter: string) => letter.toUpperCase());

describe('SAM finds in the template', () => {
  test('each function’s finished bundle by its metadata, with runtime and handler', () => {
    const functions = ofType('AWS::Lambda::Function');
    expect(functions).toHaveLength(Object.keys(FUNCTIONS).length);
    for (const { Metadata, Properties, assetFound } of functions) {
      expect(Metadata['aws:asset:property']).toBe('Code');
      expect(assetFound).toBe(true);
      expect(Properties).toMatchObject({
        Runtime: 'nodejs24.x',
        Handler: expect.stringMatching(/^(?:engine\/train\/encoder\/)?index\.handler$/),
      });
    }
  });

  test('each route’s function, although it takes the later of two matching methods', () => {
    const any = ['GET', 'DELETE', 'PUT', 'POST', 'HEAD', 'OPTIONS', 'PATCH'];
    const served = new Map<string, string | undefined>();
    for (const { Properties } of ofType('AWS::ApiGateway::Method')) {
      const { HttpMethod, ResourceId, Integration } = Properties;
      for (const method of HttpMethod === 'ANY' ? any : [HttpMethod]) {
        served.set(`${method} ${pathOf(ResourceId)}`, functionOf(Integration.Uri));
      }
    }
    for (const route of ROUTES_OF_EVERY_DEPLOYMENT) {
      const found = served.get(`${route.method} ${route.path}`);
      expect(found?.slice(0, -8), `${route.method} ${route.path}`).toBe(pascalCase(route.function));
    }
  });

  test('the authorizer of each guarded route, in a form that it supports', () => {
    const [authorizer] = ofType('AWS::ApiGateway::Authorizer');
    expect(authorizer?.Properties).toMatchObject({
      Type: 'REQUEST',
      Name: expect.any(String),
      RestApiId: ofType('AWS::ApiGateway::RestApi')[0]?.id,
      IdentitySource: 'method.request.header.Authorization',
    });
    expect(functionOf(authorizer?.Properties.AuthorizerUri)?.slice(0, -8)).toBe('Authorizer');
    const guarded = ofType('AWS::ApiGateway::Method').filter(({ Properties }) => Properties.AuthorizerId);
    const authorized = ROUTES_OF_EVERY_DEPLOYMENT.filter(({ access }) => access === 'authorized');
    expect(guarded).toHaveLength(authorized.length);
    for (const { Properties } of guarded) expect(Properties.AuthorizerId).toBe(authorizer?.id);
  });

  test('the stage, of an API of the same template', () => {
    const [stage] = ofType('AWS::ApiGateway::Stage');
    const [api] = ofType('AWS::ApiGateway::RestApi');
    expect(stage?.Properties).toMatchObject({ StageName: 'api', RestApiId: api?.id });
  });

  test('every environment variable that must be set to a deployment’s value', () => {
    const variables = new Set(
      ofType('AWS::Lambda::Function').flatMap(({ Properties }) =>
        Object.keys(Properties.Environment.Variables),
      ),
    );
    // docs/OPERATIONS.md builds its file of variables from stack outputs in the same way.
    const named = (output: string) => output.replace(/\B[A-Z]/g, '_$&').toUpperCase();
    for (const [table, { environment }] of Object.entries(TABLES)) {
      expect(named(tableOutput(table as TableName))).toBe(environment);
      expect(variables).toContain(environment);
    }
    expect(variables).toContain(named('Artifacts'));
  });
});
