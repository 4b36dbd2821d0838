import type { RoutedFunction } from './routes.ts';
import type { TableName } from './tables.ts';

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
  /** Part of the authorization server, and so told its issuer and the names that a service user also goes by. */
  authorizationServer?: true;
  /** Carries the sentence encoder in its bundle. */
  encoder?: true;
  memoryMegabytes?: number;
  timeoutSeconds?: number;
}

/** The writes of an endpoint behind the authorizer beside its work. */
const ACCESS_RECORDS = {
  CredentialOwners: ['UpdateItem'],
  Audit: ['PutItem'],
  Throttle: ['UpdateItem'],
} as const;

/** The same with the settings of its institution, which say what it may use. */
const ADMISSION = { Throttle: ['UpdateItem'], Versions: ['GetItem'] } as const;

const OF_ROUTES: Readonly<Record<'authorizer' | RoutedFunction, FunctionNeeds>> = {
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
    authorizationServer: true,
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
    authorizationServer: true,
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
    authorizationServer: true,
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
    authorizationServer: true,
  },
  'oauth-introspect': {
    tables: {
      Directory: ['BatchGetItem'],
      Throttle: ['BatchGetItem', 'UpdateItem'],
      Credentials: ['BatchGetItem'],
      SignIns: ['UpdateItem'],
      Audit: ['PutItem'],
    },
    authorizationServer: true,
  },
  'oauth-metadata': { tables: {}, authorizationServer: true },
  'keys-create': {
    tables: {
      Directory: ['BatchGetItem', 'ConditionCheckItem'],
      Credentials: ['GetItem', 'PutItem'],
      CredentialOwners: ['Query', 'PutItem', 'UpdateItem'],
      Audit: ['PutItem'],
      ...ADMISSION,
      Throttle: ['BatchGetItem', 'UpdateItem'],
    },
    deploymentKey: 'read',
  },
  'keys-list': {
    tables: { CredentialOwners: ['Query', 'UpdateItem'], Audit: ['PutItem'], ...ADMISSION },
  },
  'keys-update': {
    tables: {
      Directory: ['BatchGetItem', 'ConditionCheckItem'],
      Credentials: ['GetItem', 'PutItem', 'UpdateItem'],
      CredentialOwners: ['BatchGetItem', 'UpdateItem'],
      Audit: ['PutItem'],
      ...ADMISSION,
    },
    deploymentKey: 'read',
  },
  'keys-delete': {
    tables: {
      Credentials: ['DeleteItem'],
      CredentialOwners: ['GetItem', 'DeleteItem', 'UpdateItem'],
      Audit: ['PutItem'],
      ...ADMISSION,
    },
  },
  query: {
    tables: {
      Sessions: ['BatchGetItem', 'PutItem'],
      Versions: ['BatchGetItem', 'GetItem'],
      Conversations: ['BatchWriteItem', 'UpdateItem'],
      Throttle: ['GetItem', 'UpdateItem'],
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
      ...ADMISSION,
      ...ACCESS_RECORDS,
    },
    deploymentKey: 'read',
  },
  'conversations-list': {
    tables: { Conversations: ['Query'], ...ADMISSION, ...ACCESS_RECORDS },
    deploymentKey: 'read',
  },
  'conversations-read': {
    tables: { Conversations: ['Query'], ...ADMISSION, ...ACCESS_RECORDS },
    deploymentKey: 'read',
  },
  insights: { tables: { Conversations: ['Query'], ...ADMISSION, ...ACCESS_RECORDS } },
  unhandled: {
    tables: { Conversations: ['Query'], ...ADMISSION, ...ACCESS_RECORDS },
    deploymentKey: 'read',
    memoryMegabytes: 1769,
  },
  'versions-list': { tables: { Versions: ['GetItem', 'Query'], ...ACCESS_RECORDS } },
  'versions-history': { tables: { Versions: ['GetItem', 'Query'], ...ACCESS_RECORDS } },
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

/** The functions of every deployment, by name: the authorizer, and those that routes lead to. */
export const FUNCTIONS: Readonly<Record<string, FunctionNeeds>> = OF_ROUTES;

/** The function that delivers logged turns to S3, where the setting `analytics` wants it: no route leads there. */
export const TURN_LINES = 'turn-lines';

/** Functions that a setting adds. */
export const OPTIONAL_FUNCTIONS: Readonly<Record<string, FunctionNeeds>> = {
  [TURN_LINES]: { tables: {}, timeoutSeconds: 60 },
};

export const ALL_FUNCTIONS = { ...FUNCTIONS, ...OPTIONAL_FUNCTIONS };

/** The memory and the time of a function for which the table of functions says nothing. */
const DEFAULT_MEMORY_MEGABYTES = 512;
/** Longer than the time of a request, after which it is answered that it cannot be. */
const DEFAULT_TIMEOUT_SECONDS = 25;

/** The folder in which Lambda lays a function's bundle. */
export const TASK_ROOT = '/var/task';

export type FunctionSettings = Required<Pick<FunctionNeeds, 'memoryMegabytes' | 'timeoutSeconds'>> &
  FunctionNeeds;

/** A function's needs with the defaults filled in. */
export function functionSettings(name: string): FunctionSettings {
  const needs = ALL_FUNCTIONS[name];
  if (needs === undefined) throw new Error(`ALL_FUNCTIONS names no function "${name}"`);
  return { memoryMegabytes: DEFAULT_MEMORY_MEGABYTES, timeoutSeconds: DEFAULT_TIMEOUT_SECONDS, ...needs };
}
