import type { Scope } from './scopes.ts';

/** The grants by which a token may have been obtained. */
export type Grant = 'client_credentials' | 'password' | 'authorization_code';

/** The caller that the credential identifies. The tenant of every read and write comes from here. */
export interface Principal {
  kind: 'token' | 'key';
  /** The credential's name in logs: a key's id, or 16 hex digits of a token's digest. Never a secret. */
  id: string;
  institution: string;
  /** The external id of the user within the institution. */
  userId: string;
  scopes: Scope[];
  /** Where a key may be used; empty means anywhere. Always empty for a token. */
  referrers: string[];
  /** Epoch seconds; absent if the credential does not expire. */
  expiresAt?: number;
  /** Set for tokens only. */
  grant?: Grant;
  /** Set only for tokens that a client obtained. */
  clientId?: string;
  /**
   * Until when the end user had heard the answers before, in milliseconds since the epoch, if the service itself asks
   * and knows it. Absent: until the query arrived.
   */
  heardUntil?: number;
}
