import { type AuditEvent, credentialEvent, type RequestOrigin } from '../audit.ts';
import { isExpired } from '../clock.ts';
import type { Principal } from '../credentials/principal.ts';
import { intersectScopes, parseScopes, type Scope } from '../credentials/scopes.ts';
import { appKeyDigest, newAppKey } from '../credentials/secrets.ts';
import { fieldError, ParleyError } from '../errors.ts';
import type { Institution, User } from '../institutions/directory.ts';
import type { RandomBytes } from '../random.ts';
import type { KeptAnswer } from '../repeats.ts';
import { type LimitChanges, loosenedFields } from './key-tightening.ts';

/** An App-Key as it is kept: everything but the secret. */
export interface ApplicationKey {
  /** A UUID in lower case. */
  id: string;
  digest: string;
  institution: string;
  userId: string;
  name: string;
  scopes: Scope[];
  /** As `parseReferrers` gives them; empty means anywhere. */
  referrers: string[];
  /** Epoch milliseconds. */
  createdAt: number;
  /** Orders keys that were made within one millisecond. */
  sequence: number;
  /** Epoch seconds; absent where the key does not expire. */
  expiresAt?: number;
  /** Epoch milliseconds at the begin of the minute of the last use; absent where it was never used. */
  lastUsedAt?: number;
}

/** The owner of keys: always the presenting credential's user. */
export type KeyOwner = Pick<Principal, 'institution' | 'userId'>;

/** The state that a change of a key depends on. */
export interface KeyContext {
  institution: Institution | undefined;
  user: User | undefined;
  /** The key that is asked for, if one is. */
  key: ApplicationKey | undefined;
  /** No fewer than the owner's keys that live; absent where they have to be counted. */
  atMost?: number;
}

/** The most keys of one user that live: far more than anybody keeps track of, and few enough to be listed in one answer. */
export const MAX_KEYS = 1000;

/** How the count of an owner's keys changes with a new one: by one from where it is, or from what was just counted. */
export interface KeyCount {
  /** The count as it was read. */
  seen: number | undefined;
  /** The keys that live, where they were counted anew. */
  living?: number;
}

export type KeyChanges = Partial<Pick<ApplicationKey, 'name' | 'scopes' | 'referrers'>> &
  Pick<LimitChanges, 'expiresAt'>;

/** The port of keys. A key's listing and its look-up change together or not at all. */
export interface KeyStore {
  /** Strongly consistent. */
  readContext(owner: KeyOwner, keyId?: string): Promise<KeyContext>;
  /**
   * False, with nothing written, where the user is no longer active at `userRevision`, the count would pass
   * {@link MAX_KEYS} or is no longer what a new one was made for, or `kept` is there already.
   */
  add(
    key: ApplicationKey,
    userRevision: number,
    count: KeyCount,
    event: AuditEvent,
    kept?: KeptAnswer,
  ): Promise<boolean>;
  /**
   * False, with nothing written, where the key is gone or no longer has the limits of `key`, or the user is no longer
   * active at `userRevision`, or `kept` is there already.
   */
  update(
    key: ApplicationKey,
    changes: KeyChanges,
    userRevision: number,
    event: AuditEvent,
    kept?: KeptAnswer,
  ): Promise<boolean>;
  /** @returns false if there is no such key, or it has expired by the time of the event */
  remove(owner: KeyOwner, keyId: string, event: AuditEvent): Promise<boolean>;
  /** Every key of the owner, in any order, strongly consistent; expired ones may still be there. */
  list(owner: KeyOwner): Promise<ApplicationKey[]>;
}

export interface NewKeyDependencies {
  keys: KeyStore;
  random: RandomBytes;
  newId: () => string;
  /** Grows with every call within a process. */
  nextSequence: () => number;
}

/** A key as it was made: its secret is shown this once. */
export interface NewKey {
  key: ApplicationKey;
  secret: string;
}

/** Scopes of a key whose maker names none. */
const DEFAULT_SCOPES: readonly Scope[] = ['query', 'app_read'];

/** The number of times that a change is tried when the key or its user changed meanwhile. */
const ATTEMPTS = 5;

