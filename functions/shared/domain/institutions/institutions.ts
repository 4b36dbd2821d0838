import type { AuditEvent } from '../audit.ts';
import { ParleyError } from '../errors.ts';
import { ofEveryUser } from '../oauth/token-sweep.ts';
import type { Client, Institution, User } from './directory.ts';
import type { LimitChange, Limits } from './limits.ts';
import { operatorEvent } from './operator-events.ts';
import { findInstitution, type OperatorDependencies } from './operators.ts';
import type { UserDependencies } from './user-changes.ts';

/** The fields of an institution that may change. */
export interface InstitutionChange {
  limits?: LimitChange;
  isSuspended?: boolean;
}

/** Port of institutions as a whole. */
export interface InstitutionStore {
  /** Every institution, in any order. */
  all(): AsyncIterable<Institution>;
  /** Every user of an institution, strongly consistent. */
  users(name: string): AsyncIterable<User>;
  /** Every client of an institution, strongly consistent. */
  clients(name: string): AsyncIterable<Client>;
  /**
   * Changes an institution and the copy that queries read, atomically.
   * @throws {ParleyError} `not_found`
   */
  change(name: string, change: InstitutionChange, event: AuditEvent): Promise<void>;
}

export interface InstitutionDependencies extends OperatorDependencies, UserDependencies {
  institutions: InstitutionStore;
}

/**
 * Sets an institution's usage limits. They take effect within five seconds, when every process has read them.
 * @throws {ParleyError} `not_found`
 */
export async function setLimits(
  operator: InstitutionDependencies,
  name: string,
  limits: LimitChange,
): Promise<Limits> {
  const changed = Object.keys(limits);
  const event = operatorEvent(operator, {
    action: 'institution.set',
    institution: name,
    target: name,
    changed,
  });
  await operator.institutions.change(name, { limits }, event);
  return (await findInstitution(operator, name)).limits ?? {};
}

/**
 * Suspends an institution: nobody signs in, no key works, and tokens, codes and browser sessions are permanently
 * revoked. New users and sign-ins are refused from the first write on, and queries within five seconds. Other
 * requests are refused once their user is processed, at some hundreds of users per second. After a partial failure,
 * the same call completes it.
 * @returns how many users it has
 * @throws {ParleyError} `not_found`
 */
export async function suspendInstitution(operator: InstitutionDependencies, name: string): Promise<number> {
  const { users, institutions } = operator;
  const event = operatorEvent(operator, { action: 'institution.suspend', institution: name, target: name });
  await institutions.change(name, { isSuspended: true }, event);
  const done = await ofEveryUser(users, name, async (user) => {
    await users.change(user, { status: 'suspended' }, undefined, 'active');
    for await (const credential of users.credentials(user)) {
      if (credential.kind === 'key') await users.suspend(credential, true);
      else await users.revoke(user, credential);
    }
  });
  return done.length;
}

/**
 * Ends a suspension: users who were active before it are active again, with their keys. After a partial failure, the
 * same call completes it.
 * @returns how many users are active again
 * @throws {ParleyError} `not_found`
 */
export async function resumeInstitution(operator: InstitutionDependencies, name: string): Promise<number> {
  const { users, institutions } = operator;
  const event = operatorEvent(operator, { action: 'institution.resume', institution: name, target: name });
  await institutions.change(name, { isSuspended: false }, event);
  const active = await ofEveryUser(users, name, async (user) => {
    const changed = await users.change(user, { status: 'active' }, undefined, 'suspended');
    if (changed?.status !== 'active') return false;
    for await (const credential of users.credentials(user)) {
      if (credential.kind === 'key') await users.suspend(credential, false);
    }
    return true;
  });
  return active.filter(Boolean).length;
}

/** @throws {ParleyError} `conflict` if the institution is not suspended, `not_found` if it does not exist */
export async function requireSuspended(
  operator: Pick<InstitutionDependencies, 'directory'>,
  name: string,
): Promise<void> {
  const { isSuspended } = await findInstitution(operator, name);
  if (isSuspended) return;
  throw new ParleyError(
    'conflict',
    `${name} is not suspended. Run "parley institution suspend ${name}" first.`,
  );
}
