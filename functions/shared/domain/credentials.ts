import { isExpired } from './clock.ts';
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

/** The port of the authorizer. */
export interface CredentialReader {
  /** Reads the credential with this digest, strongly consistent; expired ones may still be there. */
  find(digest: string): Promise<Principal | undefined>;
}

/** The two schemes of the Authorization header (SPEC §5). */
export type CredentialScheme = 'Bearer' | 'App-Key';

/** The name of a token in logs, from which nobody gets back to it. */
export const tokenLogId = (digest: string): string => digest.slice(0, 16);

/**
 * Says whom a credential stands for, or undefined where it is malformed, unknown, deleted or expired. What has
 * the wrong form, or a key the wrong checksum, is refused before any read.
 */
export async function resolveCredential(
  credentials: CredentialReader,
  { scheme, secret }: { scheme: CredentialScheme; secret: string },
  now: number,
): Promise<Principal | undefined> {
  const digest = digestOf(scheme, secret);
  const principal = digest === undefined ? undefined : await credentials.find(digest);
  if (principal?.expiresAt !== undefined && isExpired(principal.expiresAt, now)) return undefined;
  return principal;
}

function digestOf(scheme: CredentialScheme, secret: string): string | undefined {
  if (scheme === 'Bearer') return isToken(secret) ? tokenDigest(secret) : undefined;
  return isAppKey(secret) ? appKeyDigest(secret) : undefined;
}
