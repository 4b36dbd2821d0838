import * as z from 'zod/mini';
import { SCOPES } from '../../functions/shared/domain/credentials/scopes.ts';
import { ROUTES, type Route } from '../routes.ts';
import { OPERATIONS, type Operation, TAGS } from './operations.ts';
import { RATE_LIMITS, REFUSALS } from './refusals.ts';

/** A recorded exchange with the service, with secrets and ids replaced by constants. */
export interface Example {
  name: string;
  function: keyof typeof OPERATIONS;
  request: { path: string; contentType?: string; authorized: boolean; body?: unknown };
  response: { status: number; body: unknown };
}

/** Builds the OpenAPI 3.1 document from the route table, the functions' schemas and recorded exchanges. */
export function buildDocument(version: string, examples: readonly Example[]): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of ROUTES) {
    const path: Record<string, unknown> = paths[route.path] ?? {};
    paths[route.path] = path;
    path[route.method.toLowerCase()] = operationObject(
      route,
      operationOf(route),
      examples.filter((example) => example.function === route.function),
    );
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Parley',
      version,
      description:
        'A conversational AI service: tokens, application keys and queries. Every path is also served with a trailing slash, and HEAD is answered with the same status and headers wherever GET is.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    tags: TAGS.map((name) => ({ name })),
    paths,
    components: { securitySchemes: SECURITY_SCHEMES, schemas: { Error: ERROR }, responses: REFUSALS },
  };
}

/**
 * A route's operation: its function's operation, with the route's own differences if the function has several routes.
 */
function operationOf({ method, path, function: name }: (typeof ROUTES)[number]): Operation {
  const { also = {}, ...operation } = OPERATIONS[name];
  return { ...operation, ...also[`${method} ${path}`] };
}

const SCOPE_LIST = Object.entries(SCOPES)
  .map(([name, meaning]) => `\`${name}\`: ${meaning}`)
  .join('; ');

const SECURITY_SCHEMES = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description: `A short-lived access token. Scopes: ${SCOPE_LIST}.`,
  },
  appKey: { type: 'http', scheme: 'App-Key', description: 'A long-lived application key.' },
};

const ERROR = {
  type: 'object',
  required: ['error', 'error_description', 'request_id'],
  properties: {
    error: { type: 'string' },
    error_description: {
      type: 'string',
      description: 'A sentence for the caller: what is wrong, what to do.',
    },
    request_id: { type: 'string' },
    detail: {
      type: 'string',
      description:
        'Only if the deployment sets errorAliases, like message. For an invalid token the body then contains only these.',
    },
    message: { type: 'string' },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        required: ['field', 'message'],
        properties: { field: { type: 'string' }, message: { type: 'string' } },
      },
    },
  },
};

function operationObject(route: Route, operation: Operation, examples: Example[]): Record<string, unknown> {
  const { operationId, tag, summary, description, request, refusals } = operation;
  const authorized = route.access === 'authorized';
  const parameters = [
    ...pathParameters(route.path),
    ...(operation.parameters ?? []),
    ...(request?.parameters ?? []),
  ];
  const statuses = [...(authorized ? [401, 403] : []), ...refusals, 405, 429, 500, 503];
  return {
    operationId,
    summary,
    tags: [tag],
    ...(description === undefined ? {} : { description }),
    security: authorized ? [{ bearer: scopeOf(route) }, { appKey: scopeOf(route) }] : [],
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(request === undefined ? {} : { requestBody: requestBody(request, examples) }),
    responses: {
      200: {
        ...successResponse(operation, examples),
        ...(route.limits === 'institution' && { headers: RATE_LIMITS }),
      },
      ...operation.responses,
      ...Object.fromEntries(
        [...new Set(statuses)].sort().map((status) => [status, { $ref: `#/components/responses/${status}` }]),
      ),
    },
  };
}

const scopeOf = ({ scope }: Route): string[] => (scope === undefined ? [] : [scope]);

const pathParameters = (path: string): object[] =>
  Array.from(path.matchAll(/\{(\w+)\}/g), ([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string', ...(name?.endsWith('_id') && { format: 'uuid' }) },
  }));

function requestBody(
  { contentTypes, schema }: NonNullable<Operation['request']>,
  examples: Example[],
): object {
  const content = contentTypes.map((contentType) => {
    const sent = examples.filter(
      ({ request, response }) => request.contentType === contentType && response.status === 200,
    );
    const named = sent.map((example) => [example.name, shown(example, example.request.body)]);
    return [contentType, { schema: jsonSchema(schema, 'input'), ...exampleMap(named) }];
  });
  return { required: true, content: Object.fromEntries(content) };
}

function successResponse({ response }: Operation, examples: Example[]): object {
  if (response === 'page') return PAGE;
  if (response === 'script') return SCRIPT;
  if (response === 'twiml') return TWIML;
  if (response === 'challenge') return CHALLENGE;
  const schema = response === 'openapi' ? { type: 'object' } : jsonSchema(response, 'output');
  const named = examples
    .filter((example) => example.response.status === 200)
    .map((example) => [example.name, shown(example, example.response.body)]);
  return {
    description: 'The answer.',
    content: { 'application/json': { schema, ...exampleMap(named) } },
  };
}

/** A query string is in neither body, so the example's summary shows it. */
const shown = ({ request }: Example, value: unknown): object => ({
  ...(request.path.includes('?') ? { summary: request.path } : {}),
  value,
});

const PAGE = { description: 'The page.', content: { 'text/html': { schema: { type: 'string' } } } };

const SCRIPT = {
  description: 'The script.',
  content: { 'text/javascript': { schema: { type: 'string' } } },
};

const TWIML = {
  description: 'A document of TwiML. For a message it is empty: the answer is sent afterwards.',
  content: { 'text/xml': { schema: { type: 'string' } } },
};

const CHALLENGE = {
  description: 'The challenge.',
  content: { 'text/plain': { schema: { type: 'string' } } },
};

const exampleMap = (named: unknown[][]): object =>
  named.length === 0 ? {} : { examples: Object.fromEntries(named) };

/** JSON Schema 2020-12, which OpenAPI 3.1 uses unchanged. */
function jsonSchema(schema: z.ZodMiniType, io: 'input' | 'output'): object {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}
