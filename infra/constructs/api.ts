import { Duration, NestedStack, RemovalPolicy, Stack } from 'aws-cdk-lib';
import {
  type Authorizer,
  ContentHandling,
  EndpointType,
  IdentitySource,
  type IResource,
  LambdaIntegration,
  Method,
  MockIntegration,
  PassthroughBehavior,
  RequestAuthorizer,
  type Resource,
  ResponseType,
  RestApi,
} from 'aws-cdk-lib/aws-apigateway';
import { CfnPermission, Function as DeployedFunction, type IFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct, type IDependable } from 'constructs';
import {
  allowedMethods,
  BINARY_MEDIA_TYPES,
  errorTemplate,
  GATEWAY_RESPONSES,
  type GatewayResponse,
  hasPreflight,
  METHOD_NOT_ALLOWED,
  methodNotAllowedHeaders,
  preflightHeaders,
  responseHeaders,
} from '../gateway-responses.ts';
import { type Route, servedMethods } from '../routes.ts';
import type { Settings } from '../settings.ts';
import { addDomain } from './domain.ts';
import { Firewall } from './firewall.ts';
import { stageOptions } from './stage.ts';

export interface ApiProps {
  routes: readonly Route[];
  /** The functions by name, `authorizer` included. */
  functions: Readonly<Record<string, IFunction>>;
  /** The stack of the permissions to call functions. */
  permissions: Construct;
  settings: Settings;
}

/** The function of the routes' authorizer. */
const AUTHORIZER = 'authorizer';

/** The gateway's template variable for the request id. */
const REQUEST_ID = '$context.requestId';

/** A mock's headers are constants; only its template can set one from the context. */
const SET_REQUEST_ID = `#set($context.responseOverride.header.X-Request-Id = "${REQUEST_ID}")`;

/** Content types for which mock integrations have a template; the gateway answers others with 415. */
const MOCK_CONTENT_TYPES = [
  'application/json',
  'application/x-www-form-urlencoded',
  'application/octet-stream',
  'multipart/form-data',
  'text/plain',
  'text/xml',
];

/** The REST API of the route table. API Gateway serves each resource with and without a trailing slash. */
export class Api extends Construct {
  readonly baseUrl: string;
  readonly rest: RestApi;
  /** Lets API Gateway write logs; undefined if the account has been set up for it otherwise. */
  readonly logging: IDependable | undefined;

  constructor(scope: Construct, id: string, props: ApiProps) {
    super(scope, id);
    const { settings } = props;
    const api = new RestApi(this, 'Rest', {
      // CloudWatch identifies an API's metrics by its name only.
      restApiName: settings.stackName,
      endpointTypes: [EndpointType.REGIONAL],
      binaryMediaTypes: BINARY_MEDIA_TYPES,
      // Set only to disable the endpoint: any change of this property creates a new deployment of the API.
      ...(hasDefaultEndpoint(settings) ? {} : { disableExecuteApiEndpoint: true }),
      cloudWatchRole: settings.accountLogging,
      // Other APIs of the account use the same logging role, so it is kept when this stack is deleted.
      ...(settings.accountLogging ? { cloudWatchRoleRemovalPolicy: RemovalPolicy.RETAIN } : {}),
      deployOptions: stageOptions(this, props.routes, settings),
    });
    this.rest = api;
    this.logging = settings.accountLogging ? api.node.findChild('Account') : undefined;
    const { customDomain } = settings;
    this.baseUrl = customDomain === undefined ? api.url.slice(0, -1) : `https://${customDomain.name}`;
    if (customDomain !== undefined) addDomain(this, api, customDomain);
    if (settings.waf.enabled) {
      const { stageArn } = api.deploymentStage;
      new Firewall(this, 'Firewall', { stageArn, routes: props.routes, settings });
    }
    addGatewayResponses(api, settings);

    const entrances = entrancesOf(this, props);
    const authorizer = new RequestAuthorizer(this, 'Authorizer', {
      handler: required(entrances, AUTHORIZER),
      identitySources: [IdentitySource.header('Authorization')],
      resultsCacheTtl: Duration.seconds(settings.authorizerCacheSeconds),
    });
    const heads = new NestedStack(Stack.of(this), 'Heads');
    for (const path of new Set(props.routes.map((route) => route.path))) {
      const resource = api.root.resourceForPath(path);
      // Order matters: in SAM, a later method overrides an earlier one of the same path.
      addMocks(resource, props, path);
      const routes = props.routes.filter((route) => route.path === path);
      addRoutes(resource, routes, { entrances, authorizer, heads });
    }
    addNothings(api, props);
    permitCalls(api, props, authorizer);
  }
}

