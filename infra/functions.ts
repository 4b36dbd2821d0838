import { RELAY_LOOK } from '../functions/shared/domain/voice/connections.ts';
import type { OptionalFunction, RoutedFunction } from './routes.ts';
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
 * A function's needs: its actions on tables and its other resources. They determine its environment variables and
 * permissions.
 */
export interface FunctionNeeds {
  tables: Partial<Record<TableName, readonly TableAction[]>>;
  /** `reach`: only checks whether the bucket can be reached; `publish`: reads and writes artifacts. */
  artifacts?: 'read' | 'reach' | 'publish';
  /** Whether it reads, or reads and writes, the files of drafts in the same bucket; no other objects. */
  drafts?: 'read' | 'write';
  /** Set if the function decrypts sealed data. */
  deploymentKey?: 'read';
  /** Set if the function calls business logic, and so needs the settings and network for it. */
  callsBusinessLogic?: true;
  /**
   * Set if the function belongs to the authorization server, and so gets the issuer and the aliases of
   * `service_user_id`.
   */
  authorizationServer?: true;
  /** Set if its bundle includes the sentence encoder; `train` adds the files that only training needs. */
  encoder?: 'read' | 'train';
  /** Set if the function starts trainings. */
  startsTraining?: true;
  memoryMegabytes?: number;
  timeoutSeconds?: number;
}

/** Records that every endpoint behind the authorizer writes. */
const ACCESS_RECORDS = {
  CredentialOwners: ['UpdateItem'],
  Audit: ['PutItem'],
  Throttle: ['UpdateItem'],
} as const;

/** The same with its institution's settings and limits. */
const ADMISSION = { Throttle: ['UpdateItem'], Versions: ['GetItem'] } as const;

/** The function that trains, plays and publishes drafts. `drafts-publish` invokes it; it has no route. */
export const TRAINER = 'drafts-train';

/** The function that groups queries that went wrong. It runs on a schedule and has no route. */
export const GROUPER = 'unhandled-groups';
export const GROUPING_EVERY_MINUTES = 5;

const OF_DEPLOYMENT: Readonly<
  Record<
    'authorizer' | typeof TRAINER | typeof GROUPER | Exclude<RoutedFunction, OptionalFunction>,
    FunctionNeeds
  >
