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
import { formatScopes, intersectScopes, parseScopes, type Scope } from './scopes.ts';
import { clientSecretDigest, digestsEqual } from './secrets.ts';
import {
  type FailureStore,
  requireNotThrottled,
  successCounts,
  type ThrottleKeys,
  type ThrottleState,
  throttleKeys,
} from './throttle.ts';

/** The port of the token endpoint's reads: each is one strongly consistent round trip. */
export interface SignInStore extends FailureStore {
  /** Leaves out what is undefined among the ids; the throttle is always read. */
  readClientSignIn(
    ids: { institution: string; clientId: string; userId: string | undefined } | undefined,
    keys: ThrottleKeys,
  ): Promise<{ client?: Client; user?: User; throttle: ThrottleState }>;
  /** Without `institution`, the login that only one institution has under the name. */
  readPasswordSignIn(
    ids: { institution: string | undefined; username: string } | undefined,
    keys: ThrottleKeys,
  ): Promise<{ login?: Login; throttle: ThrottleState }>;
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
  /** A success to write down, unless there are now more failures than were seen. */
  success?: { key: string; failuresSeen: number };
}

interface Attempt {
  sourceIp: string;
  now: number;
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
  const keys = throttleKeys(['client', clientId], attempt.sourceIp);
  const ids = institution === undefined ? undefined : { institution, clientId, userId };
  const { client, user, throttle } = await store.readClientSignIn(ids, keys);
  requireNotThrottled(throttle, now);
  const given = clientSecretDigest(attempt.clientSecret);
  const secretRight = digestsEqual(given, client?.secretDigest ?? NO_DIGEST);
  if (!secretRight || client?.status !== 'active') {
    await store.recordFailure(keys, now);
    throw new ParleyError('invalid_client', 'The client id or the client secret is wrong.');
  }
  if (!client.grants.includes('client_credentials')) {
    throw new ParleyError('unauthorized_client', 'This client may not use the client credentials grant.');
  }
  if (user?.status !== 'active' || user.institution !== client.institution) {
    throw new ParleyError('invalid_grant', 'service_user_id names no active user of your institution.');
  }
  return {
    institution: client.institution,
    userId: user.userId,
    userRevision: user.revision,
    scopes: narrowScopes(attempt.scope, intersectScopes(user.scopes, client.scopes)),
    grant: 'client_credentials',
    clientId,
    ...(successCounts(throttle.source, now) ? successOf(keys, throttle) : {}),
  };
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
  const { institution, now } = attempt;
  const username = normalizeUsername(attempt.username);
  const account = ['password', institution ?? '*', username ?? attempt.username];
  const keys = throttleKeys(account, attempt.sourceIp);
  const known = username !== undefined && (institution === undefined || isInstitutionName(institution));
  const ids = known ? { username, institution } : undefined;
  const { login, throttle } = await store.readPasswordSignIn(ids, keys);
  requireNotThrottled(throttle, now);
  const passwordRight = await verifyPassword(attempt.password, login?.passwordHash);
  if (!passwordRight || login?.status !== 'active') {
    await store.recordFailure(keys, now);
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
    ...successOf(keys, throttle),
  };
}

const successOf = (keys: ThrottleKeys, { source }: ThrottleState): Pick<Approval, 'success'> => ({
  success: { key: keys.source, failuresSeen: source?.failures ?? 0 },
});

/** RFC 6749 §3.3: what is asked for must be allowed as a whole; nothing asked for is all that is allowed. */
function narrowScopes(wanted: string | undefined, allowed: Scope[]): Scope[] {
  const { scopes, unknown } = wanted === undefined ? { scopes: allowed, unknown: [] } : parseScopes(wanted);
  if (unknown.length === 0 && scopes.length > 0 && scopes.every((scope) => allowed.includes(scope))) {
    return scopes;
  }
  const most = allowed.length === 0 ? 'none' : formatScopes(allowed);
  throw new ParleyError('invalid_scope', `Ask for scopes that are allowed here: ${most}.`);
}