/** True if the API's own address is its only address, or is kept beside the custom domain. */
const hasDefaultEndpoint = ({ customDomain }: Settings): boolean =>
  customDomain === undefined || customDomain.keepDefaultEndpoint;

interface Integrations {
  entrances: Readonly<Record<string, IFunction>>;
  authorizer: Authorizer;
  /** The stack of HEAD methods: each method is a resource, for which the outer stack has no room. */
  heads: Construct;
}

/**
 * The functions of public documents. Their HEAD methods are in the outer stack, where they were before the others: in
 * an upgrade, CloudFormation would make a moved one while the path still has the old one, which API Gateway refuses.
 */
const DOCUMENTS: readonly Route['function'][] = [
  'oauth-metadata',
  'openapi',
  'health',
  'ready',
  'chat-script',
  'console',
];

/** Adds the routes of a path. Functions answer HEAD like GET; the gateway sends the headers without the body. */
function addRoutes(
  resource: Resource,
  routes: readonly Route[],
  { entrances, authorizer, heads }: Integrations,
): void {
  for (const route of routes) {
    const integration = new LambdaIntegration(required(entrances, route.function));
    const options = route.access === 'authorized' ? { authorizer } : {};
    for (const httpMethod of servedMethods(route)) {
      if (httpMethod !== 'HEAD' || DOCUMENTS.includes(route.function))
        resource.addMethod(httpMethod, integration, options);
      else new Method(heads, route.path, { resource, httpMethod, integration, options });
    }
  }
}

/**
 * The functions that the API calls, imported by ARN. Otherwise CDK would add each call permission to the function's
 * stack, which has no room for them.
 */
const entrancesOf = (scope: Construct, { functions }: ApiProps): Record<string, IFunction> =>
  Object.fromEntries(
    Object.entries(functions).map(([name, { functionArn }]) => [
      name,
      DeployedFunction.fromFunctionAttributes(scope, `Entrance-${name}`, {
        functionArn,
        sameEnvironment: false,
        skipPermissions: true,
      }),
    ]),
  );

/** Permits every method of the API to call the routes' functions. The API is deployed only after that. */
function permitCalls(
  api: RestApi,
  { routes, functions, permissions }: ApiProps,
  { authorizerId }: Authorizer,
): void {
  const guard = Stack.of(api).formatArn({
    service: 'execute-api',
    resource: api.restApiId,
    resourceName: `authorizers/${authorizerId}`,
  });
  for (const name of new Set([AUTHORIZER, ...routes.map((route) => route.function)])) {
    const permission = new CfnPermission(permissions, name, {
      action: 'lambda:InvokeFunction',
      functionName: required(functions, name).functionArn,
      principal: 'apigateway.amazonaws.com',
      sourceArn: name === AUTHORIZER ? guard : api.arnForExecuteApi(),
    });
    api.latestDeployment?.node.addDependency(permission);
  }
}

/**
 * A mock for the preflight and for the 405 answer of all other methods, so that no function is called. It is one
 * method instead of two, since each method is a resource of the stack.
 */
function addMocks(resource: Resource, { routes, settings }: ApiProps, path: string): void {
  const origins = settings.corsOrigins;
  const methods = allowedMethods(routes, path);
  const cors = hasPreflight(routes, path);
  const echo = cors ? echoOrigin(origins) : [];
  const template = [
    ...echo,
    SET_REQUEST_ID,
    errorTemplate(METHOD_NOT_ALLOWED, REQUEST_ID, settings.errorAliases),
  ].join('\n');
  const notAllowed: MockAnswer = {
    status: METHOD_NOT_ALLOWED.status,
    headers: methodNotAllowedHeaders(methods, { cors, origins }),
    template,
  };
  const preflight = { status: 204, headers: preflightHeaders(methods, origins), template: echo.join('\n') };
  addMock(resource, notAllowed, cors ? preflight : undefined);
}

/**
 * Answers unknown paths from the API itself. Without a method on a path, API Gateway takes an `Authorization` header
 * for an AWS signature and answers 403.
 */
