import { isExpired } from '../clock.ts';
import type { Grant, Principal } from './principal.ts';
import type { Scope } from './scopes.ts';
import { appKeyDigest, isAppKey, isToken, tokenDigest } from './secrets.ts';

/** A stored access token, identified by the digest of its secret. */
export interface AccessToken {
  digest: string;
  institution: string;
  userId: string;
  scopes: Scope[];
  grant: Grant;
  /** Absent if no client took part. */
  clientId?: string;
  /** Epoch milliseconds. */
  issuedAt: number;
  /** Epoch seconds. */
  expiresAt: number;
}

/** A credential as stored. */
export interface FoundCredential {
  principal: Principal;
  /** True for a key whose user is disabled. */
  suspended: boolean;
}

/** Port of the authorizer. */
export interface CredentialReader {
  /** Reads the credential with this digest, strongly consistent. Expired ones may be returned. */
  find(digest: string): Promise<FoundCredential | undefined>;
}

/** Reasons why a stored credential is refused. */
export type CredentialRefusal = 'expired' | 'user_disabled';

/** The two schemes of the Authorization header. */
export type CredentialScheme = 'Bearer' | 'App-Key';

/** The name of a token in logs, from which the token cannot be recovered. */
export const tokenLogId = (digest: string): string => digest.slice(0, 16);

/**
 * Identifies a credential's principal, or says why it is refused; undefined if it is malformed, unknown or deleted. A
 * malformed credential or a key with a wrong checksum is refused without a read.
 */
export async function examineCredential(
  credentials: CredentialReader,
  { scheme, secret }: { scheme: CredentialScheme; secret: string },
  now: number,
): Promise<{ principal: Principal; refusal?: CredentialRefusal } | undefined> {
  const digest = digestOf(scheme, secret);
  const credential = digest === undefined ? undefined : await credentials.find(digest);
  if (credential === undefined) return undefined;
  const { principal, suspended } = credential;
  if (suspended) return { principal, refusal: 'user_disabled' };
  const expired = principal.expiresAt !== undefined && isExpired(principal.expiresAt, now);
  return expired ? { principal, refusal: 'expired' } : { principal };
}

function digestOf(scheme: CredentialScheme, secret: string): string | undefined {
  if (scheme === 'Bearer') return isToken(secret) ? tokenDigest(secret) : undefined;
  return isAppKey(secret) ? appKeyDigest(secret) : undefined;
}
