import type { AuditEvent, RequestOrigin } from '../audit.ts';
import { toSeconds } from '../clock.ts';
import { intersectScopes, type Scope } from '../credentials/scopes.ts';
import { codeDigest, newCode } from '../credentials/secrets.ts';
import type { RandomBytes } from '../random.ts';
import type { BrowserSession, SessionAddress } from '../sign-in/browser-sessions.ts';
import type { Approval } from '../sign-in/sign-in.ts';
import type { AttemptStore } from '../sign-in/throttle.ts';
import type { AuthorizationRequest } from './authorization-request.ts';

/**
 * Long enough for a redirect, and too short for an attacker to use a code found in a log (RFC 6749 §4.1.2 allows ten
 * minutes).
 */
const CODE_LIFETIME_SECONDS = 60;

/** A code as stored: the digest of its secret and the request that it is bound to. */
export interface AuthorizationCode {
  digest: string;
  institution: string;
  userId: string;
  /** The user's revision: the code can be exchanged only while user and client are unchanged. */
  userRevision: number;
  clientRevision: number;
  scopes: Scope[];
  clientId: string;
  redirectUri: string;
  /** True if the request sent a redirect URI, which the exchange must then repeat (RFC 6749 §4.1.3). */
  redirectUriSent: boolean;
  codeChallenge?: string;
  /** Epoch milliseconds; never before the consent on which the code relies. */
  issuedAt: number;
  /** Epoch seconds. */
  endsAt: number;
  /** The digest of the token that it was exchanged for; absent until then. */
  tokenDigest?: string;
}

/** The approval on which a code is based. */
export interface CodeGrounds {
  approval: Pick<Approval, 'institution' | 'userId' | 'userRevision' | 'scopes' | 'success'>;
  /** `given` by the user just now, or `remembered` from the consent's time. */
  consent: { kind: 'given' } | { kind: 'remembered'; since: number };
  /** The browser session: a new one that replaces the former one, or an existing one. */
  session:
    | { kind: 'begun'; session: BrowserSession; replaced: SessionAddress | undefined }
    | { kind: 'used'; session: BrowserSession };
}

/** Port of the authorization endpoint's writes, in one transaction. */
export interface CodeIssueStore {
  /**
   * False, with nothing written, if the facts that the code relies on have changed. If another request gave the same
   * first consent meanwhile, returns that consent's time and writes nothing.
   */
  addCode(
    code: AuthorizationCode,
    grounds: CodeGrounds,
    event: AuditEvent,
  ): Promise<boolean | { since: number }>;
}

export type IssuedCode = { kind: 'code'; code: string } | { kind: 'nothing_allowed' } | { kind: 'changed' };

/**
 * Issues a code for the given approval. Requested scopes that the user lacks are left out. The sign-in's throttle
 * attempt is given back in any case.
 * @returns `changed`, with no code written, if the approval must be read again
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
