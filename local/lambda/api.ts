import type { Route } from '../../infra/routes.ts';

type Properties = Record<string, unknown>;

/** A constant answer of the gateway: a gateway response or a mock's answer. */
export interface FixedAnswer {
  /** Absent if the status depends on the request. */
  status?: number;
  headers: Readonly<Record<string, string>>;
  /** The template, with `$context.requestId` for the request id. */
  template: string;
}

/** A mock, which answers every method without a route on its path. */
export interface Mock {
  path: string;
  /** Templates by accepted content type; the result names the status. Other content types get 415. */
  requestTemplates: Readonly<Record<string, string>>;
  /** Answers by status; the answer without a pattern is the default. */
  answers: readonly (FixedAnswer & { status: number; pattern: string | undefined })[];
}

/** A template's REST API: routes, mocks and the gateway's own answers. */
export interface ApiDefinition {
  routes: Route[];
  mocks: Mock[];
  /** The answers by response type. */
  responses: ReadonlyMap<string, FixedAnswer>;
}

/** @param ofType returns the resources of a type, with evaluated properties */
export function readApi(
  ofType: (type: string) => [string, Properties][],
  functionName: (logicalId: string) => string,
): ApiDefinition {
  const resources = new Map(ofType('AWS::ApiGateway::Resource'));
  const pathOf = (id: string): string => {
    const resource = resources.get(id);
    return resource === undefined ? '' : `${pathOf(String(resource.ParentId))}/${resource.PathPart}`;
  };
  const methods = ofType('AWS::ApiGateway::Method').map(([, properties]) => ({
    properties,
    method: String(properties.HttpMethod),
    path: pathOf(String(properties.ResourceId)),
    integration: properties.Integration as Properties,
  }));
  const routes = methods
    .filter(({ integration }) => integration.Type === 'AWS_PROXY')
    .map(
      ({ properties, method, path, integration }): Route => ({
        method: method as Route['method'],
        path,
        function: functionName(/:function:([^:/]+)/.exec(String(integration.Uri))?.[1] ?? ''),
        ...(properties.AuthorizationType === 'CUSTOM'
          ? { access: 'authorized', limits: 'institution' }
          : { access: 'public', limits: 'address' }),
      }),
    );
  const mocks = methods
    .filter(({ integration }) => integration.Type === 'MOCK')
    .map(({ path, integration }) => readMock(path, integration));
  const responses = ofType('AWS::ApiGateway::GatewayResponse').map(
    ([, properties]): [string, FixedAnswer] => [String(properties.ResponseType), readResponse(properties)],
  );
  return { routes, mocks, responses: new Map(responses) };
}

function readMock(path: string, { IntegrationResponses, RequestTemplates }: Properties): Mock {
  const answers = (IntegrationResponses as Properties[]).map((answer) => ({
    status: Number(answer.StatusCode),
    pattern: answer.SelectionPattern as string | undefined,
    headers: readHeaders('method.response.header.', answer.ResponseParameters),
    template: (answer.ResponseTemplates as Record<string, string> | undefined)?.['application/json'] ?? '',
  }));
  return { path, answers, requestTemplates: RequestTemplates as Record<string, string> };
}

function readResponse({ StatusCode, ResponseParameters, ResponseTemplates }: Properties): FixedAnswer {
  return {
    ...(StatusCode === undefined ? {} : { status: Number(StatusCode) }),
    headers: readHeaders('gatewayresponse.header.', ResponseParameters),
    template: (ResponseTemplates as Record<string, string>)['application/json'] ?? '',
  };
}

/** Mapped headers; constants are in single quotes. */
const readHeaders = (prefix: string, parameters: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries((parameters ?? {}) as Record<string, string>).map(([name, value]) => [
      name.slice(prefix.length),
      value.replace(/^'(.*)'$/s, '$1'),
    ]),
  );
