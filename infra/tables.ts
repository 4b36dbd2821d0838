/**
 * THE table definitions, from which the stack, the local store and the tests create tables. docs/STORAGE.md describes
 * the keys. Keys are strings; a TTL attribute contains epoch seconds, and no code relies on DynamoDB having deleted
 * expired items.
 */
export interface TableDefinition {
  /** The environment variable with the table's name. */
  environment: string;
  partitionKey: string;
  sortKey?: string;
  timeToLive?: string;
  /** A global secondary index that holds keys only. It costs a write only when an item's value changes. */
  index?: { name: string; partitionKey: string };
}

export const TABLES = {
  /** Institutions, their users, clients and logins. */
  Directory: { environment: 'DIRECTORY_TABLE', partitionKey: 'pk', sortKey: 'sk' },
  /** Access tokens and App-Keys by digest, for the authorizer's single read. */
  Credentials: { environment: 'CREDENTIALS_TABLE', partitionKey: 'pk', timeToLive: 'expires_at' },
  /** The same credentials by owner, for lists of keys and for changes to a user. */
  CredentialOwners: {
    environment: 'CREDENTIAL_OWNERS_TABLE',
    partitionKey: 'pk',
    sortKey: 'sk',
    timeToLive: 'expires_at',
  },
  /** Sign-in records: browser sessions and consents by user, and the last use of client secrets by client. */
  SignIns: {
    environment: 'SIGN_INS_TABLE',
    partitionKey: 'pk',
    sortKey: 'sk',
    timeToLive: 'expires_at',
  },
  /** Dialog sessions and idempotency records. */
  Sessions: {
    environment: 'SESSIONS_TABLE',
    partitionKey: 'pk',
    timeToLive: 'expires_at',
    index: { name: 'person', partitionKey: 'person' },
  },
  /**
   * The conversation log: turns by session, sessions by day, counters, feedback, and queries that were not understood.
   */
  Conversations: {
    environment: 'CONVERSATIONS_TABLE',
    partitionKey: 'pk',
    sortKey: 'sk',
    timeToLive: 'expires_at',
  },
  /** AI versions, assignments with history, and business-logic names. */
  Versions: { environment: 'VERSIONS_TABLE', partitionKey: 'pk', sortKey: 'sk' },
  /** Failed sign-ins by account and source, and institutions' use of their limits. */
  Throttle: { environment: 'THROTTLE_TABLE', partitionKey: 'pk', timeToLive: 'expires_at' },
  /** The audit trail by institution and day: who did what, from where, and with what outcome. */
  Audit: { environment: 'AUDIT_TABLE', partitionKey: 'pk', sortKey: 'sk', timeToLive: 'expires_at' },
} as const satisfies Record<string, TableDefinition>;

export type TableName = keyof typeof TABLES;
