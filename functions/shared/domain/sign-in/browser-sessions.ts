import { isExpired, toSeconds } from '../clock.ts';
import { isSessionSecret, newSessionSecret, sessionDigest } from '../credentials/secrets.ts';
import { isInstitutionName, isUserId, type User } from '../institutions/directory.ts';
import type { RandomBytes } from '../random.ts';

/** Identifies a session by its user and the digest of its secret. */
export interface SessionAddress {
  institution: string;
  userId: string;
  digest: string;
}

/** A signed-in browser, so that its user need not enter the password for every client. */
export interface BrowserSession extends SessionAddress {
  /** The user's revision at sign-in: any change of the user ends the session. */
  userRevision: number;
  /** True if the user chose to stay signed in on this device; the session then survives closing the browser. */
  kept: boolean;
  /** Epoch milliseconds. */
  signedInAt: number;
  usedAt: number;
  /** Browser kind and source address at sign-in, for the user to recognise. */
  browser: string;
  sourceIp: string;
}

interface Limits {
  /** Limits since the last use. */
  idleSeconds: number;
  /** Limits since the sign-in. */
  absoluteSeconds: number;
}

const HOUR = 3600;
const DAY = 24 * HOUR;

/** NIST SP 800-63B §4.2.3: twelve hours, or half an hour without use. */
export const PASSING_LIMITS: Limits = { idleSeconds: HOUR / 2, absoluteSeconds: 12 * HOUR };
/** NIST SP 800-63B §4.1.3: thirty days. */
export const KEPT_LIMITS: Limits = { idleSeconds: 7 * DAY, absoluteSeconds: 30 * DAY };

/** Epoch seconds at which the session ends if it is not used. */
export function sessionEnd({
  kept,
  signedInAt,
  usedAt,
}: Pick<BrowserSession, 'kept' | 'signedInAt' | 'usedAt'>): number {
  const { idleSeconds, absoluteSeconds } = kept ? KEPT_LIMITS : PASSING_LIMITS;
  return Math.min(toSeconds(usedAt) + idleSeconds, toSeconds(signedInAt) + absoluteSeconds);
}

/** True if the session is within its limits and its user is unchanged. */
export const sessionStands = (
  session: BrowserSession,
  user: Pick<User, 'status' | 'revision'>,
  now: number,
): boolean =>
  user.status === 'active' && user.revision === session.userRevision && !isExpired(sessionEnd(session), now);

/** Creates a session and the secret that only the browser gets. */
export function newSession(
  random: RandomBytes,
  begun: Omit<BrowserSession, 'digest' | 'usedAt'>,
): { session: BrowserSession; secret: string } {
  const secret = newSessionSecret(random);
  return { session: { ...begun, usedAt: begun.signedInAt, digest: sessionDigest(secret) }, secret };
}

/** The name of a session on the account page, from which the secret cannot be recovered. */
export const sessionName = ({ digest }: Pick<BrowserSession, 'digest'>): string => digest.slice(0, 16);

/** The ticket that the browser stores: user and secret. */
export const sessionTicket = (
  { institution, userId }: Pick<SessionAddress, 'institution' | 'userId'>,
  secret: string,
): string => `${Buffer.from(`${institution}#${userId}`).toString('base64url')}.${secret}`;

/**
 * The session that a ticket refers to; undefined if the text is not a ticket. A ticket alone proves nothing: the stored
 * session decides.
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
