import { isExpired } from '../clock.ts';
import type { Grant, Principal } from './principal.ts';
import type { Scope } from './scopes.ts';
import { appKeyDigest, isAppKey, isToken, tokenDigest } from './secrets.ts';

/** An access token as it is kept: by the digest of its secret. */
export interface AccessToken {
  digest: string;
  institution: string;
  userId: string;
  scopes: Scope[];
  grant: Grant;
  /** Absent where no client had a part in it. */
  clientId?: string;
  /** Epoch milliseconds. */
  issuedAt: number;
  /** Epoch seconds. */
  expiresAt: number;
}

/** A credential as it was found. */
export interface FoundCredential {
  principal: Principal;
  /** True for a key whose user is disabled. */
  suspended: boolean;
}

/** The port of the authorizer. */
export interface CredentialReader {
  /** Reads the credential with this digest, strongly consistent; expired ones may still be there. */
  find(digest: string): Promise<FoundCredential | undefined>;
}

/** Reasons why a credential that is kept stands for nobody now. */
export type CredentialRefusal = 'expired' | 'user_disabled';

/** The two schemes of the Authorization header. */
export type CredentialScheme = 'Bearer' | 'App-Key';

/** The name of a token in logs, from which nobody gets back to it. */
export const tokenLogId = (digest: string): string => digest.slice(0, 16);

/**
 * Says whose a credential is, and why it stands for nobody where it does not; undefined where it is malformed, unknown
 * or deleted. What has the wrong form, or a key the wrong checksum, is refused before any read.
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
