import type { AuditEvent, RequestOrigin } from '../audit.ts';
import { toSeconds } from '../clock.ts';
import { type AccessToken, tokenLogId } from '../credentials/credentials.ts';
import { newToken, tokenDigest } from '../credentials/secrets.ts';
import type { Client, User } from '../institutions/directory.ts';
import type { RandomBytes } from '../random.ts';
import { noteFacts } from '../request-facts.ts';
import type { Approval } from '../sign-in/sign-in.ts';
import { type AttemptStore, tooManyAttempts } from '../sign-in/throttle.ts';
import type { RecordSecretUse } from './secret-uses.ts';

/** Ten hours. */
export const TOKEN_LIFETIME_SECONDS = 36_000;

/** Port of the token endpoint's writes. */
export interface TokenStore {
  /**
   * False, with the token removed, if the facts that the approval depends on have changed. If `event` was already
   * written, `takenBack` is written too.
   */
  add(token: AccessToken, approval: Approval, event: AuditEvent, takenBack: AuditEvent): Promise<boolean>;
  /** Deletes a token that was written but not yet sent. */
  takeBack(token: AccessToken, event: AuditEvent): Promise<void>;
}

/** Port of an institution's token limits. */
export interface TokenLimits {
  /** True if `take` would refuse without asking the store. */
  isUsedUp(institution: string, now: number): boolean;
  /** @throws {ParleyError} `too_many_requests` */
  take(institution: string, now: number): Promise<void>;
}

/**
 * True if an approval still holds: the user is active and unchanged, and so is the client, with the secret with which
 * it authenticated.
 */
export function groundsStand(
  { userRevision, client: approved }: Approval,
  { user, client }: { user?: User; client?: Client },
): boolean {
  if (user?.status !== 'active' || user.revision !== userRevision) return false;
  if (approved === undefined) return true;
  if (client?.status !== 'active' || client.revision !== approved.revision) return false;
  const secrets = [client.secretDigest, client.formerSecret?.digest];
  return approved.secretDigest === undefined || secrets.includes(approved.secretDigest);
}

export interface IssuedToken {
  accessToken: string;
  /** Sent because clients of the contract expect a refresh token. It is never usable and not stored. */
  refreshToken: string;
  token: AccessToken;
}

/** How often a sign-in is attempted if something changes meanwhile. */
const ATTEMPTS = 3;

/**
 * Issues a token for the approval that `signIn` returns, and signs in again if the user changed meanwhile. The
 * sign-in's throttle attempt is given back at the same time.
 *
 * The institution's limit is normally counted while the token is written, and a token over the limit is deleted. The
 * limit is counted first if the token uses up a code, or if the limit is known to be used up.
 * @throws {ParleyError} as `signIn` does; `too_many_requests` if the user kept changing or the institution has used
 * all its tokens
 */
export async function issueToken(
  {
    tokens,
    attempts,
    recordSecretUse,
    limits,
    random,
  }: {
    tokens: TokenStore;
    attempts: Pick<AttemptStore, 'succeed'>;
    recordSecretUse: RecordSecretUse;
    limits: TokenLimits;
    random: RandomBytes;
  },
  signIn: () => Promise<Approval>,
  origin: RequestOrigin,
): Promise<IssuedToken> {
  const { now } = origin;
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const approval = await signIn();
    noteFacts({ institution: approval.institution });
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
    const [event, changedMeanwhile] = issued(token, origin);
    const { institution } = approval;
    const counted = settled(limits.take(institution, now));
    // The secret was right, so the attempt is given back even if the institution's limit refuses the token.
    const forgiven = settled(Promise.resolve(approval.success && attempts.succeed(approval.success, now)));
    if (approval.code !== undefined || limits.isUsedUp(institution, now)) {
      const refusal = await counted;
      if (refusal !== undefined) await forgiven;
      refuse(refusal);
    }
    const [added, refusal, unforgiven] = await Promise.all([
      tokens.add(token, approval, event, changedMeanwhile),
      counted,
      forgiven,
      approval.client && recordSecretUse(approval.client, now),
    ]);
    if (added && refusal !== undefined) {
      await tokens.takeBack(token, { ...changedMeanwhile, reason: 'too_many_requests' });
    }
    refuse(refusal ?? unforgiven);
    if (added) return { accessToken, refreshToken: newToken(random), token };
  }
  throw tooManyAttempts(1000);
}

/** The error with which the work failed; undefined if it succeeded. */
const settled = (work: Promise<void>): Promise<{ error: unknown } | undefined> =>
  work.then(
    () => undefined,
    (error: unknown) => ({ error }),
  );

function refuse(refusal: { error: unknown } | undefined): void {
  if (refusal !== undefined) throw refusal.error;
}

/** The events of an issued token, and of one deleted before it was sent. */
function issued(
  { institution, userId, clientId, digest }: AccessToken,
  { now, sourceIp, requestId }: RequestOrigin,
): [AuditEvent, AuditEvent] {
  const event = {
    at: now,
    outcome: 'done',
    institution,
    actor: clientId === undefined ? { kind: 'user', userId } : { kind: 'client', id: clientId, userId },
    sourceIp,
    requestId,
    target: tokenLogId(digest),
  } satisfies Omit<AuditEvent, 'action'>;
  return [
    { ...event, action: 'token.issue' },
    { ...event, action: 'token.revoke', reason: 'changed_meanwhile' },
  ];
}
