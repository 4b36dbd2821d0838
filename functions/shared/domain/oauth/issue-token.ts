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

/** The port of what the token endpoint writes. */
export interface TokenStore {
  /**
   * False, with nothing left of the token, where what the approval rests on is no longer so; `takenBack` is written
   * with that where `event` was before.
   */
  add(token: AccessToken, approval: Approval, event: AuditEvent, takenBack: AuditEvent): Promise<boolean>;
  /** Takes a token back that was written, before anybody has it. */
  takeBack(token: AccessToken, event: AuditEvent): Promise<void>;
}

/** The port of what an institution may obtain at most. */
export interface TokenLimits {
  /** True where `take` would refuse without asking the store. */
  isUsedUp(institution: string, now: number): boolean;
  /** @throws {ParleyError} `too_many_requests` */
  take(institution: string, now: number): Promise<void>;
}

/**
 * Tells whether an approval's user and client are still those that it was given for: the user active and at its
 * revision, the client too and with the secret by which it proved itself.
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
  /** Answered because clients of the contract expect one, and never usable: nothing of it is kept. */
  refreshToken: string;
  token: AccessToken;
}

/** The number of times that a sign-in is tried when something changed meanwhile. */
const ATTEMPTS = 3;

/**
 * Issues a token for what `signIn` approves; where the user changed meanwhile, signs in again. What the sign-in took
 * of the throttle is given back at the same time.
 *
 * What the institution may obtain is counted beside the token's write, and the token taken back where that was too
 * much; before it only for a code, which its token uses up, and where it is known to be too much.
 * @throws {ParleyError} as `signIn` does, and `too_many_requests` where it changed every time, or the institution has
 *   used up its tokens
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
    if (approval.code !== undefined || limits.isUsedUp(institution, now)) refuse(await counted);
    const [added, refusal] = await Promise.all([
      tokens.add(token, approval, event, changedMeanwhile),
      counted,
      approval.success && attempts.succeed(approval.success, now),
      approval.client && recordSecretUse(approval.client, now),
    ]);
    if (added && refusal !== undefined) {
      await tokens.takeBack(token, { ...changedMeanwhile, reason: 'too_many_requests' });
    }
    refuse(refusal);
    if (added) return { accessToken, refreshToken: newToken(random), token };
  }
  throw tooManyAttempts(1000);
}

/** The error that the work failed with, or undefined where it did not fail. */
const settled = (work: Promise<void>): Promise<{ error: unknown } | undefined> =>
  work.then(
    () => undefined,
    (error: unknown) => ({ error }),
  );

function refuse(refusal: { error: unknown } | undefined): void {
  if (refusal !== undefined) throw refusal.error;
}

/** The events of a token that was written, and of one that was taken back before anybody had it. */
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