> = {
  authorizer: {
    tables: { Credentials: ['GetItem'], Audit: ['PutItem'] },
    // Every other function waits for the authorizer. At 512 MB its cold start would take a third of a second of CPU
    // time, at 1,024 MB half of that, for three cents per million requests (`npm run bench -- lambda`).
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
      Conversations: ['BatchWriteItem', 'UpdateItem', 'GetItem', 'PutItem', 'DeleteItem'],
      Throttle: ['GetItem', 'UpdateItem'],
      CredentialOwners: ['UpdateItem'],
      Audit: ['PutItem'],
    },
    artifacts: 'read',
    deploymentKey: 'read',
    callsBusinessLogic: true,
    encoder: 'read',
    memoryMegabytes: 1769,
  },
  'dialog-messages': {
    tables: {
      Sessions: ['GetItem', 'UpdateItem'],
      Conversations: ['Query', 'GetItem', 'PutItem', 'DeleteItem'],
      ...ADMISSION,
      ...ACCESS_RECORDS,
    },
    deploymentKey: 'read',
    // It mostly waits, and its price depends on its memory.
    memoryMegabytes: 256,
  },
  'dialog-tell': {
    tables: {
      Sessions: ['GetItem', 'PutItem', 'ConditionCheckItem'],
      Conversations: ['GetItem', 'PutItem'],
      ...ADMISSION,
      ...ACCESS_RECORDS,
    },
    deploymentKey: 'read',
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
  'conversations-test': {
    tables: { Conversations: ['Query'], ...ADMISSION, ...ACCESS_RECORDS },
    deploymentKey: 'read',
  },
  'conversations-search': {
    tables: { Conversations: ['Query'], ...ADMISSION, ...ACCESS_RECORDS },
    deploymentKey: 'read',
    // It decrypts the turns of up to 200 sessions.
    memoryMegabytes: 1769,
  },
  'handoffs-list': {
    tables: { Conversations: ['Query'], ...ADMISSION, ...ACCESS_RECORDS },
    deploymentKey: 'read',
  },
  'handoffs-read': {
    tables: { Conversations: ['Query', 'GetItem'], ...ADMISSION, ...ACCESS_RECORDS },
    deploymentKey: 'read',
    memoryMegabytes: 256,
  },
  'handoffs-act': {
    tables: {
      Sessions: ['GetItem', 'PutItem', 'UpdateItem'],
      Conversations: ['GetItem', 'PutItem', 'DeleteItem'],
      ...ADMISSION,
      ...ACCESS_RECORDS,
    },
    deploymentKey: 'read',
  },
  'handoffs-suggest': {
    tables: { Conversations: ['Query', 'GetItem'], ...ADMISSION, ...ACCESS_RECORDS },
    artifacts: 'read',
    deploymentKey: 'read',
    encoder: 'read',
    memoryMegabytes: 1769,
  },
  webhooks: {
    tables: {
      ...ADMISSION,
      Versions: ['GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'],
      ...ACCESS_RECORDS,
    },
    deploymentKey: 'read',
  },
  insights: { tables: { Conversations: ['Query'], ...ADMISSION, ...ACCESS_RECORDS } },
  unhandled: {
    tables: { Conversations: ['Query'], ...ADMISSION, ...ACCESS_RECORDS },
    deploymentKey: 'read',
    memoryMegabytes: 1769,
  },
  [GROUPER]: {
    tables: { Conversations: ['Query', 'GetItem', 'PutItem', 'DeleteItem', 'ConditionCheckItem'] },
    deploymentKey: 'read',
    memoryMegabytes: 1024,
    timeoutSeconds: 290,
  },
  'unhandled-dismiss': {
    tables: { Conversations: ['BatchWriteItem'], ...ADMISSION, ...ACCESS_RECORDS },
    deploymentKey: 'read',
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
  'versions-note': { tables: { Versions: ['GetItem', 'UpdateItem'], ...ACCESS_RECORDS } },
  'drafts-list': { tables: { Versions: ['GetItem', 'Query'], ...ACCESS_RECORDS } },
  'drafts-read': { tables: { Versions: ['GetItem'], ...ACCESS_RECORDS }, drafts: 'read' },
  'drafts-write': {
    tables: { Versions: ['GetItem', 'Query', 'PutItem'], ...ACCESS_RECORDS },
    drafts: 'write',
  },
  'drafts-check': {
    tables: { Versions: ['GetItem'], ...ACCESS_RECORDS },
    drafts: 'read',
    deploymentKey: 'read',
    memoryMegabytes: 1769,
  },
  'drafts-try': {
    tables: { Versions: ['GetItem', 'Query'], ...ACCESS_RECORDS },
    artifacts: 'read',
    encoder: 'read',
    memoryMegabytes: 1769,
  },
  'drafts-publish': {
    tables: { Versions: ['GetItem', 'PutItem'], ...ACCESS_RECORDS },
    drafts: 'read',
    deploymentKey: 'read',
    startsTraining: true,
    memoryMegabytes: 1769,
  },
  'drafts-job': { tables: { Versions: ['GetItem'], ...ACCESS_RECORDS } },
  'drafts-delete': { tables: { Versions: ['GetItem', 'PutItem'], ...ACCESS_RECORDS } },
  'business-logic-servers': {
    tables: { Versions: ['GetItem', 'PutItem'], ...ACCESS_RECORDS },
    deploymentKey: 'read',
  },
  'audit-list': { tables: { ...ADMISSION, ...ACCESS_RECORDS, Audit: ['PutItem', 'Query'] } },
  [TRAINER]: {
    tables: { Versions: ['GetItem', 'Query', 'PutItem'], Conversations: ['Query'], Audit: ['PutItem'] },
    artifacts: 'publish',
    deploymentKey: 'read',
    encoder: 'train',
    // Training uses one core; the thread that reports progress needs little of a second one.
    memoryMegabytes: 3008,
    timeoutSeconds: 900,
  },
  openapi: { tables: {} },
  health: { tables: {} },
  ready: { tables: { Versions: ['GetItem'] }, artifacts: 'reach', timeoutSeconds: 10 },
  'chat-script': { tables: {} },
  console: { tables: {} },
};

/** The functions of every deployment by name: the authorizer, the routes' functions, and those that have no route. */
export const FUNCTIONS: Readonly<Record<string, FunctionNeeds>> = OF_DEPLOYMENT;

/** The function that exports logged turns to S3 (setting `analytics`); it has no route. */
export const TURN_LINES = 'turn-lines';

/** The function that delivers events to webhooks (setting `webhooks`); it has no route. */
export const WEBHOOKS_DELIVER = 'webhooks-deliver';

/** The functions that take the messages of channels, by the names in the setting `channels`. */
export const CHANNELS = {
  sms: 'channel-sms',
  voice: 'channel-voice',
  whatsapp: 'channel-whatsapp',
  messenger: 'channel-messenger',
  slack: 'channel-slack',
  teams: 'channel-teams',
} as const satisfies Readonly<Record<string, OptionalFunction>>;

/** The functions that take what people write elsewhere, by the names in the setting `desks`. */
export const DESKS = { slack: 'slack-events', chatwoot: 'chatwoot-events' } as const satisfies Readonly<
  Record<string, OptionalFunction>
>;

/** The function that answers the messages of channels (setting `channels`); it has no route. */
export const CHANNELS_ANSWER = 'channels-answer';

/** The function that answers calls: somebody waits for it, so it asks the query function itself. */
export const CHANNEL_VOICE = CHANNELS.voice;

/** The functions of calls over connections (setting `voiceRelay`) by the routes of their WebSocket API. */
export const RELAY_ROUTES = {
  $connect: 'relay-connect',
  $default: 'relay-message',
  $disconnect: 'relay-disconnect',
} as const;

/** The last one is invoked by a queue. */
export const RELAY_FUNCTIONS = [...Object.values(RELAY_ROUTES), RELAY_LOOK];

/** A function that answers calls over connections. */
const ANSWERS_CALLS: FunctionNeeds = {
  tables: { Versions: ['Query'], Conversations: ['Query', 'GetItem', 'PutItem'] },
  deploymentKey: 'read',
  timeoutSeconds: 29,
};

/** A function that checks a platform's signature and carries out what people do there. */
const TAKES_REPLIES: FunctionNeeds = {
  tables: {
    Versions: ['Query', 'GetItem'],
    Sessions: ['GetItem', 'PutItem', 'UpdateItem'],
    Conversations: ['GetItem', 'PutItem', 'DeleteItem'],
  },
  deploymentKey: 'read',
};

/** A function that checks a platform's signature and stores its messages. */
const TAKES_MESSAGES: FunctionNeeds = {
  tables: { Versions: ['Query'], Conversations: ['Query', 'PutItem'] },
  deploymentKey: 'read',
};

const OF_SETTINGS: Readonly<
  Record<
    | typeof TURN_LINES
    | typeof WEBHOOKS_DELIVER
    | typeof CHANNELS_ANSWER
    | OptionalFunction
    | (typeof RELAY_FUNCTIONS)[number],
    FunctionNeeds
  >
> = {
  [TURN_LINES]: { tables: {}, timeoutSeconds: 60 },
  [WEBHOOKS_DELIVER]: {
    tables: {
      Versions: ['Query'],
      Conversations: ['Query', 'GetItem', 'PutItem', 'UpdateItem', 'DeleteItem', 'BatchWriteItem'],
    },
    deploymentKey: 'read',
    // It mostly waits for receivers, and its price depends on its memory.
    memoryMegabytes: 256,
    timeoutSeconds: 75,
  },
  'slack-events': TAKES_REPLIES,
  'chatwoot-events': TAKES_REPLIES,
  'channel-sms': TAKES_MESSAGES,
  'channel-voice': {
    tables: { Versions: ['Query'], Conversations: ['GetItem', 'PutItem'] },
    deploymentKey: 'read',
  },
  'relay-connect': {
    tables: { Versions: ['Query'], Conversations: ['Query', 'GetItem', 'PutItem', 'DeleteItem'] },
    deploymentKey: 'read',
  },
  'relay-message': ANSWERS_CALLS,
  'relay-disconnect': { tables: { Conversations: ['GetItem', 'DeleteItem'] } },
  [RELAY_LOOK]: ANSWERS_CALLS,
  'channel-whatsapp': TAKES_MESSAGES,
  'channel-messenger': TAKES_MESSAGES,
  'channel-slack': TAKES_MESSAGES,
  'channel-teams': TAKES_MESSAGES,
  [CHANNELS_ANSWER]: {
    tables: {
      Versions: ['Query'],
      Conversations: ['Query', 'GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'],
    },
    deploymentKey: 'read',
    // It mostly waits for answers and platforms, and its price depends on its memory.
    memoryMegabytes: 256,
    timeoutSeconds: 85,
  },
};

/**
 * The functions of channels and desks. New code takes over in them at once, since their versions would be more resources
 * than a stack should have.
 */
export const OF_PLATFORMS: ReadonlySet<string> = new Set([
  ...Object.values(CHANNELS),
  ...Object.values(DESKS),
  CHANNELS_ANSWER,
  ...RELAY_FUNCTIONS,
]);

/** Functions that settings add. */
export const OPTIONAL_FUNCTIONS: Readonly<Record<string, FunctionNeeds>> = OF_SETTINGS;

export const ALL_FUNCTIONS = { ...FUNCTIONS, ...OPTIONAL_FUNCTIONS };

/** Default memory and timeout of a function. */
const DEFAULT_MEMORY_MEGABYTES = 512;
/** Longer than the time limit of a request, so that the function can still answer. */
const DEFAULT_TIMEOUT_SECONDS = 25;

/** Where Lambda puts a function's bundle. */
export const TASK_ROOT = '/var/task';

export type FunctionSettings = Required<Pick<FunctionNeeds, 'memoryMegabytes' | 'timeoutSeconds'>> &
  FunctionNeeds;

/** A function's needs with defaults filled in. */
export function functionSettings(name: string): FunctionSettings {
  const needs = ALL_FUNCTIONS[name];
  if (needs === undefined) throw new Error(`ALL_FUNCTIONS does not list the function "${name}"`);
  return { memoryMegabytes: DEFAULT_MEMORY_MEGABYTES, timeoutSeconds: DEFAULT_TIMEOUT_SECONDS, ...needs };
}