const MAX_NAME_LENGTH = 128;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** True for 1–128 characters without control characters, line ends or lone surrogates, not all of them blank. */
export const isKeyName = (text: string): boolean =>
  [...text].length <= MAX_NAME_LENGTH && text.trim() !== '' && !/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u.test(text);

/**
 * Makes a key for the caller's own user. Without `scopes` it may `query` and `app_read`, or what the caller can give
 * of these.
 * @param keep makes of the key what is kept of it for a repeat of the request
 * @returns the key and its secret, which is nowhere else
 * @throws {ParleyError} `bearer_token_required`, `invalid_request` for a scope that the caller cannot
 *   give, `invalid_token` where the user is gone, `conflict` where the user has {@link MAX_KEYS} keys
 */
export async function createKey(
  { keys, random, newId, nextSequence }: NewKeyDependencies,
  principal: Principal,
  input: { name: string; scopes?: string; referrers: string[]; expiresAt?: number | null },
  origin: RequestOrigin,
  keep?: (made: NewKey) => Promise<KeptAnswer>,
): Promise<NewKey> {
  if (principal.grant !== 'client_credentials' && principal.grant !== 'password') {
    throw new ParleyError(
      'bearer_token_required',
      'To create a key, send a Bearer token that was obtained with the client credentials or password grant.',
    );
  }
  const expiresAt = requireFuture(input.expiresAt, origin.now);
  return untilSettled(async () => {
    const context = await keys.readContext(principal);
    const user = activeUser(context);
    const count = await countFor(keys, principal, context.atMost, origin.now);
    const secret = newAppKey(random);
    const key: ApplicationKey = {
      id: newId(),
      digest: appKeyDigest(secret),
      institution: principal.institution,
      userId: principal.userId,
      name: input.name,
      scopes:
        input.scopes === undefined
          ? defaultScopes(principal, context)
          : keyScopes(input.scopes, principal, context),
      referrers: input.referrers,
      createdAt: origin.now,
      sequence: nextSequence(),
      ...(typeof expiresAt === 'number' ? { expiresAt } : {}),
    };
    const what = { action: 'key.create', outcome: 'done', target: key.id } as const;
    const event = credentialEvent(principal, origin, what);
    const kept = await keep?.({ key, secret });
    return (await keys.add(key, user.revision, count, event, kept)) ? { key, secret } : undefined;
  });
}

/**
 * The count that a new key is added to. It only grows, so that a delete need not touch it: once it is full, the keys
 * that live are counted.
 * @throws {ParleyError} `conflict`
 */
async function countFor(
  keys: KeyStore,
  owner: KeyOwner,
  seen: number | undefined,
  now: number,
): Promise<KeyCount> {
  if (seen !== undefined && seen < MAX_KEYS) return { seen };
  const living = (await listKeys(keys, owner, now)).length;
  if (living < MAX_KEYS) return { seen, living };
  throw new ParleyError(
    'conflict',
    `You have ${MAX_KEYS} keys, the most that a user may have. Delete one that is no longer used, then send the request again.`,
  );
}

/**
 * Changes what is given of one of the caller's own keys; it counts from the next request on. With an App-Key the
 * limits of a key, its own among them, can only be tightened: who finds a key must not outlive or widen it.
 * @throws {ParleyError} `not_found`, `invalid_request` for a scope that the caller cannot give, `invalid_token`,
 *   `bearer_token_required` where an App-Key would loosen a key
 */
export async function updateKey(
  keys: KeyStore,
  principal: Principal,
  keyId: string,
  input: { name?: string; scopes?: string; referrers?: string[]; expiresAt?: number | null },
  origin: RequestOrigin,
  keep?: () => Promise<KeptAnswer>,
): Promise<void> {
  if (!UUID.test(keyId)) throw noSuchKey();
  const expiresAt = requireFuture(input.expiresAt, origin.now);
  const changed = Object.keys(input);
  const what = { action: 'key.update', outcome: 'done', target: keyId, changed } as const;
  const event = credentialEvent(principal, origin, what);
  await untilSettled(async () => {
    const kept = await keep?.();
    const context = await keys.readContext(principal, keyId);
    const user = activeUser(context);
    if (context.key === undefined || isOver(context.key, origin.now)) throw noSuchKey();
    const changes: KeyChanges = {
      ...(input.name === undefined ? {} : { name: input.name }),
      ...(input.scopes === undefined ? {} : { scopes: keyScopes(input.scopes, principal, context) }),
      ...(input.referrers === undefined ? {} : { referrers: input.referrers }),
      ...(expiresAt === undefined ? {} : { expiresAt }),
    };
    if (principal.kind === 'key') requireTightening(context.key, changes);
    return (await keys.update(context.key, changes, user.revision, event, kept)) || undefined;
  });
}

