import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, onTestFinished, test } from 'vitest';
import { halfWritten } from '../../bench/support/half-written.ts';
import { useDynamoDb } from '../support/dynamodb.ts';

const store = useDynamoDb();
type Item = Record<string, unknown>;

const put = async (table: string, Item: Item): Promise<void> => {
  const TableName = `parley-${table}`;
  await store.client().send(new PutCommand({ TableName, Item }));
  const { pk, sk } = Item;
  onTestFinished(async () => {
    await store.client().send(new DeleteCommand({ TableName, Key: sk === undefined ? { pk } : { pk, sk } }));
  });
};

const key = { pk: 'digest', kind: 'key' };
const listing = { pk: 'acme#u', sk: 'key#1', digest: 'digest' };
const made = { pk: 'acme#day#0', sk: 'made', action: 'key.create', outcome: 'done', target: '1' };
const deleted = { ...made, sk: 'deleted', action: 'key.delete' };
const codeToken = { pk: 'token', kind: 'token', grant: 'authorization_code' };
const tokenListing = { pk: 'acme#u', sk: 'token#token', digest: 'token' };
const usedCode = { pk: 'code', kind: 'code', token_digest: 'token' };
const version = { pk: 'acme', sk: 'version#1', id: '1', assignments: 1 };
const use = { pk: 'acme', sk: 'application#a', target: 'a', version_id: '1', revision: 2 };
const first = { ...use, sk: 'history#a#1', revision: 1, version_id: '0' };
const past = { ...use, sk: 'history#a#2' };
const user = { pk: 'institution#acme', sk: 'user#u', institution: 'acme', username: 'ann', revision: 3 };
const login = { pk: 'login#ann', sk: 'acme', revision: 3 };
const consent = { pk: 'acme#u', sk: 'consent#c', since: 1, scopes: 'query' };
const tally = { pk: 'tally', attempts: 2, forgiven: 2 };
const feedback = { pk: 'acme#session#s', sk: 'feedback#q', rating: 'good' };
const counted = { pk: 'acme#counters#0', sk: 'day#1#', 'feedback:good': 1 };

/** Complete sets of items that belong together. */
const TOGETHER: [name: string, items: [table: string, item: Item][]][] = [
  [
    'a key',
    [
      ['Credentials', key],
      ['CredentialOwners', listing],
      ['Audit', made],
    ],
  ],
  [
    'a key that was deleted',
    [
      ['Audit', made],
      ['Audit', deleted],
    ],
  ],
  [
    'the token of a code',
    [
      ['Credentials', codeToken],
      ['CredentialOwners', tokenListing],
      ['Credentials', usedCode],
    ],
  ],
  [
    'an assignment',
    [
      ['Versions', version],
      ['Versions', use],
      ['Versions', first],
      ['Versions', past],
    ],
  ],
  [
    'a user',
    [
      ['Directory', user],
      ['Directory', login],
    ],
  ],
  ['a consent', [['SignIns', consent]]],
  ['a tally', [['Throttle', tally]]],
  [
    'feedback',
    [
      ['Conversations', feedback],
      ['Conversations', counted],
    ],
  ],
];

describe('a completely written item', () => {
  test.each(TOGETHER)('is not reported: %s', async (_name, items) => {
    for (const [table, item] of items) await put(table, item);
    expect(await halfWritten(store.endpoint())).toEqual([]);
  });
});

describe('a partly written item is reported:', () => {
  test.each<[string, [table: string, item: Item][], string]>([
    ['a key without its listing', [['Credentials', key]], 'in one of its tables alone'],
    [
      'a listing without its key',
      [
        ['CredentialOwners', listing],
        ['Audit', made],
      ],
      'in one of its tables alone',
    ],
    [
      'a key without its event',
      [
        ['Credentials', key],
        ['CredentialOwners', listing],
      ],
      'made without an event',
    ],
    ['an event without its key', [['Audit', made]], 'and is not there'],
    [
      'a key beside the event of its end',
      [
        ['Credentials', key],
        ['CredentialOwners', listing],
        ['Audit', made],
        ['Audit', deleted],
      ],
      'that an event says is deleted',
    ],
    [
      'a token of a code that is not used',
      [
        ['Credentials', codeToken],
        ['CredentialOwners', tokenListing],
      ],
      'beside no code',
    ],
    [
      'a use that is not counted',
      [
        ['Versions', { ...version, assignments: 0 }],
        ['Versions', use],
        ['Versions', first],
        ['Versions', past],
      ],
      'other uses',
    ],
    [
      'a canary that is not counted',
      [
        ['Versions', version],
        ['Versions', { ...use, revision: 1, canary: { version_id: '1' } }],
        ['Versions', { ...past, revision: 1 }],
      ],
      'other uses',
    ],
    [
      'an assignment that is not in its history',
      [
        ['Versions', version],
        ['Versions', use],
        ['Versions', first],
      ],
      'another history',
    ],
    [
      'a revision that is missing in it',
      [
        ['Versions', version],
        ['Versions', use],
        ['Versions', past],
      ],
      'another history',
    ],
    ['a user without a login', [['Directory', user]], 'no login'],
    [
      'a login of another revision',
      [
        ['Directory', user],
        ['Directory', { ...login, revision: 2 }],
      ],
      'another one than its own',
    ],
    ['a consent without its begin', [['SignIns', { ...consent, since: undefined }]], 'in part withdrawn'],
    [
      'a tally that forgives too much',
      [['Throttle', { ...tally, forgiven: 3 }]],
      'more attempts are forgiven',
    ],
    ['feedback that is not counted', [['Conversations', feedback]], 'counted 0 times'],
    ['a count without its feedback', [['Conversations', counted]], 'given 0 times'],
  ])('%s', async (_name, items, said) => {
    for (const [table, item] of items) await put(table, JSON.parse(JSON.stringify(item)));
    expect(await halfWritten(store.endpoint())).toEqual([expect.stringContaining(said)]);
  });
});
