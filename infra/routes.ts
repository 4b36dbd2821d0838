import type { Scope } from '../functions/shared/domain/credentials/scopes.ts';
import type { TableName } from './tables.ts';

/**
 * THE route table: the stack, the local gateway, the OpenAPI document and the tests are all driven from here.
 * A path stands without its trailing slash; the gateway serves both forms without a redirect.
 */
export interface Route {
  method: 'GET' | 'POST' | 'DELETE';
  path: string;
  /** The folder under `functions/` whose `handler.ts` answers. */
  function: string;
  /** Public routes have no authorizer. */
  access: 'public' | 'authorized';
  /** The scope that the caller's credential must allow. */
  scope?: Scope;
  /** False where no page of another origin may call: the path answers no preflight. */
  cors?: false;
  /** True where it is answered although there are more requests than can be. */
  evenWhenBusy?: true;
  /** True where a client says by its own secret who it is. */
  forClients?: true;
}

export const ROUTES = [
  { method: 'POST', path: '/v1/oauth', function: 'oauth-token', access: 'public', forClients: true },
  {
    method: 'GET',
    path: '/v1/oauth/authorize',
    function: 'oauth-authorize',
    access: 'public',
    cors: false,
  },
  {
    method: 'POST',
    path: '/v1/oauth/authorize',
    function: 'oauth-authorize',
    access: 'public',
    cors: false,
  },
  {
    method: 'GET',
    path: '/v1/oauth/account',
    function: 'oauth-account',
    access: 'public',
    cors: false,
  },
  {
    method: 'POST',
    path: '/v1/oauth/account',
    function: 'oauth-account',
    access: 'public',
    cors: false,
  },
  { method: 'POST', path: '/v1/oauth/revoke', function: 'oauth-revoke', access: 'public', forClients: true },
  {
    method: 'POST',
    path: '/v1/oauth/introspect',
    function: 'oauth-introspect',
    access: 'public',
    forClients: true,
  },
  {
    method: 'GET',
    path: '/.well-known/oauth-authorization-server',
    function: 'oauth-metadata',
    access: 'public',
  },
  {
    method: 'GET',
    path: '/v1/oauth/.well-known/oauth-authorization-server',
    function: 'oauth-metadata',
    access: 'public',
  },
  {
    method: 'POST',
    path: '/v1/apps/applicationtoken',
    function: 'keys-create',
    access: 'authorized',
    scope: 'app_write',
  },
  {
    method: 'GET',
    path: '/v1/apps/applicationtoken',
    function: 'keys-list',
    access: 'authorized',
    scope: 'app_read',
  },
  {
    method: 'POST',
    path: '/v1/apps/applicationtoken/{token_id}',
    function: 'keys-update',
    access: 'authorized',
    scope: 'app_write',
  },
  {
    method: 'DELETE',
    path: '/v1/apps/applicationtoken/{token_id}',
    function: 'keys-delete',
    access: 'authorized',
    scope: 'app_write',
  },
  { method: 'POST', path: '/v1/query', function: 'query', access: 'authorized', scope: 'query' },
  {
    method: 'POST',
    path: '/v1/feedback',
    function: 'feedback',
    access: 'authorized',
    scope: 'conversation_write',
  },
  {
    method: 'GET',
    path: '/v1/conversations',
    function: 'conversations-list',
    access: 'authorized',
    scope: 'conversation_read',
  },
  {
    method: 'GET',
    path: '/v1/conversations/{session_id}',
    function: 'conversations-read',
    access: 'authorized',
    scope: 'conversation_read',
  },
  {
    method: 'GET',
    path: '/v1/insights',
    function: 'insights',
    access: 'authorized',
    scope: 'conversation_read',
  },
  {
    method: 'GET',
    path: '/v1/unhandled',
    function: 'unhandled',
    access: 'authorized',
    scope: 'conversation_read',
  },
  {
    method: 'GET',
    path: '/v1/versions',
    function: 'versions-list',
    access: 'authorized',
    scope: 'version_write',
  },
  {
    method: 'GET',
    path: '/v1/versions/history',
    function: 'versions-history',
    access: 'authorized',
    scope: 'version_write',
  },
  {
    method: 'GET',
    path: '/v1/versions/diff',
    function: 'versions-diff',
    access: 'authorized',
    scope: 'version_write',
  },
  {
    method: 'POST',
    path: '/v1/versions/assign',
    function: 'versions-assign',
    access: 'authorized',
    scope: 'version_write',
  },
  {
    method: 'POST',
    path: '/v1/versions/rollback',
    function: 'versions-rollback',
    access: 'authorized',
    scope: 'version_write',
  },
  { method: 'GET', path: '/v1/openapi.json', function: 'openapi', access: 'public' },
  { method: 'GET', path: '/v1/health', function: 'health', access: 'public', evenWhenBusy: true },
  { method: 'GET', path: '/v1/ready', function: 'ready', access: 'public', evenWhenBusy: true },
  { method: 'GET', path: '/v1/chat.js', function: 'chat-script', access: 'public' },
  { method: 'GET', path: '/console', function: 'console', access: 'public', cors: false },
  { method: 'GET', path: '/console/{file}', function: 'console', access: 'public', cors: false },
] as const satisfies readonly Route[];

