import type { ZodMiniType } from 'zod/mini';
import { MAX_KEYS } from '../../functions/shared/domain/keys/keys.ts';
import { queryResponse } from '../../functions/shared/domain/query/query-answer.ts';
import { queryRequestSchema } from '../../functions/shared/domain/query/query-request.ts';
import {
  conversationResponse,
  conversationsResponse,
  feedbackRequest,
  feedbackResponse,
  insightsResponse,
  unhandledResponse,
} from '../../functions/shared/http/conversation-messages.ts';
import { healthResponse } from '../../functions/shared/http/health.ts';
import {
  createKeyRequest,
  createKeyResponse,
  deleteKeyResponse,
  listKeysResponse,
  updateKeyRequest,
  updateKeyResponse,
} from '../../functions/shared/http/key-messages.ts';
import { serverMetadataResponse } from '../../functions/shared/http/server-metadata.ts';
import {
  introspectionResponse,
  presentedToken,
  revocationResponse,
  tokenRequest,
  tokenResponse,
} from '../../functions/shared/http/token-messages.ts';
import {
  assignmentHistoryResponse,
  assignmentResponse,
  assignRequest,
  differencesResponse,
  rollBackRequest,
  versionsResponse,
} from '../../functions/shared/http/version-messages.ts';
import type { RoutedFunction } from '../routes.ts';
import { ACCOUNT_FORM, ACCOUNT_PARAMETERS, ACCOUNT_REDIRECT } from './account.ts';
import { AUTHORIZATION_FORM, AUTHORIZATION_PARAMETERS, AUTHORIZATION_REDIRECT } from './authorization.ts';
import {
  COMPARED,
  DAYS,
  LANGUAGE,
  LIMIT,
  PAGE_OF,
  PAGE_OF_VERSIONS,
  SERVED,
  SESSION,
  VERSION,
} from './conversations.ts';

/** The headings that the document lists, in its order. */
export const TAGS = [
  'Tokens',
  'Application keys',
  'Queries',
  'Conversations',
  'AI versions',
  'Documentation',
  'Pages',
] as const;

/**
 * The part of the OpenAPI document on a route, beyond the route table: words, and the schemas that its function uses.
 */
export interface Operation {
  operationId: string;
  tag: (typeof TAGS)[number] | 'Other';
  summary: string;
  description?: string;
  parameters?: readonly object[];
  request?: { contentTypes: readonly string[]; schema: ZodMiniType; parameters?: readonly object[] };
  response: ZodMiniType | 'openapi' | 'page' | 'script';
  /** Answers other than the 200 and the refusals. */
  responses?: Readonly<Record<number, object>>;
  /** The differences of a single route, named `METHOD path`, of a function that has several. */
  also?: Readonly<Record<string, Partial<Operation>>>;
  /** Statuses of refusals beyond those that every route of its kind has. */
  refusals: readonly number[];
}

const JSON_TYPE = 'application/json';
const FORM = 'application/x-www-form-urlencoded';

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'For 24 hours a repeat of the same request of the same user gets the same answer, and changes nothing.',
  schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,255}$' },
};

