import type { AuditEvent, RequestOrigin } from '../audit.ts';
import { toSeconds } from '../clock.ts';
import { intersectScopes, type Scope } from '../credentials/scopes.ts';
import { codeDigest, newCode } from '../credentials/secrets.ts';
import type { RandomBytes } from '../random.ts';
import type { BrowserSession, SessionAddress } from '../sign-in/browser-sessions.ts';
import type { Approval } from '../sign-in/sign-in.ts';
import type { AttemptStore } from '../sign-in/throttle.ts';
import type { AuthorizationRequest } from './authorization-request.ts';

/** Long enough for a redirect, too short to find it in a log (RFC 6749 §4.1.2 asks for ten minutes at most). */
const CODE_LIFETIME_SECONDS = 60;

/** A code as it is kept: by the digest of its secret, bound to what it was asked with. */
export interface AuthorizationCode {
  digest: string;
  institution: string;
  userId: string;
  /** The user's revision: the code becomes a token only while user and client are what they were. */
  userRevision: number;
  clientRevision: number;
  scopes: Scope[];
  clientId: string;
  redirectUri: string;
  /** The exchange must repeat what the request sent (RFC 6749 §4.1.3). */
  redirectUriSent: boolean;
  codeChallenge?: string;
  /** Epoch milliseconds; no earlier than the consent that it rests on. */
  issuedAt: number;
  /** Epoch seconds. */
  endsAt: number;
  /** The token that it was exchanged for; absent until then. */
  tokenDigest?: string;
}

/** The approval that a code is given for, and the way it is remembered. */
export interface CodeGrounds {
  approval: Pick<Approval, 'institution' | 'userId' | 'userRevision' | 'scopes' | 'success'>;
  /** `given` by the user just now, or `remembered` from the time that the consent says. */
  consent: { kind: 'given' } | { kind: 'remembered'; since: number };
  /** The browser's session: one that begins, in the place of the one it had, or one that is used. */
  session:
    | { kind: 'begun'; session: BrowserSession; replaced: SessionAddress | undefined }
    | { kind: 'used'; session: BrowserSession };
}

/** The port of what the authorization endpoint writes: one transaction. */
export interface CodeIssueStore {
  /**
   * False, with nothing written, where what the code rests on is no longer so. Where the user was first to allow the
   * client by another request, which began later and was done earlier, nothing is written either, and the answer is
   * from when on the consent counts.
   */
  addCode(
    code: AuthorizationCode,
    grounds: CodeGrounds,
    event: AuditEvent,
  ): Promise<boolean | { since: number }>;
}

export type IssuedCode = { kind: 'code'; code: string } | { kind: 'nothing_allowed' } | { kind: 'changed' };

/**
 * Issues a code on the grounds that were read. What the user may not do is left out of what was asked for; what the
 * sign-in took of the throttle is given back in any case.
 * @returns `changed`, with no code written, where the grounds have to be read again
 */
export async function issueCode(
  {
    codes,
    attempts,
    random,
  }: { codes: CodeIssueStore; attempts: Pick<AttemptStore, 'succeed'>; random: RandomBytes },
  request: AuthorizationRequest,
  grounds: CodeGrounds,
  origin: RequestOrigin,
): Promise<IssuedCode> {
  const { now } = origin;
  const { approval, consent } = grounds;
  const { success } = approval;
  const scopes = intersectScopes(request.scopes, approval.scopes);
  if (scopes.length === 0) {
    if (success !== undefined) await attempts.succeed(success, now);
    return { kind: 'nothing_allowed' };
  }
  const code = newCode(random);
  const kept: AuthorizationCode = {
    digest: codeDigest(code),
    institution: approval.institution,
    userId: approval.userId,
    userRevision: approval.userRevision,
    clientRevision: request.client.revision,
    scopes,
    clientId: request.client.clientId,
    redirectUri: request.redirectUri,
    redirectUriSent: request.redirectUriSent,
    ...(request.codeChallenge === undefined ? {} : { codeChallenge: request.codeChallenge }),
    issuedAt: consent.kind === 'remembered' ? Math.max(now, consent.since) : now,
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
  const add = async (): Promise<boolean> => {
    const added = await codes.addCode(kept, grounds, event);
    if (typeof added === 'boolean') return added;
    return (await codes.addCode({ ...kept, issuedAt: added.since }, grounds, event)) === true;
  };
  const [added] = await Promise.all([add(), success && attempts.succeed(success, now)]);
  return added ? { kind: 'code', code } : { kind: 'changed' };
}
