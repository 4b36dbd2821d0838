import type { AuditAction, AuditEvent } from '../audit.ts';
import { isExpired } from '../clock.ts';
import { intersectScopes, type Scope } from '../credentials/scopes.ts';
import { ParleyError } from '../errors.ts';
import { hashNewPassword } from '../sign-in/password-rules.ts';
import type { Status, User, UserStatus } from './directory.ts';
import { type OperatorContext, operatorEvent } from './operator-events.ts';
import { findInstitution, type PasswordDependencies } from './operators.ts';

/** A credential as its owner's list has it. */
export interface OwnedCredential {
  kind: 'token' | 'key';
  /** A key's id, or a token's digest: with `kind` it names the listing. */
  id: string;
  digest: string;
  scopes: Scope[];
  /** Epoch seconds; absent for a key that does not expire. */
  expiresAt?: number;
  /** Only for tokens that a client obtained. */
  clientId?: string;
}

export type UserId = Pick<User, 'institution' | 'userId'>;

export interface UserChange {
  scopes?: Scope[];
  status?: UserStatus;
  /** The password hash of the login; a user without a login keeps none. */
  passwordHash?: string;
}

/** The port of changes to users. */
export interface UserStore {
  /** Strongly consistent. */
  read(user: UserId): Promise<User | undefined>;
  /**
   * Writes the change to the profile and to every copy of it, at a new revision.
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
  /** False, with nothing written, where the credential no longer has the scopes that were seen. */
  narrow(user: UserId, credential: OwnedCredential, scopes: Scope[]): Promise<boolean>;
  /** Makes a key stand for nobody, or for its user again. A key that is gone stays gone. */
  suspend(credential: OwnedCredential, suspended: boolean): Promise<void>;
  /** Deletes a token. One that is gone stays gone. */
  revoke(user: UserId, credential: OwnedCredential): Promise<void>;
}

/** The number of times that the credentials are read again because some changed meanwhile. */
const ATTEMPTS = 10;

export interface UserDependencies extends OperatorContext {
  users: UserStore;
}

/**
 * Sets what a user may do. A scope that is lost is lost to the user's tokens and keys by their next request; one
 * that is won is in those made from now on. Where it fails halfway, the same call again completes it.
 * @throws {ParleyError} `not_found`, or `conflict` where credentials changed every time they were read
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
 * Takes from a user's credentials what is not among the scopes.
 * @param chosen which credentials; all if left out
 * @throws {ParleyError} `conflict` where credentials changed every time they were read
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
      // One that its owner changed meanwhile is read again.
      if (!(await users.narrow(user, credential, kept))) complete = false;
    }
    if (complete) return;
  }
  throw new ParleyError('conflict', 'Credentials of the user kept changing; set the scopes again.');
}

/**
 * Disables a user or makes the user active again. While disabled, nobody signs in and no key works; tokens are
 * gone for good. Where it fails halfway, the same call again completes it.
 * @throws {ParleyError} `not_found`, or `conflict` where a user of a suspended institution is to be active
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
 * Gives a user who signs in by name another password. The tokens of the user are gone, whoever has them; keys stay.
 * Where it fails halfway, the same call again completes it.
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
    throw new ParleyError('conflict', `${user.userId} has no user name, so nothing to sign in with.`);
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
  const event = operatorEvent(operator, { action, institution, target: userId });
  const changed = await operator.users.change(user, what, event);
  if (changed !== undefined) return changed;
  throw noSuchUser(user);
}

export const suspendedInstitution = (name: string): ParleyError =>
  new ParleyError('conflict', `${name} is suspended; resume it first.`);

export const noSuchUser = ({ institution, userId }: UserId): ParleyError =>
  new ParleyError('not_found', `${institution} has no user ${userId}.`);

const isOver = ({ expiresAt }: OwnedCredential, now: number): boolean =>
  expiresAt !== undefined && isExpired(expiresAt, now);
