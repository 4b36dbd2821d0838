import { exchange, type JsonObject } from '../typescript/exchange.ts';
import { CallError, type IssuedToken, Parley } from '../typescript/index.ts';
import { OWN_SURROUNDINGS } from '../typescript/surroundings.ts';
import {
  authorizationUrl,
  challengeOf,
  exchangeBody,
  institutionOf,
  newSecret,
  type PendingSignIn,
  readReturn,
} from './code-grant.ts';
import type { SignedOut } from './signed-out.ts';

/** The service's address up to `/v1`: the script is at `<root>/console/<file>`. */
export const ROOT = new URL('..', import.meta.url).href.replace(/\/$/, '');

/** The access of a signed-in person. The token is stored only here. */
export interface Access {
  parley: Parley;
  institution: string;
  scopes: readonly string[];
  /** Revokes the token. */
  end: () => Promise<void>;
}

const TIMEOUT_MS = 35_000;
const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };

/**
 * The storage key of the public client's id, which is not secret. An id from the address applies to this tab
 * only; the browser remembers it after a user has typed it or signed in with it. So a link alone does not
 * affect later visits.
 */
const CLIENT = 'parley-console-client';
const PENDING = 'parley-console-sign-in';
/** Set while this tab is signed in, so that a reload leads straight to the sign-in page. */
const SIGNED_IN = 'parley-console-signed-in';

export const knownClient = (): string => sessionStorage.getItem(CLIENT) ?? localStorage.getItem(CLIENT) ?? '';
export function rememberClient(clientId: string): void {
  sessionStorage.removeItem(CLIENT);
  localStorage.setItem(CLIENT, clientId);
}

/**
 * Determines the user's state on arrival: returning from sign-in, opening the address for the first time, or
 * reloading.
 * @returns undefined if the browser was redirected
 */
export async function arrive(): Promise<Access | SignedOut | undefined> {
  if (location.hostname === 'localhost') {
    // Sign-in cannot return to `localhost`, since that name may be redirected to another host.
    location.hostname = '127.0.0.1';
    return undefined;
  }
  const query = new URLSearchParams(location.search);
  const given = query.get('client');
  if (given !== null) sessionStorage.setItem(CLIENT, given);
  const back = readReturn(query, takePending());
  // Removes the code or client id from the browser's history.
  const hash = back.kind === 'code' ? back.pending.hash : location.hash;
  if (location.search !== '') history.replaceState(null, '', `${location.pathname}${hash}`);
  const wasSignedIn = sessionStorage.getItem(SIGNED_IN) !== null;
  sessionStorage.removeItem(SIGNED_IN);
  if (back.kind === 'foreign') return 'foreign';
  if (back.kind === 'refused') return { refused: back.error, description: back.description };
  if (back.kind === 'code') return enter(back.code, back.pending);
  if (crypto.subtle === undefined) return 'insecure';
  if (knownClient() === '') return 'no_client';
  if (!wasSignedIn) return 'new';
  await leaveToSignIn();
  return undefined;
}

/** Sends the browser to the sign-in page of the service. */
export async function leaveToSignIn(): Promise<void> {
  const pending: PendingSignIn = {
    clientId: knownClient(),
    state: newSecret(),
    verifier: newSecret(),
    hash: location.hash,
  };
  sessionStorage.setItem(PENDING, JSON.stringify(pending));
  location.assign(authorizationUrl(ROOT, pending, await challengeOf(pending.verifier)));
}

/** Takes the pending sign-in request, which can be answered only once. */
function takePending(): PendingSignIn | undefined {
  const text = sessionStorage.getItem(PENDING);
  sessionStorage.removeItem(PENDING);
  return text === null ? undefined : JSON.parse(text);
}

async function enter(code: string, pending: PendingSignIn): Promise<Access | SignedOut> {
  try {
    const answer = await postForm('/v1/oauth/', exchangeBody(ROOT, code, pending));
    const token = readToken(answer);
    sessionStorage.setItem(SIGNED_IN, 'yes');
    rememberClient(pending.clientId);
    return {
      parley: parleyWith(token),
      institution: institutionOf(pending.clientId),
      scopes: String(answer.scope).split(' '),
      end: async () => {
        sessionStorage.removeItem(SIGNED_IN);
        const body = new URLSearchParams({ client_id: pending.clientId, token: token.access_token });
        await postForm('/v1/oauth/revoke', body.toString());
      },
    };
  } catch (error) {
    if (error instanceof CallError) return { refused: error.code, description: error.message };
    throw error;
  }
}

/**
 * A client that uses the token until the service rejects it.
 * @throws {CallError} `signed_out` for every call after that
 */
function parleyWith(token: IssuedToken): Parley {
  let given = false;
  return new Parley({
    baseUrl: ROOT,
    credential: {
      token: async () => {
        if (given) throw new CallError('signed_out', 'The sign-in has ended.', { status: 401 });
        given = true;
        return token;
      },
    },
  });
}

/**
 * A client with a token of the password grant, which creating a key requires.
 * @throws {CallError} `invalid_grant` for a wrong name or password
 */
export async function parleyByPassword(
  institution: string,
  username: string,
  password: string,
  scopes: readonly string[],
): Promise<Parley> {
  const body = new URLSearchParams({
    grant_type: 'password',
    institution,
    username,
    password,
    scope: scopes.join(' '),
  });
  return parleyWith(readToken(await postForm('/v1/oauth/', body.toString())));
}

/** @throws {CallError} */
function postForm(path: string, body: string): Promise<JsonObject> {
  const request = { url: new URL(ROOT + path), method: 'POST', headers: FORM, body } as const;
  return exchange(OWN_SURROUNDINGS, request, { timeoutMs: TIMEOUT_MS });
}

/** @throws {CallError} `unreadable` */
function readToken({ access_token, expires_in }: JsonObject): IssuedToken {
  if (typeof access_token === 'string' && typeof expires_in === 'number') return { access_token, expires_in };
  throw new CallError('unreadable', 'What was asked for a token gave none.');
}
