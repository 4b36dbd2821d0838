import type { AuditEvent } from '../audit.ts';
import type { Scope } from '../credentials/scopes.ts';
import type { Client, User } from '../institutions/directory.ts';

/** All scopes that a user has allowed a client. Codes and remembered sign-ins depend on it. */
export interface Consent {
  clientId: string;
  /** Empty while the consent is being withdrawn. */
  scopes: Scope[];
  /** Epoch milliseconds of the first consent; absent while it is being withdrawn. */
  since?: number;
}

type UserId = Pick<User, 'institution' | 'userId'>;

/** Port of consents that users withdraw. */
export interface ConsentStore {
  /** Empties the consent, so that no code can be exchanged under it. Without a consent, only the event is written. */
  withdraw(user: UserId, clientId: string, event: AuditEvent): Promise<void>;
  /** Deletes a withdrawn consent; a consent given again in the meantime stays. */
  forget(user: UserId, clientId: string): Promise<void>;
}

/** True if all the scopes were allowed before. */
export const isRemembered = (consent: Consent | undefined, scopes: readonly Scope[]): boolean =>
  consent?.since !== undefined && scopes.every((scope) => consent.scopes.includes(scope));

/**
 * True if a code issued at this time is covered by the consent; a consent given again after a withdrawal starts at its
 * new time.
 */
export const supportsCode = (consent: Consent | undefined, issuedAt: number): boolean =>
  consent?.since !== undefined && consent.since <= issuedAt;

/**
 * True if nobody can impersonate the client, so that the user need not be asked again: it has a secret, or its redirect
 * URI is an https address, which only the client controls (RFC 6749 §10.2, RFC 8252 §8.6). Any application on the
 * device can take a loopback port or a private scheme.
 */
export const isSureToBe = ({ secretDigest }: Client, redirectUri: string): boolean =>
  secretDigest !== undefined || redirectUri.startsWith('https:');
