import { CallError } from './errors.ts';
import { exchange, type Limits } from './exchange.ts';
import { type Patience, waitBeforeNext } from './retries.ts';
import type { Surroundings } from './surroundings.ts';

/** The client's credential. */
export type Credential =
  /** A key that identifies a page or an app, not a person. */
  | { appKey: string }
  | ClientCredential
  /** A token from another source, requested again when it expires or is refused. */
  | { token: (signal?: AbortSignal) => Promise<IssuedToken> };

/** Client credentials (RFC 6749 §4.4) for a service user. Only for servers, since they contain a secret. */
export interface ClientCredential {
  clientId: string;
  clientSecret: string;
  serviceUserId: string;
  /** Space-delimited; default: all scopes of the user. */
  scope?: string;
}

/** The token endpoint's answer. */
export interface IssuedToken {
  access_token: string;
  /** Seconds. */
  expires_in: number;
}

/** Provides the `Authorization` header of each call, and is told which headers were refused. */
export interface Authorizer {
  header(limits: Limits): Promise<string>;
  /** Discards a refused header. False if there is no other header to try. */
  refused(header: string): boolean;
}

/** A token is not used in its last minute, since it might expire on the way. */
const MARGIN_MS = 60_000;

export interface AuthorizerSettings {
  tokenUrl: URL;
  patience: Patience;
  surroundings: Surroundings;
}

export function createAuthorizer(credential: Credential, settings: AuthorizerSettings): Authorizer {
  if ('appKey' in credential) {
    const header = `App-Key ${credential.appKey}`;
    return { header: async () => header, refused: () => false };
  }
  const obtain =
    'token' in credential
      ? async ({ signal }: Limits) => credential.token(signal)
      : (limits: Limits) => clientCredentials(credential, settings, limits);
  return tokenKeeper(obtain, settings.surroundings.now);
}

/** Keeps one token. Calls made while it is being fetched wait for it. */
function tokenKeeper(obtain: (limits: Limits) => Promise<IssuedToken>, now: () => number): Authorizer {
  let held: { header: string; until: number } | undefined;
  let coming: Promise<string> | undefined;
  const fetchOne = async (limits: Limits): Promise<string> => {
    const asked = now();
    const { access_token, expires_in } = readToken(await obtain(limits));
    const header = `Bearer ${access_token}`;
    held = { header, until: asked + Math.max(expires_in * 1000 - MARGIN_MS, expires_in * 500) };
    return header;
  };
  return {
    header: async (limits) => {
      if (held !== undefined && now() < held.until) return held.header;
      // The token is fetched for all callers, so one caller's abort must not affect others.
      coming ??= fetchOne({ timeoutMs: limits.timeoutMs }).finally(() => {
        coming = undefined;
      });
      return abortable(coming, limits.signal);
    },
    refused: (header) => {
      if (held?.header === header) held = undefined;
      return true;
    },
  };
}

function abortable<Value>(promise: Promise<Value>, signal: AbortSignal | undefined): Promise<Value> {
  if (signal === undefined) return promise;
  return new Promise((resolve, reject) => {
    const end = () => reject(signal.reason);
    if (signal.aborted) return end();
    signal.addEventListener('abort', end, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', end));
  });
}

/**
 * Obtains a new token. Safe to repeat.
 * @throws {CallError}
 */
export async function clientCredentials(
  { clientId, clientSecret, serviceUserId, scope }: ClientCredential,
  { tokenUrl, patience, surroundings }: AuthorizerSettings,
  limits: Limits,
): Promise<IssuedToken> {
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: clientSecret,
    service_user_id: serviceUserId,
    ...(scope !== undefined && { scope }),
  }).toString();
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
  for (let attempt = 1; ; attempt += 1) {
    try {
      return readToken(
        await exchange(surroundings, { url: tokenUrl, method: 'POST', headers, body }, limits),
      );
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      const turn = { attempt, repeatable: true, chance: surroundings.random() };
      const milliseconds = waitBeforeNext(error, turn, patience);
      if (milliseconds === undefined) throw error;
      await surroundings.wait(milliseconds, limits.signal);
    }
  }
}

/** @throws {CallError} `unreadable` */
function readToken({
  access_token,
  expires_in,
}: {
  access_token?: unknown;
  expires_in?: unknown;
}): IssuedToken {
  if (typeof access_token === 'string' && typeof expires_in === 'number' && expires_in > 0) {
    return { access_token, expires_in };
  }
  throw new CallError('unreadable', 'The answer contains no token.');
}