/** DynamoDB actions as IAM names them, without the service prefix. */
export type TableAction =
  | 'GetItem'
  | 'BatchGetItem'
  | 'Query'
  | 'Scan'
  | 'BatchWriteItem'
  | 'PutItem'
  | 'UpdateItem'
  | 'DeleteItem'
  | 'ConditionCheckItem';

/**
 * The needs of a function: what it may do on which table, and what else it reads, as environment and grant together.
 */
export interface FunctionNeeds {
  tables: Partial<Record<TableName, readonly TableAction[]>>;
  /** `reach`: to see whether they are there, and none of them. */
  artifacts?: 'read' | 'reach';
  /** Set where it opens what the tables hold sealed. */
  deploymentKey?: 'read';
  /** Set where it calls business logic, and so has its settings and its network. */
  callsBusinessLogic?: true;
  /** Carries the sentence encoder in its bundle. */
  encoder?: true;
  memoryMegabytes?: number;
  timeoutSeconds?: number;
}

/** The writes of an endpoint behind the authorizer beside its work. */
const ACCESS_RECORDS = { CredentialOwners: ['UpdateItem'], Audit: ['PutItem'] } as const;

export const FUNCTIONS: Readonly<Record<string, FunctionNeeds>> = {
  authorizer: {
    tables: { Credentials: ['GetItem'], Audit: ['PutItem'] },
    // Every other function waits for it. At 512 its cold start alone would take a third of a second's processor time,
    // at 1,024 half of that, for three cents a million requests (`npm run bench -- lambda`).
    memoryMegabytes: 1024,
    timeoutSeconds: 10,
  },
  'oauth-token': {
    tables: {
      Directory: ['BatchGetItem', 'ConditionCheckItem'],
      Throttle: ['BatchGetItem', 'UpdateItem'],
      Credentials: ['BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem'],
      CredentialOwners: ['PutItem', 'DeleteItem'],
      SignIns: ['BatchGetItem', 'ConditionCheckItem', 'UpdateItem'],
      Audit: ['PutItem'],
    },
    memoryMegabytes: 512,
  },
  'oauth-authorize': {
    tables: {
      Directory: ['BatchGetItem', 'ConditionCheckItem'],
      Throttle: ['BatchGetItem', 'UpdateItem'],
      Credentials: ['PutItem'],
      SignIns: ['BatchGetItem', 'ConditionCheckItem', 'PutItem', 'UpdateItem', 'DeleteItem'],
      Audit: ['PutItem'],
    },
    memoryMegabytes: 512,
  },
  'oauth-account': {
    tables: {
      Directory: ['BatchGetItem', 'ConditionCheckItem'],
      Throttle: ['BatchGetItem', 'UpdateItem'],
      Credentials: ['DeleteItem'],
      CredentialOwners: ['Query', 'DeleteItem'],
      SignIns: ['BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'],
      Audit: ['PutItem'],
    },
    memoryMegabytes: 512,
  },
  'oauth-revoke': {
    tables: {
      Directory: ['BatchGetItem'],
      Throttle: ['BatchGetItem', 'UpdateItem'],
      Credentials: ['BatchGetItem', 'DeleteItem'],
      CredentialOwners: ['DeleteItem'],
      SignIns: ['UpdateItem'],
      Audit: ['PutItem'],
    },
  },
  'oauth-introspect': {
    tables: {
      Directory: ['BatchGetItem'],
      Throttle: ['BatchGetItem', 'UpdateItem'],
      Credentials: ['BatchGetItem'],
      SignIns: ['UpdateItem'],
      Audit: ['PutItem'],
    },
  },
  'oauth-metadata': { tables: {} },
  'keys-create': {
    tables: {
      Directory: ['BatchGetItem', 'ConditionCheckItem'],
      Credentials: ['GetItem', 'PutItem'],
      CredentialOwners: ['PutItem', 'UpdateItem'],
      Audit: ['PutItem'],
    },
    deploymentKey: 'read',
  },
  'keys-list': { tables: { CredentialOwners: ['Query', 'UpdateItem'], Audit: ['PutItem'] } },
  'keys-update': {
    tables: {
      Directory: ['BatchGetItem', 'ConditionCheckItem'],
      Credentials: ['GetItem', 'PutItem', 'UpdateItem'],
      CredentialOwners: ['BatchGetItem', 'UpdateItem'],
      Audit: ['PutItem'],
    },
    deploymentKey: 'read',
  },
  'keys-delete': {
    tables: {
      Credentials: ['DeleteItem'],
      CredentialOwners: ['GetItem', 'DeleteItem', 'UpdateItem'],
      Audit: ['PutItem'],
    },
  },
  query: {
    tables: {
      Sessions: ['BatchGetItem', 'PutItem'],
      Versions: ['BatchGetItem'],
      Conversations: ['BatchWriteItem', 'UpdateItem'],
      Throttle: ['UpdateItem'],
      CredentialOwners: ['UpdateItem'],
      Audit: ['PutItem'],
    },
    artifacts: 'read',
    deploymentKey: 'read',
    callsBusinessLogic: true,
    encoder: true,
    memoryMegabytes: 1769,
  },
  feedback: {
    tables: {
      Conversations: ['Query', 'GetItem', 'PutItem', 'UpdateItem', 'ConditionCheckItem'],
      ...ACCESS_RECORDS,
    },
    deploymentKey: 'read',
  },
  'conversations-list': {
    tables: { Conversations: ['Query'], ...ACCESS_RECORDS },
    deploymentKey: 'read',
  },
  'conversations-read': {
    tables: { Conversations: ['Query'], ...ACCESS_RECORDS },
    deploymentKey: 'read',
  },
  insights: { tables: { Conversations: ['Query'], ...ACCESS_RECORDS } },
  unhandled: {
    tables: { Conversations: ['Query'], ...ACCESS_RECORDS },
    deploymentKey: 'read',
    memoryMegabytes: 1769,
  },
  'versions-list': { tables: { Versions: ['GetItem', 'Query'], ...ACCESS_RECORDS } },
  'versions-history': { tables: { Versions: ['Query'], ...ACCESS_RECORDS } },
  'versions-diff': {
    tables: { Versions: ['GetItem'], ...ACCESS_RECORDS },
    artifacts: 'read',
    memoryMegabytes: 1769,
  },
  'versions-assign': {
    tables: { Versions: ['GetItem', 'PutItem', 'UpdateItem'], ...ACCESS_RECORDS },
  },
  'versions-rollback': {
    tables: { Versions: ['GetItem', 'Query', 'PutItem', 'UpdateItem'], ...ACCESS_RECORDS },
  },
  openapi: { tables: {} },
  health: { tables: {} },
  ready: { tables: { Versions: ['GetItem'] }, artifacts: 'reach', timeoutSeconds: 10 },
  'chat-script': { tables: {} },
  console: { tables: {} },
};

/** The function that delivers logged turns to S3, where the setting `analytics` wants it: no route leads there. */
export const TURN_LINES = 'turn-lines';

/** Functions that a setting adds. */
export const OPTIONAL_FUNCTIONS: Readonly<Record<string, FunctionNeeds>> = {
  [TURN_LINES]: { tables: {}, timeoutSeconds: 60 },
};

export const ALL_FUNCTIONS = { ...FUNCTIONS, ...OPTIONAL_FUNCTIONS };
