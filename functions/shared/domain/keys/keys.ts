import { type AuditEvent, credentialEvent, type RequestOrigin } from '../audit.ts';
import { isExpired } from '../clock.ts';
import type { Principal } from '../credentials/principal.ts';
import { requireProvenGrant } from '../credentials/proven-grant.ts';
import { intersectScopes, parseScopes, type Scope } from '../credentials/scopes.ts';
import { appKeyDigest, newAppKey } from '../credentials/secrets.ts';
import { fieldError, ParleyError } from '../errors.ts';
import type { Institution, User } from '../institutions/directory.ts';
import type { RandomBytes } from '../random.ts';
import type { KeptAnswer } from '../repeats.ts';
import { type LimitChanges, loosenedFields } from './key-tightening.ts';

/** An App-Key as stored: everything except the secret. */
export interface ApplicationKey {
  /** A lower-case UUID. */
  id: string;
  digest: string;
  institution: string;
  userId: string;
  name: string;
  scopes: Scope[];
  /** As `parseReferrers` returns them; empty means anywhere. */
  referrers: string[];
  /** Epoch milliseconds. */
  createdAt: number;
  /** Orders keys created within the same millisecond. */
  sequence: number;
  /** Epoch seconds; absent if the key does not expire. */
  expiresAt?: number;
  /** Epoch milliseconds of the minute of the last use; absent if never used. */
  lastUsedAt?: number;
}

/** The owner of keys: always the presenting credential's user. */
export type KeyOwner = Pick<Principal, 'institution' | 'userId'>;

/** The stored facts on which a change of a key depends. */
export interface KeyContext {
  institution: Institution | undefined;
  user: User | undefined;
  /** The requested key, if any. */
  key: ApplicationKey | undefined;
  /** An upper bound of the owner's unexpired keys; absent if they must be counted. */
  atMost?: number;
}

/** Limit of unexpired keys per user, small enough to list them in one answer. */
export const MAX_KEYS = 1000;

/** How a new key changes the count of its owner's keys: by one from the stored count, or from a fresh count. */
export interface KeyCount {
  /** The stored count as read. */
  seen: number | undefined;
  /** The number of unexpired keys, if they were counted again. */
  living?: number;
}

export type KeyChanges = Partial<Pick<ApplicationKey, 'name' | 'scopes' | 'referrers'>> &
  Pick<LimitChanges, 'expiresAt'>;

/** Port of keys. A key's list item and lookup item change in one transaction. */
export interface KeyStore {
  /** Strongly consistent. */
  readContext(owner: KeyOwner, keyId?: string): Promise<KeyContext>;
  /**
   * False, with nothing written, if the user is no longer active at `userRevision`, the count would exceed {@link
   * MAX_KEYS} or has changed since it was read, or `kept` already exists.
   */
  add(
    key: ApplicationKey,
    userRevision: number,
    count: KeyCount,
    event: AuditEvent,
    kept?: KeptAnswer,
  ): Promise<boolean>;
  /**
   * False, with nothing written, if the key is gone or its limits have changed, the user is no longer active at
   * `userRevision`, or `kept` already exists.
   */
  update(
    key: ApplicationKey,
    changes: KeyChanges,
    userRevision: number,
    event: AuditEvent,
    kept?: KeptAnswer,
  ): Promise<boolean>;
  /** @returns false if there is no such key, or it has expired at the time of the event */
  remove(owner: KeyOwner, keyId: string, event: AuditEvent): Promise<boolean>;
  /** All keys of the owner in any order, strongly consistent. Expired ones may be included. */
  list(owner: KeyOwner): Promise<ApplicationKey[]>;
}

export interface NewKeyDependencies {
  keys: KeyStore;
  random: RandomBytes;
  newId: () => string;
  /** Increases with every call within a process. */
  nextSequence: () => number;
}

/** A new key; its secret is shown only now. */
export interface NewKey {
  key: ApplicationKey;
  secret: string;
}

/** Default scopes of a new key. */
const DEFAULT_SCOPES: readonly Scope[] = ['query', 'app_read'];

/** How often a change is attempted if the key or its user changes meanwhile. */
const ATTEMPTS = 5;

const MAX_NAME_LENGTH = 128;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** True for 1–128 characters without control characters, line breaks or lone surrogates, and not only blanks. */
export const isKeyName = (text: string): boolean =>
  [...text].length <= MAX_NAME_LENGTH && text.trim() !== '' && !/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u.test(text);