/** @throws {ParleyError} `not_found` */
export async function deleteKey(
  keys: KeyStore,
  principal: Principal,
  keyId: string,
  origin: RequestOrigin,
): Promise<void> {
  const event = credentialEvent(principal, origin, { action: 'key.delete', outcome: 'done', target: keyId });
  const removed = UUID.test(keyId) && (await keys.remove(principal, keyId, event));
  if (!removed) throw noSuchKey();
}

/** The keys of an owner that live, in the order of their creation. */
export async function listKeys(keys: KeyStore, owner: KeyOwner, now: number): Promise<ApplicationKey[]> {
  const list = (await keys.list(owner)).filter((key) => !isOver(key, now));
  return list.sort((left, right) => left.createdAt - right.createdAt || left.sequence - right.sequence);
}

const isOver = ({ expiresAt }: ApplicationKey, now: number): boolean =>
  expiresAt !== undefined && isExpired(expiresAt, now);

/** @throws {ParleyError} `invalid_request` for a time that has passed */
function requireFuture<Time extends number | null | undefined>(expiresAt: Time, now: number): Time {
  if (typeof expiresAt === 'number' && isExpired(expiresAt, now)) {
    throw fieldError('expires_at', 'give a time that lies ahead by a second or more');
  }
  return expiresAt;
}

/** @throws {ParleyError} `bearer_token_required` that names every field which a Bearer token alone may change so */
function requireTightening(key: ApplicationKey, changes: KeyChanges): void {
  const fields = loosenedFields(key, changes);
  if (fields.length === 0) return;
  const sentences = fields.map(({ field, message }) => `${field}: ${message}`);
  throw new ParleyError(
    'bearer_token_required',
    `An App-Key can only tighten keys; to loosen one, send a Bearer token. ${sentences.join('; ')}`,
    { fields },
  );
}

/** A key's scopes ⊆ the user's ∩ the institution's allowed ∩ the presenting credential's. */
const givableScopes = (principal: Principal, { user, institution }: KeyContext): Scope[] =>
  intersectScopes(principal.scopes, user?.scopes ?? [], institution?.allowedKeyScopes ?? []);

/** @throws {ParleyError} `invalid_request` where the caller can give none of the defaults */
function defaultScopes(principal: Principal, context: KeyContext): Scope[] {
  const givable = givableScopes(principal, context);
  const scopes = intersectScopes(DEFAULT_SCOPES, givable);
  if (scopes.length === 0) throw notGivable(givable);
  return scopes;
}

/** @throws {ParleyError} `invalid_request` for none, and for one that the caller cannot give */
function keyScopes(wanted: string, principal: Principal, context: KeyContext): Scope[] {
  const givable = givableScopes(principal, context);
  const { scopes, unknown } = parseScopes(wanted);
  if (unknown.length > 0 || scopes.length === 0 || scopes.some((scope) => !givable.includes(scope))) {
    throw notGivable(givable);
  }
  return scopes;
}

function notGivable(givable: readonly Scope[]): ParleyError {
  const most = givable.length === 0 ? 'none' : givable.join(' ');
  return fieldError('scopes', `name one or more of the scopes that you can give to a key: ${most}`);
}

function activeUser({ user }: KeyContext): User {
  if (user?.status === 'active') return user;
  throw new ParleyError('invalid_token', 'The user of this credential is not active; obtain another.');
}

/** Begins again while the work says that something changed under it. */
async function untilSettled<Result>(work: () => Promise<Result | undefined>): Promise<Result> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const result = await work();
    if (result !== undefined) return result;
  }
  throw new ParleyError(
    'conflict',
    'The key or its user was changed at the same moment; send the request again.',
  );
}

export const noSuchKey = (): ParleyError =>
  new ParleyError('not_found', 'You have no key with this id; list your keys to see their ids.');
