import type { AuditEvent, RequestOrigin } from './audit.ts';
import type { AuthorizationRequest } from './authorization-request.ts';
import { toSeconds } from './clock.ts';
import type { RandomBytes } from './random.ts';
import { intersectScopes, type Scope } from './scopes.ts';
import { codeDigest, newCode } from './secrets.ts';
import type { Approval } from './sign-in.ts';
import { type AttemptStore, tooManyAttempts } from './throttle.ts';

/** Long enough for a redirect, too short to find it in a log (RFC 6749 §4.1.2 asks for ten minutes at most). */
export const CODE_LIFETIME_SECONDS = 60;

/** A code as it is kept: by the digest of its secret, bound to what it was asked with. */
export interface AuthorizationCode {
  digest: string;
  institution: string;
  userId: string;
  userRevision: number;
  scopes: Scope[];
  clientId: string;
  redirectUri: string;
  /** The exchange must repeat what the request sent (RFC 6749 §4.1.3). */
  redirectUriSent: boolean;
  codeChallenge?: string;
  /** Epoch milliseconds. */
  issuedAt: number;
  /** Epoch seconds. */
  endsAt: number;
  /** The token that it was exchanged for; absent until then. */
  tokenDigest?: string;
}

/** The port of what the authorization endpoint writes: one transaction. */
export interface CodeIssueStore {
  /** False, with nothing written, where what the approval rests on is no longer so. */
  addCode(code: AuthorizationCode, approval: Approval, event: AuditEvent): Promise<boolean>;
}

/** How often a sign-in begins again when something changed under it. */
const ATTEMPTS = 3;

/**
 * Issues a code for whom `signIn` approves. What the user may not do is left out of what was asked for; what the
 * sign-in took of the throttle is given back in either case.
 * @returns undefined where nothing is left of it
 * @throws {ParleyError} as `signIn` does, and `too_many_requests` where something changed every time
 */
export async function issueCode(
  {
    codes,
    attempts,
    random,
  }: { codes: CodeIssueStore; attempts: Pick<AttemptStore, 'succeed'>; random: RandomBytes },
  request: AuthorizationRequest,
  signIn: () => Promise<Approval>,
  origin: RequestOrigin,
): Promise<string | undefined> {
  const { now } = origin;
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const approval = await signIn();
    const scopes = intersectScopes(request.scopes, approval.scopes);
    const { success } = approval;
    if (scopes.length === 0) {
      if (success !== undefined) await attempts.succeed(success, now);
      return undefined;
    }
    const code = newCode(random);
    const kept: AuthorizationCode = {
      digest: codeDigest(code),
      institution: approval.institution,
      userId: approval.userId,
      userRevision: approval.userRevision,
      scopes,
      clientId: request.client.clientId,
      redirectUri: request.redirectUri,
      redirectUriSent: request.redirectUriSent,
      ...(request.codeChallenge === undefined ? {} : { codeChallenge: request.codeChallenge }),
      issuedAt: now,
      endsAt: toSeconds(now) + CODE_LIFETIME_SECONDS,
    };
    const event: AuditEvent = {
      at: now,
      action: 'code.issue',
      outcome: 'done',
      institution: kept.institution,
      actor: { kind: 'user', userId: kept.userId },
      sourceIp: origin.sourceIp,
      requestId: origin.requestId,
      target: kept.clientId,
    };
    const [added] = await Promise.all([
      codes.addCode(kept, approval, event),
      success && attempts.succeed(success, now),
    ]);
    if (added) return code;
  }
  throw tooManyAttempts(1000);
}