export const OPERATIONS: Readonly<Record<RoutedFunction, Operation>> = {
  'oauth-token': {
    operationId: 'issueToken',
    tag: 'Tokens',
    summary: 'Obtain an access token',
    description:
      'Client credentials, password and authorization code grants of RFC 6749. A client authenticates by HTTP Basic or in the body. ' +
      'The refresh token that comes along is not usable.',
    request: { contentTypes: [FORM], schema: tokenRequest },
    response: tokenResponse,
    refusals: [400, 401, 413, 429],
  },
  'oauth-authorize': {
    operationId: 'authorize',
    tag: 'Tokens',
    summary: 'Let a user sign in and allow or refuse what a client asks for',
    description:
      'A page for people, in English or Spanish, where a client sends its users with the parameters of RFC 6749 ' +
      '§4.1.1. A public client must use PKCE with S256, and so must others of which the operator asks it; it is ' +
      'recommended for all. Where the client or its redirect_uri is not known, an error page says so; every other ' +
      'refusal is told to the client. A browser that is signed in is asked for consent only, and not even that for ' +
      'what its user allowed before, where nobody else can pose as the client.',
    parameters: AUTHORIZATION_PARAMETERS,
    response: 'page',
    responses: AUTHORIZATION_REDIRECT,
    refusals: [],
    also: {
      'POST /v1/oauth/authorize': {
        operationId: 'decide',
        summary: 'Send the form of that page',
        description: 'Only the page itself can: its form goes with a cookie that the page set.',
        request: { contentTypes: [FORM], schema: AUTHORIZATION_FORM },
      },
    },
  },
  'oauth-account': {
    operationId: 'account',
    tag: 'Tokens',
    summary: 'See where you are signed in and what you allowed',
    description:
      'A page for people, in English or Spanish. A browser that is not signed in is asked to; `institution` fills in ' +
      'its field. Sessions can be ended and consents withdrawn, which revokes the client’s tokens and codes.',
    parameters: ACCOUNT_PARAMETERS,
    response: 'page',
    refusals: [],
    also: {
      'POST /v1/oauth/account': {
        operationId: 'changeAccount',
        summary: 'Send a form of that page',
        description: 'Only the page itself can: its forms go with a cookie that the page set.',
        request: { contentTypes: [FORM], schema: ACCOUNT_FORM },
        responses: ACCOUNT_REDIRECT,
      },
    },
  },
  'oauth-revoke': {
    operationId: 'revokeToken',
    tag: 'Tokens',
    summary: 'Revoke an access token',
    description:
      'RFC 7009. A client may revoke the tokens that it obtained, and those of its institution’s users that no ' +
      'client had a part in. It authenticates as at the token endpoint. An unknown token is revoked already.',
    request: { contentTypes: [FORM], schema: presentedToken },
    response: revocationResponse,
    refusals: [400, 401, 413, 415],
  },
  'oauth-introspect': {
    operationId: 'introspectToken',
    tag: 'Tokens',
    summary: 'Ask what an access token is worth',
    description:
      'RFC 7662. Of tokens of other institutions it says what it says of unknown ones: not active.',
    request: { contentTypes: [FORM], schema: presentedToken },
    response: introspectionResponse,
    refusals: [400, 401, 413, 415],
  },
  'oauth-metadata': {
    operationId: 'serverMetadata',
    tag: 'Tokens',
    summary: 'What a client needs to know of the authorization server',
    description: 'RFC 8414.',
    response: serverMetadataResponse,
    refusals: [],
    also: {
      'GET /v1/oauth/.well-known/oauth-authorization-server': {
        operationId: 'serverMetadataBelow',
        summary: 'The same, for where nothing can be served at the root of the host',
      },
    },
  },
  'keys-create': {
    operationId: 'createKey',
    tag: 'Application keys',
    summary: 'Create an App-Key',
    description:
      'Needs a Bearer token of the client credentials or password grant. The key itself is in this answer and never ' +
      'again. Without scopes it may query and app_read, or what of these you can give. A user has ' +
      `${MAX_KEYS} keys at most that have not expired; the next is refused with 409 and \`conflict\` until one is deleted.`,
    request: { contentTypes: [JSON_TYPE, FORM], schema: createKeyRequest, parameters: [IDEMPOTENCY_KEY] },
    response: createKeyResponse,
    refusals: [400, 409, 413, 415],
  },
  'keys-list': {
    operationId: 'listKeys',
    tag: 'Application keys',
    summary: 'List your App-Keys, oldest first',
    response: listKeysResponse,
    refusals: [],
  },
  'keys-update': {
    operationId: 'updateKey',
    tag: 'Application keys',
    summary: 'Change the name, scopes, referrers or end of an App-Key',
    description:
      'With an App-Key the limits of a key can only be tightened: fewer scopes, places within its places, an earlier ' +
      'end. To loosen one, send a Bearer token.',
    request: { contentTypes: [JSON_TYPE, FORM], schema: updateKeyRequest, parameters: [IDEMPOTENCY_KEY] },
    response: updateKeyResponse,
    refusals: [400, 404, 409, 413, 415],
  },
  'keys-delete': {
    operationId: 'deleteKey',
    tag: 'Application keys',
    summary: 'Delete an App-Key, at once and for good',
    response: deleteKeyResponse,
    refusals: [404],
  },
  query: {
    operationId: 'query',
    tag: 'Queries',
    summary: 'Answer an end user’s query',
    description:
      'Pass the dialog of an answer back within 600 seconds to go on with the conversation, or send a dialog_seed of ' +
      'your own each time: a random text, one for each end user or session, since whoever holds it and a credential ' +
      'of the same user holds the conversation. With a credential of another user either begins a new one. Fields ' +
      'that are not listed reach the business logic as they are and come back under the same names.',
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
        IDEMPOTENCY_KEY,
      ],
    },
    response: queryResponse,
    refusals: [400, 409, 413, 415],
  },
  health: {
    operationId: 'health',
    tag: 'Other',
    summary: 'Whether the service is up',
    description: 'Asks nothing else: for what restarts a process that does not answer.',
    response: healthResponse,
    refusals: [],
  },
  ready: {
    operationId: 'ready',
    tag: 'Other',
    summary: 'Whether the service can answer queries',
    description: 'Reaches the store and the artifacts, once a second at most; 503 where it cannot.',
    response: healthResponse,
    refusals: [],
  },
  feedback: {
    operationId: 'giveFeedback',
    tag: 'Conversations',
    summary: 'Say how good an answer was',
    description:
      'Of a turn, or without qid of its session: one that the log of conversations has and that a credential of the ' +
      'same user asked. New feedback takes the place of what was said before.',
    request: { contentTypes: [JSON_TYPE], schema: feedbackRequest },
    response: feedbackResponse,
    refusals: [400, 404, 409, 413, 415],
  },
  'conversations-list': {
    operationId: 'listConversations',
    tag: 'Conversations',
    summary: 'List sessions of the log of conversations, the latest first',
    description:
      'Of versions that keep conversations. A page reads so much and no more: with a filter that finds little it may ' +
      'be empty and have a next one.',
    parameters: [...DAYS, ...VERSION, ...SESSION, ...PAGE_OF],
    response: conversationsResponse,
    refusals: [400],
  },
  'conversations-read': {
    operationId: 'readConversation',
    tag: 'Conversations',
    summary: 'Read what was said in a session, and how it was understood',
    parameters: PAGE_OF,
    response: conversationResponse,
    refusals: [400, 404],
  },
  insights: {
    operationId: 'readInsights',
    tag: 'Conversations',
    summary:
      'What became of conversations, by day and in all; made-up ones only where their application is named',
    parameters: [...DAYS, ...VERSION],
    response: insightsResponse,
    refusals: [400],
  },
  unhandled: {
    operationId: 'listUnhandled',
    tag: 'Conversations',
    summary: 'What was not understood, grouped by what it means, the largest groups first',
    parameters: [...DAYS, ...VERSION, LANGUAGE, LIMIT],
    response: unhandledResponse,
    refusals: [400],
  },
  'versions-list': {
    operationId: 'listVersions',
    tag: 'AI versions',
    summary: 'List AI versions and what they serve, in order of creation',
    description: 'What serves where is told on every page.',
    parameters: PAGE_OF_VERSIONS,
    response: versionsResponse,
    refusals: [400],
  },
  'versions-history': {
    operationId: 'readVersionHistory',
    tag: 'AI versions',
    summary: 'Tell what has served an application, the latest first',
    parameters: [SERVED, LIMIT],
    response: assignmentHistoryResponse,
    refusals: [400],
  },
  'versions-diff': {
    operationId: 'compareVersions',
    tag: 'AI versions',
    summary: 'Tell what changes from one AI version to another, by meaning',
    description:
      'States, utterances, transitions, slots, texts, FAQ and tests of the folders that they were published from. An ' +
      'answer holds 1 MiB of differences, each text up to 10,000 characters of it.',
    parameters: COMPARED,
    response: differencesResponse,
    refusals: [400, 404, 409],
  },
  'versions-assign': {
    operationId: 'assignVersion',
    tag: 'AI versions',
    summary: 'Let an AI version serve an application or the default, or some of its end users',
    request: { contentTypes: [JSON_TYPE], schema: assignRequest },
    response: assignmentResponse,
    refusals: [400, 404, 409, 413, 415],
  },
  'versions-rollback': {
    operationId: 'rollBackVersion',
    tag: 'AI versions',
    summary: 'Go back to what served an application before; again, to go back further',
    request: { contentTypes: [JSON_TYPE], schema: rollBackRequest },
    response: assignmentResponse,
    refusals: [400, 404, 409, 413, 415],
  },
  openapi: {
    operationId: 'openapi',
    tag: 'Documentation',
    summary: 'This document',
    response: 'openapi',
    refusals: [],
  },
  'chat-script': {
    operationId: 'chatScript',
    tag: 'Pages',
    summary: 'The chat for web pages',
    description:
      'A script that makes <parley-chat> an element of the page, which talks to the service that it came from.',
    response: 'script',
    refusals: [],
  },
  console: {
    operationId: 'console',
    tag: 'Pages',
    summary: 'The console',
    description:
      'A page for the people who run assistants. It signs them in by the authorization code grant, as a public client ' +
      'whose redirect_uri is this address, and calls this API and nothing else.',
    response: 'page',
    refusals: [],
    also: {
      'GET /console/{file}': {
        operationId: 'consoleFile',
        summary: 'A file of the console',
        description: 'Its script and its stylesheet, named after what is in them.',
        response: 'script',
        refusals: [404],
      },
    },
  },
};
