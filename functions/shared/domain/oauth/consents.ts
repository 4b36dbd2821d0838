import type { AuditEvent } from '../audit.ts';
import type { Scope } from '../credentials/scopes.ts';
import type { Client, User } from '../institutions/directory.ts';

/** The scopes that a user has allowed a client, all taken together. Codes and remembered sign-ins rest on it. */
export interface Consent {
  clientId: string;
  /** The scopes; none where the consent is being withdrawn. */
  scopes: Scope[];
  /** Epoch milliseconds of the first that was allowed; absent where the consent is being withdrawn. */
  since?: number;
}

type UserId = Pick<User, 'institution' | 'userId'>;

/** The port for consents that users withdraw. */
export interface ConsentStore {
  /** Empties the consent, so that no code can be exchanged under it. Without a consent, only the event is written. */
  withdraw(user: UserId, clientId: string, event: AuditEvent): Promise<void>;
  /** Deletes a withdrawn consent; a consent given again in the meantime stays. */
  forget(user: UserId, clientId: string): Promise<void>;
}

/** True where the scopes were all allowed before. */
export const isRemembered = (consent: Consent | undefined, scopes: readonly Scope[]): boolean =>
  consent?.since !== undefined && scopes.every((scope) => consent.scopes.includes(scope));

/** True where a code of this time rests on the consent: one that was withdrawn and given anew begins afresh. */
export const supportsCode = (consent: Consent | undefined, issuedAt: number): boolean =>
  consent?.since !== undefined && consent.since <= issuedAt;

/**
 * True where nobody else can pose as the client, so that it may be answered without asking the user once more: it has
 * a secret, or its users come back to an https address, which belongs to it alone (RFC 6749 §10.2, RFC 8252 §8.6). A
 * loopback port or a private scheme can be taken by any application on the device.
 */
export const isSureToBe = ({ secretDigest }: Client, redirectUri: string): boolean =>
  secretDigest !== undefined || redirectUri.startsWith('https:');
