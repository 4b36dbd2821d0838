import type { AuditAction, AuditEvent } from '../audit.ts';
import { isExpired } from '../clock.ts';
import { intersectScopes, type Scope } from '../credentials/scopes.ts';
import { ParleyError } from '../errors.ts';
import { hashNewPassword } from '../sign-in/password-rules.ts';
import type { Status, User, UserStatus } from './directory.ts';
import { type OperatorContext, operatorEvent } from './operator-events.ts';
import { findInstitution, type PasswordDependencies } from './operators.ts';

/** A credential as listed by owner. */
export interface OwnedCredential {
  kind: 'token' | 'key';
  /** A key's id, or a token's digest; with `kind` it identifies the credential. */
  id: string;
  digest: string;
  scopes: Scope[];
  /** Epoch seconds; absent for a key that does not expire. */
  expiresAt?: number;
  /** Set only for tokens that a client obtained. */
  clientId?: string;
}

export type UserId = Pick<User, 'institution' | 'userId'>;

export interface UserChange {
  scopes?: Scope[];
  status?: UserStatus;
  /** The password hash of the login; ignored for a user without a login. */
  passwordHash?: string;
}

/** Port of changes to users. */
export interface UserStore {
  /** Strongly consistent. */
  read(user: UserId): Promise<User | undefined>;
  /**
   * Writes the change to the user and every copy of it, at a new revision.
   * @param event omitted if one event covers many users
   * @param from the status that the user must have; any status if omitted
   * @throws {ParleyError} `conflict` if the change would activate a user of a suspended institution
   * @returns the changed user, or the unchanged user if its status is not `from`; undefined if there is no such user
   */
  change(user: UserId, change: UserChange, event?: AuditEvent, from?: UserStatus): Promise<User | undefined>;
  /** Every user of an institution, strongly consistent. */
  users(institution: string): AsyncIterable<UserId>;
  /** Every token and key of the user, strongly consistent. */
  credentials(user: UserId): AsyncIterable<OwnedCredential>;
  /** False, with nothing written, if the credential's scopes have changed since they were read. */
  narrow(user: UserId, credential: OwnedCredential, scopes: Scope[]): Promise<boolean>;
  /** Suspends a key or ends its suspension. Does nothing if the key is gone. */
  suspend(credential: OwnedCredential, suspended: boolean): Promise<void>;
  /** Deletes a token. Does nothing if it is gone. */
  revoke(user: UserId, credential: OwnedCredential): Promise<void>;
}

/** How often credentials are read again because some changed meanwhile. */
const ATTEMPTS = 10;

export interface UserDependencies extends OperatorContext {
  users: UserStore;
}

/**
 * Sets a user's scopes. The user's tokens and keys lose removed scopes by their next request; only new tokens and
 * keys get added scopes. After a partial failure, the same call completes it.
 * @throws {ParleyError} `not_found`, or `conflict` if credentials kept changing
 */
export async function setUserScopes(
  operator: UserDependencies,
  user: UserId,
  scopes: readonly Scope[],
): Promise<User> {
  const changed = await change(operator, user, 'user.set-scopes', { scopes: [...scopes] });
  await narrowOwned(operator, user, changed.scopes);
  return changed;
}

/**
 * Removes scopes outside `scopes` from a user's credentials.
 * @param chosen which credentials; default all
 * @throws {ParleyError} `conflict` if credentials kept changing
 */
export async function narrowOwned(
  { users, now }: Pick<UserDependencies, 'users' | 'now'>,
  user: UserId,
  scopes: readonly Scope[],
  chosen: (credential: OwnedCredential) => boolean = () => true,
): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    let complete = true;
    for await (const credential of users.credentials(user)) {
      const kept = intersectScopes(credential.scopes, scopes);
      if (kept.length === credential.scopes.length || !chosen(credential) || isOver(credential, now()))
        continue;
      // The key's owner changed it meanwhile: read it again.
      if (!(await users.narrow(user, credential, kept))) complete = false;
    }
    if (complete) return;
  }
  throw new ParleyError('conflict', "The user's credentials kept changing. Set the scopes again.");
}

/**
 * Disables or re-enables a user. A disabled user cannot sign in, keys stop working and tokens are permanently revoked.
 * After a partial failure, the same call completes it.
 * @throws {ParleyError} `not_found`, or `conflict` when enabling a user of a suspended institution
 */
export async function setUserStatus(operator: UserDependencies, user: UserId, status: Status): Promise<User> {
  const { users } = operator;
  const action = status === 'disabled' ? 'user.disable' : 'user.enable';
  const changed = await change(operator, user, action, { status });
  for await (const credential of users.credentials(user)) {
    if (credential.kind === 'key') await users.suspend(credential, status === 'disabled');
    else if (status === 'disabled') await users.revoke(user, credential);
  }
  return changed;
}

/**
 * Sets the password of a user who signs in by name. All of the user's tokens are revoked; keys stay. After a partial
 * failure, the same call completes it.
 * @throws {ParleyError} `invalid_request`, `not_found`, or `conflict` for a user without a user name
 */
export async function setUserPassword(
  operator: UserDependencies & PasswordDependencies,
  user: UserId,
  password: string,
): Promise<User> {
  const institution = await findInstitution(operator, user.institution);
  const existing = await operator.users.read(user);
  if (existing === undefined) throw noSuchUser(user);
  const { username } = existing;
  if (username === undefined) {
    throw new ParleyError('conflict', `${user.userId} has no user name to sign in with.`);
  }
  const passwordHash = await hashNewPassword(password, { username, institution }, operator);
  const changed = await change(operator, user, 'user.set-password', { passwordHash });
  for await (const credential of operator.users.credentials(user)) {
    if (credential.kind === 'token') await operator.users.revoke(user, credential);
  }
  return changed;
}

async function change(
  operator: UserDependencies,
  user: UserId,
  action: AuditAction,
  what: UserChange,
): Promise<User> {
  const { institution, userId } = user;
  const { scopes } = what;
  const event = operatorEvent(operator, { action, institution, target: userId, ...(scopes && { scopes }) });
  const changed = await operator.users.change(user, what, event);
  if (changed !== undefined) return changed;
  throw noSuchUser(user);
}

export const suspendedInstitution = (name: string): ParleyError =>
  new ParleyError('conflict', `${name} is suspended. Resume it first.`);

export const noSuchUser = ({ institution, userId }: UserId): ParleyError =>
  new ParleyError('not_found', `${institution} has no user ${userId}.`);

const isOver = ({ expiresAt }: OwnedCredential, now: number): boolean =>
  expiresAt !== undefined && isExpired(expiresAt, now);