/**
 * Creates a key for the caller's own user. Default scopes are `query` and `app_read`, as far as the caller may give
 * them.
 * @param keep makes the record that is stored for a retry of the request
 * @returns the key and its secret, which is stored nowhere
 * @throws {ParleyError} `bearer_token_required`; `invalid_request` for a scope that the caller cannot give;
 * `invalid_token` if the user is gone; `conflict` if the user has {@link MAX_KEYS} keys
 */
export async function createKey(
  { keys, random, newId, nextSequence }: NewKeyDependencies,
  principal: Principal,
  input: { name: string; scopes?: string; referrers: string[]; expiresAt?: number | null },
  origin: RequestOrigin,
  keep?: (made: NewKey) => Promise<KeptAnswer>,
): Promise<NewKey> {
  requireProvenGrant(principal, 'create a key');
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
    const event = credentialEvent(principal, origin, { ...what, scopes: key.scopes });
    const kept = await keep?.({ key, secret });
    return (await keys.add(key, user.revision, count, event, kept)) ? { key, secret } : undefined;
  });
}

/**
 * The count to which a new key is added. The stored count only grows, so that a deletion need not change it. At the
 * limit, the unexpired keys are counted.
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
    `You have ${MAX_KEYS} keys, the maximum per user. Delete an unused key, then send the request again.`,
  );
}

/**
 * Updates the given fields of a caller's key, effective at the next request. An App-Key can only tighten keys, its
 * own included, so that a stolen key cannot extend its expiry or its rights.
 * @throws {ParleyError} `not_found`; `invalid_request` for a scope that the caller cannot give; `invalid_token`;
 * `bearer_token_required` if an App-Key would loosen a key
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
    const event = credentialEvent(principal, origin, {
      ...what,
      ...(changes.scopes && { scopes: changes.scopes }),
    });
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

/** An owner's unexpired keys in order of creation. */
export async function listKeys(keys: KeyStore, owner: KeyOwner, now: number): Promise<ApplicationKey[]> {
  const list = (await keys.list(owner)).filter((key) => !isOver(key, now));
  return list.sort((left, right) => left.createdAt - right.createdAt || left.sequence - right.sequence);
}

const isOver = ({ expiresAt }: ApplicationKey, now: number): boolean =>
  expiresAt !== undefined && isExpired(expiresAt, now);

/** @throws {ParleyError} `invalid_request` for a time in the past */
function requireFuture<Time extends number | null | undefined>(expiresAt: Time, now: number): Time {
  if (typeof expiresAt === 'number' && isExpired(expiresAt, now)) {
    throw fieldError('expires_at', 'use a time at least one second in the future');
  }
  return expiresAt;
}

/** @throws {ParleyError} `bearer_token_required`, naming every field whose change requires a Bearer token */
function requireTightening(key: ApplicationKey, changes: KeyChanges): void {
  const fields = loosenedFields(key, changes);
  if (fields.length === 0) return;
  const sentences = fields.map(({ field, message }) => `${field}: ${message}`);
  throw new ParleyError(
    'bearer_token_required',
    `An App-Key can only tighten keys. To loosen one, send a Bearer token. ${sentences.join('; ')}`,
    { fields },
  );
}

/** The scopes that a key may have: of the user, of the institution's allowed scopes and of the presented credential. */
const givableScopes = (principal: Principal, { user, institution }: KeyContext): Scope[] =>
  intersectScopes(principal.scopes, user?.scopes ?? [], institution?.allowedKeyScopes ?? []);

/** @throws {ParleyError} `invalid_request` if the caller can give none of the default scopes */
function defaultScopes(principal: Principal, context: KeyContext): Scope[] {
  const givable = givableScopes(principal, context);
  const scopes = intersectScopes(DEFAULT_SCOPES, givable);
  if (scopes.length === 0) throw notGivable(givable);
  return scopes;
}

/** @throws {ParleyError} `invalid_request` for no scope, or for a scope that the caller cannot give */
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
  return fieldError('scopes', `use one or more of the scopes that you can give a key: ${most}`);
}

function activeUser({ user }: KeyContext): User {
  if (user?.status === 'active') return user;
  throw new ParleyError('invalid_token', "This credential's user is not active. Obtain another credential.");
}

/** Retries the work while it reports a concurrent change. */
async function untilSettled<Result>(work: () => Promise<Result | undefined>): Promise<Result> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const result = await work();
    if (result !== undefined) return result;
  }
  throw new ParleyError(
    'conflict',
    'The key or its user was changed at the same moment. Send the request again.',
  );
}

export const noSuchKey = (): ParleyError =>
  new ParleyError('not_found', 'You have no key with this id. List your keys to see their ids.');
