import type { AuditTrail, RequestOrigin } from '../audit.ts';
import type { Grant } from '../credentials/principal.ts';
import { formatScopes, intersectScopes, parseScopes, type Scope } from '../credentials/scopes.ts';
import { ParleyError } from '../errors.ts';
import {
  type Client,
  institutionOfClientId,
  isInstitutionName,
  isUserId,
  type Login,
  normalizeUsername,
  type User,
} from '../institutions/directory.ts';
import { type ApprovedClient, type ClientRead, guessOf, requireClient } from '../oauth/client-secret.ts';
import {
  type PasswordRecords,
  type PasswordThrottle,
  passwordSuccess,
  passwordThrottle,
  reservePassword,
} from './password-throttle.ts';
import { verifyPassword } from './passwords.ts';
import { recorded } from './recorded.ts';
import {
  type AttemptStore,
  clientSuccess,
  clientThrottleKey,
  type ThrottleSuccess,
  tooManyAttempts,
} from './throttle.ts';

/** Port of sign-ins: each read is one strongly consistent round trip. */
export interface SignInStore extends AttemptStore, AuditTrail {
  /** Skips undefined ids; always reads the throttle record of the key. */
  readClientSignIn(
    ids: { institution: string; clientId: string; userId: string | undefined } | undefined,
    throttleKey: string,
  ): Promise<ClientRead & { user?: User }>;
  /**
   * Without `institution`, reads the login if only one institution has the user name; with it, also whether the
   * institution exists. The throttle records are always read.
   */
  readPasswordSignIn(
    ids: { institution: string | undefined; username: string } | undefined,
    throttle: PasswordThrottle,
  ): Promise<{ login?: Login; institution?: string; records: PasswordRecords }>;
}

/** A right to a token: the token's content, and what must still hold when it is written. */
export interface Approval {
  institution: string;
  userId: string;
  userRevision: number;
  scopes: Scope[];
  grant: Grant;
  /** The client that takes part. */
  client?: ApprovedClient;
  /** The authorization code of the token. Writing the token uses the code up, and fails if it is used already. */
  code?: { digest: string; issuedAt: number };
  /** The throttle success to write together with the token. */
  success?: ThrottleSuccess;
}

interface Attempt extends RequestOrigin {
  /** Space-delimited, as sent; default: all allowed scopes. */
  scope?: string | undefined;
}

/**
 * Signs in a user of a client's institution with the client's secret (RFC 6749 §4.4).
 * @throws {ParleyError} `invalid_client`, `unauthorized_client`, `invalid_grant` if the user is not an active user of
 * the institution, `invalid_scope`, `too_many_requests`
 */
export async function signInClient(
  store: SignInStore,
  attempt: Attempt & { clientId: string; clientSecret: string; serviceUserId: string },
): Promise<Approval> {
  const { clientId, sourceIp, now } = attempt;
  const named = institutionOfClientId(clientId);
  const userId = isUserId(attempt.serviceUserId) ? attempt.serviceUserId : undefined;
  const key = clientThrottleKey(clientId, sourceIp);
  const ids = named === undefined ? undefined : { institution: named, clientId, userId };
  const { user, ...read } = await store.readClientSignIn(ids, key);
  const guess = guessOf(attempt, read);
  const approve = (): Approval => {
    const { client, approved } = requireClient(read, attempt, guess);
    const { institution, scopes: allowed } = requireGrant(client);
    if (user?.status !== 'active' || user.institution !== institution) {
      throw new ParleyError('invalid_grant', 'service_user_id is not an active user of your institution.');
    }
    const success = clientSuccess(key, read.record, now);
    return {
      institution,
      userId: user.userId,
      userRevision: user.revision,
      scopes: narrowScopes(attempt.scope, intersectScopes(user.scopes, allowed)),
      grant: 'client_credentials',
      client: approved,
      ...(success && { success }),
    };
  };
  return recorded(store, attempt, approve, {
    action: 'token.issue',
    institution: read.institution,
    // Records only valid client ids: anything else may be a misplaced secret.
    actor: { kind: 'client', ...(named && { id: clientId }), ...(user && { userId: user.userId }) },
    counted: guess && { refusal: 'invalid_client', as: guess },
  });
}

/**
 * Signs in a user by name and password (RFC 6749 §4.3). An unknown user, a disabled user and a wrong password are
 * refused alike, after the same work.
 * @throws {ParleyError} `invalid_grant`, `invalid_scope`, `too_many_requests`
 */
export async function signInUser(
  store: SignInStore,
  attempt: Attempt & { username: string; password: string; institution?: string | undefined },
): Promise<Approval> {
  const { institution, now, sourceIp } = attempt;
  const normalized = normalizeUsername(attempt.username);
  const username = normalized ?? attempt.username;
  const throttle = passwordThrottle(institution, username, sourceIp);
  const known = normalized !== undefined && (institution === undefined || isInstitutionName(institution));
  const read = await store.readPasswordSignIn(known ? { username, institution } : undefined, throttle);
  const { login, records } = read;
  const approve = async (): Promise<Approval> => {
    const reservation = reservePassword(throttle, records, now);
    if (!(await store.reserve(reservation, now))) throw tooManyAttempts(reservation.lateMs);
    const passwordRight = await verifyPassword(attempt.password, login?.passwordHash);
    if (!passwordRight || login?.status !== 'active') {
      throw new ParleyError(
        'invalid_grant',
        'The user name or password is wrong, or the institution must be given too.',
      );
    }
    const success = passwordSuccess(reservation, { institution: login.institution, username, sourceIp });
    return {
      institution: login.institution,
      userId: login.userId,
      userRevision: login.revision,
      scopes: await narrowOrForgive(() => narrowScopes(attempt.scope, login.scopes), success),
      grant: 'password',
      success,
    };
  };
  /**
   * Narrows the scopes. Asking for too many scopes with the right password is not a guess, so the attempt is forgiven.
   */
  const narrowOrForgive = async (narrow: () => Scope[], success: ThrottleSuccess): Promise<Scope[]> => {
    try {
      return narrow();
    } catch (error) {
      await store.succeed(success, now);
      throw error;
    }
  };
  return recorded(store, attempt, approve, {
    action: 'token.issue',
    institution: login?.institution ?? read.institution,
    // Never the typed name: people type passwords there by mistake.
    actor: { kind: 'user', ...(login && { userId: login.userId }) },
  });
}

/** @throws {ParleyError} `unauthorized_client` */
function requireGrant(client: Client): Client {
  if (client.grants.includes('client_credentials')) return client;
  throw new ParleyError('unauthorized_client', 'This client may not use the client credentials grant.');
}

/** RFC 6749 §3.3: all requested scopes must be allowed; without a request, all allowed scopes. */
function narrowScopes(wanted: string | undefined, allowed: Scope[]): Scope[] {
  const { scopes, unknown } = wanted === undefined ? { scopes: allowed, unknown: [] } : parseScopes(wanted);
  if (unknown.length === 0 && scopes.length > 0 && scopes.every((scope) => allowed.includes(scope))) {
    return scopes;
  }
  const most = allowed.length === 0 ? 'none' : formatScopes(allowed);
  throw new ParleyError('invalid_scope', `Use scopes that are allowed here: ${most}.`);
}
