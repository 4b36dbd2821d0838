import type { AuditEvent, RequestOrigin } from './audit.ts';
import { toSeconds } from './clock.ts';
import { type AccessToken, tokenLogId } from './credentials.ts';
import type { RandomBytes } from './random.ts';
import type { RecordSecretUse } from './secret-uses.ts';
import { newToken, tokenDigest } from './secrets.ts';
import type { Approval } from './sign-in.ts';
import { type AttemptStore, tooManyAttempts } from './throttle.ts';

/** SPEC §8: ten hours. */
export const TOKEN_LIFETIME_SECONDS = 36_000;

/** The port of what the token endpoint writes: one transaction. */
export interface TokenStore {
  /** False, with nothing written, where what the approval rests on is no longer so. */
  add(token: AccessToken, approval: Approval, event: AuditEvent): Promise<boolean>;
}

export interface IssuedToken {
  accessToken: string;
  /** Never usable (SPEC §2.1), so nothing of it is kept. */
  refreshToken: string;
  token: AccessToken;
}

/** How often a sign-in begins again when something changed under it. */
const ATTEMPTS = 3;

/**
 * Issues a token for what `signIn` approves; where the user changed meanwhile, signs in again. What the sign-in took
 * of the throttle is given back at the same time.
 * @throws {ParleyError} as `signIn` does, and `too_many_requests` where it changed every time
 */
export async function issueToken(
  {
    tokens,
    attempts,
    recordSecretUse,
    random,
  }: {
    tokens: TokenStore;
    attempts: Pick<AttemptStore, 'succeed'>;
    recordSecretUse: RecordSecretUse;
    random: RandomBytes;
  },
  signIn: () => Promise<Approval>,
  origin: RequestOrigin,
): Promise<IssuedToken> {
  const { now } = origin;
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const approval = await signIn();
    const accessToken = newToken(random);
    const token: AccessToken = {
      digest: tokenDigest(accessToken),
      institution: approval.institution,
      userId: approval.userId,
      scopes: approval.scopes,
      grant: approval.grant,
      ...(approval.client === undefined ? {} : { clientId: approval.client.clientId }),
      issuedAt: now,
      expiresAt: toSeconds(now) + TOKEN_LIFETIME_SECONDS,
    };
    const [added] = await Promise.all([
      tokens.add(token, approval, issued(token, origin)),
      approval.success && attempts.succeed(approval.success, now),
      approval.client && recordSecretUse(approval.client, now),
    ]);
    if (added) return { accessToken, refreshToken: newToken(random), token };
  }
  throw tooManyAttempts(1000);
}

const issued = (
  { institution, userId, clientId, digest }: AccessToken,
  origin: RequestOrigin,
): AuditEvent => ({
  at: origin.now,
  action: 'token.issue',
  outcome: 'done',
  institution,
  actor: clientId === undefined ? { kind: 'user', userId } : { kind: 'client', id: clientId, userId },
  sourceIp: origin.sourceIp,
  requestId: origin.requestId,
  target: tokenLogId(digest),
});
