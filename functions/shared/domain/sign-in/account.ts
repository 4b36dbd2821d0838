import type { AuditEvent, RequestOrigin } from '../audit.ts';
import type { Institution, User } from '../institutions/directory.ts';
import type { Consent } from '../oauth/consents.ts';
import type { RandomBytes } from '../random.ts';
import { type BrowserSession, newSession, type SessionAddress, sessionStands } from './browser-sessions.ts';
import type { Approval } from './sign-in.ts';
import type { AttemptStore } from './throttle.ts';

/** A user viewing their own account page in a signed-in browser. */
export interface AccountOwner {
  user: User;
  institution: Institution;
  /** This browser's session. */
  session: BrowserSession;
}

/** A consent with its client's display name, while the client exists. */
export interface NamedConsent extends Consent {
  displayName?: string;
}

/** Port of the account page. Reads are strongly consistent. */
export interface AccountStore {
  readOwner(address: SessionAddress): Promise<AccountOwner | undefined>;
  /** Everything stored for a user; expired sessions may be included. */
  readSignIns(
    user: Pick<User, 'institution' | 'userId'>,
  ): Promise<{ sessions: BrowserSession[]; consents: NamedConsent[] }>;
  /** False, with nothing written, if the user has changed. */
  begin(session: BrowserSession, replaced: SessionAddress | undefined, event: AuditEvent): Promise<boolean>;
  /** Ends sessions; sessions that have already ended are ignored. */
  end(sessions: readonly SessionAddress[], event: AuditEvent): Promise<void>;
}

/** A user's sessions and consents, newest first. */
export interface Account {
  sessions: BrowserSession[];
  consents: NamedConsent[];
}

/** Finds a browser's user; undefined if its session has ended. */
export async function findOwner(
  store: AccountStore,
  address: SessionAddress | undefined,
  now: number,
): Promise<AccountOwner | undefined> {
  const owner = address && (await store.readOwner(address));
  return owner && sessionStands(owner.session, owner.user, now) ? owner : undefined;
}

export async function readAccount(
  store: AccountStore,
  { user }: AccountOwner,
  now: number,
): Promise<Account> {
  const { sessions, consents } = await store.readSignIns(user);
  return {
    sessions: sessions
      .filter((session) => sessionStands(session, user, now))
      .sort((left, right) => right.signedInAt - left.signedInAt),
    consents: consents.sort((left, right) => (right.since ?? 0) - (left.since ?? 0)),
  };
}

/** How often a sign-in is attempted if something changes meanwhile. */
const ATTEMPTS = 3;

/**
 * Signs a browser in. The sign-in's throttle attempt is given back at the same time.
 * @returns undefined if something changed at every attempt
 * @throws {ParleyError} as `signIn` does
 */
export async function beginSession(
  {
    accounts,
    attempts,
    random,
  }: { accounts: AccountStore; attempts: Pick<AttemptStore, 'succeed'>; random: RandomBytes },
  signIn: () => Promise<Approval>,
  browser: Pick<BrowserSession, 'kept' | 'browser'> & { replaced: SessionAddress | undefined },
  origin: RequestOrigin,
): Promise<{ session: BrowserSession; secret: string } | undefined> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const { institution, userId, userRevision, success } = await signIn();
    const begun = newSession(random, {
      institution,
      userId,
      userRevision,
      kept: browser.kept,
      signedInAt: origin.now,
      browser: browser.browser,
      sourceIp: origin.sourceIp,
    });
    const event = ownEvent({ institution, userId }, origin, 'session.begin');
    const [added] = await Promise.all([
      accounts.begin(begun.session, browser.replaced, event),
      success && attempts.succeed(success, origin.now),
    ]);
    if (added) return begun;
  }
  return undefined;
}

/** The audit event of a user's action on their own account. */
export const ownEvent = (
  { institution, userId }: Pick<User, 'institution' | 'userId'>,
  { now, sourceIp, requestId }: RequestOrigin,
  action: 'session.begin' | 'session.end' | 'consent.withdraw',
  target?: string,
): AuditEvent => ({
  at: now,
  action,
  outcome: 'done',
  institution,
  actor: { kind: 'user', userId },
  sourceIp,
  requestId,
  ...(target === undefined ? {} : { target }),
});
