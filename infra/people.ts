import type { TableAction } from './functions.ts';
import type { TableName } from './tables.ts';

/**
 * The permissions of people who use the `parley` command. The stack creates a policy for each kind of person, and a
 * test runs every command under its policy.
 */
export interface PersonNeeds {
  /** The policy's description in IAM's console. */
  description: string;
  tables: Partial<Record<TableName, readonly TableAction[]>>;
  /** The tables whose index the person queries. */
  indexes?: readonly TableName[];
  /** Restricts a table to these partitions, as IAM patterns. */
  onlyPartitions?: Partial<Record<TableName, string>>;
  /** Partitions of a table to which access is denied. */
  neverPartitions?: Partial<Record<TableName, readonly string[]>>;
  /** Actions on artifacts, without the service prefix. */
  artifacts: readonly ('GetObject' | 'PutObject' | 'DeleteObject')[];
  /** Set if the person decrypts sealed data. */
  deploymentKey?: 'read';
}

export const PEOPLE = {
  ParleyOperator: {
    description:
      'Every command of parley: institutions, users, clients, keys, versions, conversations, deletions.',
    tables: {
      Directory: [
        'GetItem',
        'BatchGetItem',
        'Query',
        'Scan',
        'PutItem',
        'UpdateItem',
        'DeleteItem',
        'ConditionCheckItem',
      ],
      Credentials: ['UpdateItem', 'DeleteItem'],
      CredentialOwners: ['GetItem', 'Query', 'UpdateItem', 'DeleteItem'],
      SignIns: ['Query', 'UpdateItem', 'DeleteItem'],
      Sessions: ['Scan', 'PutItem', 'DeleteItem'],
      Conversations: ['Query', 'Scan', 'PutItem', 'DeleteItem'],
      Versions: ['GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'],
      Throttle: ['BatchGetItem', 'UpdateItem', 'DeleteItem'],
      Audit: ['Query', 'PutItem'],
    },
    indexes: ['Sessions'],
    artifacts: ['GetObject', 'PutObject', 'DeleteObject'],
    deploymentKey: 'read',
  },
  ParleyAuthor: {
    description:
      'What those need who write assistants: publish, assign, roll back, compare, and what people say.',
    tables: {
      Directory: ['GetItem'],
      Conversations: ['Query'],
      Versions: ['GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'],
      Audit: ['PutItem'],
    },
    onlyPartitions: { Directory: 'institution#*' },
    // The last one is also `#webhooks`, which counts each institution's.
    neverPartitions: { Versions: ['*#business_logic', '*#webhooks'] },
    artifacts: ['GetObject', 'PutObject'],
    deploymentKey: 'read',
  },
} as const satisfies Record<string, PersonNeeds>;
