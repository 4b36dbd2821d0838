import { createHash, timingSafeEqual } from 'node:crypto';

/** RFC 7636 §4.1: 43 to 128 unreserved characters. */
const VERIFIER = /^[A-Za-z0-9._~-]{43,128}$/;
/** A SHA-256 digest in base64url, the only form that `S256` produces. */
const CHALLENGE = /^[A-Za-z0-9_-]{43}$/;

/** `plain` is not accepted: whoever sees the request would see the verifier (RFC 9700 §2.1.1). */
export const CODE_CHALLENGE_METHODS = ['S256'] as const;

export const isCodeChallenge = (text: string): boolean => CHALLENGE.test(text);

/**
 * True if the verifier belongs to the code's challenge. A verifier for a code without a challenge is refused too: the
 * challenge was stripped from the request (RFC 9700 §4.8.2).
 */
export function verifierMatches(challenge: string | undefined, verifier: string | undefined): boolean {
  if (challenge === undefined || verifier === undefined) return challenge === verifier;
  if (!VERIFIER.test(verifier)) return false;
  const derived = createHash('sha256').update(verifier).digest('base64url');
  return timingSafeEqual(Buffer.from(derived), Buffer.from(challenge));
}
