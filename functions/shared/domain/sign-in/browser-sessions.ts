import { isExpired, toSeconds } from '../clock.ts';
import { isSessionSecret, newSessionSecret, sessionDigest } from '../credentials/secrets.ts';
import { isInstitutionName, isUserId, type User } from '../institutions/directory.ts';
import type { RandomBytes } from '../random.ts';

/** The place of a session: its user and the digest of its secret. */
export interface SessionAddress {
  institution: string;
  userId: string;
  digest: string;
}

/** A browser that stays signed in for a while, so that its user need not type the password for every client. */
export interface BrowserSession extends SessionAddress {
  /** The user's revision at the sign-in: any change of the user ends the session. */
  userRevision: number;
  /** True where the user asked for it on a device of their own: it then outlives the browser. */
  kept: boolean;
  /** Epoch milliseconds. */
  signedInAt: number;
  usedAt: number;
  /** The kind of browser and the address at the time of the sign-in, for its user to recognise. */
  browser: string;
  sourceIp: string;
}

interface Limits {
  /** The time since it was used last. */
  idleSeconds: number;
  /** The time since the sign-in. */
  absoluteSeconds: number;
}

const HOUR = 3600;
const DAY = 24 * HOUR;

/** NIST SP 800-63B §4.2.3: twelve hours, or half an hour without use. */
export const PASSING_LIMITS: Limits = { idleSeconds: HOUR / 2, absoluteSeconds: 12 * HOUR };
/** NIST SP 800-63B §4.1.3: thirty days. */
export const KEPT_LIMITS: Limits = { idleSeconds: 7 * DAY, absoluteSeconds: 30 * DAY };

/** Epoch seconds at which the session is over, unless it is used before. */
export function sessionEnd({
  kept,
  signedInAt,
  usedAt,
}: Pick<BrowserSession, 'kept' | 'signedInAt' | 'usedAt'>): number {
  const { idleSeconds, absoluteSeconds } = kept ? KEPT_LIMITS : PASSING_LIMITS;
  return Math.min(toSeconds(usedAt) + idleSeconds, toSeconds(signedInAt) + absoluteSeconds);
}

/** True while the browser is signed in: within the limits, and its user still what they were. */
export const sessionStands = (
  session: BrowserSession,
  user: Pick<User, 'status' | 'revision'>,
  now: number,
): boolean =>
  user.status === 'active' && user.revision === session.userRevision && !isExpired(sessionEnd(session), now);

/** A session that begins, and the secret that only its browser will have. */
export function newSession(
  random: RandomBytes,
  begun: Omit<BrowserSession, 'digest' | 'usedAt'>,
): { session: BrowserSession; secret: string } {
  const secret = newSessionSecret(random);
  return { session: { ...begun, usedAt: begun.signedInAt, digest: sessionDigest(secret) }, secret };
}

/** A session as a page names it to its user's browser; nobody gets back from it to the secret. */
export const sessionName = ({ digest }: Pick<BrowserSession, 'digest'>): string => digest.slice(0, 16);

/** The ticket that the browser holds: the session's user, and the secret. */
export const sessionTicket = (
  { institution, userId }: Pick<SessionAddress, 'institution' | 'userId'>,
  secret: string,
): string => `${Buffer.from(`${institution}#${userId}`).toString('base64url')}.${secret}`;

/**
 * The place where the session of a ticket would be; undefined where the text is no ticket. It proves nothing: only
 * the session itself counts.
 */
export function addressOf(ticket: string): SessionAddress | undefined {
  const [owner = '', secret = '', ...more] = ticket.split('.');
  if (more.length > 0 || !isSessionSecret(secret)) return undefined;
  const text = Buffer.from(owner, 'base64url').toString();
  const mark = text.indexOf('#');
  const [institution, userId] = [text.slice(0, Math.max(0, mark)), text.slice(mark + 1)];
  if (!isInstitutionName(institution) || !isUserId(userId)) return undefined;
  return { institution, userId, digest: sessionDigest(secret) };
}
