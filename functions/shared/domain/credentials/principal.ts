import type { Scope } from './scopes.ts';

/** The grants by which a token can have been obtained. */
export type Grant = 'client_credentials' | 'password' | 'authorization_code';

/** The asker, as the presented credential says. The tenant of every read and write comes from here. */
export interface Principal {
  kind: 'token' | 'key';
  /** Names the credential in logs: a key's id, a token's digest cut to 16 hex digits. Never a secret. */
  id: string;
  institution: string;
  /** The external id of the user within the institution. */
  userId: string;
  scopes: Scope[];
  /** Places where a key may be used; empty means anywhere. Always empty for a token. */
  referrers: string[];
  /** Epoch seconds; absent where the credential does not expire. */
  expiresAt?: number;
  /** Only for tokens. */
  grant?: Grant;
  /** Only for tokens that a client obtained. */
  clientId?: string;
}
