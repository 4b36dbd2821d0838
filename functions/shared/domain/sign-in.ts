import type { AuditTrail, RequestOrigin } from './audit.ts';
import {
  type Client,
  institutionOfClientId,
  isInstitutionName,
  isUserId,
  type Login,
  normalizeUsername,
  type User,
} from './directory.ts';
import { ParleyError } from './errors.ts';
import { verifyPassword } from './passwords.ts';
import type { Grant } from './principal.ts';
import { recorded } from './recorded.ts';
import { formatScopes, intersectScopes, parseScopes, type Scope } from './scopes.ts';
import { clientSecretDigest, digestsEqual } from './secrets.ts';
import {
  clientThrottle,
  type FailureStore,
  passwordSuccess,
  passwordThrottle,
  requireNotThrottled,
  successCounts,
  type ThrottleKeys,
  type ThrottleState,
  type ThrottleSuccess,
} from './throttle.ts';

/**
 * The port of sign-ins: each read is one strongly consistent round trip, whose `throttle` are the records of the
 * keys in their order.
 */
export interface SignInStore extends FailureStore, AuditTrail {
  /** Leaves out what is undefined among the ids; the throttle is always read. */
  readClientSignIn(
    ids: { institution: string; clientId: string; userId: string | undefined } | undefined,
    keys: readonly ThrottleKeys[],
  ): Promise<{ client?: Client; user?: User; throttle: ThrottleState[] }>;
  /**
   * Without `institution`, the login that only one institution has under the name; with it, also whether there is
   * such an institution.
   */
  readPasswordSignIn(
    ids: { institution: string | undefined; username: string } | undefined,
    keys: readonly ThrottleKeys[],
  ): Promise<{ login?: Login; institution?: string; throttle: ThrottleState[] }>;
}

/** Who may have a token: what the token will say, and what must still be so when it is written. */
export interface Approval {
  institution: string;
  userId: string;
  userRevision: number;
  scopes: Scope[];
  grant: Grant;
  clientId?: string;
  /** The authorization code that the token is for: writing the token uses it up, or fails where it is used. */
  codeDigest?: string;
  /** What the success changes; nothing is written where one of them has more failures by now than were seen. */
  success?: ThrottleSuccess[];
}

interface Attempt extends RequestOrigin {
  /** Space-delimited, as sent; left out, all that is allowed. */
  scope?: string | undefined;
}

/** What is compared with where there is no client. */
const NO_DIGEST = '0'.repeat(64);

/**
 * Signs in a user of a client's institution by the client's secret (SPEC §4.1, RFC 6749 §4.4).
 * @throws {ParleyError} `invalid_client`, `unauthorized_client`, `invalid_grant` where the user is none of the
 *   institution's active ones, `invalid_scope`, `too_many_requests`
 */
export async function signInClient(
  store: SignInStore,
  attempt: Attempt & { clientId: string; clientSecret: string; serviceUserId: string },
): Promise<Approval> {
  const { clientId, now } = attempt;
  const institution = institutionOfClientId(clientId);
  const userId = isUserId(attempt.serviceUserId) ? attempt.serviceUserId : undefined;
  const { delayedBy, countedAt } = clientThrottle(clientId, attempt.sourceIp);
  const ids = institution === undefined ? undefined : { institution, clientId, userId };
  const { client, user, throttle } = await store.readClientSignIn(ids, delayedBy);
  const approve = (): Approval => {
    requireNotThrottled(throttle, now);
    const { institution, scopes: allowed } = requireSecret(client, attempt.clientSecret);
    if (user?.status !== 'active' || user.institution !== institution) {
      throw new ParleyError('invalid_grant', 'service_user_id names no active user of your institution.');
    }
    const [key] = delayedBy;
    const source = throttle[0]?.source;
    return {
      institution,
      userId: user.userId,
      userRevision: user.revision,
      scopes: narrowScopes(attempt.scope, intersectScopes(user.scopes, allowed)),
      grant: 'client_credentials',
      clientId,
      ...(key !== undefined && successCounts(source, now)
        ? { success: [{ key: key.source, failuresSeen: source?.failures ?? 0, trusts: true }] }
        : {}),
    };
  };
  return recorded(store, attempt, approve, {
    action: 'token.issue',
    wrong: 'invalid_client',
    countedAt,
    institution,
    // Only what has the form of a client's id: anything else may be a secret in the wrong place.
    actor: { kind: 'client', ...(institution && { id: clientId }), ...(user && { userId: user.userId }) },
  });
}

/**
 * Signs in a user by name and password (SPEC §4.1, RFC 6749 §4.3). An unknown user, one who is disabled and a
 * wrong password are the same refusal after the same work.
 * @throws {ParleyError} `invalid_grant`, `invalid_scope`, `too_many_requests`
 */
export async function signInUser(
  store: SignInStore,
  attempt: Attempt & { username: string; password: string; institution?: string | undefined },
): Promise<Approval> {
  const { institution, now, sourceIp } = attempt;
  const normalized = normalizeUsername(attempt.username);
  const username = normalized ?? attempt.username;
  const throttled = passwordThrottle(institution, username, sourceIp);
  const known = normalized !== undefined && (institution === undefined || isInstitutionName(institution));
  const read = await store.readPasswordSignIn(
    known ? { username, institution } : undefined,
    throttled.delayedBy,
  );
  const { login, throttle } = read;
  const approve = async (): Promise<Approval> => {
    requireNotThrottled(throttle, now);
    const passwordRight = await verifyPassword(attempt.password, login?.passwordHash);
    if (!passwordRight || login?.status !== 'active') {
      throw new ParleyError(
        'invalid_grant',
        'The user name or the password is wrong, or the user name needs its institution.',
      );
    }
    return {
      institution: login.institution,
      userId: login.userId,
      userRevision: login.revision,
      scopes: narrowScopes(attempt.scope, login.scopes),
      grant: 'password',
      // Always: of guesses made at once, a right one among wrong ones must not pass unthrottled.
      success: passwordSuccess(throttled, throttle, { institution: login.institution, username, sourceIp }),
    };
  };
  return recorded(store, attempt, approve, {
    action: 'token.issue',
    wrong: 'invalid_grant',
    countedAt: throttled.countedAt,
    institution: login?.institution ?? read.institution,
    // Never the name as it was typed: people type passwords there.
    actor: { kind: 'user', ...(login && { userId: login.userId }) },
  });
}

/** @throws {ParleyError} `invalid_client`, `unauthorized_client` */
function requireSecret(client: Client | undefined, secret: string): Client {
  const secretRight = digestsEqual(clientSecretDigest(secret), client?.secretDigest ?? NO_DIGEST);
  if (!secretRight || client?.status !== 'active') {
    throw new ParleyError('invalid_client', 'The client id or the client secret is wrong.');
  }
  if (client.grants.includes('client_credentials')) return client;
  throw new ParleyError('unauthorized_client', 'This client may not use the client credentials grant.');
}

/** RFC 6749 §3.3: what is asked for must be allowed as a whole; nothing asked for is all that is allowed. */
function narrowScopes(wanted: string | undefined, allowed: Scope[]): Scope[] {
  const { scopes, unknown } = wanted === undefined ? { scopes: allowed, unknown: [] } : parseScopes(wanted);
  if (unknown.length === 0 && scopes.length > 0 && scopes.every((scope) => allowed.includes(scope))) {
    return scopes;
  }
  const most = allowed.length === 0 ? 'none' : formatScopes(allowed);
  throw new ParleyError('invalid_scope', `Ask for scopes that are allowed here: ${most}.`);
}
