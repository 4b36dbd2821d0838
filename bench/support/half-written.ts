import { paginateScan } from '@aws-sdk/lib-dynamodb';
import { connect } from '../../functions/shared/store/dynamodb.ts';
import { tableEnvironment } from '../../local/create-tables.ts';

type Item = Record<string, unknown>;
/** The items of every table, by the environment variable that names it. */
type Contents = Record<string, Item[]>;

/**
 * Lists the data in the tables that is only partly there although it is written in one transaction (docs/STORAGE.md).
 * No failure may leave any; the list is empty if all is well.
 */
export async function halfWritten(endpoint: string): Promise<string[]> {
  const client = connect(endpoint, { attemptMs: 30_000 });
  try {
    const contents: Contents = {};
    for (const [variable, TableName] of Object.entries(tableEnvironment())) {
      const items: Item[] = [];
      const scan = { TableName, ConsistentRead: true };
      for await (const { Items = [] } of paginateScan({ client }, scan)) items.push(...Items);
      contents[variable] = items;
    }
    return RULES.flatMap((rule) => rule(contents));
  } finally {
    client.destroy();
  }
}

const of = (contents: Contents, table: string): Item[] => contents[`${table}_TABLE`] ?? [];
const text = (value: unknown): string => (value === undefined ? '' : String(value));
const begins = (prefix: string) => (item: Item) => text(item.sk).startsWith(prefix);

/** Keys and tokens are in two tables: by digest, and by owner. */
function credentials(contents: Contents): string[] {
  const isListed = ({ kind }: Item) => kind === 'key' || kind === 'token';
  const lookups = new Set(
    of(contents, 'CREDENTIALS')
      .filter(isListed)
      .map(({ pk }) => text(pk)),
  );
  const listings = new Set(of(contents, 'CREDENTIAL_OWNERS').map(({ digest }) => text(digest)));
  return [...lookups.symmetricDifference(listings)].map(() => 'a credential is in one of its tables alone');
}

/** A code is used in the transaction that writes its token, and is kept as long as the token. */
function usedCodes(contents: Contents): string[] {
  const items = of(contents, 'CREDENTIALS');
  const used = new Set(items.map(({ token_digest }) => text(token_digest)));
  return items
    .filter(
      ({ kind, grant, pk }) => kind === 'token' && grant === 'authorization_code' && !used.has(text(pk)),
    )
    .map(() => 'a token of a code stands beside no code that was used for it');
}

/** A key is created and deleted in one transaction with its event. */
function keyEvents(contents: Contents): string[] {
  const keys = of(contents, 'CREDENTIAL_OWNERS')
    .filter(begins('key#'))
    .map(({ sk }) => text(sk).slice('key#'.length));
  const targets = (action: string) =>
    of(contents, 'AUDIT')
      .filter((event) => event.action === action && event.outcome === 'done')
      .map(({ target }) => text(target));
  const [made, deleted] = [new Set(targets('key.create')), new Set(targets('key.delete'))];
  const there = new Set(keys);
  return [
    ...keys.filter((id) => !made.has(id)).map(() => 'a key was made without an event'),
    ...keys.filter((id) => deleted.has(id)).map(() => 'a key is there that an event says is deleted'),
    ...[...made]
      .filter((id) => !there.has(id) && !deleted.has(id))
      .map(() => 'a key is told of by an event, and is not there'),
  ];
}

const isTarget = ({ sk, target }: Item): boolean => target !== undefined && !text(sk).startsWith('history#');
const servingOf = ({ version_id, canary }: Item): string[] =>
  [version_id, Reflect.get(Object(canary), 'version_id')].filter((id) => id !== undefined).map(text);

/** A version counts its uses in the transaction that assigns it. */
function assignments(contents: Contents): string[] {
  const versions = of(contents, 'VERSIONS');
  const uses = versions.filter(isTarget);
  return versions
    .filter(begins('version#'))
    .filter(({ pk, id, assignments: counted }) => {
      const serving = uses.filter((use) => use.pk === pk).flatMap(servingOf);
      return serving.filter((used) => used === id).length !== counted;
    })
    .map(() => 'a version counts other uses than it has');
}

/** Every revision of a target is in its history; the latest equals the current assignment. */
function history(contents: Contents): string[] {
  const versions = of(contents, 'VERSIONS');
  return versions.filter(isTarget).flatMap((now) => {
    const past = versions.filter(
      (item) => begins('history#')(item) && item.pk === now.pk && item.target === now.target,
    );
    const last = past.find(({ revision }) => revision === now.revision);
    const isWhole = past.length === now.revision && last?.version_id === now.version_id;
    return isWhole ? [] : ['an assignment has another history than its own'];
  });
}

/** A user with a user name has a login, at the same revision. */
function logins(contents: Contents): string[] {
  const directory = of(contents, 'DIRECTORY');
  const login = ({ institution, username }: Item) =>
    directory.find(({ pk, sk }) => pk === `login#${text(username)}` && sk === institution);
  return directory
    .filter((item) => begins('user#')(item) && item.username !== undefined)
    .filter((user) => login(user)?.revision !== user.revision)
    .map(() => 'a user has no login, or another one than its own');
}

/**
 * Lists consents with only one of two attributes that belong together: the scopes, and the time from which they are
 * allowed.
 */
const consents = (contents: Contents): string[] =>
  of(contents, 'SIGN_INS')
    .filter(begins('consent#'))
    .filter(({ since, scopes }) => (since === undefined) !== (scopes === undefined))
    .map(() => 'a consent is in part withdrawn');

const tallies = (contents: Contents): string[] =>
  of(contents, 'THROTTLE')
    .filter(({ attempts = 0, forgiven = 0 }) => Number(forgiven) > Number(attempts))
    .map(() => 'more attempts are forgiven than were counted');

/** Feedback is written in one transaction with its counters. */
function feedbackCounters(contents: Contents): string[] {
  const items = of(contents, 'CONVERSATIONS');
  return ['good', 'bad'].flatMap((rating) => {
    const given = items.filter((item) => begins('feedback#')(item) && item.rating === rating).length;
    const counted = items.reduce((sum, item) => sum + Number(item[`feedback:${rating}`] ?? 0), 0);
    return given === counted
      ? []
      : [`feedback is given ${given} times as ${rating}, and counted ${counted} times`];
  });
}

const RULES: readonly ((contents: Contents) => string[])[] = [
  credentials,
  usedCodes,
  keyEvents,
  assignments,
  history,
  logins,
  consents,
  tallies,
  feedbackCounters,
];
