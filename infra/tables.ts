/**
 * THE table definitions: the stack, the local store and the tests all create tables from here. What each key
 * holds is in docs/STORAGE.md. Keys are strings; a TTL attribute holds epoch seconds, and no code relies on
 * DynamoDB having deleted what has expired.
 */
export interface TableDefinition {
  /** The environment variable that carries the table's name to a function. */
  environment: string;
  partitionKey: string;
  sortKey?: string;
  timeToLive?: string;
}

export const TABLES = {
  /** Institutions, their users, clients and logins. */
  Directory: { environment: 'DIRECTORY_TABLE', partitionKey: 'pk', sortKey: 'sk' },
  /** Access tokens and App-Keys by the digest of their secret: the authorizer's one read. */
  Credentials: { environment: 'CREDENTIALS_TABLE', partitionKey: 'pk', timeToLive: 'expires_at' },
  /** The same credentials by their owner: lists of keys, and what to change when a user changes. */
  CredentialOwners: {
    environment: 'CREDENTIAL_OWNERS_TABLE',
    partitionKey: 'pk',
    sortKey: 'sk',
    timeToLive: 'expires_at',
  },
  /** The records of sign-ins, by user: signed-in browsers and consents; by client: when each secret was used last. */
  SignIns: {
    environment: 'SIGN_INS_TABLE',
    partitionKey: 'pk',
    sortKey: 'sk',
    timeToLive: 'expires_at',
  },
  /** Dialog sessions and idempotency records. */
  Sessions: { environment: 'SESSIONS_TABLE', partitionKey: 'pk', timeToLive: 'expires_at' },
  /** The log of conversations: turns by session, sessions by day, counters, feedback; what was not understood. */
  Conversations: {
    environment: 'CONVERSATIONS_TABLE',
    partitionKey: 'pk',
    sortKey: 'sk',
    timeToLive: 'expires_at',
  },
  /** AI versions, applications, defaults and their history; what names of business logic stand for. */
  Versions: { environment: 'VERSIONS_TABLE', partitionKey: 'pk', sortKey: 'sk' },
  /** Failed sign-ins by account and source; what institutions with limits have used. */
  Throttle: { environment: 'THROTTLE_TABLE', partitionKey: 'pk', timeToLive: 'expires_at' },
  /** The audit trail: who did what, from where, with what outcome, by institution and day. */
  Audit: { environment: 'AUDIT_TABLE', partitionKey: 'pk', sortKey: 'sk', timeToLive: 'expires_at' },
} as const satisfies Record<string, TableDefinition>;

export type TableName = keyof typeof TABLES;
