import { CallError } from './errors.ts';
import { exchange, type Limits } from './exchange.ts';
import { type Patience, waitBeforeNext } from './retries.ts';
import type { Surroundings } from './surroundings.ts';

/** The credential by which a client is let in. */
export type Credential =
  /** A key that names a page or an app, never a person. */
  | { appKey: string }
  | ClientCredential
  /** A token that somebody else obtained: asked for again when it expires, and when it is refused. */
  | { token: (signal?: AbortSignal) => Promise<IssuedToken> };

/** Client credentials (RFC 6749 §4.4), for the user of that id. For servers alone: it holds a secret. */
export interface ClientCredential {
  clientId: string;
  clientSecret: string;
  serviceUserId: string;
  /** Space-delimited; left out, all that the user may. */
  scope?: string;
}

/** A token as the token endpoint answers it. */
export interface IssuedToken {
  access_token: string;
  /** Seconds. */
  expires_in: number;
}

/** Gives the `Authorization` of each call, and learns which of them was refused. */
export interface Authorizer {
  header(limits: Limits): Promise<string>;
  /** Forgets what was refused. False where there is nothing else to come with. */
  refused(header: string): boolean;
}

/** A token is not used in the last minute of its life, which it could spend under way. */
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

/** Keeps one token at a time: a call that comes while a token is fetched waits for the same. */
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
      // A caller that aborts must not fail another: the token is fetched for all.
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
 * Obtains a new token. Asking for it once more does no harm.
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
  throw new CallError('unreadable', 'What was asked for a token gave none.');
}
