import type { ZodMiniType } from 'zod/mini';
import { queryResponse } from '../../functions/shared/domain/query-answer.ts';
import { queryRequestSchema } from '../../functions/shared/domain/query-request.ts';
import {
  createKeyRequest,
  createKeyResponse,
  deleteKeyResponse,
  listKeysResponse,
  updateKeyRequest,
  updateKeyResponse,
} from '../../functions/shared/http/key-messages.ts';
import { tokenRequest, tokenResponse } from '../../functions/shared/http/token-messages.ts';
import type { ROUTES } from '../routes.ts';

export type FunctionName = (typeof ROUTES)[number]['function'];

/** What the OpenAPI document says of a route beyond the route table: words, and the schemas that its function uses. */
export interface Operation {
  operationId: string;
  summary: string;
  description?: string;
  request?: { contentTypes: readonly string[]; schema: ZodMiniType; parameters?: readonly object[] };
  response: ZodMiniType | 'openapi';
  /** Statuses of refusals beyond those that every route of its kind has. */
  refusals: readonly number[];
}

const JSON_TYPE = 'application/json';
const FORM = 'application/x-www-form-urlencoded';

export const OPERATIONS: Readonly<Record<FunctionName, Operation>> = {
  'oauth-token': {
    operationId: 'issueToken',
    summary: 'Obtain an access token',
    description:
      'Client credentials and password grants of RFC 6749. A client authenticates by HTTP Basic or in the body. ' +
      'The refresh token that comes along is not usable.',
    request: { contentTypes: [FORM], schema: tokenRequest },
    response: tokenResponse,
    refusals: [400, 401, 413, 429],
  },
  'keys-create': {
    operationId: 'createKey',
    summary: 'Create an App-Key',
    description:
      'Needs a Bearer token of the client credentials or password grant. The key itself is in this answer and never again.',
    request: { contentTypes: [JSON_TYPE, FORM], schema: createKeyRequest },
    response: createKeyResponse,
    refusals: [400, 409, 413, 415],
  },
  'keys-list': {
    operationId: 'listKeys',
    summary: 'List your App-Keys, oldest first',
    response: listKeysResponse,
    refusals: [],
  },
  'keys-update': {
    operationId: 'updateKey',
    summary: 'Change the name, scopes or referrers of an App-Key',
    request: { contentTypes: [JSON_TYPE, FORM], schema: updateKeyRequest },
    response: updateKeyResponse,
    refusals: [400, 404, 409, 413, 415],
  },
  'keys-delete': {
    operationId: 'deleteKey',
    summary: 'Delete an App-Key, at once and for good',
    response: deleteKeyResponse,
    refusals: [404],
  },
  query: {
    operationId: 'query',
    summary: 'Answer an end user’s query',
    description:
      'Pass the dialog of an answer back within 600 seconds to go on with the conversation. Fields that are not ' +
      'listed reach the business logic as they are and come back under the same names.',
    request: {
      contentTypes: [JSON_TYPE],
      schema: queryRequestSchema,
      parameters: [
        {
          name: 'explain',
          in: 'query',
          description: 'Adds how the answer came about; needs the scope ai_model_read.',
          schema: { type: 'boolean', default: false },
        },
        {
          name: 'Idempotency-Key',
          in: 'header',
          description: 'A repeat of the same request gets the same answer and moves nothing.',
          schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,255}$' },
        },
      ],
    },
    response: queryResponse,
    refusals: [400, 409, 413, 415],
  },
  openapi: {
    operationId: 'openapi',
    summary: 'This document',
    response: 'openapi',
    refusals: [],
  },
};