function addNothings(api: RestApi, { routes, settings: { corsOrigins, errorAliases } }: ApiProps): void {
  const definition = GATEWAY_RESPONSES.RESOURCE_NOT_FOUND;
  const template = [SET_REQUEST_ID, errorTemplate(definition, REQUEST_ID, errorAliases)].join('\n');
  const headers = responseHeaders(corsOrigins);
  const between = pathsBetween(routes).map((path) => api.root.resourceForPath(path));
  for (const resource of [api.root, ...between, api.root.addResource('{nothing+}')]) {
    addMock(resource, { status: definition.status, headers, template });
  }
}

/** Parent paths of routes that have no route themselves, such as `/v1`. */
function pathsBetween(routes: readonly Route[]): string[] {
  const parents = routes.flatMap(({ path }) => {
    const parts = path.split('/').slice(1, -1);
    return parts.map((_part, index) => `/${parts.slice(0, index + 1).join('/')}`);
  });
  return [...new Set(parents)].filter((parent) => !routes.some(({ path }) => path === parent));
}

/** Template lines that echo the asking origin if several are allowed; the constant header names the first one. */
function echoOrigin(origins: readonly string[]): string[] {
  if (origins.length === 1) return [];
  return [
    '#set($origin = $input.params().header.get("Origin"))',
    '#if($origin == "")',
    '#set($origin = $input.params().header.get("origin"))',
    '#end',
    `#if(${origins.map((origin) => `$origin == "${origin}"`).join(' || ')})`,
    '#set($context.responseOverride.header.Access-Control-Allow-Origin = $origin)',
    '#end',
  ];
}

/** A constant answer of a mock. */
interface MockAnswer {
  status: number;
  headers: Readonly<Record<string, string>>;
  template: string;
}

/**
 * Answers every method without a route.
 * @param preflight the answer to OPTIONS, if it differs
 */
function addMock(resource: IResource, answer: MockAnswer, preflight?: MockAnswer): void {
  const answers = preflight === undefined ? [answer] : [preflight, answer];
  const choice = JSON.stringify({ statusCode: answer.status });
  const request =
    preflight === undefined
      ? choice
      : [
          `#if($context.httpMethod == "OPTIONS")`,
          JSON.stringify({ statusCode: preflight.status }),
          '#else',
          choice,
          '#end',
        ].join('\n');
  const integration = new MockIntegration({
    // The API treats every media type as binary, but a mock reads text only.
    contentHandling: ContentHandling.CONVERT_TO_TEXT,
    passthroughBehavior: PassthroughBehavior.NEVER,
    requestTemplates: Object.fromEntries(MOCK_CONTENT_TYPES.map((type) => [type, request])),
    integrationResponses: answers.map(({ status, headers, template }) => ({
      statusCode: String(status),
      // An answer without a pattern is used for all other statuses.
      ...(status === preflight?.status ? { selectionPattern: String(status) } : {}),
      contentHandling: ContentHandling.CONVERT_TO_TEXT,
      responseParameters: parametersOf(headers, (value) => `'${value}'`),
      responseTemplates: { 'application/json': template },
    })),
  });
  resource.addMethod('ANY', integration, {
    methodResponses: answers.map(({ status, headers }) => ({
      statusCode: String(status),
      responseParameters: parametersOf(headers, () => true),
    })),
  });
}

const parametersOf = <T>(
  headers: Readonly<Record<string, string>>,
  give: (value: string) => T,
): Record<string, T> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [`method.response.header.${name}`, give(value)]),
  );

function addGatewayResponses(api: RestApi, { corsOrigins: origins, errorAliases }: Settings): void {
  const definitions: [string, GatewayResponse][] = Object.entries(GATEWAY_RESPONSES);
  for (const [type, definition] of definitions) {
    const headers = { ...responseHeaders(origins), ...definition.headers };
    api.addGatewayResponse(`Response${type}`, {
      type: ResponseType.of(type),
      ...(definition.status === undefined ? {} : { statusCode: String(definition.status) }),
      responseHeaders: {
        'X-Request-Id': 'context.requestId',
        ...Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, `'${value}'`])),
      },
      templates: { 'application/json': errorTemplate(definition, REQUEST_ID, errorAliases) },
    });
  }
}

function required(functions: Readonly<Record<string, IFunction>>, name: string): IFunction {
  const needed = functions[name];
  if (needed === undefined) throw new Error(`the stack does not have the function "${name}"`);
  return needed;
}
